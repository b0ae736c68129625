"""Does something in view move, or has all come to rest? Small copies of the pictures are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.background import (
    CELL,
    PARAMS,
    Mask,
    Small,
    differing,
    gain_between,
    in_light,
    most_together,
    noise_of,
    shrink,
    slope,
)
from vision.imaging.registration import Motion, Registration, farthest

__all__ = ["Change", "Small", "Stillness", "StillnessParams", "changed", "differing", "shrink"]


@dataclass(frozen=True, slots=True)
class StillnessParams:
    """When something counts as moving. Chosen on the labelled clips and on drawn dice that creep or quiver."""

    rest_s: float = 0.17
    """Seconds for which nothing may move before the dice lie."""
    step: float = 7.0
    """Least change of a place that counts, in levels of 255."""
    edge_shift: float = 0.1
    """Small pixels: what a shift by this much changes at an edge is added to the least change; video quivers there."""
    spots: int = 3
    """Neighbouring small pixels that must change together."""
    plain: float = 2.0
    """A change counts at once where it is this many times as large, or fills a 3x3 cell; a fainter one counts when it
    is still there in the next frame."""
    dimmed: float = 0.7
    """Where most places are clipped, and the light falls below this share, the camera sees another picture. Flicker
    dims less."""
    large_gain: float = 0.025
    """Change of the light, as a share, from which a new picture replaces the one compared with."""
    trembling_px: float = 0.05
    """Small pixels of shift from which it is the camera that moved, not noise, nor what rolls in the picture."""
    pushed_frames: int = 6
    """Frames with the same shift after which a pushed camera stands elsewhere: at least those averaged for a read."""


class Change(NamedTuple):
    """Where a picture differs from an older one: `hot` (H, W) 0 or 1; `plain` where noise cannot be the cause."""

    hot: Mask
    plain: bool


class _Faint(NamedTuple):
    """A frame with a change that may be noise: where it changed, its small copy and its time."""

    hot: Mask
    small: Small
    at: float


class Stillness:
    """Sees every picture and says whether something moves. Times are the frames' own, seconds.

    A frame is compared with the anchor, the last frame that moved (the mean of it and the next): slow creeping counts
    too. A faint change waits for the next frame: what moved stays where it went, noise is elsewhere.
    """

    def __init__(self, params: StillnessParams | None = None) -> None:
        self.params = params or StillnessParams()
        self.moving = False
        self.trembled = False
        """Whether the camera trembled since something last moved."""
        self._anchor: Small | None = None
        self._anchor_at = 0.0
        self._anchor_is_one_frame = False
        self._faint: _Faint | None = None
        self._registration: Registration | None = None  # with the anchor, once it is needed
        self._shifted: Motion | None = None  # how the camera stands against the anchor, and for how many frames
        self._shifted_for = 0

    def feed(self, image: NDArray[np.uint8], at: float) -> str:
        """Return "moves" while something moves, "settling" until it has been still for `rest_s`, then "still"."""
        small = shrink(image)
        if self._anchor is None or self._anchor.shape != small.shape:
            self._restart(small, at)
            return "settling"
        change, motion = self._changed(small)
        if change is not None and self._moved(change):
            self._restart(small, at)
            return "moves"
        self._faint = None if change is None else _Faint(change.hot, small, at)
        if motion is not None and self._faint is None:
            self._note_shift(small, motion)
        if self.moving and (at - self._anchor_at < self.params.rest_s - 1e-6 or self._faint is not None):
            if motion is None:
                self._average(small)
            return "settling"
        self.moving = False
        if self._faint is None and motion is None:
            self._follow_light(small)
        return "still"

    def _changed(self, small: Small) -> tuple[Change | None, Motion | None]:
        """Return what changed since the anchor, and how the camera moved where that was taken off first."""
        assert self._anchor is not None
        change = changed(self._anchor, small, self.params)
        if change is None:
            return None, None
        if self._registration is None:
            self._registration = Registration(self._anchor)
        back = self._registration.register(in_light(self._anchor, gain_between(self._anchor, small)), small)
        if back is None or farthest(back.motion, small.shape) < self.params.trembling_px:
            return change, None
        self.trembled = True
        return changed(self._anchor, back.small, self.params, back.known), back.motion

    def _note_shift(self, small: Small, motion: Motion) -> None:
        """Make this picture the anchor where the camera was pushed and has come to stand elsewhere."""
        before = self._shifted
        stands = before is not None and farthest(motion, small.shape, before) < self.params.trembling_px
        self._shifted_for = self._shifted_for + 1 if stands else 1
        self._shifted = motion
        if self._shifted_for >= self.params.pushed_frames:
            self._anchor, self._registration, self._shifted, self.trembled = small, None, None, False

    def _moved(self, change: Change) -> bool:
        if change.plain:
            return True
        return self._faint is not None and most_together(change.hot & self._faint.hot) >= self.params.spots

    def _restart(self, small: Small, at: float) -> None:
        """Begin a still stretch with this frame, or with the one before where that already showed the faint change."""
        before, self._faint = self._faint, None
        self.moving, self._anchor_is_one_frame = True, True
        self._anchor, self._anchor_at, self._registration = small, at, None
        self._shifted, self.trembled = None, False
        if before is None or before.small.shape != small.shape:
            return
        since = changed(before.small, small, self.params)
        if since is None:
            self._anchor, self._anchor_at = before.small, before.at
            self._average(small)

    def _average(self, small: Small) -> None:
        """Halve the anchor's noise by the second frame of a stretch; with more frames the mean would creep along."""
        assert self._anchor is not None
        if self._anchor_is_one_frame and self._faint is None:
            self._anchor = np.asarray(cv2.addWeighted(self._anchor, 0.5, small, 0.5, 0), np.float32)
            self._anchor_is_one_frame = False

    def _follow_light(self, small: Small) -> None:
        """Let the anchor follow slow changes of light, and large ones at once: clipped whites spoil the comparison."""
        assert self._anchor is not None
        gain = float(np.median(gain_between(self._anchor, small)))
        share = 1.0 if abs(gain - 1.0) > self.params.large_gain else 0.1
        self._anchor = np.asarray(cv2.addWeighted(self._anchor, 1.0 - share, small, share, 0), np.float32)
        if share == 1.0:
            self._registration = None


def changed(old: Small, new: Small, params: StillnessParams, known: Mask | None = None) -> Change | None:
    """Return where the picture changed against `old` by more than noise, after its light is taken off (exposure,
    flicker, banding); None where it did not. Places that are not `known` of the new one did not change.
    """
    gain = gain_between(old, new)
    difference = new - in_light(old, gain)
    if gain.min() < 1.0:
        clipped = old > PARAMS.clipped_levels
        if np.median(gain) < params.dimmed and np.median(clipped):
            return Change(np.ones(old.shape, np.uint8), plain=True)
        difference[clipped & (difference > 0)] = 0.0  # how white a clipped white was is not known
    absolute = np.abs(difference)
    if known is not None:
        absolute *= known
    sigma = min(noise_of(absolute), PARAMS.largest_noise_levels)
    least = max(params.step, PARAMS.noise_steps * sigma)
    hot = np.asarray(absolute > least, np.uint8)
    if most_together(hot) < params.spots:
        return None
    allowed = least + params.edge_shift * slope(old)
    hot = np.asarray(absolute > allowed, np.uint8)
    together = most_together(hot)
    if together < params.spots:
        return None
    plain = np.asarray(absolute > params.plain * allowed, np.uint8)
    return Change(hot, together == CELL * CELL or most_together(plain) >= params.spots)
