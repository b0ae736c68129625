"""The dice that were enrolled at set-up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from calibration.light.colours import colour_sample, whose

if TYPE_CHECKING:
    from calibration.light.colours import DieColour, Lab
    from vision.frames import Image
    from vision.reading import DieReading


@dataclass(frozen=True, eq=False)
class ExpectedDice:
    """The dice that were enrolled at set-up, and the colour of the tray's `ground` in this picture. An owner with a
    confidence of `certain` or more keeps it; with less it is at most 0.5.
    """

    dice: tuple[DieColour, ...]
    ground: Lab
    certain: float = 0.9

    def named(self, image: Image, die: DieReading) -> DieReading:
        """Return the die with the colour of the enrolled die that it resembles."""
        seen = colour_sample(image, die.box, self.ground)
        likeness = None if seen is None else whose(seen, self.dice)
        if likeness is None or not likeness.owner:
            return die
        clear = likeness.confidence >= self.certain
        confidence = likeness.confidence if clear else min(likeness.confidence, 0.5)
        return replace(die, colour=likeness.owner, colour_confidence=confidence)
