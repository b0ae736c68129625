"""Pieces of a card laid over the board: cells side by side, as many to a line as fit, whichever way it is turned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.theme import SMALL
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, write_alike
from companion.ui.widgets.painted import Drawn, put
from companion.ui.widgets.value_inputs import LESS

GAP, DIE = 6, 32  # dp


class Break:
    """The next cell begins a new line."""


Cell = tuple[Widget, float] | type[Break]


def lines_of(widths: Sequence[float | None], room: float, gap: float) -> list[list[int]]:
    """Which cells stand on which line: `widths` in any unit, None for a break. A cell too wide has a line to itself."""
    lines: list[list[int]] = [[]]
    used = 0.0
    for at, width in enumerate(widths):
        if width is None:
            if lines[-1]:
                lines.append([])
            used = 0.0
            continue
        if lines[-1] and used + gap + width > room:
            lines.append([])
            used = 0.0
        used += width + (gap if lines[-1] else 0.0)
        lines[-1].append(at)
    return [line for line in lines if line]


def even_lines_of(widths: Sequence[float | None], room: float, gap: float) -> list[list[int]]:
    """The same lines, but between two breaks with as many cells on each as on the others, where these fit."""
    lines = lines_of(widths, room, gap)
    even: list[list[int]] = []
    while lines:
        block = [lines.pop(0)]
        while lines and lines[0][0] == block[-1][-1] + 1:
            block.append(lines.pop(0))
        cells = [at for line in block for at in line]
        each, longer = divmod(len(cells), len(block))
        ends = [each * number + min(number, longer) for number in range(len(block) + 1)]
        shared = [cells[start:end] for start, end in pairwise(ends)]
        fits = all(sum(widths[at] or 0 for at in line) + gap * (len(line) - 1) <= room for line in shared)
        even += shared if fits else block
    return even


def wide_enough(words: str, beside: float, least: float, *, bold: bool = False) -> float:
    """The width (dp) of a cell in which a name stands in two lines beside so much else; never below `least`."""
    return max(least, beside + canvas.width_in_two(words, bold=bold) / dp(1))


def least_width(words: str) -> float:
    """What a button needs for its longest word, and for all of them in two lines, at the smallest type; nothing for
    none.
    """
    if not words:
        return 0.0
    longest = max(canvas.text_width(part, SMALL, bold=True) for part in words.split())
    return max(longest, canvas.width_in_two(words, bold=True)) + dp(20)


def row_widths(least: list[float], room: float) -> list[float]:
    """Widths that fill a row: equal ones where they suffice, else each its own need and a share of what is left.

    Where nothing is left the widest give way: theirs is a player's name, which can be broken.
    """
    equal = room / len(least)
    if max(least) <= equal:
        return [equal] * len(least)
    spare = (room - sum(least)) / len(least)
    if spare >= 0:
        return [wide + spare for wide in least]
    most = room
    for at, wide in enumerate(sorted(least)):
        most = room / (len(least) - at)
        if wide > most:
            break
        room -= wide
    return [min(wide, most) for wide in least]


class Flow(Drawn):
    """Lays out its cells (widget, least width in dp) line by line; what is left over is shared out."""

    def __init__(self, cells: Sequence[Cell] = (), highest: float = 74, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._cells: list[Cell] = []
        self._highest = highest
        self.bind(pos=self._lay, size=self._lay)
        self.show(cells)

    def show(self, cells: Sequence[Cell]) -> None:
        """Other cells."""
        self.clear_widgets()
        self._cells = list(cells)
        for cell in self._cells:
            if isinstance(cell, tuple):
                self.add_widget(cell[0])
        self._lay()

    def _lay(self, *_: object) -> None:
        if self.width < dp(20) or not self._cells:
            return
        widths = [dp(cell[1]) if isinstance(cell, tuple) else None for cell in self._cells]
        lines = even_lines_of(widths, self.width, dp(GAP))
        high = min(dp(self._highest), (self.height - dp(GAP) * (len(lines) - 1)) / len(lines))
        top = self.y + self.height
        for line in lines:
            spare = self.width - dp(GAP) * (len(line) - 1) - sum(widths[at] or 0 for at in line)
            x = self.x
            for at in line:
                wide = (widths[at] or 0) + spare / len(line)
                cell = self._cells[at]
                if isinstance(cell, tuple):
                    put(cell[0], (x, top - high, wide, high))
                x += wide + dp(GAP)
            top -= high + dp(GAP)
        write_alike([cell[0] for cell in self._cells if isinstance(cell, tuple) and isinstance(cell[0], Button)])


class Count(Drawn):
    """A name or picture, a number, less and more: `changed` gets the step, -1 or 1, with each tap. `die`: value and
    colour of what the player rolled for it.
    """

    def __init__(
        self,
        words: str,
        value: str,
        changed: Any,
        seat: int | None = None,
        die: tuple[int, str] | None = None,
        **kwargs: Any,
    ) -> None:
        self.words, self.value, self.seat, self.die = words, value, seat, die
        super().__init__(**kwargs)
        self.less = Button(LESS, lambda: changed(-1), size=28)
        self.more = Button("+", lambda: changed(1), size=28)
        self.add_widget(self.less)
        self.add_widget(self.more)
        self.bind(pos=self._lay, size=self._lay)

    def say(self, value: str) -> None:
        """Another number."""
        if value != self.value:
            self.value = value
            self.again()

    def _lay(self, *_: object) -> None:
        wide = min(dp(60), self.width * 0.3)
        put(self.less, (self.right - 2 * wide - dp(50), self.y, wide, self.height))
        put(self.more, (self.right - wide, self.y, wide, self.height))

    def paint(self) -> None:
        """Name left, number between the buttons."""
        wide = min(dp(60), self.width * 0.3)
        left = self.x + dp(4)
        if self.seat is not None:
            canvas.seat_mark(self.seat, (left + dp(12), self.center_y), dp(11))
            left += dp(30)
        if self.die is not None:
            canvas.die(*self.die, (left, self.center_y - dp(DIE) / 2, dp(DIE), dp(DIE)))
            left += dp(DIE + GAP)
        room = self.right - 2 * wide - dp(54) - left
        canvas.text(self.words, (left, self.y, room, self.height), 22, align="left")
        canvas.text(self.value, (self.right - wide - dp(50), self.y, dp(50), self.height), 28, bold=True)
