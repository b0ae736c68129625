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


def name_pad(
    name: str, known: Sequence[str], done: Callable[[str], object], longest: int = LONGEST, **kwargs: Any
) -> Keyboard:
    """Return the keyboard. `known` are names that sat here before, a tap each. The first letter replaces the name that
    stood there. Other words than a name may be `longest` letters long, and nothing at all.
    """

    def grown(line: str, letters: str) -> tuple[str, str]:
        """Add letters, small ones after the first of a word; say which could only be shown as an empty box."""
        typed = seen(letters)
        shown = [letter for letter in typed if can_write(letter)]
        for letter in shown:
            line = lengthened(line, letter)
        if len(line) > longest:
            return line[:longest], word("There is room for {n} letters here.", n=longest)
        return line, word("This letter cannot be shown here.") if len(shown) < len(typed) else ""

    fits = [each for each in known if can_write(each)][:7]
    may_be_empty = longest != LONGEST
    return Keyboard(
        name, done, LETTERS, (word("space"), " "), grown, fits, may_be_empty=may_be_empty, fresh=True, **kwargs
    )
