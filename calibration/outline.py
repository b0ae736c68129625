"""Whether a die lies in the tray: its middle is above the ground on which the outline was drawn, and taps are off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.corner_taps import TAP_PX
from calibration.profile import DIE_MM, TrayProfile

Place = Literal["inside", "edge", "outside"]
"""Of a die at the edge nobody can say from the picture whether it lies in the tray or leans against it from outside."""

RAISED, HALF = 0.3, 0.4
"""Over the shorter side of a die's box: how far its middle seems to lie beyond where the die stands, at most, seen from
45 degrees, and half of the die's own edge. Boxes are 1.2 to 1.8 edges wide.
"""


def place_of(profile: TrayProfile, box: Sequence[float]) -> Place:
    """Where a die with the box (x0, y0, x1, y1) px lies. With a plane and a lens it is known over which point of the
    table the die's middle is; else that it may be a little nearer to the camera, which is down in the picture.
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
    """How far within the outline a point lies, negative outside."""
    corners = np.asarray(outline, np.float32).reshape(-1, 1, 2)
    return float(cv2.pointPolygonTest(corners, (float(point[0]), float(point[1])), measureDist=True))


def _place(depth: float, doubtful: float) -> Place:
    if depth >= 0:
        return "inside"
    return "edge" if depth >= -doubtful else "outside"
