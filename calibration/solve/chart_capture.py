"""Captures positions of the chart from a live camera: each new one once, when it is held still."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.chart.detection import Sighting, Unusable, find_chart
from calibration.chart.page import Chart
from calibration.solve.solver import SOLVE_LIMITS, coverage
from catseye.text import NOTHING, Text, say

WANTED = 12
HELD = 0.004
"""Largest shift of the corners between two pictures of a chart that is held still, as a share of the picture's width.
"""
NEW = 0.05
"""Least shift of the corners from every kept position of a new one, as the same share."""
_PLACES = (
    (say("the chart in the upper left of the picture"), 0, 0),
    (say("the chart in the upper right of the picture"), 1, 0),
    (say("the chart in the lower left of the picture"), 0, 1),
    (say("the chart in the lower right of the picture"), 1, 1),
)


class Collector:
    """Collects positions from pictures of a live camera: `kept` are the positions so far, `said` is the sentence about
    the last picture.
    """

    def __init__(self, chart: Chart, kept: tuple[Sighting, ...] = ()) -> None:
        self.chart, self.kept = chart, list(kept)
        self.seen: Sighting | None = None
        self.said = NOTHING

    def feed(self, picture: NDArray[Any]) -> bool:
        """Add a picture; return whether its position was kept."""
        found = find_chart(picture, self.chart, f"position {len(self.kept) + 1}")
        before, self.seen = self.seen, None
        if isinstance(found, Unusable):
            self.said = found.why
            return False
        self.seen = found
        if self.kept and (found.width, found.height) != (self.kept[0].width, self.kept[0].height):
            self.kept.clear()
        if before is None or found.differs_from(before, HELD):
            self.said = say("hold still")
            return False
        if not all(found.differs_from(one, NEW) for one in self.kept):
            self.said = say("kept; move it and tilt it another way")
            return False
        self.kept.append(found)
        self.said = say("kept")
        return True

    @property
    def needs(self) -> tuple[Text, ...]:
        """What is still missing, most important first, in words for the person with the chart."""
        found = []
        if not self.kept:
            return (say("hold the chart before the camera so that it fills half of the picture"),)
        if len(self.kept) == WANTED - 1:
            found.append(say("one more position, tilted another way"))
        elif len(self.kept) < WANTED:
            more = WANTED - len(self.kept)
            found.append(say("{more} more positions, tilted left, right, front and back", more=more))
        points = np.concatenate([one.corners_px for one in self.kept])
        width, height = self.kept[0].width, self.kept[0].height
        for wanted, right, lower in _PLACES:
            in_x = points[:, 0] > 0.8 * width if right else points[:, 0] < 0.2 * width
            in_y = points[:, 1] > 0.75 * height if lower else points[:, 1] < 0.25 * height
            if not (in_x & in_y).any():
                found.append(wanted)
        return tuple(found)

    @property
    def enough(self) -> bool:
        """Whether there are enough positions to solve the lens."""
        return len(self.kept) >= SOLVE_LIMITS.fewest_pictures and coverage(self.kept) > SOLVE_LIMITS.least_cover

    @property
    def complete(self) -> bool:
        """Whether further positions would hardly improve the lens."""
        return len(self.kept) >= WANTED and coverage(self.kept) > 0.6
