"""The positions of the chart that a lens rests on, as a profile stores them and as they were seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.chart_detection import Sighting
from calibration.profile import TrayProfile
from calibration.solve import Observation


def sightings_of(profile: TrayProfile) -> tuple[Sighting, ...]:
    """What was seen, from what a profile stores."""
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
    """What a profile stores, from what was seen."""
    return tuple(
        Observation(
            one.name,
            tuple(int(number) for number in one.ids),
            tuple((round(float(x), 3), round(float(y), 3)) for x, y in one.corners_px),
            0.0,
        )
        for one in kept
    )
