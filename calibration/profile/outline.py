"""Whether a die is in the tray, allowing for its height above the outline and for the error of taps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile.tray_profile import DIE_MM, TrayProfile
from calibration.solve.corner_taps import TAP_PX

Place = Literal["inside", "edge", "outside"]
"""At the edge: the picture does not show whether the die is in the tray or leans against it from outside."""

RAISED, HALF = 0.3, 0.4
"""Over the shorter side of a die's box: largest shift of its centre from where it stands, seen from 45 degrees, and
half of the die's edge. Boxes are 1.2 to 1.8 edges wide."""


def place_of(profile: TrayProfile, box: Sequence[float]) -> Place:
    """Return the place of a die with the box (x0, y0, x1, y1) px. With a plane and a lens the point of the table below
    its centre is known; else it may be a little nearer to the camera, which is down in the picture.
    """
    if not profile.region:
        return "inside"
    x0, y0, x1, y1 = box
    middle, off = np.array([((x0 + x1) / 2, (y0 + y1) / 2)]), 2 * TAP_PX * profile.width / 1280
    if profile.lens is not None and profile.plane is not None and profile.plane.method != "die":
        return _on_the_table(profile, middle, off)
    side = min(x1 - x0, y1 - y0)
    lies = [_depth(profile.region, point) for point in (middle[0], middle[0] + (0, RAISED * side))]
    return _place(max(lies), HALF * side + off)


def _on_the_table(profile: TrayProfile, middle: NDArray[np.float64], off_px: float) -> Place:
    """`place_of` in millimetres."""
    ground, outline = profile.to_mm(middle, DIE_MM / 2), profile.to_mm(profile.region)
    scale = profile.px_per_mm((float(middle[0, 0]), float(middle[0, 1])))
    assert ground is not None
    assert outline is not None
    assert scale is not None
    return _place(_depth(outline, ground[0]), DIE_MM / 2 + off_px / max(scale, 1e-6))


def _depth(outline: Sequence[Sequence[float]] | NDArray[np.float64], point: NDArray[np.float64]) -> float:
    """Return the distance of a point from the outline, positive inside."""
    corners = np.asarray(outline, np.float32).reshape(-1, 1, 2)
    return float(cv2.pointPolygonTest(corners, (float(point[0]), float(point[1])), measureDist=True))


def _place(depth: float, uncertain: float) -> Place:
    if depth >= 0:
        return "inside"
    return "edge" if depth >= -uncertain else "outside"
