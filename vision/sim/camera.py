"""A pinhole camera over the table: the projection of table points, and the ray of each pixel.

The table's frame is right-handed, in millimetres: x to the right, y away from the viewer, z up, the table top at z = 0.
In the picture's frame u points right and v down; pixel centres are at whole numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Pinhole:
    """An ideal camera. `turn` (3, 3) rotates table directions into camera directions (x right, y down, z forward);
    `eye_mm` (3,) is the camera centre. `axis_px` is the distance of the optical axis from the picture's middle (for a
    section of a larger picture), `aspect` the height over the width of the image of a square (for a stretched picture).
    """

    width: int
    height: int
    focal_px: float
    turn: Floats
    eye_mm: Floats
    axis_px: tuple[float, float] = (0.0, 0.0)
    aspect: float = 1.0

    @property
    def middle(self) -> tuple[float, float]:
        """The intersection of the optical axis with the picture, in pixels."""
        return self.width / 2 - 0.5 + self.axis_px[0], self.height / 2 - 0.5 + self.axis_px[1]

    def project(self, points_mm: Floats) -> Floats:
        """Return the projections of points (n, 3) as (n, 2) float64 pixels. Points behind the camera give meaningless
        ones.
        """
        seen = (np.asarray(points_mm, np.float64) - self.eye_mm) @ self.turn.T
        scale = self.focal_px / np.maximum(seen[:, 2:3], 1e-3)
        return np.asarray(seen[:, :2] * scale * (1.0, self.aspect) + self.middle)

    def rays(self, x0: int, y0: int, x1: int, y1: int) -> Floats:
        """Return the unit directions (3, (y1 - y0) * (x1 - x0)) float32, in the table's frame, of the rays of the
        pixels in a rectangle.
        """
        u, v = np.meshgrid(
            np.arange(x0, x1, dtype=np.float32) - np.float32(self.middle[0]),
            np.arange(y0, y1, dtype=np.float32) - np.float32(self.middle[1]),
        )
        along = np.stack(
            [u.ravel() / self.focal_px, v.ravel() / (self.focal_px * self.aspect), np.ones(u.size, np.float32)]
        )
        along /= np.sqrt(np.einsum("ij,ij->j", along, along))
        return np.asarray(self.turn.T.astype(np.float32) @ along.astype(np.float32))

    def table_homography(self) -> Floats:
        """Return the (3, 3) homography from table points (x, y, 1) in mm at z = 0 to pixels."""
        lens = np.array(
            [[self.focal_px, 0, self.middle[0]], [0, self.focal_px * self.aspect, self.middle[1]], [0, 0, 1]]
        )
        pose = np.column_stack([self.turn[:, 0], self.turn[:, 1], -self.turn @ self.eye_mm])
        return np.asarray(lens @ pose)

    def px_per_mm(self, point_mm: Floats) -> float:
        """Return the scale of the picture at one point of the table (across the line of sight)."""
        depth = float((np.asarray(point_mm) - self.eye_mm) @ self.turn[2])
        return self.focal_px / max(depth, 1e-3)


def looking_at(
    target_mm: tuple[float, float, float],
    *,
    distance_mm: float,
    tilt_deg: float,
    size: tuple[int, int],
    hfov_deg: float,
    azimuth_deg: float = 0.0,
    roll_deg: float = 0.0,
) -> Pinhole:
    """Return a camera of `size` (width, height) that points at a target from `distance_mm`, tilted by `tilt_deg` from
    straight down.

    At azimuth 0 a tilted camera is on the viewer's side (negative y), and the far edge of the table is at the top of
    the picture.
    """
    tilt, azimuth, roll = (math.radians(a) for a in (tilt_deg, azimuth_deg, roll_deg))
    back = np.array([math.sin(azimuth) * math.sin(tilt), -math.cos(azimuth) * math.sin(tilt), math.cos(tilt)])
    eye = np.asarray(target_mm, np.float64) + distance_mm * back
    forward = -back
    right = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    down = np.cross(forward, right)
    c, s = math.cos(roll), math.sin(roll)
    turn = np.stack([c * right + s * down, -s * right + c * down, forward])
    width, height = size
    return Pinhole(width, height, width / 2 / math.tan(math.radians(hfov_deg) / 2), turn, eye)
