"""Letters under the finger for a player's name; a real keyboard works as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import dp

from companion.drawing.fonts import can_write
from companion.drawing.right_to_left import has_right_to_left
from companion.drawing.theme import SMALL
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.name_entry import lengthened, seen
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.hardware_keys import HardwareKeys
from companion.ui.widgets.painted import Drawn, rows_in

LONGEST = 14
LETTERS = "QWERTYUIOPÜASDFGHJKLÖÄZXCVBNMÉÑß'"


class NamePad(Drawn):
    """`done` gets the name when it is finished; `known` are names that sat here before, a tap each.

    `fresh` as long as nothing was typed: the first letter replaces the name that stood there. Other words than a name
    may be `longest` letters long, and nothing at all.
    """

    def __init__(
        self, name: str, known: Sequence[str], done: Callable[[str], object], longest: int = LONGEST, **kwargs: Any
    ) -> None:
        self.name, self._done, self._longest = name, done, longest
        self.remark = ""
        self.fresh = True
        super().__init__(**kwargs)
        self._known = [Button(each, lambda each=each: done(each), size=22) for each in known if can_write(each)][:7]  # type: ignore[misc]
        self._letters = [Button(each, lambda each=each: self.type(each), size=26) for each in LETTERS]  # type: ignore[misc]
        self._last = [
            Button(word("space"), lambda: self.type(" "), "quiet", 20),
            Button("⌫", self.erase, "plain", 26),
            Button(word("Done"), self._finish, "asked", 24),
        ]
        for button in (*self._known, *self._letters, *self._last):
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._hardware = HardwareKeys(self, self.type, self.erase, self._finish)

    def type(self, letters: str) -> None:
        """Adds letters: small ones after the first of a word.

        A letter that could only be shown as an empty box is left out, and that is said.
        """
        typed = seen(letters)
        known = [letter for letter in typed if can_write(letter)]
        self.remark = word("This letter cannot be shown here.") if len(known) < len(typed) else ""
        if self.fresh and known:
            self.name, self.fresh = "", False
        for letter in known:
            self.name = lengthened(self.name, letter)
        if len(self.name) > self._longest:
            self.name = self.name[: self._longest]
            self.remark = word("There is room for {n} letters here.", n=self._longest)
        self.again()

    def erase(self) -> None:
        """Takes the last letter away."""
        self.name, self.fresh, self.remark = self.name[:-1], False, ""
        self.again()

    def _finish(self) -> None:
        if self.name.strip() or self._longest != LONGEST:
            self._done(self.name.strip())

    def _lay(self, *_: object) -> None:
        if self.width < dp(200):
            return
        _, known, letters, last = rows_in(self.box, 64, 60 if self._known else 1, 0, 66, gap=10)
        if self._known:
            put_grid(self._known, known, len(self._known))
        put_grid(self._letters, letters, 11 if self.width > dp(720) else 8, 8)
        put_grid(self._last, last, 3)

    def paint(self) -> None:
        """The name as it stands, with a mark where the next letter goes; below it what is to be said of it."""
        line = rows_in(self.box, 64, 0)[0]
        canvas.panel(line, "ground", 10)
        canvas.frame(line, "edge", 10)
        x, y, width, height = line
        low = dp(26) if self.remark else 0.0
        canvas.text(self.remark, (x, y + dp(2), width, low), SMALL, "warn")
        above = (x, y + low, width, height - low)
        shown = f"|{self.name}" if has_right_to_left(self.name[-1:]) else f"{self.name}|"
        canvas.text(self.name if self.fresh else shown, above, 34, "quiet" if self.fresh else "ink", bold=True)
