"""The places of a button box on the screen: a row for each seat, a cell for each meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import dp

from companion.core.text import counted
from companion.devices.box import Button as Contact
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.screens.buttons.labels import MEANING_WORDS, named
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in
from firmware_bridge.host.button_map import MEANINGS, Place

_SIGNS = {"yes": "✓", "no": "✗", "next": "→"}
NAME_WIDE, ROW_HIGH = 170, 104
SHORT = 2
"""A cell names at most this many buttons of different boxes; more are counted."""


class PlaceCell(Tappable):
    """One place: its meaning, its buttons' numbers, lit while one is down, edged while it is asked for."""

    def __init__(self, place: Place, tapped: Callable[[Place], object], **kwargs: Any) -> None:
        self.place = place
        self.buttons: tuple[Contact, ...] = ()
        self.several = self.asked = self.lit = False
        super().__init__(lambda: tapped(place), **kwargs)

    @property
    def button(self) -> int | None:
        """The number of the first button that means this."""
        return self.buttons[0][1] if self.buttons else None

    def show(self, buttons: tuple[Contact, ...], *, several: bool, asked: bool, lit: bool) -> None:
        """Takes what is to be seen; paints where it is different. `several`: there is more than one box."""
        if (buttons, several, asked, lit) != (self.buttons, self.several, self.asked, self.lit):
            self.buttons, self.several, self.asked, self.lit = buttons, several, asked, lit
            self.again()

    def paint(self) -> None:
        """Sign and meaning above, the button below."""
        canvas.panel(self.box, "good" if self.lit else "pressed" if self.down else "raised", 12)
        if self.asked:
            canvas.frame(self.box, "asked", 12, 5)
        x, y, width, height = self.box
        upper, lower = rows_in((x + dp(8), y + dp(10), width - dp(16), height - dp(18)), 0, 28, gap=0)
        ink = "good_ink" if self.lit else "ink"
        canvas.text(
            f"{_SIGNS[self.place.meaning]} {translate(MEANING_WORDS[self.place.meaning])}", upper, 27, ink, bold=True
        )
        low = "good_ink" if self.lit else "quiet"
        canvas.text(self._below(), lower, 20, low)

    def _below(self) -> str:
        if self.asked:
            return word("press it")
        words = self._words()
        return f"● {words}" if self.lit else words

    def _words(self) -> str:
        if not self.buttons:
            return word("no button")
        if not self.several:
            return word("button {n}", n=self.buttons[0][1])
        if len(self.buttons) <= SHORT:
            return "  ".join(f"{box[-4:]}·{button}" for box, button in self.buttons)
        return translate(counted("{n} button", "{n} buttons", len(self.buttons)))


class PlaceGrid(Drawn):
    """All places of some seats. `tapped` gets the place."""

    def __init__(self, tapped: Callable[[Place], object], **kwargs: Any) -> None:
        self._tapped = tapped
        self.cells: list[PlaceCell] = []
        self._names: tuple[str, ...] = ()
        self._rows: list[canvas.Box] = []
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def seats(self, count: int, names: Sequence[str]) -> None:
        """The number of rows for these players."""
        if len(self.cells) == count * len(MEANINGS) and tuple(names) == self._names:
            return
        self.clear_widgets()
        self._names = tuple(names)
        self.cells = [PlaceCell(Place(seat, meaning), self._tapped) for seat in range(count) for meaning in MEANINGS]
        for cell in self.cells:
            self.add_widget(cell)
        self._lay()

    def cell(self, place: Place) -> PlaceCell:
        """The cell of a place."""
        return next(cell for cell in self.cells if cell.place == place)

    def _lay(self, *_: object) -> None:
        count = len(self.cells) // len(MEANINGS)
        if not count:
            return
        gap = dp(12)
        high = min(dp(ROW_HIGH), (self.height - gap * (count - 1)) / count)
        self._rows = [(self.x, self.top - high - at * (high + gap), self.width, high) for at in range(count)]
        for seat, row in enumerate(self._rows):
            _, *boxes = columns_in(row, NAME_WIDE, *([0] * len(MEANINGS)), gap=12)
            for cell, box in zip(self.cells[seat * len(MEANINGS) :], boxes, strict=False):
                put(cell, box)
        self.again()

    def paint(self) -> None:
        """Shape and name before each row."""
        for seat, (x, y, _, high) in enumerate(self._rows):
            canvas.seat_mark(seat, (x + dp(22), y + high / 2), dp(16))
            name = (x + dp(48), y, dp(NAME_WIDE - 54), high)
            canvas.text(named(seat, self._names), name, 24, bold=True, align="left")
