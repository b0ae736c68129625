"""Consistency of four tapped corners with the size entered for the tray, and the error of places.

A rectangle seen through a known lens determines its aspect ratio: with the camera matrix removed, the homography's
columns for its two sides are perpendicular and of equal length (Zhang, A flexible new technique for camera calibration,
2000).
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.solve.lens import Lens

Floats = NDArray[np.float64]

TAP_PX = 3.0
"""Standard deviation of a tap, px of a picture 1280 px wide."""
ENTERED = 0.01
"""Standard deviation of the ratio of a tray's measured sides."""
BEYOND = 5.0
"""Largest difference, in standard deviations, that taps explain."""
UNKNOWN = 0.12
"""Additional error of the ratio by the distortion of an unknown lens."""
FOCALS = (0.6, 0.75, 0.9, 1.2, 1.8, 4.0)
"""Focal lengths over the picture's width: from wide phones to long lenses."""
SHAPES = (9 / 16, 3 / 4)
"""Pictures' heights over their widths."""
USUAL_FOCAL, USUAL_BEND = 0.9, (-0.28, 0.12)
"""The assumed unknown lens: its focal length over the width, and the range of k1."""


def begins_upper_left(corners: Floats) -> bool:
    """Return whether clockwise corners (4, 2) begin at the upper left: the side to the next corner leads to the
    right.
    """
    across = corners[1] - corners[0] + corners[2] - corners[3]
    return bool(across[0] > 0 and abs(across[1]) < 1.5 * across[0])


def size_error_mm(corners: Floats, flat: Floats, lens: Lens | None, picture_width: int) -> tuple[float, bool]:
    """Return the error of places by a wrong size of the tray, mm, 0 if taps explain it; and whether the size is
    certainly wrong, or the corners are not in order. `corners` (4, 2) px, undistorted if the lens is known; `flat` (4,
    2) their places in mm.
    """
    tap = TAP_PX * picture_width / 1280
    seen = [_wrong(corners, flat, matrix, tap) for matrix in _matrices(lens, picture_width)]
    slack = 0.0 if lens is not None else UNKNOWN
    ratio, spread, skew, skew_spread = min(seen, key=lambda one: abs(one[0]))
    if lens is None:  # any angle is right for some lens
        skew, skew_spread = 0.0, 1.0
    over = abs(ratio) - slack
    wide, high = np.abs(flat[1:3] - flat[:2]).max(axis=1)
    off = 0.0
    if over > 2 * spread:
        off = max(wide * abs(np.expm1(-ratio)), high * abs(np.expm1(ratio))) / 2
    if abs(skew) > 2 * skew_spread:
        off = float(np.hypot(off, abs(skew) * max(wide, high) / 2))
    return float(off), over > BEYOND * float(np.hypot(spread, ENTERED)) or abs(skew) > BEYOND * skew_spread


def distortion_error_mm(corners: Floats, flat: Floats, picture_width: int) -> float:
    """Return the error of places, mm, by the distortion of an unknown lens: `corners` (4, 2) px as tapped."""
    x, y = np.meshgrid(np.linspace(0, 1, 9), np.linspace(0, 1, 9))
    inside = flat[0] + np.stack([x, y], axis=-1).reshape(-1, 2) * (flat[2] - flat[0])
    entered = _between(corners, flat)
    worst = 0.0
    for shape in SHAPES:
        for bend in USUAL_BEND:
            focal, height = USUAL_FOCAL * picture_width, round(shape * picture_width)
            middle = ((picture_width - 1) / 2, (height - 1) / 2)
            lens = Lens(picture_width, height, focal, focal, *middle, (bend, 0.0, 0.0, 0.0, 0.0))
            seen = lens.distorted(_carried(_between(flat, lens.undistorted(corners)), inside))
            worst = max(worst, float(np.linalg.norm(_carried(entered, seen) - inside, axis=1).max()))
    return worst


def _matrices(lens: Lens | None, picture_width: int) -> list[Floats]:
    """Yield the possible camera matrices."""
    if lens is not None:
        return [lens.matrix]
    middles = [((picture_width - 1) / 2, (shape * picture_width - 1) / 2) for shape in SHAPES]
    focals = [focal * picture_width for focal in FOCALS]
    return [np.array([[focal, 0, x], [0, focal, y], [0, 0, 1.0]]) for focal in focals for x, y in middles]


def _wrong(corners: Floats, flat: Floats, matrix: Floats, tap_px: float) -> tuple[float, float, float, float]:
    """Return the natural logarithm of the ratio by which the entered size is too wide, with its deviation by taps with
    the error `tap_px`; and the cosine of the angle between the sides, with its deviation.
    """

    def shape(tapped: Floats) -> Floats:
        sides = np.linalg.solve(matrix, _between(flat, tapped))[:, :2]
        long = np.linalg.norm(sides, axis=0)
        return np.array([np.log(long[1] / long[0]), sides[:, 0] @ sides[:, 1] / long.prod()])

    spread = _spread(shape, corners, tap_px)
    ratio, skew = shape(corners)
    return float(ratio), float(spread[0]), float(skew), float(spread[1])


def _spread(of: Callable[[Floats], Floats], corners: Floats, tap_px: float) -> Floats:
    """Return the deviations of a function of corners (4, 2), each tapped with a deviation of `tap_px`."""
    steps = tap_px * np.eye(8).reshape(8, 4, 2)
    return np.asarray(np.sqrt(sum(((of(corners + step) - of(corners - step)) / 2) ** 2 for step in steps)))


def _between(places: Floats, others: Floats) -> Floats:
    """Return the homography from four places (4, 2) to others."""
    found = cv2.getPerspectiveTransform(np.asarray(places, np.float32), np.asarray(others, np.float32))
    return np.asarray(found, np.float64)


def _carried(homography: Floats, points: Floats) -> Floats:
    """Return points (n, 2) transformed by a homography."""
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography), np.float64).reshape(-1, 2)
