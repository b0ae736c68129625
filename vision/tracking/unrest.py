"""Unrest: a tray that never comes to rest, because a clock, a lamp or a screen in the picture changes on and on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.imaging.background import Mask


@dataclass(frozen=True, slots=True)
class UnrestParams:
    """When people are told what moves."""

    after_s: float = 5.0
    """Seconds of motion at one place after which it is no throw,"""
    anywhere_s: float = 15.0
    """and of motion all over the tray: hands that sort dice."""
    pause_s: float = 1.5
    """Longest time without motion that does not end it: a clock moves once a second."""
    same_place: float = 0.3
    """Least share of the moving frames in which a pixel changes that always does; those of hands and dice wander."""
    fewest: int = 4
    """Moving frames from which that can be told."""


UNREST = UnrestParams()


class UnrestDetector:
    """Counts where frames change. Give it every frame; times are the frames' own, seconds."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._last = 0.0
        self._frames = 0
        self._changes: NDArray[np.float32] | None = None
        self._told = False

    def feed(self, hot: Mask | None, at: float) -> tuple[float, float, float, float] | None:
        """Return, once, the place of motion that does not end: (x0, y0, x1, y1) as shares of the picture. `hot` (H, W)
        are the pixels that changed in a frame that moves, None in one that does not.
        """
        if self._since is not None and at - self._last > UNREST.pause_s:
            self._since = None
        if hot is None:
            return None
        if self._since is None or self._changes is None or self._changes.shape != hot.shape:
            self._since, self._frames, self._told = at, 0, False
            self._changes = np.zeros(hot.shape, np.float32)
        self._last = at
        self._frames += 1
        self._changes += hot
        if self._told or at - self._since < UNREST.after_s or self._frames < UNREST.fewest:
            return None
        always = self._changes >= UNREST.same_place * self._frames
        if not always.any():
            if at - self._since < UNREST.anywhere_s:
                return None
            always = self._changes > 0
        self._told = True
        x, y, wide, high = cv2.boundingRect(always.astype(np.uint8))
        height, width = hot.shape
        return x / width, y / height, (x + wide) / width, (y + high) / height
