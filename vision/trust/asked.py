"""The dice that a game asks for: fewer or more are reported; if as many are read, a further one is improbable. No value
is changed.
"""

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
LESS_PROBABLE = 50.0
"""How many times smaller the odds of a further die are if as many are read as are asked for: an estimate of how rarely
people throw one too many. bench/VISION.md has what it is worth, and what it costs when they do.
"""


@dataclass(frozen=True)
class AskedDice:
    """The `colours` of the expected dice, "" for each of any colour. `alone`: no other dice may be in the tray, such as
    those that counted before. `fewer`: a part of them is no reason to ask, such as the dice of one of several people.
    """

    colours: tuple[str, ...]
    alone: bool = False
    fewer: bool = False

    def rarity(self, number: int) -> float:
        """Return by how many times the odds that there is a further die are smaller where this `number` is read."""
        return LESS_PROBABLE if number == len(self.colours) else 1.0

    def reasons(self, dice: Sequence[DieReading]) -> tuple[Reason, ...]:
        """Return which dice are missing and which are superfluous, () if these are the expected ones."""
        seen, wanted = Counter(die.colour for die in dice), Counter(self.colours)
        free = wanted.pop(ANY, 0)
        missing, left = wanted - seen, seen - wanted
        few = (*sorted(missing.elements()), *(ANY,) * max(0, free - left.total()))
        over = max(0, left.total() - free)
        many = (ANY,) * over if free else tuple(sorted(left.elements()))
        found = [Reason(ReasonKind.DICE_MISSING, value=len(few), colours=few)] if few and not self.fewer else []
        if self.alone and many:
            found.append(Reason(ReasonKind.TOO_MANY_DICE, value=len(many), colours=many))
        return tuple(found)
