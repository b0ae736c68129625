"""The facts of a table that is entered, a tile each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.metrics import dp

from companion.app.forms import NONE
from companion.drawing.text_metrics import LINE_HEIGHT
from companion.drawing.theme import LABEL, SMALL
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.painted import rows_in

LABEL_SHARE = 0.375
"""Of the height of a tile, at most so much is its word's: the value may need two lines."""
MARK, GAP = 20, 6
"""Widths (dp) of a player's mark with the gap after it, and of the gap before the next player."""


class FactTile(Tappable):
    """A fact: its word and how it stands. A dot marks what was entered; what is wrong is framed. A value for each
    player stands behind their mark.
    """

    def __init__(self, label: str, tapped: Any, **kwargs: Any) -> None:
        self.words = label
        self.value = self.brief = ""
        self._by_seat: tuple[str, ...] = ()
        self._entered = self._wrong = self._chosen = False
        self._sizes: tuple[float, float] = (SMALL, LABEL)
        super().__init__(tapped, **kwargs)

    def show(
        self, value: str, brief: str, by_seat: tuple[str, ...], *, entered: bool, wrong: bool, chosen: bool
    ) -> None:  # fmt: skip
        """How it stands now, the same in brief if there is no room, and each player's part if it has one a player."""
        fresh = (value, brief, by_seat, entered, wrong, chosen)
        if fresh != (self.value, self.brief, self._by_seat, self._entered, self._wrong, self._chosen):
            self.value, self.brief, self._by_seat, self._entered, self._wrong, self._chosen = fresh
            self.again()

    def paint(self) -> None:
        """Word above, value below."""
        is_empty = self.value == NONE
        canvas.panel(self.box, "pressed" if self.down or self._chosen else "panel" if is_empty else "raised", 12)
        if self._wrong or self._chosen:
            canvas.frame(self.box, "danger" if self._wrong else "ink", 12, 3 if self._wrong else 2)
        above, below = self._parts
        sign = "✗ " if self._wrong else "● " if self._entered else ""
        label, value = self._sizes
        canvas.text(sign + self.words, above, label, "danger" if self._wrong else "quiet", align="left")
        if self._has_marks:
            x, y, width, height = below
            each = width / len(self._by_seat)
            for seat, words in enumerate(self._by_seat):
                canvas.seat_mark(seat, (x + each * seat + dp(7), y + height / 2), dp(7))
                room = (x + each * seat + dp(MARK), y, each - dp(MARK + GAP), height)
                canvas.text(words, room, value, "ink", bold=self._entered, align="left")
            return
        canvas.text(self.said, below, value, "quiet" if is_empty else "ink", bold=self._entered, align="left")

    @property
    def _has_marks(self) -> bool:
        """Whether each player's mark and part have room side by side."""
        _, _, wide, high = self._parts[1]
        room = wide / len(self._by_seat) - dp(MARK + GAP) if self._by_seat and self.value != NONE else 0.0
        return room > 0 and all(canvas.fits(words, room, high, LABEL, bold=True) for words in self._by_seat)

    @property
    def _parts(self) -> list[canvas.Box]:
        """Where the word stands, and the value."""
        x, y, width, height = self.box
        inner = (x + dp(10), y + dp(5), width - dp(20), height - dp(10))
        wanted = canvas.text_height("A", width, SMALL) + dp(2)
        label = max(min(wanted, LABEL_SHARE * inner[3]), dp(SMALL * LINE_HEIGHT))
        return rows_in(inner, label / dp(1), 0, gap=0)

    @property
    def said(self) -> str:
        """The value as people can read it: in brief where there is no room."""
        _, _, wide, high = self._parts[1]
        return self.value if canvas.fits(self.value, wide, high, LABEL, bold=True) else self.brief

    @property
    def largest(self) -> tuple[float, float]:
        """The largest sizes in which word and value fit."""
        above, below = self._parts
        return (
            canvas.common_size(["● " + self.words], above[2], above[3], SMALL),
            float(LABEL) if self._has_marks else canvas.common_size([self.said], below[2], below[3], LABEL, bold=True),
        )

    def write(self, label: float, value: float) -> None:
        """Write word and value in the sizes that all facts have."""
        if (label, value) != self._sizes:
            self._sizes = label, value
            self.again()


def write_tiles(tiles: Sequence[FactTile]) -> None:
    """Write all words in one size, and all values."""
    if tiles and tiles[0].height > dp(30):
        labels, values = zip(*(tile.largest for tile in tiles), strict=True)
        for tile in tiles:
            tile.write(min(labels), min(values))
