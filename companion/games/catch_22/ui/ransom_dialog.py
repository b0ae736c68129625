"""The card over the board with the agreement of a ransom, which both players confirm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import dp

from companion.core.text import say
from companion.games.catch_22 import pieces
from companion.games.catch_22 import view_model as shown
from companion.games.catch_22.events import CubeRansomed
from companion.games.catch_22.state import State
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.name_keyboard import name_pad
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in
from companion.ui.widgets.value_inputs import Segments, Stepper

LONGEST_ENTERED = 60
"""Letters of what else was agreed, as entered on the screen: they must fit a line of the history."""


class Ransoming(Drawn):
    """Which of the cubes that may be bought back, for how much; `done` gets the event when captor and owner have both
    said yes.
    """

    def __init__(
        self, state: State, deals: Sequence[shown.Ransom], done: Callable[[CubeRansomed], object], **kwargs: Any
    ) -> None:
        self._state, self._open, self._done = state, deals, done
        self.chosen = self._open[0]
        self.agreed: frozenset[int] = frozenset()
        super().__init__(**kwargs)
        names = state.table.name
        pairs = [(number, f"{names(one.captor)} → {names(one.owner)}") for number, one in enumerate(self._open)]
        self.besides = ""
        self.deal = Segments(pairs, 0, self._choose)
        self.price = Stepper(0, 0, self.chosen.most, self._priced)
        self.other = Button("", self._type, size=20)
        self.captor = Button("", lambda: self._agree(self.chosen.captor), size=22)
        self.owner = Button("", lambda: self._agree(self.chosen.owner), size=22)
        self._pad: Keyboard | None = None
        for widget in (self.deal, self.price, self.other, self.captor, self.owner):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._say()

    def _choose(self, number: int) -> None:
        self.chosen = self._open[number]
        self.remove_widget(self.price)
        self.price = Stepper(0, 0, self.chosen.most, self._priced)
        self.add_widget(self.price)
        self._priced(0)
        self._lay()

    def _priced(self, price: int) -> None:
        """Another price: an agreement to the old one no longer counts."""
        del price
        self.agreed = frozenset()
        self._say()

    def _agree(self, seat: int) -> None:
        self.agreed ^= {seat}
        self._say()
        if self.agreed == {self.chosen.captor, self.chosen.owner}:
            self._done(CubeRansomed(self.chosen.captor, self.chosen.owner, self.price.value, self.besides))

    def _type(self) -> None:
        """What else was agreed is typed over the card: a price need not be tokens."""
        self._pad = name_pad(self.besides, (), self._typed, LONGEST_ENTERED)
        self.add_widget(self._pad)
        self._lay()
        self.again()

    def _typed(self, words: str) -> None:
        if self._pad is not None:
            self.remove_widget(self._pad)
        self._pad, self.besides = None, words
        self._priced(self.price.value)
        self._lay()

    def _say(self) -> None:
        for button, seat, text in (
            (self.captor, self.chosen.captor, say("{name} gives the cube")),
            (self.owner, self.chosen.owner, say("{name} pays")),
        ):
            yes = seat in self.agreed
            words = ("✓ " if yes else "") + translate(say(text.template, name=self._state.table.name(seat)))
            button.say(words, kind="chosen" if yes else "plain")
        self.other.say(self.besides or word("and something else…"), kind="chosen" if self.besides else "plain")
        self.again()

    def _lay(self, *_: object) -> None:
        if self.width < dp(120):
            return
        if self._pad is not None:
            put(self._pad, self.box)
        covered = [self.deal, self.price, self.other, self.captor, self.owner]
        for widget in covered:
            widget.opacity, widget.disabled = (0, True) if self._pad is not None else (1, False)
        deal, price, other, both = self._rows()
        put(self.deal, deal)
        put(self.other, other)
        x, y, width, height = columns_in(price, 0, 300)[1]
        high = min(height, dp(84))
        put(self.price, (x, y + (height - high) / 2, width, high))
        for button, box in zip((self.captor, self.owner), columns_in(both, 0, 0, gap=14), strict=True):
            put(button, box)

    def _rows(self) -> list[canvas.Box]:
        return rows_in(self.box, 64, 0, 60, 84, gap=10)

    def paint(self) -> None:
        """The cube, and what the number means."""
        if self._pad is not None:
            return
        left, _ = columns_in(self._rows()[1], 0, 300)
        side = min(left[3], dp(72))
        middle = canvas.point_in_units((left[0] + side, left[1] + left[3] / 2))
        pieces.cube(KivyCanvas(), self.chosen.owner, middle, side / dp(1))
        words = (left[0] + 2 * side, left[1], left[2] - 2 * side - dp(10), left[3])
        canvas.text(word("tokens for the cube"), words, 24, align="right")
