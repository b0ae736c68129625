"""A player's suit; while they owe, a tap picks a card and the button gives the picked ones up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.text import say
from companion.games.catch_up import view_model as shown
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.state import State
from companion.i18n import translate
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.cards import CardFace, CardRow
from companion.ui.widgets.painted import Drawn, columns_in, put

SUITS = "♠♥♣♦"
INKS = ("card_ink", "B3241B", "card_ink", "B3241B")
GIVE = 138  # dp: the width of the button
Give = Callable[[Discarded], object]


class PaymentPicker(Drawn):
    """The cards of `seat`; `give` gets what was picked, also if the rules will refuse it."""

    def __init__(self, seat: int, give: Give, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seat, self._submit = seat, give
        self._state: State | None = None
        self._pays, self._corrected = False, frozenset[int]()
        self.picked: frozenset[int] = frozenset()
        self.row = CardRow(self._toggle)
        self.give = Button("", self._given, "asked", 24, situation=self._situation)
        self.add_widget(self.row)
        self.bind(pos=self._lay, size=self._lay)

    def show(
        self, state: State, picked: frozenset[int], *, pays: bool = True, corrected: frozenset[int] = frozenset()
    ) -> None:
        """Show the suit in this state, with these cards picked. `pays`: people may pick; `corrected` cards that are
        gone have a pencil.
        """
        self._state, self.picked, self._pays, self._corrected = state, picked, pays, corrected
        hand = state.hands[self._seat]
        at = shown.suit_at(state.table, self._seat)
        suit, ink = SUITS[at], INKS[at]
        faces = [
            CardFace(rank, name, suit, ink, not hand >> rank & 1, rank in corrected)
            for rank, name in shown.suit_of(state)
        ]
        payment = shown.payment(state, self._seat, picked) if pays else None
        self.row.show(faces, picked, live=payment is not None)
        paying = payment is not None
        if paying != (self.give.parent is not None):
            self.add_widget(self.give) if paying else self.remove_widget(self.give)
        if payment is not None:
            self.give.say(_words(payment), kind="asked" if payment.ready else "off")

    def _situation(self) -> object:
        return None if self._state is None else (self._state.owes[self._seat], self.picked)

    def pick(self, picked: frozenset[int]) -> None:
        """Pick these cards instead."""
        if self._state is not None:
            self.show(self._state, picked, pays=self._pays, corrected=self._corrected)

    def _toggle(self, rank: int) -> None:
        self.pick(self.picked ^ {rank})

    def _given(self) -> None:
        """Ask the rules: a set that does not pay is refused with the reason."""
        self._submit(Discarded(self._seat, tuple(sorted(self.picked))))

    def _lay(self, *_: object) -> None:
        """The button keeps its place while it is away: no card slides when it comes."""
        cards, give = columns_in(self.box, 0, GIVE, gap=8)
        put(self.row, cards)
        put(self.give, give)

    def paint(self) -> None:
        """Cards and button draw themselves."""


def _words(payment: shown.PaymentView) -> str:
    if payment.ready:
        return translate(say("Give up {n}", n=payment.sum))
    return f"{payment.sum} / {payment.owes}\n{translate(payment.missing)}"
