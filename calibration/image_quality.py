"""Image quality: brightness, clipped pixels and sharpness of a picture, and one set of limits for light and readings.

`calibration.light.measurement` measures the tray at set-up, `vision.imaging.quality` the dice of each reading. Both
take brightness and clipped pixels from here. Sharpness is measured twice, for two questions: `sharpness` is the width
in px of the picture's steepest edges (is the lens in focus?), `vision.imaging.quality` compares the blur of a die with
the size of that die (can its pips be counted?).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class QualityLimits:
    """Grey levels are 0-255. `unreadable_*`: no reading of such a picture is sure; `bad_*` and `fair_*`: grades of the
    tray's light at set-up. Limits of readings come from stills and photographs that were altered on purpose
    (bench/VISION.md); those of the grades from rendered trays (tests/calibration/light/test_light.py).
    """

    unreadable_ceiling: float = 40
    """Least grey level of the brightest hundredth. Below it 15 % of the sure readings of darkened stills were wrong,
    above it 6 %; the dimmest unaltered still has 58."""
    bad_ceiling: float = 60
    fair_ceiling: float = 110
    """The same for the advice, with a margin for a lamp that is turned off later."""
    black: float = 12
    """A pixel below this level is black."""
    fair_black_share: float = 0.5
    """Largest share of black pixels in the tray."""
    clipped: int = 254
    """A pixel with this level or more, in any colour, is clipped."""
    bad_burnt_share: float = 0.08
    """Largest share of clipped pixels in the tray."""
    bad_glare_share: float = 0.004
    fair_glare_share: float = 0.0008
    """Largest share of the tray in clipped spots smaller than a die: mirrored lamps."""
    bad_cast: float = 0.45
    fair_cast: float = 0.25
    """Largest distance of the palest tenth from grey, 0-1: beyond it colours of dice run together."""
    bad_edge_px: float = 5.0
    fair_edge_px: float = 3.4
    """Largest width of the tray's sharpest edges, px, 10 to 90 %."""
    bad_flicker: float = 0.06
    fair_flicker: float = 0.025
    """Largest swing of the brightness, peak to peak, as a share."""
    unreadable_clipped_share: float = 0.85
    """Largest share of clipped pixels in one die. Of pictures exposed 1.6 to 3 times as long that were sure, 15 % were
    wrong above it, 3 % below it; 0.69 is the most in an unaltered picture."""
    unreadable_contrast: float = 0.3
    """Least contrast of the dice (median): range over lightest level. Of hazy pictures that were sure, 10 % were wrong
    below it, 2 % above it; 0.42 is the least in an unaltered picture."""
    unreadable_noise: float = 0.13
    """Largest noise of the dice (median): deviation over range of levels. Of noisy pictures that were sure, 13 % were
    wrong above it, 1 % below it; 0.09 is the most in an unaltered picture."""
    unreadable_blur: float = 0.12
    """Largest blur of the dice (median): width of the edges over the longer side of the box. Of blurred pictures that
    were sure, 21 % were wrong above it, 1.3 % below it."""


QUALITY_LIMITS = QualityLimits()
SHARPEST_PART_PX = (640, 480)
"""Largest width and height of the part of a picture whose sharpness is measured."""
SAMPLES_PER_PX = 4
"""Samples of an edge's profile."""
LEAST_SLOPE = 60.0
"""Sobel response from which a slope is an edge, not noise."""


def ranked(levels: NDArray[np.integer], *ranks: int) -> list[float]:
    """Return the values with these ranks, the smallest 0, of whole numbers that are not negative. Counts them: four
    times as fast as sorting.
    """
    reached = np.cumsum(np.bincount(levels.ravel()))
    return [float(level) for level in np.searchsorted(reached, ranks, side="right")]


def ceiling(grey: NDArray[np.uint8]) -> float:
    """Return the grey level that the brightest hundredth of the pixels reaches, 0-255; any shape, not empty."""
    return ranked(grey, grey.size - -(-grey.size // 100))[0]


def clipped(image: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return (H, W) which pixels of a picture (H, W, 3) are clipped in any colour."""
    most = QUALITY_LIMITS.clipped - 1
    return np.asarray(cv2.inRange(image, (0, 0, 0), (most, most, most)) == 0)


def edge_widths(
    grey: NDArray[np.uint8], points_px: NDArray[Any], normals: NDArray[Any], reach_px: float
) -> NDArray[np.float64]:
    """Return the 10-90 % rise in pixels of the edges at `points_px` (n, 2), walked along unit `normals` (n, 2).

    Only edges with a clear step count, so there may be fewer than n. The rise is measured on the profile's running
    extremes, so that noise on the flat parts does not count; a perfectly sharp edge measures about 0.8 pixels.
    """
    count = max(8, round(2 * reach_px * SAMPLES_PER_PX))
    steps = np.linspace(-reach_px, reach_px, count + 1)
    where = np.asarray(points_px, np.float32)[:, None] + steps[None, :, None] * np.asarray(normals, np.float32)[:, None]
    where = where.astype(np.float32)
    profiles = cv2.remap(grey, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profiles = np.asarray(profiles, np.float64)
    flipped = profiles[:, -3:].mean(axis=1) < profiles[:, :3].mean(axis=1)
    profiles[flipped] = profiles[flipped, ::-1]
    rising = np.maximum.accumulate(profiles, axis=1)
    falling = np.minimum.accumulate(profiles[:, ::-1], axis=1)[:, ::-1]
    middle = (rising + falling) / 2
    low, high = middle[:, 0], middle[:, -1]
    step = high - low
    clear = step > 24
    share = (middle[clear] - low[clear, None]) / step[clear, None]
    between = ((share > 0.1) & (share < 0.9)).sum(axis=1)
    return np.asarray(between * (2 * reach_px / count), np.float64)


def sharpness(grey: NDArray[np.uint8], reach_px: float = 9.0) -> float | None:
    """Return the width in pixels of the sharpest tenth of the picture's clear edges; None if there are too few."""
    small = cv2.GaussianBlur(grey, (0, 0), 1.2)
    dx, dy = cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1)
    strength = np.hypot(dx, dy)
    edges = cv2.Canny(small, 40, 100) > 0
    rows, columns = np.nonzero(edges)
    if len(rows) < 60:
        return None
    order = np.argsort(-strength[rows, columns])[: min(4000, len(rows))][::4]
    rows, columns = rows[order], columns[order]
    size = np.maximum(strength[rows, columns], 1e-6)
    normals = np.stack([dx[rows, columns] / size, dy[rows, columns] / size], axis=1)
    widths = edge_widths(grey, np.stack([columns, rows], axis=1), normals, reach_px)
    return float(np.percentile(widths, 10)) if len(widths) >= 15 else None


def sharpest_part(picture: NDArray[np.uint8], small: NDArray[np.uint8], step: int) -> NDArray[np.uint8]:
    """Return the part of a picture (H, W, ...), at most `SHARPEST_PART_PX` large, with the clearest edges. `small` is
    every `step`th pixel of the picture in grey.
    """
    height, width = picture.shape[:2]
    wide, high = min(SHARPEST_PART_PX[0], width), min(SHARPEST_PART_PX[1], height)
    if (wide, high) == (width, height):
        return picture
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    edges = np.abs(cv2.Sobel(soft, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    edges[edges < LEAST_SLOPE] = 0.0
    rows, columns = small.shape
    window = (min(wide // step, columns), min(high // step, rows))
    summed = cv2.boxFilter(edges, -1, window, anchor=(0, 0), normalize=False, borderType=cv2.BORDER_CONSTANT)
    found = summed[: rows - window[1] + 1, : columns - window[0] + 1]
    y, x = np.unravel_index(int(found.argmax()), found.shape)
    top, left = min(int(y) * step, height - high), min(int(x) * step, width - wide)
    return picture[top : top + high, left : left + wide]
