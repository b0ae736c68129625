"""The drift reference: a reduced picture of the tray, with tiles on its rim and around it that do not move in play."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.chart.detection import grey_of
from calibration.errors import CalibrationError
from catseye.image_files import NotAPicture, decode
from catseye.text import say

WIDTH = 480
"""Width of reduced pictures, px: about 1 px for 1 mm, and a few milliseconds for a check."""
TILE = 25
"""Side of a tile, reduced px."""
MOST_TILES = 48
ALONE = 40
"""Distance, reduced px, within which a tile should have no similar place."""
_DAMAGED = say("the tray's stored picture is damaged")


@dataclass(frozen=True)
class DriftReference:
    """The picture of the tray at rest, reduced to `WIDTH`, as PNG in base64, and the upper left corners (x, y) of its
    tiles. The first `rim` tiles are on the tray's rim, so that motion of the tray alone is noticed. `width` x `height`
    is the size of the camera's pictures.
    """

    width: int
    height: int
    png: str
    tiles: tuple[tuple[int, int], ...]
    rim: int = 0

    def picture(self) -> NDArray[np.uint8]:
        """Return the reduced picture (h, WIDTH) uint8. Raises CalibrationError if the stored one is damaged."""
        try:
            found = decode(base64.b64decode(self.png, validate=True)).image
        except (binascii.Error, NotAPicture) as wrong:
            raise CalibrationError(_DAMAGED) from wrong
        return np.asarray(cv2.cvtColor(found, cv2.COLOR_BGR2GRAY), np.uint8)

    def scaled(self, width: int, height: int) -> DriftReference:
        """Return the reference for pictures of another size and the same aspect ratio."""
        return replace(self, width=width, height=height)


def drift_reference_of(picture: NDArray[Any], region: tuple[tuple[float, float], ...] = ()) -> DriftReference | None:
    """Return the reference by a picture (H, W, 3) uint8 of the tray, best without dice. None for an invalid picture.

    Tiles with clear corners are spread over the picture; inside `region` (the tray, px), where dice and hands move,
    only if there are too few around it.
    """
    small = reduced_grey(picture)
    if small is None:
        return None
    height, width = picture.shape[:2]
    ground = np.full(small.shape, 255, np.uint8)
    half = TILE // 2 + 1
    ground[:half], ground[-half:], ground[:, :half], ground[:, -half:] = 0, 0, 0, 0
    outside = ground.copy()
    rim: tuple[tuple[int, int], ...] = ()
    if len(region) >= 3:
        scale = small.shape[1] / width
        outline = np.rint(np.array(region) * scale).astype(np.int32)
        inner = np.zeros(small.shape, np.uint8)
        cv2.fillPoly(inner, [outline], (255,))
        inner = np.asarray(cv2.erode(inner, np.ones((TILE // 2, TILE // 2), np.uint8)), np.uint8)
        outside[inner > 0] = 0
        band = np.asarray(cv2.dilate(inner, np.ones((2 * TILE, 2 * TILE), np.uint8)), np.uint8)
        around = np.asarray(cv2.bitwise_and(band, outside), np.uint8)
        rim = _corners(small, around, MOST_TILES // 2)
        outside[band > 0] = 0
    tiles = (*rim, *_corners(small, outside, MOST_TILES - len(rim)))
    if len(tiles) < 8:
        tiles = (*tiles, *(one for one in _corners(small, ground, MOST_TILES) if one not in tiles))[:MOST_TILES]
    _, png = cv2.imencode(".png", small)
    return DriftReference(width, height, base64.b64encode(png.tobytes()).decode("ascii"), tiles, len(rim))


def reduced_grey(picture: NDArray[Any]) -> NDArray[np.uint8] | None:
    """Return a picture in grey, reduced to (h, WIDTH) uint8; None for an invalid picture."""
    grey = grey_of(picture)
    if grey is None:
        return None
    size = (WIDTH, max(1, round(WIDTH * grey.shape[0] / grey.shape[1])))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _corners(small: NDArray[np.uint8], where: NDArray[np.uint8], most: int) -> tuple[tuple[int, int], ...]:
    """Return the upper left corners of tiles around corner points (Shi and Tomasi)."""
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    points: Any = cv2.goodFeaturesToTrack(soft, 3 * most, 0.01, TILE * 0.8, mask=where, blockSize=7)
    if points is None:
        return ()
    found: list[tuple[int, int]] = []
    plain: list[tuple[int, int]] = []
    for x, y in np.rint(points.reshape(-1, 2)).astype(int):
        tile = small[y - TILE // 2 : y + TILE // 2 + 1, x - TILE // 2 : x + TILE // 2 + 1]
        if tile.shape != (TILE, TILE) or float(tile.std()) <= 5.0:
            continue
        corner = (int(x) - TILE // 2, int(y) - TILE // 2)
        (found if _distinct(small, tile, *corner) else plain).append(corner)
    return tuple((found if len(found) >= 8 else [*found, *plain])[:most])


def _distinct(small: NDArray[np.uint8], tile: NDArray[np.uint8], x: int, y: int) -> bool:
    """Return whether a tile has no similar place nearby, as a piece of a long edge has."""
    top, left = max(y - ALONE, 0), max(x - ALONE, 0)
    match = cv2.matchTemplate(small[top : y + TILE + ALONE, left : x + TILE + ALONE], tile, cv2.TM_CCOEFF_NORMED)
    row, column = y - top, x - left
    match[max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4] = -1
    return float(match.max()) < 0.8
