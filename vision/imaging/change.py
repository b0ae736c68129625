"""The change of a picture since the tray was empty, whatever the light does: new objects, and older ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.imaging.background import BACKGROUND, half, in_light, slope
from vision.imaging.boxes import DIE_BOX, grown
from vision.imaging.crops import reduced
from vision.imaging.registration import shifted_onto

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


@dataclass(frozen=True)
class ChangeParams:
    """Limits of changes, chosen on drawn tables before and after dice were thrown and on ray-traced tables
    (bench/VISION.md). Lengths are sides of a die.
    """

    longest_px: int = 640
    """Longest side of the reduced copies,"""
    side_px: int = 14
    """which are reduced further, by an integer, as long as dice keep this size."""
    light: float = 5.0
    """Width of the window whose median change is the light's: a lamp, a drift, a soft shadow."""
    light_px: float = 3.5
    """Side of a die in the copy in which that median is taken."""
    step_levels: float = 11.0
    """Least change of a pixel of a colour, levels,"""
    noise_steps: float = 4.5
    """and the same in standard deviations of that colour's noise."""
    shift_px: float = 0.4
    """Shift of the copy whose effect on a pixel is no change."""
    shadow: float = 0.2
    """Least share of the light that a shadow leaves,"""
    tint: float = 0.12
    """and largest difference of the share of one colour from their mean."""
    noise_levels: float = 42.0
    """Largest change by noise, levels, of pictures that can be compared,"""
    aspect: float = 0.01
    """largest difference of the ratios of their sides, as a share,"""
    most: float = 0.5
    """and largest share of changed pixels; more is another view."""
    core: float = 0.8
    """Central part of a box, over its side, that is compared with the empty tray,"""
    unchanged: float = 0.1
    """and the largest share of changed pixels there of an unchanged object."""
    joined_px: int = 5
    """Largest gap between parts of one object, px of the copies."""


CHANGE = ChangeParams()
LOG_STEP = 80.0
"""Levels, in the copy of which medians are taken, for each unit of the logarithm of the light's ratio."""


@dataclass(frozen=True, eq=False)
class Arrival:
    """Something that came since the tray was empty: its `box` (4,) px and its `area` in px squared."""

    box: Floats
    area: float


@dataclass(frozen=True, eq=False)
class Change:
    """The difference of a picture from one of the empty tray, in copies reduced by `times`: pixels that changed
    otherwise than the light around them (`anywhere` (h, w), 0 or 1), and those that are no shadow (`plainly`).
    `corner` (2,) is the place of the copies' corner, px of the picture.
    """

    anywhere: NDArray[np.uint8]
    plainly: NDArray[np.uint8]
    times: float
    corner: Floats

    @classmethod
    def between(
        cls, empty: NDArray[np.uint8], image: NDArray[np.uint8], size: float, corner: tuple[float, float] = (0.0, 0.0)
    ) -> Change | None:
        """Return the change from `empty` to `image` (H, W, 3), in which dice are about `size` px large; `empty` may be
        reduced (see `to_compare`). `corner` (x, y) is the place of these cutouts. None if the two cannot be compared.
        """
        times = max(1, int(size * min(1.0, CHANGE.longest_px / max(image.shape[:2])) / CHANGE.side_px))
        if abs(empty.shape[1] * image.shape[0] / (empty.shape[0] * image.shape[1]) - 1.0) > CHANGE.aspect:
            return None
        new = _small(image, times)
        old = _smooth(_resized(empty, new.shape[1], new.shape[0]))
        scale = image.shape[1] / new.shape[1]
        old = shifted_onto(old, new)
        expected = in_light(old, _light(old, new, size / scale))
        # The light of a clipped pixel is unknown.
        clipped = old > BACKGROUND.clipped_levels
        old = np.where(clipped, np.maximum(expected, np.minimum(new, old)), expected).astype(np.float32)
        difference = np.asarray(cv2.absdiff(new, old), np.float32)
        noise = _noise(difference)
        if noise.max() * CHANGE.noise_steps > CHANGE.noise_levels:
            return None
        least = np.maximum(CHANGE.step_levels, CHANGE.noise_steps * noise) + CHANGE.shift_px * slope(old)
        anywhere = _most(np.asarray(difference / least, np.float32)) > 1.0
        if anywhere.mean() > CHANGE.most:
            return None
        ratio = np.asarray((new + BACKGROUND.dark_levels) / (old + BACKGROUND.dark_levels), np.float32)
        light = cv2.transform(ratio, np.full((1, 3), 1.0 / 3.0))
        tint = _most(cv2.absdiff(ratio, cv2.merge([light, light, light])))
        shadow = (light < 1.0) & (light > CHANGE.shadow) & (tint < CHANGE.tint)
        plainly = (anywhere & ~shadow).astype(np.uint8)
        return cls(anywhere.astype(np.uint8), plainly, scale, np.array(corner, np.float32))

    def unchanged(self, boxes: Floats) -> NDArray[np.bool_]:
        """Return (N,) which of the boxes (N, 4) px hold the same as in the empty tray."""
        cores = self._here(grown(boxes, CHANGE.core))
        return np.array([_share(self.anywhere, box) < CHANGE.unchanged for box in cores], np.bool_)

    def arrivals(self, dice: Floats) -> list[Arrival]:
        """Return what came outside the dice in the boxes (N, 4) px, largest first; nothing at the picture's edge."""
        left = self.plainly.copy()
        for x0, y0, x1, y1 in np.rint(self._here(grown(dice, DIE_BOX.own))).astype(int):
            left[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = 0
        left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
        joined = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((CHANGE.joined_px, CHANGE.joined_px), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        found = []
        for number, (x, y, width, height, _) in enumerate(stats[1:].tolist(), 1):
            here = slice(y, y + height), slice(x, x + width)
            area = float(np.count_nonzero((labels[here] == number) & (left[here] > 0))) * self.times**2
            if x < 1 or y < 1 or x + width > left.shape[1] - 1 or y + height > left.shape[0] - 1:
                continue
            box = np.array([x, y, x + width, y + height], np.float32) * self.times + np.tile(self.corner, 2)
            found.append(Arrival(box.astype(np.float32), area))
        return sorted(found, key=lambda each: -each.area)

    def _here(self, boxes: Floats) -> Floats:
        """Return boxes (N, 4) px of the picture in px of the copies."""
        return np.asarray((boxes - np.tile(self.corner, 2)) / self.times, np.float32)


def to_compare(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture reduced to the size at which it is compared: enough to keep."""
    return reduced(image, min(CHANGE.longest_px, max(image.shape[:2])))


def _small(image: NDArray[np.uint8], times: int) -> Floats:
    """Return a lightly smoothed copy (h, w, 3), `times` smaller than `to_compare` gives."""
    longest = max(image.shape[:2])
    share = max(1, round(min(CHANGE.longest_px, longest) / times)) / longest
    return _smooth(_resized(image, max(1, round(share * image.shape[1])), max(1, round(share * image.shape[0]))))


def _resized(image: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """Return a copy of this size. Halving first takes a third of the time."""
    while image.shape[1] >= 2 * width and image.shape[0] >= 2 * height:
        image = half(image)
    return cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _smooth(small: NDArray[Any]) -> Floats:
    return np.asarray(cv2.blur(small.astype(np.float32), (3, 3)), np.float32)


def _light(old: Floats, new: Floats, side: float) -> Floats:
    """Return (h, w, 3) by how much the light around each pixel changed: the median ratio in a window of several dice,
    most of which is the tray's floor. Dice are `side` px large.
    """
    height, width = new.shape[:2]
    times = max(1.0, side / CHANGE.light_px)
    size = max(1, round(width / times)), max(1, round(height / times))
    dark = BACKGROUND.dark_levels
    one, other = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (old, new))
    ratio = np.log((other + dark) / (one + dark))
    middle = np.median(ratio.reshape(-1, 3), axis=0)
    levels = np.clip((ratio - middle) * LOG_STEP + 128.0, 0, 255).astype(np.uint8)
    window = int(CHANGE.light * side / times) // 2 * 2 + 1
    light = (cv2.medianBlur(levels, window).astype(np.float32) - 128.0) / LOG_STEP + middle
    return np.asarray(cv2.resize(np.exp(light).astype(np.float32), (width, height)), np.float32)


def _noise(difference: Floats) -> Floats:
    """Return (3,) the standard deviation of each colour's noise: by the median difference of the pixels that differ at
    all, since all others were filled.
    """
    some = difference[::4, ::4].reshape(-1, 3)
    some = some[some.max(axis=1) > 0.0]
    return np.asarray(np.median(some, axis=0) / 0.6745 if len(some) else np.zeros(3), np.float32)


def _most(picture: NDArray[Any]) -> Floats:
    """Return the maximum over channels (h, w) of (h, w, 3), 25 times as fast as NumPy."""
    one, two, three = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(one, two), three), np.float32)


def _share(hot: NDArray[np.uint8], box: Floats) -> float:
    """Return the share of set pixels in the box (4,), 1 outside the picture."""
    x0, y0, x1, y1 = np.rint(box).astype(int)
    here = hot[max(0, y0) : max(0, y1, y0 + 1), max(0, x0) : max(0, x1, x0 + 1)]
    return float(here.mean()) if here.size else 1.0
