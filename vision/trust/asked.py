"""The dice that a game expects: the picture is asked about if there are fewer or more. No value is changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.reading import Reason, ReasonKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.reading import DieReading

ANY = ""
"""A die of any colour."""


@dataclass(frozen=True)
class AskedDice:
    """The `colours` of the expected dice, "" for each of any colour. `alone`: no other dice may be in the tray, such as
    those that counted before.
    """

    colours: tuple[str, ...]
    alone: bool = False

    def reasons(self, dice: Sequence[DieReading]) -> tuple[Reason, ...]:
        """Return which dice are missing and which are superfluous, () if these are the expected ones."""
        seen, wanted = Counter(die.colour for die in dice), Counter(self.colours)
        free = wanted.pop(ANY, 0)
        missing, left = wanted - seen, seen - wanted
        few = (*sorted(missing.elements()), *(ANY,) * max(0, free - left.total()))
        over = max(0, left.total() - free)
        many = (ANY,) * over if free else tuple(sorted(left.elements()))
        found = [Reason(ReasonKind.DICE_MISSING, value=len(few), colours=few)] if few else []
        if self.alone and many:
            found.append(Reason(ReasonKind.TOO_MANY_DICE, value=len(many), colours=many))
        return tuple(found)
