"""The keyboard for a player's name, and for other short words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.drawing.fonts import can_write
from companion.i18n import word
from companion.ui.name_entry import lengthened, seen
from companion.ui.widgets.keyboard import Keyboard

LONGEST = 14
LETTERS = "QWERTYUIOPÜASDFGHJKLÖÄZXCVBNMÉÑß'"


class NamePad(Keyboard):
    """`known` are names that sat here before, a tap each. The first letter replaces the name that stood there.

    Other words than a name may be `longest` letters long, and nothing at all.
    """

    def __init__(
        self, name: str, known: Sequence[str], done: Callable[[str], object], longest: int = LONGEST, **kwargs: Any
    ) -> None:
        self._longest = longest
        shown = [each for each in known if can_write(each)][:7]
        space = word("space"), lambda: self.type(" ")
        super().__init__(name, done, LETTERS, space, shown, may_be_empty=longest != LONGEST, **kwargs)
        self.fresh = True

    def type(self, letters: str) -> None:
        """Adds letters: small ones after the first of a word.

        A letter that could only be shown as an empty box is left out, and that is said.
        """
        typed = seen(letters)
        known = [letter for letter in typed if can_write(letter)]
        self.remark = word("This letter cannot be shown here.") if len(known) < len(typed) else ""
        if self.fresh and known:
            self.line, self.fresh = "", False
        for letter in known:
            self.line = lengthened(self.line, letter)
        if len(self.line) > self._longest:
            self.line = self.line[: self._longest]
            self.remark = word("There is room for {n} letters here.", n=self._longest)
        self.again()
