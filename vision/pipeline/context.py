"""What is known about a picture before it is read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from calibration.colours import look_at, whose

if TYPE_CHECKING:
    from calibration.colours import DieColour, Lab
    from vision.frames import Image
    from vision.pose.table_pose import TablePose
    from vision.reading import DieReading
    from vision.trust.asked import AskedDice

CLEARLY = 0.9
"""From this likeness on the enrolled colour counts instead of the one that the network names."""


@dataclass(frozen=True, eq=False)
class ExpectedDice:
    """The dice that were enrolled when the tray was set up, and the colour of the tray's `ground` in this picture."""

    dice: tuple[DieColour, ...]
    ground: Lab

    def named(self, image: Image, die: DieReading) -> DieReading:
        """Return the die in the colour of the enrolled one that it looks like."""
        seen = look_at(image, die.box, self.ground)
        likeness = None if seen is None else whose(seen, self.dice)
        if likeness is None or not likeness.owner:
            return die
        clear = likeness.confidence >= CLEARLY
        confidence = likeness.confidence if clear else min(likeness.confidence, 0.5)
        return replace(die, colour=likeness.owner, colour_confidence=confidence)


@dataclass(frozen=True, eq=False)
class ReadContext:
    """What is known about a picture before it is read: how the `table` stands before the camera, a picture of the same
    view without dice (`background`, it may be smaller), the `expected` dice, which may lie there, and those that are
    `asked` for now. None where it is not known.
    """

    table: TablePose | None = None
    background: Image | None = None
    expected: ExpectedDice | None = None
    asked: AskedDice | None = None
