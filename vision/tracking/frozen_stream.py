"""Frozen streams: a stalled camera or network repeats a picture, in which rolling dice seem to rest."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.frames import Image


@dataclass(frozen=True, slots=True)
class FrozenStreamParams:
    """When a repeated picture is a fault of its source. Chosen on labelled clips, and on the simulated tray, which
    repeats nearly all frames.
    """

    sparse: int = 16
    """Pictures are compared at every 16th pixel and row first, which mostly suffices."""
    remembered: int = 60
    """Number of last frames at rest whose repetitions are counted,"""
    fewest: int = 8
    """and the least number that suffices."""
    own: float = 0.4
    """Least share of frames at rest without repetition, by noise, of a source in which a repetition is a fault. A
    camera that is read twice as fast as it records gives each frame twice."""
    stuck_s: float = 2.0
    """Seconds for which a repeated picture is skipped; after them it is read, not sure."""


class FrozenStreamDetector:
    """Detects repeated pictures. Give it every frame; times are the frames' own, seconds."""

    def __init__(self, params: FrozenStreamParams | None = None) -> None:
        self._params = params or FrozenStreamParams()
        self._last: Image | None = None
        self._last_at = 0.0  # of the last picture that was not repeated
        self._at_rest: deque[bool] = deque(maxlen=self._params.remembered)
        self._at_rest_now = False
        self._same = False
        self._is_fault = False  # whether this repetition is a fault, decided at its beginning
        self.stuck = False
        """Whether a faulty repetition lasts longer than `stuck_s`."""

    def skips(self, image: Image, at: float) -> bool:
        """Return whether to skip the picture (H, W, 3): a repetition by a source that has none at rest."""
        was_same, self._same = self._same, self._last is not None and self._equal(self._last, image)
        if not self._same:
            self._last, self._last_at, self.stuck = image, at, False
            return False
        if not was_same:
            self._is_fault = self._has_noise()
        if not self._is_fault:
            if self._at_rest_now:
                self._at_rest.append(True)
            return False
        self.stuck = at - self._last_at > self._params.stuck_s
        return not self.stuck

    def update(self, *, at_rest: bool) -> None:
        """Count the picture that was not skipped, if it is at rest."""
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
