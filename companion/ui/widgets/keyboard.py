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


class Keyboard(Drawn):
    """The line so far, what was entered before (a tap each), and keys; `done` gets the line when it is finished.

    `other` is the third button below: its words and what it does. A subclass says how a line grows (`type`). `fresh` as
    long as nothing was typed; `remark` is said below the line.
    """

    line_size: float = 34

    def __init__(
        self, line: str, done: Callable[[str], object], keys: str, other: tuple[str, Callable[[], object]],
        known: Sequence[str] = (), *, may_be_empty: bool = False, **kwargs: Any,
    ) -> None:  # fmt: skip
        self.line, self._done, self._may_be_empty = line, done, may_be_empty
        self.remark, self.fresh = "", False
        super().__init__(**kwargs)
        self._known = [Button(each, lambda each=each: done(each), size=22) for each in known]  # type: ignore[misc]
        self._keys = [Button(each, lambda each=each: self.type(each), size=26) for each in keys]  # type: ignore[misc]
        self._last = [
            Button(other[0], other[1], "quiet", 20),
            Button("⌫", self.erase, "plain", 26),
            Button(word("Done"), self._finish, "asked", 24),
        ]
        for button in (*self._known, *self._keys, *self._last):
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._hardware = HardwareKeys(self, self.type, self.erase, self._finish)

    def type(self, letters: str) -> None:
        """Add letters to the line."""
        raise NotImplementedError

    def erase(self) -> None:
        """Take the last letter away."""
        self.line, self.fresh, self.remark = self.line[:-1], False, ""
        self.again()

    def _finish(self) -> None:
        if self.line.strip() or self._may_be_empty:
            self._done(self.line.strip())

    def _columns(self) -> int:
        """How many keys stand side by side."""
        return 11 if self.width > dp(720) else 8

    def _lay(self, *_: object) -> None:
        if self.width < dp(200):
            return
        _, known, keys, last = rows_in(self.box, 64, 60 if self._known else 1, 0, 66, gap=10)
        if self._known:
            put_grid(self._known, known, len(self._known))
        put_grid(self._keys, keys, self._columns(), 8)
        put_grid(self._last, last, 3)

    def paint(self) -> None:
        """The line, with a mark where the next letter goes; below it what is to be said of it."""
        box = rows_in(self.box, 64, 0)[0]
        canvas.panel(box, "ground", 10)
        canvas.frame(box, "edge", 10)
        x, y, width, height = box
        low = dp(26) if self.remark else 0.0
        canvas.text(self.remark, (x, y + dp(2), width, low), SMALL, "warn")
        shown = f"|{self.line}" if has_right_to_left(self.line[-1:]) else f"{self.line}|"
        role = "quiet" if self.fresh else "ink"
        canvas.text(
            self.line if self.fresh else shown, (x, y + low, width, height - low), self.line_size, role, bold=True
        )
