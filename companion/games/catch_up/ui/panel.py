"""The panel of Catch Up: all rolls in the middle, and in each player's strip the suit they pay from."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.core.asks import Ask
from companion.core.text import counted, say
from companion.drawing.theme import CAPTION
from companion.games.catch_up import view_model as shown
from companion.games.catch_up.events import Discarded
from companion.i18n import translate, word
from companion.record.session import Session
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.presenter import Figure, TableView
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.cards import CardFace, CardRow
from companion.ui.widgets.painted import columns_in, put, rows_in

SUITS = "♠♥♣♦"
INKS = ("card_ink", "B3241B", "card_ink", "B3241B")


class Panel(game_panel.Panel):
    """The board; the hands lie in the players' strips."""

    strip_depth = 186
    side_depth = 190
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

    def paint(self) -> None:
        """Heading, the roll to reach, a line for each player."""
        board = shown.board(self.session.state)
        x, y, width, height = self.box
        inner = (x + dp(16), y + dp(8), width - dp(32), height - dp(16))
        left, right = columns_in(inner, 250, 0, gap=20)
        self._paint_number(left, board)
        each = min(right[3] / max(1, len(board.rolls)), dp(104))
        top = right[1] + right[3] / 2 + each * len(board.rolls) / 2
        for number, roll in enumerate(board.rolls):
            self._paint_roll(roll, (right[0], top - (number + 1) * each + dp(4), right[2], each - dp(8)))

    @property
    def _opening(self) -> bool:
        """Whether nobody has rolled in the first round: the roll that decided who begins still stands in the rows."""
        state = self.session.state
        return state.round == 1 and state.phase == "rolling" and not any(state.faces)

    def _paint_number(self, box: canvas.Box, board: shown.BoardView) -> None:
        middle = (box[0], box[1] + max(0.0, (box[3] - dp(230)) / 2), box[2], min(box[3], dp(230)))
        heading, number, caption = rows_in(middle, 64, 0, 46, gap=2)
        canvas.text(translate(board.heading), heading, CAPTION, "quiet")
        canvas.text(board.number, number, 92, bold=True)
        canvas.text(translate(board.caption), caption, CAPTION, "quiet")

    def _paint_roll(self, roll: shown.RollView, box: canvas.Box) -> None:
        x, y, width, height = box
        canvas.panel(box, "raised" if roll.best or roll.rolls_next else "panel", 12)
        canvas.seat_mark(roll.seat, (x + dp(28), y + height / 2), dp(14))
        canvas.text(roll.name, (x + dp(52), y, width * 0.24, height), CAPTION, bold=roll.best, align="left")
        dice = (x + dp(60) + width * 0.24, y, width * 0.36, height)
        side = min(dp(52), height - dp(14), dice[2] / 3 - dp(8))
        table, decided = self.session.table, self.view.seats[roll.seat].rolled if self.view is not None else ()
        faces = roll.faces or (tuple(die.value for die in decided) if self._opening else ())
        for at, face in enumerate(faces):
            canvas.die(
                face,
                table.colour(roll.seat) or "white",
                (dice[0] + at * (side + dp(8)), y + (height - side) / 2, side, side),
            )
        total = (x + width * 0.64, y, width * 0.14, height)
        canvas.text(str(sum(faces)) if faces else "", total, 44, "ink" if roll.faces else "quiet", bold=True)
        says, role = _says(roll)
        canvas.text(says, (x + width * 0.79, y, width * 0.2 - dp(6), height), CAPTION, role, bold=bool(roll.owes))


class SuitHand(game_panel.Hand):
    """A player's cards; while they owe, a tap picks a card and the button gives the picked ones up."""

    def __init__(self, panel: Any, seat: int, **kwargs: Any) -> None:
        super().__init__(panel, seat, **kwargs)
        self.picked: frozenset[int] = frozenset()
        self._pointed: object = None
        self._owed: object = None
        self.row = CardRow(self._toggle)
        self.give = Button("", self._give, "asked", 24, situation=lambda: (self._owed, self.picked))
        self.add_widget(self.row)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, view: TableView) -> None:
        """New cards; what the seat's buttons point at is picked already."""
        state = self.panel.session.state
        pointed = view.seats[self.seat].pointed
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
        payment = shown.payment(state, self.seat, self.picked)
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


def _says(roll: shown.RollView) -> tuple[str, str]:
    """The last word on a seat's line, and its role."""
    if roll.rolls_next and not roll.faces:
        return word("to roll"), "ink"
    if roll.owes:
        return f"\N{MINUS SIGN}{roll.owes}", "warn"
    if roll.out:
        return word("out"), "quiet"
    return (word("best"), "good") if roll.best else ("", "quiet")
