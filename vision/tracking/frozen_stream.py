"""A picture that comes again: a camera or network that stalls repeats it, and rolling dice seem to lie still."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.frames import Image


@dataclass(frozen=True, slots=True)
class FrozenStreamParams:
    """When a repeated picture is a fault of its source. Counts are of frames of the labelled clips and of the simulated
    tray, which repeats nearly all of its frames.
    """

    sparse: int = 16
    """Pictures are first compared at every 16th pixel and row: that is enough where nothing is repeated."""
    remembered: int = 60
    """Frames of a table at rest, the last ones, of which it is remembered whether they were repeated."""
    fewest: int = 8
    """Frames of a table at rest from which a source can be judged."""
    own: float = 0.4
    """Share of frames at rest that are not repeated, from which a repeated one is a fault. Noise makes each picture of
    a camera its own; a camera that is read out twice as fast gives each twice."""
    stuck_s: float = 2.0
    """Seconds for which a repeated picture is passed over; then it is read, and not trusted."""


class Repeats:
    """Sees every picture and says whether it shows anything new. Times are the frames' own, seconds."""

    def __init__(self, params: FrozenStreamParams | None = None) -> None:
        self._params = params or FrozenStreamParams()
        self._last: Image | None = None
        self._last_at = 0.0  # of the last picture that was not repeated
        self._at_rest: deque[bool] = deque(maxlen=self._params.remembered)
        self._at_rest_now = False
        self._same = False
        self._is_fault = False  # whether it is one that this picture is repeated, judged when that began
        self.stuck = False
        """Whether the source ought not to repeat this picture, and has done so for too long to pass it over."""

    def passed_over(self, image: Image, at: float) -> bool:
        """Whether to pass over the picture (H, W, 3): it came before, and its source repeats none at rest."""
        went_on, self._same = self._same, self._last is not None and self._equal(self._last, image)
        if not self._same:
            self._last, self._last_at, self.stuck = image, at, False
            return False
        if not went_on:
            self._is_fault = self._has_noise()
        if not self._is_fault:
            if self._at_rest_now:
                self._at_rest.append(True)
            return False
        self.stuck = at - self._last_at > self._params.stuck_s
        return not self.stuck

    def show(self, *, at_rest: bool) -> None:
        """Note whether all is at rest in the picture that was not passed over."""
        self._at_rest_now = at_rest
        if at_rest and not self._same:
            self._at_rest.append(False)

    def _has_noise(self) -> bool:
        own = len(self._at_rest) - sum(self._at_rest)
        return len(self._at_rest) >= self._params.fewest and own > self._params.own * len(self._at_rest)

    def _equal(self, before: Image, now: Image) -> bool:
        every = self._params.sparse
        if before.shape != now.shape or not np.array_equal(before[::every, ::every], now[::every, ::every]):
            return False
        return before is now or np.array_equal(before, now)
