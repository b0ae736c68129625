"""A camera over a drawn tray that fails in every way a camera does, behind the real `LatestFrames`."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from catseye.text import plain
from tests.support.drawn_dice import DrawnTray
from tests.support.virtual_time import VirtualTime
from vision.frames import Picture, SourceLost
from vision.sources.latest_frame import LatestFrames

FPS = 15
FAULTS = ("unplugged", "flaky", "frozen", "black", "torn", "resized", "stalled", "garbage", "error")
SIZES = ((120, 90), (160, 120), (320, 240), (480, 360), (320, 180), (20, 15))


class FaultyCamera:
    """`open` gives a source as `vision.open_source` does. One fault at a time, begun by `fail`, ended by `work`."""

    def __init__(self, time: VirtualTime, tray: DrawnTray, random: Random) -> None:
        self._time, self._tray, self._random = time, tray, random
        self.fault = ""
        self._since = 0.0
        self._size: tuple[int, int] | None = None
        self._shown = tray.picture(0.0)
        self._due = 0.0

    def open(self, name: str) -> LatestFrames:
        """The camera as a source; raises SourceLost while it is unplugged."""
        if self._is_away():
            raise SourceLost(plain(f"{name} is not there"))
        self._due = self._time.now()
        return LatestFrames(name, self._grab, lambda: None, fps=FPS, clock=self._time.now)

    def fail(self, fault: str) -> None:
        """From now on this is wrong with it."""
        self.fault, self._since = fault, self._time.now()
        self._size = self._random.choice(SIZES) if fault == "resized" else None

    def work(self) -> None:
        """From now on it works."""
        self.fault, self._size = "", None

    def _is_away(self) -> bool:
        lasts = self._time.now() - self._since
        return self.fault == "unplugged" or (self.fault == "flaky" and int(lasts / 0.3) % 2 == 0)

    def _grab(self) -> Picture:
        self._due = max(self._due + 1 / FPS, self._time.now())
        while (left := self._due - self._time.now()) > 1e-9 or self.fault == "stalled":
            self._time.sleep(max(left, 0.05))
        if self._is_away():
            raise SourceLost(plain("the camera was unplugged"))
        if self.fault == "error":
            raise self._random.choice((RuntimeError("driver"), cv2.error("assertion"), ValueError(), MemoryError()))
        return self._picture()

    def _picture(self) -> Picture:
        before, real = self._shown, self._tray.picture(self._time.now())
        if self.fault == "frozen":
            return Picture(before.copy())
        self._shown = real
        if self._size is not None:
            return Picture(cv2.resize(real, self._size))
        if self.fault == "black":
            return Picture(np.zeros_like(real))
        if self.fault == "garbage":
            return Picture(self._garbage(real))
        if self.fault == "torn" and self._random.random() < 0.5:
            row = self._random.randrange(8, real.shape[0] - 8)
            torn, known = real.copy(), self._random.random() < 0.5
            torn[row:] = 128 if known else before[row:]
            return Picture(torn, damaged=known)
        return Picture(real)

    def _garbage(self, real: np.ndarray) -> np.ndarray:
        high, wide = real.shape[:2]
        noise = np.frombuffer(self._random.randbytes(high * wide * 3), np.uint8).reshape(real.shape)
        return self._random.choice(
            (
                noise,
                noise[:, :, 0],
                noise[:, :, :2],
                noise[:1, :1],
                noise[:0],
                noise[:, :, :1],
                noise.astype(np.uint16) * 257,
                np.full(real.shape, np.nan, np.float32),
                np.dstack([real, real[:, :, :1]]),
                cv2.cvtColor(real, cv2.COLOR_BGR2GRAY),
                np.roll(real, self._random.randrange(wide), axis=1),
                real[::-1],
            )
        )
