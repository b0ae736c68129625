"""Something moved; it has come to rest: edges from pictures, by comparing small copies of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tracking.stabilisation import Motion, Steady, farthest

Small = NDArray[np.float32]
Mask = NDArray[np.uint8]

WIDTH = 320
"""Pictures are compared at this width, up to twice it: a 16 px die on a 1280 px picture is still 4 px across."""
DARK = 4.0
"""Added before brightnesses are divided, so that black places don't shout."""
CLIPPED = 240.0
"""From here up a place may have been brighter than the camera can say."""
DIMMER = 0.7
"""Where most places may have been brighter than the camera could say, and the light fell to less than this, what is
seen is another picture, as far as anybody knows. Flicker falls less.
"""
STEP = 14.0
"""Least change of a place from one scene to a later one, in levels of 255, that counts."""
PLACE = 3
"""Small pixels along the side of a place that is looked at for joined changes."""
EVEN = 1.3
"""By so many times a row's gain may differ from that of most rows where what changed is light; flicker's bands hardly
do. A body that leans in fills more than half of many rows: their median is its own, and would be taken for the light.
"""
ALIKE = 1.1
"""Rows whose gains differ by fewer times than this have the same light, or the same thing before them."""
MOST_NOISE = 6.0
"""Standard deviation of a small picture's noise, in levels, that no camera exceeds: the smallest picture's noise is six
times as great. What is more is another picture, and after a lens was covered everything is.
"""
LARGE_GAIN = 0.025
"""Change of the light's level from which a new picture replaces the one compared with."""
TREMBLING = 0.05
"""From so many small pixels on it is the camera that moved, not the picture's noise, nor what rolls in it."""
STANDS = 6
"""So many frames alike say that a pushed camera stands elsewhere now: no fewer than are averaged for a read."""


@dataclass(frozen=True)
class StillnessParams:
    """`rest_s` nothing may move before the dice count as lying. Light that changes everywhere alike is no motion.

    `step` is the least change (in levels of 255) of a spot that counts, `noise_steps` the same in standard deviations
    of the picture's own noise; `edge_shift` adds, where the picture has edges, what a shift by so many small pixels
    would change: there video quivers most. `spots` is how many neighbouring small pixels must change together. Such a
    change counts at once when it is `plain` times as great or fills a 3x3 place; a fainter one when it is still there
    in the next frame.
    """

    rest_s: float = 0.17
    step: float = 7.0
    noise_steps: float = 5.0
    edge_shift: float = 0.1
    spots: int = 3
    plain: float = 2.0


class Change(NamedTuple):
    """Where a picture differs from an older one: `hot` (H, W) 0 or 1; `plain` when there can be no doubt."""

    hot: Mask
    plain: bool


class _Faint(NamedTuple):
    """A frame with a change that may be noise: what it showed, and the frame's own small picture and time."""

    hot: Mask
    small: Small
    at: float


class Stillness:
    """Feed it every picture; it says whether something in view moves. Times are the frames' own.

    A frame is compared with the last one that moved (the mean of it and the next), so that slow creeping counts too.
    A faint change is waited on for a frame: what moved stays where it went, noise is elsewhere in the next frame.
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
        self._edges: Steady | None = None  # the anchor's, once they are asked for
        self._leant: Motion | None = None  # how the camera stands against the anchor, and for how many frames
        self._leant_for = 0

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
            self._lean(small, motion)
        if self.moving and (at - self._anchor_at < self.params.rest_s - 1e-6 or self._faint is not None):
            if motion is None:
                self._steady(small)
            return "settling"
        self.moving = False
        if self._faint is None and motion is None:
            self._follow(small)
        return "still"

    def _changed(self, small: Small) -> tuple[Change | None, Motion | None]:
        """Return what changed since the anchor, and how the camera moved where that was taken off before."""
        assert self._anchor is not None
        change = changed(self._anchor, small, self.params)
        if change is None:
            return None, None
        if self._edges is None:
            self._edges = Steady(self._anchor)
        back = self._edges.put_back(_in_light(self._anchor, even_light(self._anchor, small)), small)
        if back is None or back.shift < TREMBLING:
            return change, None
        self.trembled = True
        return changed(self._anchor, back.small, self.params, back.known), back.motion

    def _lean(self, small: Small, motion: Motion) -> None:
        """Compare with this picture from now on where the camera was pushed and has come to stand elsewhere."""
        stands = self._leant is not None and farthest(motion - self._leant, small.shape) < TREMBLING
        self._leant_for = self._leant_for + 1 if stands else 1
        self._leant = motion
        if self._leant_for >= STANDS:
            self._anchor, self._edges, self._leant, self.trembled = small, None, None, False

    def _moved(self, change: Change) -> bool:
        if change.plain:
            return True
        return self._faint is not None and most_together(change.hot & self._faint.hot) >= self.params.spots

    def _restart(self, small: Small, at: float) -> None:
        """Begin a still stretch with this frame, or with the one before where that already showed the faint change."""
        before, self._faint = self._faint, None
        self.moving, self._anchor_is_one_frame = True, True
        self._anchor, self._anchor_at, self._edges = small, at, None
        self._leant, self.trembled = None, False
        if before is None or before.small.shape != small.shape:
            return
        since = changed(before.small, small, self.params)
        if since is None:
            self._anchor, self._anchor_at = before.small, before.at
            self._steady(small)

    def _steady(self, small: Small) -> None:
        """Halve the noise of a stretch's first frame by its second; no more frames, or the mean would creep along."""
        assert self._anchor is not None
        if self._anchor_is_one_frame and self._faint is None:
            self._anchor = np.asarray(cv2.addWeighted(self._anchor, 0.5, small, 0.5, 0), np.float32)
            self._anchor_is_one_frame = False

    def _follow(self, small: Small) -> None:
        """Let the anchor follow slow changes of light; at once where they are large, for clipped whites spoil the
        comparison.
        """
        assert self._anchor is not None
        gain = float(np.median(even_light(self._anchor, small)))
        share = 1.0 if abs(gain - 1.0) > LARGE_GAIN else 0.1
        self._anchor = np.asarray(cv2.addWeighted(self._anchor, 1.0 - share, small, share, 0), np.float32)
        if share == 1.0:
            self._edges = None


def shrink(image: NDArray[np.uint8]) -> Small:
    """Return a small grey copy, float32, lightly smoothed."""
    small = image
    while small.shape[1] >= 2 * WIDTH and small.shape[0] >= 32:  # by halves: OpenCV has a fast path for them
        half = small.shape[1] // 2, small.shape[0] // 2
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(grey.astype(np.float32), (3, 3)), np.float32)


def changed(old: Small, new: Small, params: StillnessParams, known: Mask | None = None) -> Change | None:
    """Return where the picture changed against `old` by more than noise, after what changed everywhere alike
    (exposure, flicker, banding) is taken off; None for nowhere. What is not `known` of the new one did not change.
    """
    gain = even_light(old, new)
    difference = _difference(old, new, gain)
    if gain.min() < 1.0:
        clipped = old > CLIPPED
        if np.median(gain) < DIMMER and np.median(clipped):
            return Change(np.ones(old.shape, np.uint8), plain=True)
        difference[clipped & (difference > 0)] = 0.0  # how white a clipped white was, nobody knows
    absolute = np.abs(difference)
    if known is not None:
        absolute *= known
    sigma = min(float(np.median(absolute[::4, ::4])) / 0.6745, MOST_NOISE)
    least = max(params.step, params.noise_steps * sigma)
    hot = np.asarray(absolute > least, np.uint8)
    if most_together(hot) < params.spots:
        return None
    allowed = least + params.edge_shift * slope(old)
    hot = np.asarray(absolute > allowed, np.uint8)
    together = most_together(hot)
    if together < params.spots:
        return None
    plain = np.asarray(absolute > params.plain * allowed, np.uint8)
    return Change(hot, together == PLACE * PLACE or most_together(plain) >= params.spots)


def differing(old: Small, new: Small) -> Mask:
    """Return (H, W) 1 where two small pictures, taken long apart, differ by more than STEP after what changed
    everywhere alike is taken off: no row's light changes by more than EVEN times the light of most.
    """
    light = _row_light(old, new)
    most = _most_rows(light)
    even = np.clip(_smoothed(light), most / EVEN, most * EVEN)
    return np.asarray(np.abs(_difference(old, new, even)) > STEP, np.uint8)


def _difference(old: Small, new: Small, gain: Small) -> Small:
    """Return how much brighter (H, W) the new picture is than the old one in its light."""
    return new - _in_light(old, gain)


def _in_light(old: Small, gain: Small) -> Small:
    """Return what the old picture would show in the new one's light."""
    return np.asarray(np.minimum((old + DARK) * gain - DARK, 255.0), np.float32)


def slope(small: Small) -> Small:
    """Return what a shift by one pixel changes (H, W), in levels: half the range of each 3x3 place."""
    place = np.ones((PLACE, PLACE), np.uint8)
    return np.asarray((cv2.dilate(small, place) - cv2.erode(small, place)) * 0.5, np.float32)


def most_together(hot: Mask) -> int:
    """Return the greatest number of hot pixels in any 3x3 place; none are made up beyond the picture's border."""
    if cv2.countNonZero(hot) == 0:
        return 0
    gathered = cv2.boxFilter(hot, -1, (PLACE, PLACE), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return int(gathered.max())


def even_light(old: Small, new: Small) -> Small:
    """Return the gain (H, 1) from the light of `old` to that of `new`, one a row, smoothed over rows (mains flicker
    shows as bands).
    """
    return _smoothed(_row_light(old, new))


def _row_light(old: Small, new: Small) -> Small:
    """Return the gain of each row (H,): the median over its places."""
    return np.asarray(np.median((new[:, ::4] + DARK) / (old[:, ::4] + DARK), axis=1), np.float32)


def _most_rows(light: Small) -> float:
    """Return the gain that most rows (H,) have, about: those like the median, or like one beside it where that falls on
    the border of something that fills half of the picture.
    """
    ordered = np.sort(light)
    beside = ordered[[ordered.size * share // 10 for share in (5, 4, 6)]]
    alike = np.maximum(light / beside[:, None], beside[:, None] / light) < ALIKE
    rows = alike.sum(axis=1)
    chosen = rows.argmax() if rows.max() > 2 * rows[0] else 0
    return float(np.median(light[alike[chosen]]))


def _smoothed(light: Small) -> Small:
    """Return rows' gains (H,) smoothed over rows, as (H, 1)."""
    return np.asarray(cv2.blur(light[:, None], (1, 9)), np.float32).reshape(-1, 1)
