"""Camera motion: a shift, a rotation and a change of scale fitted to matched points, and whether two pictures differ.

Matches come from two methods, for two questions. `vision.imaging.registration` tracks corners between pictures of the
same second: by how many hundredths of a pixel did the camera tremble? `calibration.drift.watch` matches tiles of a
reference that may be weeks old, in other light and half covered: does the camera still stand where it stood at set-up?
`vision.tracking.frozen_stream` asks neither: it compares pictures bit by bit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

CHANGED_LEVELS = 14
"""A pixel of two reduced grey pictures differs from this many levels on: more than noise and flicker."""
STILL_SHARE = 0.01
"""Nothing moves between two pictures as long as a smaller share of the pixels differs."""


class FittedMotion(NamedTuple):
    """The affine matrix (2, 3) from older to newer places, px, and by how much it moves each of the N points (N, 2)."""

    matrix: NDArray[np.float64]
    shifts: NDArray[np.float64]


def fitted_motion(old: NDArray[Any], new: NDArray[Any], inlier_px: float) -> FittedMotion | None:
    """Return the motion that moves most points `old` (N, 2) to within `inlier_px` of `new` (N, 2), by RANSAC; None if
    no motion is found.
    """
    fit: Any = cv2.estimateAffinePartial2D  # its types leave out that it may find nothing
    found, _ = fit(old, new, method=cv2.RANSAC, ransacReprojThreshold=inlier_px)
    if found is None:
        return None
    matrix = np.asarray(found, np.float64)
    return FittedMotion(matrix, old @ matrix[:, :2].T + matrix[:, 2] - old)


def nothing_moves(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> bool:
    """Return whether two successive grey pictures (h, w) of one size show the same."""
    return float((cv2.absdiff(before, now) > CHANGED_LEVELS).mean()) < STILL_SHARE
