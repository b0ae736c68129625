"""Is something large in the way that was not there when the table was last seen freely: a hand, an arm, a body?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.tracking.motion import differing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.tracking.motion import Mask, Small

LARGE = 0.02
"""Share of the picture that an arm covers at least; ten dice that fill a corner cover less."""
FULL = 0.28
"""Share of its bounding box that an arm fills; the seams of a bumped picture fill little."""
MOST_EDGES = 3
"""Over so many of the picture's edges a body leans in; what reaches all four is the light or the camera."""
LAIN_S = 8.0
"""What has lain quite still for so long is a thing that was put down. A hand that rests in the picture stirs or is
taken away sooner; a book costs a question or two.
"""
STIRRED = 0.05
"""Share of something's places that must have changed for it to have stirred: rendered arms that shift by 2 mm change 4
to 11 in a hundred, by 4 mm 15 and more. A die that comes to lie against a book changes fewer."""
ANOTHER = 0.5
"""Share of the picture that differs from what it showed when the lens is covered, or the camera looks elsewhere."""


def in_the_way(before: Small, now: Small) -> bool:
    """Say whether one joined change against the picture `before` is large and comes in over one to three of the
    picture's edges.

    Both are small grey pictures of one size (`vision.tracking.motion.shrink`). A bumped camera changes places all over
    and is no hand.
    """
    return bool(_things(before, now))


class Outlook:
    """What the table looks like where nothing is in the way, and since when each place looks as it does: what is in the
    way and lies quite still for LAIN_S belongs to the table from then on. Times are the frames' own, seconds.
    """

    def __init__(self) -> None:
        self._free: Small | None = None  # the last picture with nothing in the way
        self._before: Small | None = None  # the one before something was put down there that belongs to the table now
        self._last: Small | None = None  # the last picture shown
        self._since: NDArray[np.float64] = np.zeros((0, 0))

    def blocked(self, now: Small, at: float) -> bool:
        """Say whether something is in the way that has not lain there long enough."""
        if self._free is None or self._last is None or self._free.shape != now.shape:
            return False
        things = _things(self._free, now)
        if not things or (self._before is not None and not _things(self._before, now)):  # it was taken away again
            return False
        stirred = (differing(self._last, now) > 0) | (at - self._since < LAIN_S)
        return any(stirred[thing].mean() > STIRRED for thing in things)

    def gone(self, now: Small) -> bool:
        """Say whether next to nothing is seen of the table any more, nor was when a picture was last shown."""
        known = [each for each in (self._free, self._last) if each is not None and each.shape == now.shape]
        return bool(known) and all(differing(each, now).mean() > ANOTHER for each in known)

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
    """Return for each thing in the way the places (H, W) of it that changed."""
    if before.shape != now.shape:
        return []
    hot: Mask = differing(before, now)
    height, width = hot.shape
    if hot.mean() < LARGE:
        return []
    joined = cv2.morphologyEx(hot, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    things = []
    for label, (left, top, wide, high, area) in enumerate(stats.tolist()):
        edges = (left <= 1) + (top <= 1) + (left + wide >= width - 1) + (top + high >= height - 1)
        large = area > LARGE * height * width and area > FULL * wide * high
        if label and large and 1 <= edges <= MOST_EDGES:
            things.append((labels == label) & (hot > 0))
    return things
