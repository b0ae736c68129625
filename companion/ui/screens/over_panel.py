"""What lies over the panel of a table: at most one card, and whose it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.ui import brush
from companion.ui.presenter import TableView
from companion.ui.screens.cards import OverCard, PausedCard, doubt_card
from companion.ui.widgets.drawn import put
from companion.ui.widgets.overlay import Overlay

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


class OverPanel:
    """Cards are laid here by seats and by the game's panel; doubt, a pause and the end bring theirs by themselves."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._overlay: Overlay | None = None
        self._seat: int | None = None
        self._end_shown = False
        self._box: brush.Box | None = None
        self._doubted: object = None
        self.told: int | None = None
        """The seat whose dice are told on the card, if they are."""

    @property
    def card(self) -> Widget | None:
        """What lies there, if anything."""
        return self._overlay.inner if self._overlay is not None else None

    def lay(self, box: brush.Box) -> None:
        """The panel is there now."""
        self._box = box
        if self._overlay is not None:
            put(self._overlay, box)

    def open(self, widget: Widget, seat: int | None, title: str, *, closing: bool) -> None:
        """Lay a card there in place of another, turned to the seat; `closing` it may be put away unanswered."""
        self.close()
        angle = self._table.angle_of(seat) if seat is not None else 0
        self._overlay, self._seat = Overlay(widget, angle, title, self.put_away if closing else None), seat
        self._table.add_widget(self._overlay)
        if self._box is not None:
            put(self._overlay, self._box)

    def close(self) -> None:
        """Take the card away."""
        if self._overlay is not None:
            self._table.remove_widget(self._overlay)
            self._overlay = self._seat = self.told = None

    def put_away(self) -> None:
        """Somebody closed the card; what waits beneath for an answer comes back."""
        self.close()
        self._table.refresh()

    def counted(self, seat: int) -> None:
        """An event of this seat counted: the card it had open is done with. Another seat's stays, and the end."""
        if self._seat in {None, seat} and not isinstance(self.card, OverCard):
            self.close()

    def follow(self, view: TableView, before: TableView | None) -> None:
        """Doubt, pause and end each have a card of their own."""
        opened, table = self.card, self._table
        if before is not None and self.told is not None and view.seats[self.told].roll != before.seats[self.told].roll:
            self.close()  # what was to be told has been read, or is not asked for any more
            opened = None
        doubted = table.desk.doubt.seen if table.desk.doubt is not None else None
        if view.doubt is not None and (doubted is not self._doubted or opened is None):
            self._doubted = doubted
            self.open(doubt_card(table, view.doubt), view.doubt.seat, "What do the dice show?", closing=False)
        elif view.doubt is None and before is not None and before.doubt is not None:
            self.close()
        if view.paused and not isinstance(opened, PausedCard):
            self.open(PausedCard(view.paused, self._retry), None, "Play is paused", closing=False)
        elif not view.paused and isinstance(opened, PausedCard):
            self.close()
        if view.over is None:
            self._end_shown = False
            if isinstance(opened, OverCard):
                self.close()
        elif not self._end_shown:
            self._end_shown = True
            self.open(OverCard(view, table.app, table.undo, self.close), None, view.headline, closing=True)

    def _retry(self) -> None:
        self._table.desk.retry()
        self._table.refresh()
