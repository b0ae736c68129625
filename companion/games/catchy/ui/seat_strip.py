"""A player's strip in Catchy!: what only they can say now, else what they have shown."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.games.catchy import view_model as shown
from companion.games.catchy.events import CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.state import cards_left
from companion.games.catchy.ui.cards import HandPicker
from companion.i18n import translate, word
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.views.presenter import TableView


class Before(game_panel.AskingHand):
    """What only this player can say now, else the colours they showed to lack and the round's points."""

    def __init__(self, panel: Any, seat: int, **kwargs: Any) -> None:
        self.table, self._asked = panel, False
        super().__init__(panel, seat, **kwargs)

    def show(self, view: TableView) -> None:
        """Offer what this player is asked."""
        super().show(view)
        forms = any(ask.forms for ask in view.seats[self.seat].offers)
        showing = [(word("Show my last cards"), self._open_hand, False)] if forms else []
        self._asked = self.ask(view, (StartingCardShown, CourseExchanged), *showing)

    def _open_hand(self) -> None:
        state = self.table.state
        hidden, count = self._hidden()[0]
        views = tuple(view for view in shown.deck(state) if view.card in hidden)
        picker = HandPicker(views, state.options, count, self._show_hand)
        self.table.host.open(picker, self.seat, word("The cards you have left"), offers=self._hidden)

    def _hidden(self) -> list[tuple[frozenset[str], int]]:
        """The cards the player may hold, and how many they hold: the dialog stays open as long as this is the same."""
        state = self.table.state
        return [(frozenset(shown.unseen(state, self.seat)), cards_left(state, self.seat))]

    def _show_hand(self, cards: tuple[str, ...]) -> None:
        self.table.host.submit(HandShown(self.seat, cards))

    def paint(self) -> None:
        """What the player has shown; nothing while there is something to tap."""
        if self._asked:
            return
        x, y, width, height = self.box
        state = self.table.state
        none = shown.shows_none_of(state, self.seat)
        gained = shown.gained(state)
        words = "" if none is None else translate(none)
        if gained is not None:
            words = f"+{gained[self.seat]}  {words}"
        canvas.text(words, (x + dp(12), y, width - dp(24), height), 24, "quiet", align="left")
