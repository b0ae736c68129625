"""Background model: the difference of a picture from an older one of the same view, with changes of light removed.

Reduced grey copies are compared row by row: exposure, flicker and rolling-shutter bands change a whole row alike. Noise
here is that of a difference of two pictures; `vision.imaging.quality` measures that of a single die.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.float32]
"""A reduced, lightly smoothed picture: (H, W) or (H, W, 3), levels 0-255."""
Mask = NDArray[np.uint8]
"""(H, W), 0 or 1."""


@dataclass(frozen=True, slots=True)
class BackgroundParams:
    """Limits of the comparison, chosen on labelled clips (bench/vision_stabilisation.py) and rendered tables."""

    width_px: int = 320
    """Least width of the reduced copy, at most doubled: a die of 16 px in a picture of 1280 px still has 4 px."""
    dark_levels: float = 4.0
    """Added before brightnesses are divided: sensor noise in black pixels is no change of light."""
    clipped_levels: float = 240.0
    """A pixel of the smoothed copy from this level on may hold clipped ones."""
    step_levels: float = 14.0
    """Least change of a pixel between pictures minutes apart."""
    noise_steps: float = 5.0
    """The same in standard deviations of the picture's noise."""
    largest_row_gain: float = 1.3
    """Largest ratio of a row's gain to that of most rows: bands of flicker stay below it; a body that fills more than
    half of a row exceeds it."""
    similar_gain: float = 1.1
    """Rows whose gains differ by less than this ratio have the same light, or the same object in them."""
    other_view_share: float = 0.3
    """Largest share of the picture that thrown dice and moved cards change; with more the camera was moved."""
    largest_noise_levels: float = 6.0
    """Largest standard deviation of the copy's noise. That of the full picture is six times as large, more than any
    camera has; a larger difference is a change of the scene."""


BACKGROUND = BackgroundParams()
ROW_PIXELS = 80
"""Least number of pixels of a row by which its gain is told."""
CELL = 3
"""Side, px, of the window in which changed pixels are counted."""


def half(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture of half the size; without the last row and column of odd ones, with which it would take six
    times as long.
    """
    height, width = image.shape[0] // 2, image.shape[1] // 2
    even = image[: 2 * height, : 2 * width]
    return cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def halved(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture (H, W, 3), halved until it is as small as pictures are compared."""
    while image.shape[1] >= 2 * BACKGROUND.width_px and image.shape[0] >= 32:
        image = half(image)
    return image


def shrink(image: NDArray[np.uint8]) -> Small:
    """Return the reduced grey copy (h, w) of a picture (H, W, 3)."""
    grey = cv2.cvtColor(halved(image), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(grey.astype(np.float32), (3, 3)), np.float32)


def reduced_mask(mask: NDArray[np.uint8], shape: tuple[int, ...]) -> Mask:
    """Return a mask (H, W), 0 or 255, for a reduced copy of this shape."""
    height, width = shape[:2]
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_NEAREST) > 0, np.uint8)


def differing(old: Small, new: Small) -> Mask:
    """Return 1 where two grey copies, minutes apart, differ by more than `step_levels` with changes of light removed.
    The gain of a row is limited to `largest_row_gain` times the gain of most rows.
    """
    light = _row_gains(old, new)
    most = _gain_of_most(light)
    gain = np.clip(_smoothed(light), most / BACKGROUND.largest_row_gain, most * BACKGROUND.largest_row_gain)
    return np.asarray(np.abs(new - in_light(old, gain)) > BACKGROUND.step_levels, np.uint8)


def gain_between(old: Small, new: Small) -> Small:
    """Return the gain (H, 1) of each row from `old` to `new`, smoothed over rows."""
    return _smoothed(_row_gains(old, new))


def in_light(old: Small, gain: NDArray[np.floating]) -> Small:
    """Return the old picture multiplied by a `gain` of each row (H, 1) or colour (3,)."""
    return np.asarray(np.minimum((old + BACKGROUND.dark_levels) * gain - BACKGROUND.dark_levels, 255.0), np.float32)


def noise_of(difference: Small) -> float:
    """Return the standard deviation of the noise, levels, in an absolute difference: its median over 0.6745, that of a
    half-normal distribution.
    """
    return float(np.median(difference[::4, ::4])) / 0.6745


def slope(small: Small) -> Small:
    """Return the change of each pixel by a shift of one pixel, levels: half the range of its 3x3 window."""
    cell = np.ones((CELL, CELL), np.uint8)
    return np.asarray((cv2.dilate(small, cell) - cv2.erode(small, cell)) * 0.5, np.float32)


def most_changed(hot: Mask) -> int:
    """Return the largest number of set pixels in any 3x3 window; pixels beyond the border are 0."""
    if cv2.countNonZero(hot) == 0:
        return 0
    gathered = cv2.boxFilter(hot, -1, (CELL, CELL), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return int(gathered.max())


def _row_gains(old: Small, new: Small) -> Small:
    """Return the gain (H,) of each row: the median over some of its pixels."""
    dark, step = BACKGROUND.dark_levels, max(1, old.shape[1] // ROW_PIXELS)
    return np.asarray(np.median((new[:, ::step] + dark) / (old[:, ::step] + dark), axis=1), np.float32)


def _gain_of_most(light: Small) -> float:
    """Return the gain of most rows (H,): the median of the rows similar to the median, or to the 40th or 60th
    percentile where these have more than twice as many.
    """
    ordered = np.sort(light)
    near = ordered[[ordered.size * share // 10 for share in (5, 4, 6)]]
    similar = np.maximum(light / near[:, None], near[:, None] / light) < BACKGROUND.similar_gain
    rows = similar.sum(axis=1)
    chosen = rows.argmax() if rows.max() > 2 * rows[0] else 0
    return float(np.median(light[similar[chosen]]))


def _smoothed(light: Small) -> Small:
    """Return rows' gains (H,) smoothed over rows, as (H, 1)."""
    return np.asarray(cv2.blur(light[:, None], (1, 9)), np.float32).reshape(-1, 1)
