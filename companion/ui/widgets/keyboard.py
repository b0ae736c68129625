"""Keys under the finger for a line of text; a real keyboard works as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import dp

from companion.drawing.right_to_left import has_right_to_left
from companion.drawing.theme import SMALL
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.hardware_keys import HardwareKeys
from companion.ui.widgets.painted import Drawn, rows_in

Grow = Callable[[str, str], tuple[str, str]]


class Keyboard(Drawn):
    """The line so far, what was entered before (a tap each), and keys; `done` gets the line when it is finished.

    `grow` returns the line with letters added to it, and a remark on them ("" for none). `other` is the third button
    below: its words and what it types. A `fresh` line is replaced by the first letters that count.
    """

    def __init__(
        self, line: str, done: Callable[[str], object], keys: str, other: tuple[str, str], grow: Grow,
        known: Sequence[str] = (), *, may_be_empty: bool = False, fresh: bool = False, columns: int = 0,
        line_size: float = 34, **kwargs: Any,
    ) -> None:  # fmt: skip
        self.line, self.fresh, self.remark = line, fresh, ""
        self._done, self._grow, self._may_be_empty = done, grow, may_be_empty
        self._columns, self._line_size = columns, line_size
        super().__init__(**kwargs)
        self._known = [Button(each, lambda each=each: done(each), size=22) for each in known]  # type: ignore[misc]
        self._keys = [Button(each, lambda each=each: self.type(each), size=26) for each in keys]  # type: ignore[misc]
        self._last = [
            Button(other[0], lambda: self.type(other[1]), "quiet", 20),
            Button("⌫", self.erase, "plain", 26),
            Button(word("Done"), self.finish, "asked", 24),
        ]
        for button in (*self._known, *self._keys, *self._last):
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._hardware = HardwareKeys(self, self.type, self.erase, self.finish)

    def type(self, letters: str) -> None:
        """Add letters to the line."""
        grown, self.remark = self._grow("" if self.fresh else self.line, letters)
        if grown or not self.fresh or (letters and not self.remark):
            self.line, self.fresh = grown, False
        self.again()

    def erase(self) -> None:
        """Take the last letter away."""
        self.line, self.fresh, self.remark = self.line[:-1], False, ""
        self.again()

    def finish(self) -> None:
        """Hand the line over, if it may be what it is."""
        if self.line.strip() or self._may_be_empty:
            self._done(self.line.strip())

    def _lay(self, *_: object) -> None:
        if self.width < dp(200):
            return
        _, known, keys, last = rows_in(self.box, 64, 60 if self._known else 1, 0, 66, gap=10)
        if self._known:
            put_grid(self._known, known, len(self._known))
        put_grid(self._keys, keys, self._columns or (11 if self.width > dp(720) else 8), 8)
        put_grid(self._last, last, 3)

    def paint(self) -> None:
        """Paint the line, with a mark where the next letter goes, and the remark below it."""
        box = rows_in(self.box, 64, 0)[0]
        canvas.panel(box, "ground", 10)
        canvas.frame(box, "edge", 10)
        x, y, width, height = box
        low = dp(26) if self.remark else 0.0
        canvas.text(self.remark, (x, y + dp(2), width, low), SMALL, "warn")
        shown = f"|{self.line}" if has_right_to_left(self.line[-1:]) else f"{self.line}|"
        role = "quiet" if self.fresh else "ink"
        canvas.text(
            self.line if self.fresh else shown, (x, y + low, width, height - low), self._line_size, role, bold=True
        )
