"""The same picture once more: a camera or a network that stumbles gives it again, and dice that roll seem to lie."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.frames import Image

SPARSE = 16
"""Every so many pixels and rows are compared first: where nothing is repeated that is enough to know."""
REMEMBERED, FEWEST = 60, 8
"""Of so many pictures of a table at rest it is remembered whether they were repeated; fewer tell nothing."""
OWN = 0.4
"""Share of them that were not repeated, from which on a picture that is repeated is a fault: noise makes each picture
of a camera its own, and one that is read out twice as fast gives each twice. A drawn tray repeats nearly all.
"""
STUCK_S = 2.0
"""So long a repeated picture is passed over; then it is looked at, and not believed."""


class Repeats:
    """Show it every picture; it says whether one tells anything new. Times are the frames' own, seconds."""

    def __init__(self) -> None:
        self._last: Image | None = None
        self._last_at = 0.0  # of the last picture that was not repeated
        self._at_rest: deque[bool] = deque(maxlen=REMEMBERED)
        self._at_rest_now = False
        self._same = False
        self.stuck = False
        """Whether the picture is one that ought not to be repeated, and has been for too long to be passed over."""

    def passed_over(self, image: Image, at: float) -> bool:
        """Say whether the picture (H, W, 3) is to be passed over: one that came before, of a source that repeats none
        when all is at rest.
        """
        self._same = self._last is not None and _same(self._last, image)
        if not self._same:
            self._last, self._last_at, self.stuck = image, at, False
            return False
        if self._at_rest_now:
            self._at_rest.append(True)
        if not self._has_noise():
            return False
        self.stuck = at - self._last_at > STUCK_S
        return not self.stuck

    def show(self, *, at_rest: bool) -> None:
        """Say whether all is at rest in the picture, where that was looked at."""
        self._at_rest_now = at_rest
        if at_rest and not self._same:
            self._at_rest.append(False)

    def _has_noise(self) -> bool:
        own = len(self._at_rest) - sum(self._at_rest)
        return len(self._at_rest) >= FEWEST and own > OWN * len(self._at_rest)


def _same(before: Image, now: Image) -> bool:
    if before.shape != now.shape or not np.array_equal(before[::SPARSE, ::SPARSE], now[::SPARSE, ::SPARSE]):
        return False
    return before is now or np.array_equal(before, now)
