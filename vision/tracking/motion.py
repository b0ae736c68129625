"""Rest detection: does anything in view move? Reduced copies of the frames are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.background import (
    BACKGROUND,
    CELL,
    Mask,
    Small,
    gain_between,
    in_light,
    most_changed,
    noise_of,
    reduced_mask,
    shrink,
    slope,
)
from vision.imaging.registration import Affine, Registration, farthest


@dataclass(frozen=True, slots=True)
class RestParams:
    """Limits of motion, chosen on labelled clips and on drawn dice that creep or quiver. Pixels are those of the
    copy.
    """

    rest_s: float = 0.17
    """Seconds without motion after which the dice rest."""
    step: float = 7.0
    """Least change of a pixel between successive frames, levels of 255."""
    edge_shift: float = 0.1
    """Shift, px, whose effect on an edge is added to the least change: compressed video quivers there."""
    spots: int = 3
    """Least number of changed pixels in a 3x3 window."""
    plain: float = 2.0
    """Ratio to the least change from which motion is reported at once, as for a full window; a fainter change must
    persist in the next frame."""
    soft_px: int = 11
    """Side of the window about a pixel with whose mean change its own is compared: the edge of a shadow that an arm
    casts is wider, that of a die is sharp."""
    soft: float = 0.35
    """Largest difference from that mean, as a share of the pixel's own change, where light changed softly,"""
    shade: float = 0.2
    """and the largest share of the light that this takes: what is darker or brighter counts as motion."""
    dimmed: float = 0.7
    """Least gain of a picture with mostly clipped pixels: below it the view changed. Flicker dims less."""
    large_gain: float = 0.025
    """Change of the gain, as a share, from which the newer frame becomes the reference."""
    trembling_px: float = 0.05
    """Least shift of a camera that trembles; noise and rolling dice shift the picture less."""
    pushed_frames: int = 6
    """Frames with one shift after which the camera is taken to stay there; at least those averaged for a reading."""


class Change(NamedTuple):
    """The changed pixels of a picture, `hot` (H, W) 0 or 1, and whether noise is ruled out, `plain`."""

    hot: Mask
    plain: bool


class _Faint(NamedTuple):
    """A frame with a change that may be noise: the changed pixels, its reduced copy and its time."""

    hot: Mask
    small: Small
    at: float


class RestDetector:
    """Detects motion between frames; give it every frame. Times are the frames' own, seconds.

    A frame is compared with the anchor, the last frame that moved (the mean of it and the next): slow creeping counts
    too. A faint change waits for the next frame: what moved stays where it went, noise is elsewhere.
    """

    def __init__(self, params: RestParams | None = None) -> None:
        self.params = params or RestParams()
        self.moving = False
        self.trembled = False
        """Whether the camera trembled since the last motion."""
        self.hot: Mask | None = None
        """The pixels (H, W) that changed in the last frame, None if it did not move."""
        self._within: Mask | None = None
        self._anchor: Small | None = None
        self._anchor_at = 0.0
        self._anchor_is_one_frame = False
        self._faint: _Faint | None = None
        self._registration: Registration | None = None  # of the anchor, made on demand
        self._shifted: Affine | None = None  # the camera relative to the anchor, and for how many frames
        self._shifted_for = 0

    def feed(self, image: NDArray[np.uint8], at: float, within: NDArray[np.uint8] | None = None) -> str:
        """Return "moves" during motion, "settling" until nothing moved for `rest_s`, then "still". Motion counts only
        where `within` (H, W) is not 0.
        """
        small, self.hot = shrink(image), None
        self._within = None if within is None else reduced_mask(within, small.shape)
        if self._anchor is None or self._anchor.shape != small.shape:
            self._restart(small, at)
            return "settling"
        gain = gain_between(self._anchor, small)
        change, motion = self._changed(small, gain)
        if change is not None and self._moved(change):
            self.hot = change.hot
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
            self._follow_light(small, gain)
        return "still"

    def _changed(self, small: Small, gain: Small) -> tuple[Change | None, Affine | None]:
        """Return the change since the anchor, and the motion of the camera if that was undone first."""
        assert self._anchor is not None
        change = changed(self._anchor, small, self.params, self._within, gain)
        if change is None:
            return None, None
        if self._registration is None:
            self._registration = Registration(self._anchor)
        back = self._registration.register(in_light(self._anchor, gain), small)
        if back is None or farthest(back.motion, small.shape) < self.params.trembling_px:
            return change, None
        self.trembled = True
        known = back.known if self._within is None else back.known & self._within
        return changed(self._anchor, back.small, self.params, known), back.motion

    def _note_shift(self, small: Small, motion: Affine) -> None:
        """Make this picture the anchor once a pushed camera stays where it is."""
        before = self._shifted
        stands = before is not None and farthest(motion, small.shape, before) < self.params.trembling_px
        self._shifted_for = self._shifted_for + 1 if stands else 1
        self._shifted = motion
        if self._shifted_for >= self.params.pushed_frames:
            self._anchor, self._registration, self._shifted, self.trembled = small, None, None, False

    def _moved(self, change: Change) -> bool:
        if change.plain:
            return True
        return self._faint is not None and most_changed(change.hot & self._faint.hot) >= self.params.spots

    def _restart(self, small: Small, at: float) -> None:
        """Start a period of rest at this frame, or at the one before if that already has the faint change."""
        before, self._faint = self._faint, None
        self.moving, self._anchor_is_one_frame = True, True
        self._anchor, self._anchor_at, self._registration = small, at, None
        self._shifted, self.trembled = None, False
        if before is None or before.small.shape != small.shape:
            return
        since = changed(before.small, small, self.params, self._within)
        if since is None:
            self._anchor, self._anchor_at = before.small, before.at
            self._average(small)

    def _average(self, small: Small) -> None:
        """Average the first two frames of a rest as its anchor; with more frames it would follow a creeping die."""
        assert self._anchor is not None
        if self._anchor_is_one_frame and self._faint is None:
            self._anchor = np.asarray(cv2.addWeighted(self._anchor, 0.5, small, 0.5, 0), np.float32)
            self._anchor_is_one_frame = False

    def _follow_light(self, small: Small, gains: Small) -> None:
        """Let the anchor follow slow changes of light, and large ones at once: clipped pixels would falsify the
        gain.
        """
        assert self._anchor is not None
        gain = float(np.median(gains))
        share = 1.0 if abs(gain - 1.0) > self.params.large_gain else 0.1
        self._anchor = np.asarray(cv2.addWeighted(self._anchor, 1.0 - share, small, share, 0), np.float32)
        if share == 1.0:
            self._registration = None


def changed(
    old: Small, new: Small, params: RestParams, known: Mask | None = None, gain: Small | None = None
) -> Change | None:
    """Return the change from `old` to `new` beyond noise, with changes of light removed (exposure, flicker, bands);
    None if there is none. Pixels that are not `known` in the new one count as unchanged. `gain` is that between them.
    """
    gain = gain_between(old, new) if gain is None else gain
    lit = in_light(old, gain)
    difference = new - lit
    if gain.min() < 1.0:
        clipped = old > BACKGROUND.clipped_levels
        if np.median(gain) < params.dimmed and np.median(clipped):
            return Change(np.ones(old.shape, np.uint8) if known is None else known, plain=True)
        difference[clipped & (difference > 0)] = 0.0  # the light of a clipped pixel is unknown
    absolute = np.abs(difference)
    sigma = min(noise_of(absolute), BACKGROUND.largest_noise_levels)
    if known is not None:
        absolute *= known
    least = max(params.step, BACKGROUND.noise_steps * sigma)
    hot = np.asarray(absolute > least, np.uint8)
    if most_changed(hot) < params.spots:
        return None
    allowed = least + params.edge_shift * slope(old)
    hot = _but_soft_light(np.asarray(absolute > allowed, np.uint8), difference, lit, params)
    together = most_changed(hot)
    if together < params.spots:
        return None
    plain = hot & np.asarray(absolute > params.plain * allowed, np.uint8)
    return Change(hot, together == CELL * CELL or most_changed(plain) >= params.spots)


def _but_soft_light(hot: Mask, difference: Small, lit: Small, params: RestParams) -> Mask:
    """Return the changed pixels without those where light alone changed, softly and by little: the shadow of an arm, a
    reflection. What moved has sharp edges somewhere near. `lit` is the older picture in the light of the newer.
    """
    share = difference / (lit + BACKGROUND.dark_levels)
    window = (params.soft_px, params.soft_px)
    own = np.abs(share - cv2.blur(share, window))
    sharp = hot & np.asarray((own > params.soft * np.abs(share)) | (np.abs(share) > params.shade), np.uint8)
    spots = cv2.boxFilter(sharp, -1, (CELL, CELL), normalize=False, borderType=cv2.BORDER_CONSTANT) >= params.spots
    near = cv2.dilate(spots.astype(np.uint8), np.ones(window, np.uint8)).astype(np.uint8, copy=False)
    return np.asarray(hot & near, np.uint8)
