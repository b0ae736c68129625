"""Whether pictures of the chart are a set that a lens can be solved from: one size, enough of them, and different."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.chart.detection import Sighting
from calibration.solve.limits import SOLVE_LIMITS, BadSet
from catseye.text import listed, say


def coverage(sightings: Sequence[Sighting]) -> float:
    """Return the share of the picture inside the convex hull of all corners, 0 to 1."""
    if not sightings:
        return 0.0
    points = np.concatenate([one.corners_px for one in sightings])
    area = cv2.contourArea(cv2.convexHull(points.astype(np.float32)))
    return float(area / (sightings[0].width * sightings[0].height))


def different(sightings: Sequence[Sighting]) -> list[Sighting]:
    """Return the pictures. Raises BadSet unless they are of one size and enough of them differ."""
    sizes = {(one.width, one.height) for one in sightings}
    if len(sizes) > 1:
        named = [f"{width}x{height}" for width, height in sorted(sizes)]
        raise BadSet(
            say(
                "the pictures are of different sizes, {sizes}: use one camera and one setting",
                sizes=listed(named, "and"),
            )
        )
    kept = list(sightings)
    enough(kept)
    apart = [one for number, one in enumerate(kept) if all(one.differs_from(other) for other in kept[:number])]
    if len(apart) < SOLVE_LIMITS.fewest_pictures:
        raise BadSet(
            say(
                "only {n} of the {all} pictures differ: move the chart between pictures, {least} positions are the "
                "least",
                n=len(apart),
                all=len(kept),
                least=SOLVE_LIMITS.fewest_pictures,
            )
        )
    return kept


def enough(kept: Sequence[Sighting]) -> None:
    """Raise BadSet for too few pictures."""
    least = SOLVE_LIMITS.fewest_pictures
    if len(kept) == 1:
        raise BadSet(say("1 usable picture is too few: {least} are the least, 12 or more are good", least=least))
    if len(kept) < least:
        raise BadSet(
            say("{n} usable pictures are too few: {least} are the least, 12 or more are good", n=len(kept), least=least)
        )
