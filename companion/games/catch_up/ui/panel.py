"""The panel of Catch Up: in each player's strip lies the suit they pay from; `board` paints the middle."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any

from companion.core.asks import Ask
from companion.core.events import Event
from companion.games.catch_up import view_model as shown
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.ui.payment_picker import GIVE, PaymentPicker
from companion.ui import game_panel
from companion.ui.widgets.painted import put
from companion.views.presenter import TableView

if TYPE_CHECKING:
    from kivy.uix.widget import Widget


class Panel(game_panel.Panel):
    """The board; the hands lie in the players' strips."""

    turns = True

    def hand(self, seat: int) -> game_panel.Hand:
        """A player's suit."""
        return SuitHand(self, seat)

    @staticmethod
    def covers(ask: Ask) -> bool:
        """A payment is picked from the hand, not from a list of sets."""
        return ask.roll is None

    @staticmethod
    def event_editor(state: Any, event: Event, changed: Callable[[Event], object]) -> Widget | None:
        """A payment is picked from the hand in the history as well."""
        if not isinstance(event, Discarded):
            return None
        picker = PaymentPicker(event.seat, changed)
        picker.show(state, frozenset(event.cards))
        return picker


class SuitHand(game_panel.Hand):
    """A player's cards in their strip, from which they pay."""

    keeps = GIVE

    def __init__(self, panel: Any, seat: int, **kwargs: Any) -> None:
        super().__init__(panel, seat, **kwargs)
        self._pointed: object = None
        self._owed: object = None
        self.picker = PaymentPicker(seat, self._give)
        self.add_widget(self.picker)
        self.bind(pos=self._lay, size=self._lay)

    def continue_from(self, before: SuitHand) -> None:
        """Take over the cards that are picked."""
        self.picker.pick(before.picker.picked)

    def show(self, view: TableView) -> None:
        """New cards; what the seat's buttons point at is picked already."""
        state, picked = self.panel.session.state, self.picker.picked
        pointed = view.seats[self.seat].pointed
        event = pointed.event if pointed is not None else None
        owed = state.round, state.hands[self.seat], state.owes[self.seat]
        if owed != self._owed:  # another round, or the same one before a correction
            picked = frozenset()
        self._owed = owed
        if shown.payment(state, self.seat, picked) is None:
            picked = frozenset()
        elif isinstance(event, Discarded) and event != self._pointed:
            picked = frozenset(event.cards)
        elif not picked:
            picked = shown.suggested(state, self.seat)
        self._pointed = event
        given = [entry.event for entry in self.panel.changed]
        corrected = [event.cards for event in given if isinstance(event, Discarded) and event.seat == self.seat]
        self.picker.show(
            state,
            picked,
            pays=bool(view.seats[self.seat].offers),
            corrected=frozenset(chain.from_iterable(corrected)),
        )

    def _give(self, event: Discarded) -> None:
        """A refusal stands beside the finger."""
        give = self.picker.give
        self.panel.host.submit(event, give.to_window(*give.center))

    def _lay(self, *_: object) -> None:
        put(self.picker, self.box)

    def paint(self) -> None:
        """Cards and button draw themselves."""
