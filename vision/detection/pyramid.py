"""The search for dice, level by level of the detector, the finest first, and no further than needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.detection.detector import Detections
from vision.imaging.boxes import typical_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frames import Floats


@dataclass(frozen=True)
class PyramidParams:
    """Coarser levels are left out where they could only find dice that are too large beside those of the picture:
    19 mm dice beside 12 mm ones, a quarter nearer, are twice as large, and a level finds dice a quarter larger than it
    says, if less surely.
    """

    size_ratio: float = 1.8
    few: int = 2
    """Up to this many dice may all be the small ones: then `size_ratio_of_few` counts."""
    size_ratio_of_few: float = 2.0
    certain_score: float = 0.5
    """Detections with a greater score say how large dice are, until they are classified."""


PYRAMID = PyramidParams()


class PyramidSearch:
    """`found` is all that was found so far, best first. The `levels` give what each finds and the largest size, px, of
    the dice that it would find, finest first.
    """

    def __init__(self, levels: Iterator[tuple[Detections, float]]) -> None:
        self._levels = levels
        self._largest = 0.0
        self.found = Detections.none()

    def begin(self) -> Detections:
        """Return what is found on the levels that dice of the size of the certain detections need."""
        while not self._enough(self.found.boxes[self.found.scores > PYRAMID.certain_score]):
            if self._go_on() is None:
                break
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
        ratio = PYRAMID.size_ratio if len(dice) > PYRAMID.few else PYRAMID.size_ratio_of_few
        return bool(len(dice)) and ratio * typical_size(dice) <= self._largest

    def _go_on(self) -> Detections | None:
        new, self._largest = next(self._levels, (None, self._largest))
        if new is not None:
            self.found = self.found.joined(new).best_first()
        return new
