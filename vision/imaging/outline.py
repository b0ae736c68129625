"""The outline of a tray in a picture: anything beyond it is neither watched nor read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]

Window = tuple[slice, slice]
"""Rows and columns of a part of a picture."""
BEYOND = 0.035
"""Share of the picture's longer side beyond the outline that is still looked at: a die that stands at the edge leans
over it by its own height.
"""
FEWEST_POINTS = 3


@dataclass(frozen=True)
class Outline:
    """The edge of a tray's floor: a polygon of `points` (x, y), px of the picture."""

    points: tuple[tuple[float, float], ...]

    @staticmethod
    def parse(text: str) -> Outline:
        """Return the outline written as X0,Y0,X1,Y1,... Raises ValueError on anything else."""
        try:
            numbers = [float(number) for number in text.split(",")]
        except ValueError:
            numbers = []
        points = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        if len(numbers) % 2 or len(points) < FEWEST_POINTS or not np.isfinite(numbers).all():
            message = f"{text[:80]!r} is no outline: X0,Y0,X1,Y1,... in pixels, three points or more"
            raise ValueError(message)
        return Outline(points)

    def scaled(self, times: float) -> Outline:
        """Return the outline in a picture that is `times` as large."""
        return Outline(tuple((x * times, y * times) for x, y in self.points))

    def window(self, shape: Sequence[int]) -> Window:
        """Return the part of a picture of this shape (H, W, ...) in which dice of the tray can be seen; the whole
        picture if the outline lies outside it.
        """
        return _window(self.points, int(shape[0]), int(shape[1]))

    def mask(self, shape: Sequence[int]) -> Image:
        """Return (H, W) 255 where dice of the tray can be seen, else 0; do not change it."""
        return _mask(self.points, int(shape[0]), int(shape[1]))

    def only(self, image: Image, fill: Sequence[float] | Floats) -> Image:
        """Return a copy of the picture (H, W, 3) with the colour `fill` where no dice of the tray can be seen."""
        blue, green, red = (round(float(level)) for level in fill)
        filled = _flat(image.shape[0], image.shape[1], (blue, green, red)).copy()
        here = self.window(image.shape)
        filled[here] = cv2.copyTo(image[here], self.mask(image.shape)[here], filled[here])
        return filled

    def floor_colour(self, image: Image) -> Floats:
        """Return the median colour (3,) of the tray's floor."""
        inside = image[::8, ::8][self.mask(image.shape)[::8, ::8] > 0]
        return np.asarray(np.median(inside if len(inside) else image[::8, ::8].reshape(-1, 3), axis=0), np.float32)

    def depths(self, places: Floats) -> Floats:
        """Return (N,) the distance, px, of places (N, 2) from the outline, positive inside."""
        edge = np.asarray(self.points, np.float32).reshape(-1, 1, 2)
        depths = [cv2.pointPolygonTest(edge, (float(x), float(y)), measureDist=True) for x, y in places]
        return np.array(depths, np.float32)


@lru_cache(maxsize=2)
def _flat(height: int, width: int, colour: tuple[int, int, int]) -> Image:
    """Return a picture of one colour; a copy of it is ten times as fast as another one."""
    return np.full((height, width, 3), colour, np.uint8)


@lru_cache(maxsize=8)
def _mask(points: tuple[tuple[float, float], ...], height: int, width: int) -> Image:
    beyond = max(1, round(BEYOND * max(height, width)))
    mask = np.zeros((height + 2 * beyond, width + 2 * beyond), np.uint8)
    cv2.fillPoly(mask, [np.rint(np.array(points) + beyond).astype(np.int32)], (255,))
    near = cv2.distanceTransform(255 - mask, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) <= beyond
    wide = np.ascontiguousarray(np.where(near, 255, 0)[beyond:-beyond, beyond:-beyond], np.uint8)
    if not wide.any():
        wide[:] = 255
    wide.setflags(write=False)
    return wide


@lru_cache(maxsize=8)
def _window(points: tuple[tuple[float, float], ...], height: int, width: int) -> Window:
    x, y, wide, high = cv2.boundingRect(_mask(points, height, width))
    return slice(y, y + high), slice(x, x + wide)
