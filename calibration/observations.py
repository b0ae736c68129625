"""Conversion between detections of the chart and the observations in a profile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.chart_detection import Sighting
from calibration.profile import TrayProfile
from calibration.solve import Observation


def sightings_of(profile: TrayProfile) -> tuple[Sighting, ...]:
    """Return the detections of a profile's observations."""
    return tuple(
        Sighting(
            one.name,
            profile.width,
            profile.height,
            np.array(one.ids, np.int32),
            np.array(one.corners_px, np.float32),
            0.0,
        )
        for one in profile.observations
    )


def observations_of(kept: Sequence[Sighting]) -> tuple[Observation, ...]:
    """Return observations for a profile."""
    return tuple(
        Observation(
            one.name,
            tuple(int(number) for number in one.ids),
            tuple((round(float(x), 3), round(float(y), 3)) for x, y in one.corners_px),
            0.0,
        )
        for one in kept
    )
