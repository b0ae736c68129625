"""Registration: the camera's motion between two pictures of one view, and the newer picture warped back.

Corners of the older picture are tracked into the newer one (pyramidal Lucas-Kanade), and a shift, a rotation and a
change of scale are fitted to them (RANSAC). `calibration.camera_motion` says what other motion is measured, and why.
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

Affine = NDArray[np.float64]
"""(2, 3): the affine matrix from places in the older picture to those in the newer one, px."""
IDENTITY: Affine = np.eye(2, 3)


@dataclass(frozen=True, slots=True)
class RegistrationParams:
    """Limits of a trembling camera's motion, for pictures about 320 px wide. Chosen on labelled clips with simulated
    tremble (bench/vision_stabilisation.py).
    """

    cell_px: int = 16
    """The best corner in each square of this side is tracked, so that a few objects do not outvote the table."""
    least_corner: float = 0.3
    """Least eigenvalue of the structure tensor at a corner (Shi and Tomasi 1994)."""
    window_px: int = 31
    """Side of the tracking window: smaller ones follow the noise on faint texture."""
    inlier_px: float = 0.3
    """Largest error of an inlier of RANSAC."""
    least_inliers: float = 0.25
    """Least share of inliers."""
    plainly: float = 0.5
    """Largest error of a corner that moved with the picture, as a share of its shift,"""
    span: float = 0.25
    """and the least share of the picture that such corners span: a few dice that slide together span less."""
    farthest_px: float = 3.0
    """Largest shift of the picture's centre,"""
    turn: float = 0.01
    """and largest rotation in radians, or change of scale as a share, of a trembling camera."""
    border_px: int = 2
    """Border that is not compared, because tremble moves it in and out of view."""
    bump_px: float = 0.5
    """Least shift, by phase correlation, of a camera that was bumped between two pictures,"""
    bump_width_px: int = 320
    """in copies about this wide."""


REGISTRATION = RegistrationParams()


class Registered(NamedTuple):
    """A picture warped back (H, W), the mask of its known pixels, and the motion that was undone."""

    small: Small
    known: Mask
    motion: Affine


class Registration:
    """Registers newer pictures (H, W) float32 with one older picture."""

    def __init__(self, old: Small, params: RegistrationParams | None = None) -> None:
        self._old = old
        self._params = params or REGISTRATION

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
        """Return `new` warped back to the older picture; None if the motion is uncertain or too large. `lit` is the
        older picture in the light of the new one.
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

    def motion(self, lit: Small, new: Small) -> Affine | None:
        """Return the motion from the older picture to `new`; None if it is uncertain or too large."""
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

    def _plausible(self, motion: Affine, shape: tuple[int, ...]) -> bool:
        middle = np.array([shape[1] - 1, shape[0] - 1]) / 2
        shift = motion[:, :2] @ middle + motion[:, 2] - middle
        turn_and_growth = np.abs(motion[:, :2] - np.eye(2)).max()
        return bool(np.hypot(*shift) <= self._params.farthest_px and turn_and_growth <= self._params.turn)


def farthest(motion: Affine, shape: tuple[int, ...], other: Affine = IDENTITY) -> float:
    """Return the largest distance, px, between the corners of the picture after two motions."""
    width, height = shape[1] - 1.0, shape[0] - 1.0
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]]).T
    return float(np.hypot(*((motion - other) @ corners)).max())


def shifted_onto(old: Small, new: Small) -> Small:
    """Return the older picture (h, w, 3) shifted onto the newer one, if the camera was bumped in between, by any
    distance: phase correlation needs no corners.
    """
    times = max(1, round(max(new.shape[:2]) / REGISTRATION.bump_width_px))
    one, other = (_grey(each, max(new.shape[:2]) // times) for each in (old, new))
    window = cv2.createHanningWindow((other.shape[1], other.shape[0]), cv2.CV_32F)
    right, down = times * np.array(cv2.phaseCorrelate(one, other, window)[0])
    if np.hypot(right, down) < REGISTRATION.bump_px:
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
    """Return the area, px squared, of a rectangle whose uniform distribution has the covariance of places (N, 2)."""
    if len(places) < 3:
        return 0.0
    return 12 * float(np.sqrt(max(0.0, np.linalg.det(np.cov(places.T)))))
