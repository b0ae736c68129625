"""Observations: detections of the chart as a profile stores them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.chart.detection import Sighting


@dataclass(frozen=True)
class Observation:
    """One picture of the chart that was used: ids and places (px) of its corners, and their error."""

    name: str
    ids: tuple[int, ...]
    corners_px: tuple[tuple[float, float], ...]
    rms_px: float

    @classmethod
    def of(cls, seen: Sighting, rms_px: float = 0.0) -> Observation:
        """Return the observation of a detection."""
        corners = tuple((round(float(x), 3), round(float(y), 3)) for x, y in seen.corners_px)
        return cls(seen.name, tuple(int(number) for number in seen.ids), corners, rms_px)

    def sighting(self, width: int, height: int) -> Sighting:
        """Return the detection, in a picture of this size."""
        ids, corners = np.array(self.ids, np.int32), np.array(self.corners_px, np.float32)
        return Sighting(self.name, width, height, ids, corners, 0.0)
