"""Small pieces of a tray's picture, found again in newer ones: how far each went, and how well each fits elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drift_reference import ALONE, TILE


@dataclass(frozen=True, slots=True)
class DriftParams:
    """How far tiles are looked for, and how many must agree. In reduced pixels, about millimetres; measured on rendered
    trays and on clips whose camera was moved (bench/calibration_drift.py).
    """

    near_px: int = 14
    """How far each tile is looked for first."""
    far_px: int = 70
    """How far, when near explains nothing and the picture lies still."""
    far_tiles: int = 24
    """Tiles, the most distinct ones, that are looked for far away."""
    least_match: float = 0.72
    """Normalised correlation from which a tile counts as seen."""
    fewest_tiles: int = 6
    """Tiles from which the tray's surroundings can be watched."""
    standing_share: float = 0.2
    """Share of the tiles that are seen where they were while the camera stands. However far it is moved, one in ten
    still fits by chance, for example a piece of a long edge."""
    fewest_standing: int = 4
    """The same as a number."""
    lost_s: float = 1.5
    """Seconds for which next to nothing is where it was, in pictures that lie still, before it is said. A hand stirs
    sooner, and a person who leans over the tray leaves something to be seen."""
    agree_px: float = 1.5
    """Shifts that differ by less are one motion."""
    inlier_px: float = 1.2
    """RANSAC's limit for a tile that fits the fitted motion."""


PARAMS = DriftParams()
FAR = PARAMS.far_px


def find_tile(
    before: NDArray[np.uint8], now: NDArray[np.uint8], x: int, y: int, reach: int
) -> tuple[float, float] | None:
    """Where the tile at (x, y) has gone, (dx, dy) in reduced pixels; None where it is not to be seen."""
    tile = before[y : y + TILE, x : x + TILE]
    top, left = max(y - reach, 0), max(x - reach, 0)
    window = now[top : y + TILE + reach, left : x + TILE + reach]
    match = cv2.matchTemplate(window, tile, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(match)
    if best < PARAMS.least_match:
        return None
    return left + column + _peak(match[row], column) - x, top + row + _peak(match[:, column], row) - y


def bordered(small: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture with its border repeated as far as tiles are looked for."""
    return np.asarray(
        cv2.copyMakeBorder(small, FAR, FAR, FAR, FAR, cv2.BORDER_REPLICATE),
        np.uint8,
    )


def match_everywhere(wide: NDArray[np.uint8], before: NDArray[np.uint8], x: int, y: int) -> NDArray[np.float32]:
    """How well the tile at (x, y) fits for every shift up to FAR, (2 FAR + 1, 2 FAR + 1), 0 to 1."""
    window = wide[y : y + TILE + 2 * FAR, x : x + TILE + 2 * FAR]
    match = cv2.matchTemplate(window, before[y : y + TILE, x : x + TILE], cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.maximum(match, 0), np.float32)


def distinct_tiles(small: NDArray[np.uint8], tiles: tuple[tuple[int, int], ...]) -> list[tuple[int, int, float]]:
    """Return the tiles (x, y, weight) that show best where they are: the weight is 1 less their best match nearby."""
    wide = bordered(small)
    found = []
    for x, y in tiles:
        match = match_everywhere(wide, small, x, y)
        match[FAR - 3 : FAR + 4, FAR - 3 : FAR + 4] = 0
        around = match[FAR - ALONE : FAR + ALONE + 1, FAR - ALONE : FAR + ALONE + 1]
        found.append((x, y, max(0.02, 1 - float(around.max()))))
    return sorted(found, key=lambda tile: -tile[2])[: PARAMS.far_tiles]


def _peak(values: NDArray[Any], at: int) -> float:
    """The top of the parabola through a maximum and its neighbours, relative to it."""
    if not 0 < at < len(values) - 1:
        return 0.0
    left, middle, right = (float(value) for value in values[at - 1 : at + 2])
    bend = left - 2 * middle + right
    return 0.0 if bend >= 0 else float(np.clip((left - right) / (2 * bend), -0.5, 0.5))


def largest_cluster(offsets: NDArray[np.float64]) -> int:
    """How many of the offsets agree within 1.5 pixels, at most."""
    if not len(offsets):
        return 0
    apart = np.linalg.norm(offsets[:, None] - offsets[None], axis=2)
    return int((apart < PARAMS.agree_px).sum(axis=1).max())
