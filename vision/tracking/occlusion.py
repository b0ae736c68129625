"""Is something large in the way that was not there when the table was last seen freely: a hand, an arm, a body?"""

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
    """What counts as in the way. Shares are of rendered arms and of dice that fill a corner (bench/vision_soak.py)."""

    large: float = 0.02
    """Least share of the picture that an arm covers; ten dice that fill a corner cover less."""
    full: float = 0.28
    """Least share of its bounding box that an arm fills; the seams of a bumped picture fill little."""
    most_edges: int = 3
    """Edges of the picture, at most, over which a body leans in; what reaches all four is the light or the camera."""
    lain_s: float = 8.0
    """Seconds of stillness after which a thing was put down. A hand in the picture stirs or leaves sooner; a book costs
    a question or two."""
    stirred: float = 0.05
    """Share of a thing's places that must change for it to have stirred. Rendered arms that shift by 2 mm change 0.04
    to 0.11, by 4 mm 0.15 and more; a die that comes to lie against a book changes less."""
    another: float = 0.5
    """Share of the picture that differs where the lens is covered, or the camera points elsewhere."""


PARAMS = OcclusionParams()


def in_the_way(before: Small, now: Small) -> bool:
    """Whether one joined change against the picture `before` is large and reaches over one to three of the picture's
    edges. Both are small grey copies of one size (`vision.imaging.background.shrink`). A bumped camera changes places
    all over, and is no hand.
    """
    return bool(_things(before, now))


class Outlook:
    """Remembers the table with nothing in the way, and since when each place looks as it does: a thing that lies still
    for `lain_s` belongs to the table from then on. Times are the frames' own, seconds.
    """

    def __init__(self) -> None:
        self._free: Small | None = None  # the last picture with nothing in the way
        self._before: Small | None = None  # the one before a thing was put down that belongs to the table now
        self._last: Small | None = None  # the last picture shown
        self._since: NDArray[np.float64] = np.zeros((0, 0))

    def blocked(self, now: Small, at: float) -> bool:
        """Whether something is in the way that has not lain there for `lain_s`."""
        if self._free is None or self._last is None or self._free.shape != now.shape:
            return False
        things = _things(self._free, now)
        if not things or (self._before is not None and not _things(self._before, now)):  # it was taken away again
            return False
        stirred = (differing(self._last, now) > 0) | (at - self._since < PARAMS.lain_s)
        return any(stirred[thing].mean() > PARAMS.stirred for thing in things)

    def gone(self, now: Small) -> bool:
        """Whether the picture shows next to nothing of the table, neither as it was free nor as it was last shown."""
        known = [each for each in (self._free, self._last) if each is not None and each.shape == now.shape]
        return bool(known) and all(differing(each, now).mean() > PARAMS.another for each in known)

    def show(self, now: Small, at: float) -> None:
        """Remember a picture of a table at rest."""
        hidden = self.blocked(now, at) or self.gone(now)
        if self._last is None or self._last.shape != now.shape:
            self._since = np.full(now.shape, at)
        else:
            self._since[differing(self._last, now) > 0] = at
        self._last = now
        if hidden:
            return
        if self._free is not None and in_the_way(self._free, now):
            taken_away = self._before is not None and not in_the_way(self._before, now)
            self._before = None if taken_away else self._free
        self._free = now


def _things(before: Small, now: Small) -> list[NDArray[np.bool_]]:
    """Return, for each thing in the way, the places (H, W) of it that changed."""
    if before.shape != now.shape:
        return []
    hot: Mask = differing(before, now)
    height, width = hot.shape
    if hot.mean() < PARAMS.large:
        return []
    joined = cv2.morphologyEx(hot, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    things = []
    for label, (left, top, wide, high, area) in enumerate(stats.tolist()):
        edges = (left <= 1) + (top <= 1) + (left + wide >= width - 1) + (top + high >= height - 1)
        large = area > PARAMS.large * height * width and area > PARAMS.full * wide * high
        if label and large and 1 <= edges <= PARAMS.most_edges:
            things.append((labels == label) & (hot > 0))
    return things
