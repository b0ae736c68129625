"""Deskewing: rotates pictures of a rolled camera until the top offsets of level dice point up, as in the pictures that
the networks were trained on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.detector import FILL
from vision.imaging.outline import Outline
from vision.pose.table_pose import lying_flat, poses_of
from vision.sources.rotation import TURNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frames import Image
    from vision.pose.table_pose import TablePose
    from vision.reading import Box, DieReading


@dataclass(frozen=True)
class RotationParams:
    """When a picture is rotated. Chosen on stills and photographs rotated in steps of 5 degrees (bench/VISION.md)."""

    least_degrees: float = 20.0
    """Least angle that is corrected; up to 15 degrees nothing is lost."""
    least_offset: float = 0.2
    """Least top offset, half edges, whose direction is clear: a camera's tilt of 12 degrees."""
    quarter_degrees: float = 15.0
    """Angles this close to a multiple of 90 degrees become that multiple: no interpolation."""


ROTATION = RotationParams()


@dataclass(frozen=True)
class ImageRotation:
    """The rotation of a picture of `width` x `height` px counterclockwise by `degrees`, on a canvas that holds all of
    it.
    """

    degrees: float
    width: int
    height: int

    @classmethod
    def needed(cls, table: TablePose | None, width: int, height: int) -> ImageRotation | None:
        """Return the rotation after which the top offsets of level dice on the `table` point up; None if they do so
        nearly, or with an unknown table.
        """
        if table is None:
            return None
        right, down = (float(v) for v in table.mean[:2])
        degrees = float(np.degrees(np.arctan2(right, -down)))
        if np.hypot(right, down) < ROTATION.least_offset or abs(degrees) < ROTATION.least_degrees:
            return None
        quarter = 90.0 * round(degrees / 90.0)
        return cls(quarter if abs(degrees - quarter) <= ROTATION.quarter_degrees else degrees, width, height)

    @classmethod
    def by_dice(
        cls, dice: Sequence[DieReading], width: int, height: int, table: TablePose | None
    ) -> ImageRotation | None:
        """Return the rotation that the `dice` of the picture require, on a `table` that may be known."""
        flat = lying_flat(dice)
        return cls.needed(poses_of(flat, width, height, table).table(), width, height) if flat else None

    def of(self, image: Image) -> ImageRotation:
        """Return the rotation for a reduced or enlarged picture (H, W, 3)."""
        return replace(self, width=image.shape[1], height=image.shape[0])

    def picture(self, image: Image) -> Image:
        """Return the rotated picture (height, width, 3), padded with grey."""
        if self.degrees % 90.0 == 0.0:
            return cv2.rotate(image, TURNS[round(-self.degrees) % 360]).astype(np.uint8, copy=False)
        about = self._matrix()
        shift = 0.5 * (self._size() - 1.0) - about @ (0.5 * (self._own() - 1.0))  # of pixels' middles
        columns, rows = self._size().astype(int).tolist()
        place, grey = np.column_stack([about, shift]), (FILL, FILL, FILL)
        turned = cv2.warpAffine(image, place, (columns, rows), borderValue=grey, hint=cv2.ALGO_HINT_APPROX)
        return turned.astype(np.uint8, copy=False)

    def table(self, table: TablePose | None) -> TablePose | None:
        """Return the pose of the table in the rotated picture."""
        if table is None:
            return None
        change = np.eye(3)
        change[:2, :2] = self._matrix()
        change[2, 2] = self._size().max() / self._own().max()  # places are shares of the longer side
        mean = (change @ table.mean).astype(np.float32)
        return replace(table, mean=mean, covariance=change @ table.covariance @ change.T)

    def outline(self, outline: Outline | None) -> Outline | None:
        """Return the outline of the tray in the rotated picture."""
        if outline is None:
            return None
        there = (np.array(outline.points) - self._own() / 2) @ self._matrix().T + self._size() / 2
        return Outline(tuple((float(x), float(y)) for x, y in there))

    def back(self, die: DieReading) -> DieReading:
        """Return a die of the rotated picture in coordinates of the original; its box by `box_back`."""
        top_offset = None
        if die.top_offset is not None:
            across, down = (round(float(v), 3) for v in self._matrix().T @ np.array(die.top_offset))
            top_offset = (across, down)
        angle = round((die.angle_deg + self.degrees) % 90.0, 1) % 90.0
        return replace(die, box=self.box_back(die.box), top_offset=top_offset, angle_deg=angle)

    def box_back(self, box: Box) -> Box:
        """Return a box of the rotated picture in coordinates of the original: exact for multiples of 90 degrees, else a
        square of the same mean side.
        """
        to_own = self._matrix().T
        x0, y0, x1, y1 = box
        x, y = to_own @ (np.array([x0 + x1, y0 + y1]) - self._size()) / 2 + self._own() / 2
        if self.degrees % 90.0 == 0.0:
            half_w, half_h = np.abs(to_own @ np.array([x1 - x0, y1 - y0])) / 2
        else:
            half_w = half_h = (x1 - x0 + y1 - y0) / 4
        left, top, right, bottom = (round(float(v), 1) for v in (x - half_w, y - half_h, x + half_w, y + half_h))
        return left, top, right, bottom

    def _matrix(self) -> NDArray[np.float64]:
        """Return the rotation matrix (2, 2) for directions, right and down."""
        cos, sin = np.cos(np.radians(self.degrees)), np.sin(np.radians(self.degrees))
        return np.array([[cos, sin], [-sin, cos]])

    def _own(self) -> NDArray[np.float64]:
        return np.array([self.width, self.height], float)

    def _size(self) -> NDArray[np.float64]:
        """Return the width and height of the rotated picture."""
        return np.asarray(np.floor(np.abs(self._matrix()) @ self._own() + 1e-6))
