"""The camera's lens: camera matrix and distortion, with their uncertainty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Lens:
    """OpenCV's pinhole model for pictures of `width` x `height`: focal lengths and principal point in pixels (pixel
    centres at whole numbers), and the distortion k1, k2, p1, p2, k3.

    `rms_px` is the root mean square reprojection error, `focal_sd` and `centre_sd_px` one standard deviation of the
    focal length (as a share of it) and of the principal point.
    """

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    rms_px: float = 0.0
    focal_sd: float = 0.0
    centre_sd_px: float = 0.0

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The camera matrix, (3, 3)."""
        return np.array([[self.fx, 0.0, self.cx], [0.0, self.fy, self.cy], [0.0, 0.0, 1.0]])

    def undistorted(self, points_px: Floats) -> NDArray[np.float64]:
        """Return the undistorted points (n, 2), px of the same camera matrix."""
        points = np.asarray(points_px, np.float64).reshape(-1, 1, 2)
        found = cv2.undistortPoints(points, self.matrix, np.array(self.distortion))
        straight = self._refined(np.asarray(found, np.float64).reshape(-1, 2), points.reshape(-1, 2))
        return straight * (self.fx, self.fy) + (self.cx, self.cy)

    def distorted(self, ideal_px: Floats) -> NDArray[np.float64]:
        """Return the distorted points (n, 2): the inverse of `undistorted`."""
        rays = (np.asarray(ideal_px, np.float64).reshape(-1, 2) - (self.cx, self.cy)) / (self.fx, self.fy)
        return self._bend(rays)

    def holds(self) -> bool:
        """Return whether the distortion is invertible over the whole picture, to 0.1 px."""
        x, y = np.meshgrid(np.linspace(0, self.width - 1, 9), np.linspace(0, self.height - 1, 7))
        points = np.stack([x.ravel(), y.ravel()], axis=1)
        there = self.undistorted(points)
        if not np.isfinite(there).all():
            return False
        away = np.abs(self.distorted(there) - points).max()
        columns, rows = there[:, 0].reshape(x.shape), there[:, 1].reshape(x.shape)
        unfolded = bool((np.diff(columns, axis=1) > 0).all() and (np.diff(rows, axis=0) > 0).all())
        return bool(away < 0.1) and unfolded

    def scaled(self, width: int, height: int) -> Lens:
        """Return the lens for pictures of another size and the same aspect ratio."""
        across, down = width / self.width, height / self.height
        return replace(
            self,
            width=width,
            height=height,
            fx=self.fx * across,
            fy=self.fy * down,
            cx=(self.cx + 0.5) * across - 0.5,
            cy=(self.cy + 0.5) * down - 0.5,
            rms_px=self.rms_px * across,
            centre_sd_px=self.centre_sd_px * across,
        )

    def _bend(self, rays: Floats) -> NDArray[np.float64]:
        scene = np.column_stack([rays, np.ones(len(rays))]).reshape(-1, 1, 3)
        nowhere = np.zeros(3)
        seen, _ = cv2.projectPoints(scene, nowhere, nowhere, self.matrix, np.array(self.distortion))
        return np.asarray(seen.reshape(-1, 2), np.float64)

    def _refined(self, rays: NDArray[np.float64], points_px: Floats) -> NDArray[np.float64]:
        """Return the result of further fixed-point iterations; OpenCV stops early with strong distortion."""
        for _ in range(12):
            away = (points_px - self._bend(rays)) / (self.fx, self.fy)
            if not np.isfinite(away).all() or np.abs(away).max() < 1e-7:
                break
            rays = rays + away
        return rays
