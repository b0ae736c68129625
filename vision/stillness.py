"""Something moved; it has come to rest: edges from pictures, by comparing small copies of them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.float32]

WIDTH = 320
"""Pictures are compared at this width, up to twice it: a 16 px die on a 1280 px picture is still 4 px across."""
DARK = 4.0
"""Added before brightnesses are divided, so that black places don't shout."""
CLIPPED = 240.0
"""From here up a place may have been brighter than the camera can say."""
LARGE_GAIN = 0.025
"""Change of the light's level from which a new picture replaces the one compared with."""


@dataclass(frozen=True)
class StillnessParams:
    """`rest_s` nothing may move before the dice count as lying. Light that changes everywhere alike is no motion.

    `step` is the least change (in levels of 255) of a spot that counts, `noise_steps` the same in standard deviations
    of the picture's own noise; `spots` how many neighbouring small pixels must change together.
    """

    rest_s: float = 0.17
    step: float = 7.0
    noise_steps: float = 5.0
    spots: int = 3


class Stillness:
    """Feed it every picture; it says whether something in view moves. Times are the frames' own.

    A frame is compared with the one before it, and with the last frame that began a still stretch, so that slow
    creeping counts too.
    """

    def __init__(self, params: StillnessParams | None = None) -> None:
        self.params = params or StillnessParams()
        self.moving = False
        self._anchor: Small | None = None
        self._anchor_at = 0.0

    def feed(self, image: NDArray[np.uint8], at: float) -> str:
        """Return "moves" while something moves, "settling" until it has been still for `rest_s`, then "still"."""
        small = shrink(image)
        if self._anchor is None or self._anchor.shape != small.shape:
            self._restart(small, at)
            self.moving = True
            return "settling"
        if self._moved(small):
            self._restart(small, at)
            self.moving = True
            return "moves"
        if self.moving and at - self._anchor_at < self.params.rest_s - 1e-6:
            return "settling"
        if self.moving:
            self.moving = False
        self._follow(small)
        return "still"

    def _restart(self, small: Small, at: float) -> None:
        self._anchor, self._anchor_at = small, at

    def _follow(self, small: Small) -> None:
        """Let the anchor follow slow changes of light; at once where they are large, for clipped whites spoil the
        comparison.
        """
        assert self._anchor is not None
        gain = float(np.median(even_light(self._anchor, small)))
        share = 1.0 if abs(gain - 1.0) > LARGE_GAIN else 0.1
        self._anchor = np.asarray(cv2.addWeighted(self._anchor, 1.0 - share, small, share, 0), np.float32)

    def _moved(self, small: Small) -> bool:
        assert self._anchor is not None
        return changed(self._anchor, small, self.params)


def shrink(image: NDArray[np.uint8]) -> Small:
    """Return a small grey copy, float32, lightly smoothed."""
    small = image
    while small.shape[1] >= 2 * WIDTH and small.shape[0] >= 32:  # by halves: OpenCV has a fast path for them
        half = small.shape[1] // 2, small.shape[0] // 2
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(grey.astype(np.float32), (3, 3)), np.float32)


def changed(old: Small, new: Small, params: StillnessParams) -> bool:
    """Say whether a place changed against `old` by more than noise, after what changed everywhere alike (exposure,
    flicker, banding) is taken off.
    """
    gain = even_light(old, new)
    difference = new - np.minimum((old + DARK) * gain - DARK, 255.0)
    if gain.min() < 1.0:
        difference[(old > CLIPPED) & (difference > 0)] = 0.0  # how white a clipped white was, nobody knows
    absolute = np.abs(difference)
    sigma = float(np.median(absolute[::4, ::4])) / 0.6745
    hot = np.asarray(absolute > max(params.step, params.noise_steps * sigma), np.uint8)
    if cv2.countNonZero(hot) < params.spots:
        return False
    gathered = cv2.boxFilter(hot, -1, (3, 3), normalize=False)
    return bool(gathered.max() >= params.spots)


def even_light(old: Small, new: Small) -> Small:
    """Return the gain (H, 1) from the light of `old` to that of `new`, one a row, smoothed over rows (mains flicker
    shows as bands).
    """
    ratio = np.median((new[:, ::4] + DARK) / (old[:, ::4] + DARK), axis=1).astype(np.float32)
    return np.asarray(cv2.blur(ratio[:, None], (1, 9)), np.float32).reshape(-1, 1)
