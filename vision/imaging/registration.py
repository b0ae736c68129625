"""Registration: how the camera moved between two pictures of one view, and the newer picture moved back.

Corners of the older picture are tracked into the newer one (pyramidal Lucas-Kanade), and a shift, a turn and a change
of size are fitted to most of them (RANSAC).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_motion import fitted_motion
from vision.imaging.background import Mask, Small
from vision.imaging.crops import reduced

Motion = NDArray[np.float64]
"""(2, 3): the affine matrix from the older picture's places to the newer one's, pixels."""
STILL: Motion = np.eye(2, 3)


@dataclass(frozen=True, slots=True)
class RegistrationParams:
    """Limits of a camera's motion and what is needed to be sure of it, for pictures about 320 px wide. Chosen on the
    labelled clips moved as by a trembling mount (bench/vision_stabilisation.py).
    """

    cell_px: int = 16
    """One corner, the best, is tracked in each square of this side: a few strong ones do not outvote a table."""
    least_corner: float = 0.3
    """Smaller eigenvalue of the gradients (Shi and Tomasi 1994) from which a corner counts."""
    window_px: int = 31
    """Side of the window that is tracked: on a table of faint texture smaller ones follow the noise."""
    inlier_px: float = 0.3
    """Distance up to which a tracked corner agrees with the motion."""
    least_inliers: float = 0.25
    """Share of the tracked corners that must agree."""
    plainly: float = 0.5
    """A corner moved with the picture if its error is less than this share of the way it went."""
    span: float = 0.25
    """Share of the picture that corners must span that moved with it: on a plain table a few dice span little, and
    might as well slide together."""
    farthest_px: float = 3.0
    """Largest shift of the picture's middle; what moves by more is no trembling camera."""
    turn: float = 0.01
    """Largest turn in radians, and change of size as a share."""
    border_px: int = 2
    """Pixels at the border that are not compared: what a trembling camera sees there comes and goes."""
    bump_px: float = 0.5
    """Least shift, by phase correlation, of a camera that was bumped between two pictures,"""
    bump_width_px: int = 320
    """measured in copies about as wide as this."""


PARAMS = RegistrationParams()


class Registered(NamedTuple):
    """A picture moved back: what it shows (H, W), which places of it are known, and how it had moved."""

    small: Small
    known: Mask
    motion: Motion


class Registration:
    """Registers newer pictures, (H, W) float32, with one older picture."""

    def __init__(self, old: Small, params: RegistrationParams | None = None) -> None:
        self._old = old
        self._params = params or PARAMS

    @cached_property
    def _corners(self) -> NDArray[np.float32]:
        """The best corner (x, y) of each square, (N, 2)."""
        side, border = self._params.cell_px, self._params.window_px // 2
        strength = np.asarray(cv2.cornerMinEigenVal(self._old, 7), np.float32)
        strength[:border], strength[-border:], strength[:, :border], strength[:, -border:] = 0, 0, 0, 0
        best = strength == cv2.dilate(strength, np.ones((side, side), np.uint8))
        rows, columns = np.nonzero(best & (strength > self._params.least_corner))
        return np.stack([columns, rows], axis=1).astype(np.float32)

    def register(self, lit: Small, new: Small) -> Registered | None:
        """Return `new` as it would look if the camera had not moved; None where that is not sure, or it moved too far.
        `lit` is the older picture in the light of the new one.
        """
        motion = self.motion(lit, new)
        if motion is None:
            return None
        size, border = new.shape[::-1], self._params.border_px
        how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        back = cv2.warpAffine(new, motion, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
        seen = np.zeros(new.shape, np.uint8)
        seen[border:-border, border:-border] = 1
        known = cv2.warpAffine(seen, motion, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
        return Registered(np.asarray(back, np.float32), np.asarray(seen * known, np.uint8), motion)

    def motion(self, lit: Small, new: Small) -> Motion | None:
        """Return how the camera moved from the older picture to `new`; None where that is not sure, or it moved far."""
        params = self._params
        if len(self._corners) < 8:
            return None
        there, found, _ = cv2.calcOpticalFlowPyrLK(
            _levels(lit),
            _levels(new),
            self._corners,
            np.empty_like(self._corners),
            winSize=(params.window_px, params.window_px),
            maxLevel=2,
            criteria=(3, 20, 0.005),
        )
        here, there = self._corners[found.ravel() > 0], there[found.ravel() > 0]
        if len(here) < 8:
            return None
        fitted = fitted_motion(here, there, params.inlier_px)
        if fitted is None or not self._plausible(fitted.matrix, new.shape):
            return None
        error = np.linalg.norm(here + fitted.shifts - there, axis=1)
        if (error < params.inlier_px).mean() < params.least_inliers:
            return None
        moved = here[error < np.minimum(params.plainly * np.linalg.norm(fitted.shifts, axis=1), params.inlier_px)]
        return fitted.matrix if _span(moved) > params.span * new.size else None

    def _plausible(self, motion: Motion, shape: tuple[int, ...]) -> bool:
        middle = np.array([shape[1] - 1, shape[0] - 1]) / 2
        shift = motion[:, :2] @ middle + motion[:, 2] - middle
        turn_and_growth = np.abs(motion[:, :2] - np.eye(2)).max()
        return bool(np.hypot(*shift) <= self._params.farthest_px and turn_and_growth <= self._params.turn)


def farthest(motion: Motion, shape: tuple[int, ...], other: Motion = STILL) -> float:
    """Return how far apart, in pixels, two motions carry the corner of the picture that they carry farthest apart."""
    width, height = shape[1] - 1.0, shape[0] - 1.0
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]]).T
    return float(np.hypot(*((motion - other) @ corners)).max())


def shifted_onto(old: Small, new: Small) -> Small:
    """Return the older picture (h, w, 3) shifted to where the newer one shows the same, if the camera was bumped in
    between: by any distance, which phase correlation finds without corners to track.
    """
    times = max(1, round(max(new.shape[:2]) / PARAMS.bump_width_px))
    one, other = (_grey(each, max(new.shape[:2]) // times) for each in (old, new))
    window = cv2.createHanningWindow((other.shape[1], other.shape[0]), cv2.CV_32F)
    right, down = times * np.array(cv2.phaseCorrelate(one, other, window)[0])
    if np.hypot(right, down) < PARAMS.bump_px:
        return old
    motion = np.array([[1.0, 0.0, right], [0.0, 1.0, down]])
    moved = cv2.warpAffine(old, motion, (new.shape[1], new.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    better = cv2.norm(new, moved, cv2.NORM_L1) < cv2.norm(new, old, cv2.NORM_L1)
    return np.asarray(moved if better else old, np.float32)


def _grey(picture: Small, longest: int) -> Small:
    grey = cv2.cvtColor(picture.astype(np.uint8), cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    return reduced(grey, longest).astype(np.float32)


def _levels(small: Small) -> NDArray[np.uint8]:
    return np.asarray(np.clip(small + 0.5, 0, 255), np.uint8)


def _span(places: NDArray[np.float32]) -> float:
    """Return the area, in pixels, of the rectangle over which places (N, 2) would be spread evenly as widely."""
    if len(places) < 3:
        return 0.0
    return 12 * float(np.sqrt(max(0.0, np.linalg.det(np.cov(places.T)))))
