"""Occlusion: does a large new object, a hand, an arm or a body, cover part of the table?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.background import differing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.imaging.background import Mask, Small


@dataclass(frozen=True, slots=True)
class OcclusionParams:
    """Limits of an occluder, chosen on rendered arms and on dice that fill a corner (bench/vision_soak.py)."""

    large: float = 0.02
    """Least share of the picture of an occluder; ten dice in a corner cover less,"""
    full: float = 0.28
    """least share of its bounding box; the edges of a shifted picture fill less,"""
    most_edges: int = 3
    """and largest number of edges of the picture that it touches; a change at all four is the light or the camera."""
    lain_s: float = 8.0
    """Seconds without motion after which an occluder is part of the table. A hand moves or leaves sooner; a book causes
    a question or two."""
    stirred: float = 0.05
    """Least share of an occluder's pixels that change when it moves. Rendered arms that shift by 2 mm change 0.04 to
    0.11, by 4 mm 0.15 and more; a die that comes to rest against a book changes less."""
    another: float = 0.5
    """Least share of the picture that changes when the lens is covered or the camera points elsewhere."""


OCCLUSION = OcclusionParams()


def occluded_since(before: Small, now: Small, within: Mask | None = None) -> bool:
    """Return whether an occluder appeared since `before`: a large connected change that touches one to three edges of
    the picture, and reaches `within` (H, W) if that is given. Both are reduced grey copies of one size
    (`vision.imaging.background.shrink`).
    """
    return bool(_occluders(before, now, within))


class OcclusionDetector:
    """Detects occluders against the last unoccluded picture. An object without motion for `lain_s` becomes part of the
    table. Times are the frames' own, seconds.
    """

    def __init__(self) -> None:
        self._free: Small | None = None  # the last unoccluded picture
        self._before: Small | None = None  # the one before an object was put down that is part of the table now
        self._last: Small | None = None  # the last picture
        self._since: NDArray[np.float64] = np.zeros((0, 0))

    def occluded(self, now: Small, at: float, within: Mask | None = None) -> bool:
        """Return whether there is an occluder that moved within `lain_s`; `within` as for `occluded_since`."""
        if self._free is None or self._last is None or self._free.shape != now.shape:
            return False
        occluders = _occluders(self._free, now, within)
        if not occluders or (self._before is not None and not _occluders(self._before, now)):  # it was taken away again
            return False
        stirred = (differing(self._last, now) > 0) | (at - self._since < OCCLUSION.lain_s)
        return any(stirred[each].mean() > OCCLUSION.stirred for each in occluders)

    def other_view(self, now: Small) -> bool:
        """Return whether the picture differs from both the last unoccluded and the last picture in most pixels."""
        known = [each for each in (self._free, self._last) if each is not None and each.shape == now.shape]
        return bool(known) and all(differing(each, now).mean() > OCCLUSION.another for each in known)

    def update(self, now: Small, at: float, within: Mask | None = None) -> None:
        """Add a picture of a table at rest."""
        hidden = self.occluded(now, at, within) or self.other_view(now)
        if self._last is None or self._last.shape != now.shape:
            self._since = np.full(now.shape, at)
        else:
            self._since[differing(self._last, now) > 0] = at
        self._last = now
        if hidden:
            return
        if self._free is not None and occluded_since(self._free, now):
            taken_away = self._before is not None and not occluded_since(self._before, now)
            self._before = None if taken_away else self._free
        self._free = now


def _occluders(before: Small, now: Small, within: Mask | None = None) -> list[NDArray[np.bool_]]:
    """Return the mask (H, W) of the changed pixels of each occluder that reaches `within`."""
    if before.shape != now.shape:
        return []
    hot: Mask = differing(before, now)
    height, width = hot.shape
    if hot.mean() < OCCLUSION.large:
        return []
    joined = cv2.morphologyEx(hot, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    occluders = []
    for label, (left, top, wide, high, area) in enumerate(stats.tolist()):
        edges = (left <= 1) + (top <= 1) + (left + wide >= width - 1) + (top + high >= height - 1)
        large = area > OCCLUSION.large * height * width and area > OCCLUSION.full * wide * high
        if label and large and 1 <= edges <= OCCLUSION.most_edges:
            pixels = (labels == label) & (hot > 0)
            if within is None or (pixels & (within > 0)).any():
                occluders.append(pixels)
    return occluders
