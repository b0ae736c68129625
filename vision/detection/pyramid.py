"""Detection level by level of the pyramid, finest first, stopping once coarser levels cannot add dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.detection.detector import Detections
from vision.imaging.boxes import typical_size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from vision.frames import Floats


@dataclass(frozen=True)
class PyramidParams:
    """When coarser levels are left out: they could only find dice that are too large beside those already found. Dice
    of 19 mm beside dice of 12 mm, a quarter nearer, are twice as large; a level finds dice a quarter larger than its
    nominal largest size, less reliably. Chosen on photographs and ray-traced stills.
    """

    size_ratio: float = 1.8
    """Largest plausible ratio of sizes in one picture."""
    certain_score: float = 0.5
    """Detections with a greater score give the size of dice until they are classified."""


PYRAMID = PyramidParams()


class PyramidSearch:
    """`found` holds all detections so far, best first. `levels` yields the detections of each level and the largest
    size, px, that it detects, finest first. Those in boxes that are not `wanted` are left out. `beside` returns what is
    known without the detector, given what it found first. `too_many`: some that may be dice were not classified.
    """

    def __init__(
        self,
        levels: Iterator[tuple[Detections, float]],
        wanted: Callable[[Floats], NDArray[np.bool_]] | None = None,
        beside: Callable[[Detections], Detections] | None = None,
    ) -> None:
        self._levels, self._wanted, self._beside = levels, wanted, beside
        self._largest = 0.0
        self.found = Detections.none()
        self.too_many = False

    def begin(self) -> Detections:
        """Return the detections of the levels that the certain detections require."""
        while not self._enough(self.found.boxes[self.found.scores > PYRAMID.certain_score]):
            if self._go_on() is None:
                break
        if self._beside is not None:
            self.found = self.found.joined(self._beside(self.found)).best_first()
        return self.found

    def go_on(self, dice: Floats) -> Detections:
        """Return further detections, best first, down to the level that dice in the boxes `dice` (N, 4) px require;
        without dice, of all levels.
        """
        more = Detections.none()
        while not self._enough(dice) and (new := self._go_on()) is not None:
            more = more.joined(new)
        return more.best_first()

    def _enough(self, dice: Floats) -> bool:
        return bool(len(dice)) and PYRAMID.size_ratio * typical_size(dice) <= self._largest

    def _go_on(self) -> Detections | None:
        new, self._largest = next(self._levels, (None, self._largest))
        if new is not None and self._wanted is not None and len(new):
            new = new.chosen(self._wanted(new.boxes))
        if new is not None:
            self.found = self.found.joined(new).best_first()
        return new
