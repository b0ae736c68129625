"""`clip:FILE`: a video file, or a folder of stills, played as a camera would."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from calibration.files import PICTURES
from vision.frames import Frame, Hand, SourceLost

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.frames import Image


class _Film(Protocol):
    def picture(self, number: int) -> Image | None: ...
    def close(self) -> None: ...


class _Video:
    def __init__(self, path: Path) -> None:
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise SourceLost(f"clip:{path}: not a video that can be read")
        self._next = 0
        self.fps = self._capture.get(cv2.CAP_PROP_FPS)

    def picture(self, number: int) -> Image | None:
        if number < self._next:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, float(number))
            self._next = number
        self._next += 1
        good, image = self._capture.read()
        return image.astype(np.uint8, copy=False) if good else None

    def close(self) -> None:
        self._capture.release()


class _Stills:
    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def picture(self, number: int) -> Image | None:
        if number >= len(self._paths):
            return None
        image = cv2.imread(str(self._paths[number]), cv2.IMREAD_COLOR)
        if image is None:
            raise SourceLost(f"{self._paths[number]}: not a picture that can be read")
        return image.astype(np.uint8, copy=False)

    def close(self) -> None:
        """Nothing is held open."""


class Clip:
    """A FrameSource that gives every picture of a file once, in order, on the file's own timeline (`at` from 0).

    With `pace` it gives them no faster than a camera would, waiting by `sleep`, and `at` is the clock's; with `loop`
    it begins again at the end.
    """

    hand: Hand | None = None

    def __init__(
        self,
        path: Path,
        *,
        fps: float | None = None,
        pace: bool = False,
        loop: bool = False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = f"clip:{path}"
        self.ended = False
        self._film, told = _open(path)
        self.fps = fps or told
        self._pace, self._loop, self._clock, self._sleep = pace, loop, clock, sleep
        self._number = 0
        self._picture = 0
        self._started: float | None = None

    def read(self, timeout: float) -> Frame | None:
        """Return the next picture, or None at the end (`ended`) or, when paced, if it is not due within `timeout`
        seconds.
        """
        if self.ended:
            return None
        at = self._number / self.fps
        if self._pace:
            now = self._clock()
            if self._started is None:
                self._started = now
            at += self._started
            if (wait := at - now) > timeout:
                self._sleep(timeout)
                return None
            self._sleep(max(0.0, wait))
        image = self._film.picture(self._picture)
        if image is None and self._loop and self._picture:
            self._picture = 0
            image = self._film.picture(0)
        if image is None:
            self.ended = True
            return None
        frame = Frame(image=image, at=at, number=self._number)
        self._number += 1
        self._picture += 1
        return frame

    def close(self) -> None:
        """Close the file."""
        self.ended = True
        self._film.close()


def _open(path: Path) -> tuple[_Film, float]:
    if path.is_dir():
        stills = sorted(each for each in path.iterdir() if each.suffix.lower() in PICTURES)
        if not stills:
            raise SourceLost(f"clip:{path}: a folder without pictures")
        return _Stills(stills), 30.0
    if not path.is_file():
        raise SourceLost(f"clip:{path}: no such file")
    if path.suffix.lower() in PICTURES:
        return _Stills([path]), 30.0
    video = _Video(path)
    return video, video.fps if video.fps > 0 else 30.0
