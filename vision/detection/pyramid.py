"""What the finder finds in one picture, level by level, the finest first, and no further than need be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.detection.detector import Detections
from vision.imaging.boxes import typical_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.detection.detector import Floats

TIMES, OF_FEW = 1.8, 2.0
"""Coarser levels are left out where dice so many times larger than those of the picture would have been found: 19 mm
beside 12 mm, and a quarter nearer, are twice as large, and a level finds dice a quarter larger than it says, if less
surely. The second holds where there are but FEW: they may all be the small ones."""
FEW = 2
CERTAIN = 0.5
"""What the finder believes in more than this says, until it is looked at, how large dice are."""


class PyramidSearch:
    """`found` is all that was found so far, best first. The `levels` give what each finds and how large, px, the
    largest dice are that it would find, finest first.
    """

    def __init__(self, levels: Iterator[tuple[Detections, float]]) -> None:
        self._levels = levels
        self._largest = 0.0
        self.found = Detections.none()

    def begin(self) -> Detections:
        """Return what is found on the levels that dice of the size of what is found for certain need."""
        while not self._enough(self.found.boxes[self.found.scores > CERTAIN]) and self._go_on() is not None:
            pass
        return self.found

    def go_on(self, dice: Floats) -> Detections:
        """Return what more is found, best first, where the boxes `dice` (N, 4) px of dice that were read say how large
        dice are; without any it is all there is.
        """
        more = Detections.none()
        while not self._enough(dice) and (new := self._go_on()) is not None:
            more = more.joined(new)
        return more.best_first()

    def _enough(self, dice: Floats) -> bool:
        times = TIMES if len(dice) > FEW else OF_FEW
        return bool(len(dice)) and times * typical_size(dice) <= self._largest

    def _go_on(self) -> Detections | None:
        new, self._largest = next(self._levels, (None, self._largest))
        if new is not None:
            self.found = self.found.joined(new).best_first()
        return new
