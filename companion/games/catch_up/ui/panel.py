"""The panel of Catch Up: in each player's strip lies the suit they pay from; `board` paints the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.asks import Ask
from companion.core.text import counted, say
from companion.games.catch_up import view_model as shown
from companion.games.catch_up.events import Discarded
from companion.i18n import translate
from companion.ui import game_panel
from companion.ui.presenter import Figure, TableView
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.cards import CardFace, CardRow
from companion.ui.widgets.painted import columns_in, put

if TYPE_CHECKING:
    from companion.record.session import Session

SUITS = "♠♥♣♦"
INKS = ("card_ink", "B3241B", "card_ink", "B3241B")


class Panel(game_panel.Panel):
    """The board; the hands lie in the players' strips."""

    turns = True

    def hand(self, seat: int) -> game_panel.Hand:
        """A player's suit."""
        return SuitHand(self, seat)

    @staticmethod
    def figures(session: Session, seat: int) -> tuple[Figure, ...]:
        """Cards left."""
        count = session.state.hands[seat].bit_count()
        label = translate(counted("card", "cards", count))
        return (Figure(label, str(count), "ink" if count else "quiet"),)

    @staticmethod
    def covers(ask: Ask) -> bool:
        """A payment is picked from the hand, not from a list of sets."""
        return ask.roll is None


class SuitHand(game_panel.Hand):
    """A player's cards; while they owe, a tap picks a card and the button gives the picked ones up."""

    def __init__(self, panel: Any, seat: int, **kwargs: Any) -> None:
        super().__init__(panel, seat, **kwargs)
        self.picked: frozenset[int] = frozenset()
        self._pointed: object = None
        self._owed: object = None
        self._bot = False
        self.row = CardRow(self._toggle)
        self.give = Button("", self._give, "asked", 24, situation=lambda: (self._owed, self.picked))
        self.add_widget(self.row)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, view: TableView) -> None:
        """New cards; what the seat's buttons point at is picked already."""
        state = self.panel.session.state
        pointed, self._bot = view.seats[self.seat].pointed, view.seats[self.seat].bot
        event = pointed.event if pointed is not None else None
        owed = state.round, state.hands[self.seat], state.owes[self.seat]
        if owed != self._owed:  # another round, or the same one before a correction
            self.picked = frozenset()
        self._owed = owed
        payment = shown.payment(state, self.seat, self.picked)
        if payment is None:
            self.picked = frozenset()
        elif isinstance(event, Discarded) and event != self._pointed:
            self.picked = frozenset(event.cards)
        elif not self.picked:
            self.picked = shown.suggested(state, self.seat)
        self._pointed = event
        self._update()

    def _update(self) -> None:
        state = self.panel.session.state
        hand = state.hands[self.seat]
        suit, ink = SUITS[self.seat % 4], INKS[self.seat % 4]
        faces = [CardFace(rank, name, suit, ink, not hand >> rank & 1) for rank, name in shown.suit_of(state)]
        payment = None if self._bot else shown.payment(state, self.seat, self.picked)
        self.row.show(faces, self.picked, live=payment is not None)
        paying = payment is not None
        if paying != (self.give.parent is not None):
            self.add_widget(self.give) if paying else self.remove_widget(self.give)
            self._lay()
        if payment is not None:
            self.give.say(self._words(payment), kind="asked" if payment.ready else "quiet")

    def _words(self, payment: shown.PaymentView) -> str:
        if payment.ready:
            return translate(say("Give up {n}", n=payment.sum))
        return f"{payment.sum} / {payment.owes}\n{translate(payment.missing)}"

    def _toggle(self, rank: int) -> None:
        self.picked ^= {rank}
        self._update()

    def _give(self) -> None:
        """Asks the rules: a set that does not pay is refused with the reason, beside the finger."""
        event = Discarded(self.seat, tuple(sorted(self.picked)))
        at = self.give.to_window(*self.give.center)
        self.panel.host.submit(event, at)

    def _lay(self, *_: object) -> None:
        if self.give.parent is None:
            put(self.row, self.box)
            return
        cards, give = columns_in(self.box, 0, 138, gap=8)
        put(self.row, cards)
        put(self.give, give)

    def paint(self) -> None:
        """Cards and button draw themselves."""
