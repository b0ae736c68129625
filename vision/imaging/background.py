"""How a picture differs from an older one of the same view: the one model of a background and its light.

Small grey copies are compared after the light is taken off: exposure, flicker and banding change whole rows alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.float32]
"""A picture to compare: (H, W) or (H, W, 3), levels 0-255, lightly smoothed."""
Mask = NDArray[np.uint8]
"""(H, W), 0 or 1."""


@dataclass(frozen=True, slots=True)
class BackgroundParams:
    """Limits of the comparison, chosen on the labelled clips (bench/vision_stabilisation.py) and on drawn tables."""

    width_px: int = 320
    """Pictures are compared at this width, up to twice it: a die of 16 px on a picture of 1280 px has still 4 px."""
    dark_levels: float = 4.0
    """Added before brightnesses are divided: sensor noise in black places is no change of light."""
    clipped_levels: float = 240.0
    """A place from here up may have been brighter than the camera can record."""
    step_levels: float = 14.0
    """Least change of a place between pictures that were taken long apart."""
    largest_row_gain: float = 1.3
    """Ratio by which a row's gain may differ from that of most rows. Flicker's bands stay below. A body that fills more
    than half of a row sets its median, which is then no light."""
    similar_gain: float = 1.1
    """Rows whose gains differ by less than this ratio have the same light, or the same thing before them."""
    largest_noise_levels: float = 6.0
    """Largest standard deviation of a small copy's noise: the full picture's is six times as great, more than any
    camera has. Whatever exceeds it is another picture."""


PARAMS = BackgroundParams()
CELL = 3
"""Pixels along the side of a cell in which joined changes are counted."""


def shrink(image: NDArray[np.uint8]) -> Small:
    """Return a small grey copy (h, w) of a picture (H, W, 3)."""
    small = image
    while small.shape[1] >= 2 * PARAMS.width_px and small.shape[0] >= 32:  # by halves: OpenCV has a fast path for them
        half = small.shape[1] // 2, small.shape[0] // 2
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(grey.astype(np.float32), (3, 3)), np.float32)


def differing(old: Small, new: Small) -> Mask:
    """Return 1 where two grey copies, taken long apart, differ by more than `step_levels` after the light is taken off:
    no row's light changes by more than `largest_row_gain` times the light of most rows.
    """
    light = _row_gains(old, new)
    most = _gain_of_most(light)
    gain = np.clip(_smoothed(light), most / PARAMS.largest_row_gain, most * PARAMS.largest_row_gain)
    return np.asarray(np.abs(new - in_light(old, gain)) > PARAMS.step_levels, np.uint8)


def gain_between(old: Small, new: Small) -> Small:
    """Return the gain (H, 1) from the light of `old` to that of `new`, one a row, smoothed over rows."""
    return _smoothed(_row_gains(old, new))


def colour_gain(old: Small, new: Small) -> NDArray[np.floating]:
    """Return the gain (3,) of each colour from the light of `old` (H, W, 3) to that of `new`."""
    dark = PARAMS.dark_levels
    return np.asarray(np.median((new[::4, ::4] + dark) / (old[::4, ::4] + dark), axis=(0, 1)))


def in_light(old: Small, gain: NDArray[np.floating]) -> Small:
    """Return what the old picture would show in another light; `gain` is one a row (H, 1) or a colour (3,)."""
    return np.asarray(np.minimum((old + PARAMS.dark_levels) * gain - PARAMS.dark_levels, 255.0), np.float32)


def noise_of(difference: Small) -> float:
    """Return the standard deviation of the noise in an absolute difference, levels: the median of normal deviates
    without their sign is 0.6745 of it.
    """
    return float(np.median(difference[::4, ::4])) / 0.6745


def slope(small: Small) -> Small:
    """Return what a shift by one pixel changes at each place, in levels: half the range of each 3x3 cell."""
    cell = np.ones((CELL, CELL), np.uint8)
    return np.asarray((cv2.dilate(small, cell) - cv2.erode(small, cell)) * 0.5, np.float32)


def most_together(hot: Mask) -> int:
    """Return the largest number of hot pixels in any 3x3 cell; there are none beyond the picture's border."""
    if cv2.countNonZero(hot) == 0:
        return 0
    gathered = cv2.boxFilter(hot, -1, (CELL, CELL), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return int(gathered.max())


def _row_gains(old: Small, new: Small) -> Small:
    """Return the gain of each row (H,): the median over its places."""
    dark = PARAMS.dark_levels
    return np.asarray(np.median((new[:, ::4] + dark) / (old[:, ::4] + dark), axis=1), np.float32)


def _gain_of_most(light: Small) -> float:
    """Return about the gain that most rows (H,) have: of the rows like the median, or like one near it where the median
    falls on the border of something that fills half of the picture.
    """
    ordered = np.sort(light)
    near = ordered[[ordered.size * share // 10 for share in (5, 4, 6)]]
    similar = np.maximum(light / near[:, None], near[:, None] / light) < PARAMS.similar_gain
    rows = similar.sum(axis=1)
    chosen = rows.argmax() if rows.max() > 2 * rows[0] else 0
    return float(np.median(light[similar[chosen]]))


def _smoothed(light: Small) -> Small:
    """Return rows' gains (H,) smoothed over rows, as (H, 1)."""
    return np.asarray(cv2.blur(light[:, None], (1, 9)), np.float32).reshape(-1, 1)
