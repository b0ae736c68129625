"""Find tiles of the reference picture in a newer one by normalised correlation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drift.reference import ALONE, TILE


@dataclass(frozen=True, slots=True)
class DriftParams:
    """Search distances and agreement of tiles. Pixels of the reduced picture, about millimetres; measured on rendered
    trays and on clips of a moved camera (bench/calibration_drift.py).
    """

    near_px: int = 14
    """Search distance of the first search,"""
    far_px: int = 70
    """and of the second, if the first fails in a picture without motion,"""
    far_tiles: int = 24
    """for this number of tiles, the most distinct ones."""
    least_match: float = 0.72
    """Least normalised correlation of a tile that is found."""
    fewest_tiles: int = 6
    """Least number of tiles that can be watched."""
    standing_share: float = 0.2
    """Least share of tiles in place while the camera has not moved. After any move one in ten fits by chance, for
    example a piece of a long edge."""
    fewest_standing: int = 4
    """The same as a number."""
    lost_s: float = 1.5
    """Seconds with hardly any tile in place, in pictures without motion, until the tray is lost. A hand moves sooner,
    and a person who leans over the tray leaves tiles in view."""
    agree_px: float = 1.5
    """Largest difference between shifts of one motion."""
    inlier_px: float = 1.2
    """Largest error of an inlier of RANSAC."""


DRIFT = DriftParams()
FAR = DRIFT.far_px


def find_tile(
    before: NDArray[np.uint8], now: NDArray[np.uint8], x: int, y: int, reach: int
) -> tuple[float, float] | None:
    """Return the shift (dx, dy) of the tile at (x, y), reduced px; None if it is not found."""
    tile = before[y : y + TILE, x : x + TILE]
    top, left = max(y - reach, 0), max(x - reach, 0)
    window = now[top : y + TILE + reach, left : x + TILE + reach]
    match = cv2.matchTemplate(window, tile, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(match)
    if best < DRIFT.least_match:
        return None
    return left + column + _peak(match[row], column) - x, top + row + _peak(match[:, column], row) - y


def bordered(small: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture padded by its border for the far search."""
    return np.asarray(
        cv2.copyMakeBorder(small, FAR, FAR, FAR, FAR, cv2.BORDER_REPLICATE),
        np.uint8,
    )


def match_everywhere(wide: NDArray[np.uint8], before: NDArray[np.uint8], x: int, y: int) -> NDArray[np.float32]:
    """Return the correlation map (2 FAR + 1, 2 FAR + 1), 0 to 1, of the tile at (x, y) for shifts up to FAR."""
    window = wide[y : y + TILE + 2 * FAR, x : x + TILE + 2 * FAR]
    match = cv2.matchTemplate(window, before[y : y + TILE, x : x + TILE], cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.maximum(match, 0), np.float32)


def distinct_tiles(small: NDArray[np.uint8], tiles: tuple[tuple[int, int], ...]) -> list[tuple[int, int, float]]:
    """Return the most distinct tiles (x, y, weight); the weight is 1 less the best correlation nearby."""
    wide = bordered(small)
    found = []
    for x, y in tiles:
        match = match_everywhere(wide, small, x, y)
        match[FAR - 3 : FAR + 4, FAR - 3 : FAR + 4] = 0
        around = match[FAR - ALONE : FAR + ALONE + 1, FAR - ALONE : FAR + ALONE + 1]
        found.append((x, y, max(0.02, 1 - float(around.max()))))
    return sorted(found, key=lambda tile: -tile[2])[: DRIFT.far_tiles]


def _peak(values: NDArray[Any], at: int) -> float:
    """Return the subpixel offset of a maximum, by the parabola through its neighbours."""
    if not 0 < at < len(values) - 1:
        return 0.0
    left, middle, right = (float(value) for value in values[at - 1 : at + 2])
    bend = left - 2 * middle + right
    return 0.0 if bend >= 0 else float(np.clip((left - right) / (2 * bend), -0.5, 0.5))


def largest_cluster(offsets: NDArray[np.float64]) -> int:
    """Return the largest number of offsets that agree within `agree_px` with one of them."""
    if not len(offsets):
        return 0
    apart = np.linalg.norm(offsets[:, None] - offsets[None], axis=2)
    return int((apart < DRIFT.agree_px).sum(axis=1).max())
