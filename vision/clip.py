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


USUAL_FPS = 30.0
"""Pictures a second of what does not say."""
MOST_FPS = 240.0
"""A file that claims more counts ticks of its clock, not pictures: 1000 stands in many that browsers make."""
TIMED = 60
"""So many pictures' own times tell the rate of such a file: two seconds' worth, decoded when it is opened."""
DAMAGED = 5
"""So many pictures on end may be damaged before a file counts as ended."""


class _Film(Protocol):
    def picture(self, number: int) -> tuple[Image, int] | None: ...
    def close(self) -> None: ...


class _Video:
    def __init__(self, path: Path) -> None:
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise SourceLost(f"clip:{path}: not a video that can be read")
        self._next = 0
        claimed = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = USUAL_FPS if claimed <= 0 else _rate(path) if claimed > MOST_FPS else claimed

    def picture(self, number: int) -> tuple[Image, int] | None:
        """Return picture `number` and its number, or of the next that is not damaged; None at the end."""
        if number < self._next:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, float(number))
        for self._next in range(number + 1, number + DAMAGED + 2):
            good, image = self._capture.read()
            if good:
                return image.astype(np.uint8, copy=False), self._next - 1
            if self._capture.get(cv2.CAP_PROP_POS_FRAMES) >= self._capture.get(cv2.CAP_PROP_FRAME_COUNT):
                break
        return None

    def close(self) -> None:
        self._capture.release()


class _Stills:
    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def picture(self, number: int) -> tuple[Image, int] | None:
        if number >= len(self._paths):
            return None
        image = cv2.imread(str(self._paths[number]), cv2.IMREAD_COLOR)
        if image is None:
            raise SourceLost(f"{self._paths[number]}: not a picture that can be read")
        return image.astype(np.uint8, copy=False), number

    def close(self) -> None:
        """Nothing is held open."""


class Clip:
    """A FrameSource that gives every picture of a file once, in order, on the file's own timeline (`at` from 0). A
    picture that is damaged is passed over: its number and its time are missing.

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
        found = self._film.picture(self._picture)
        if found is None and self._loop and self._picture:
            self._picture = 0
            found = self._film.picture(0)
        if found is None:
            self.ended = True
            return None
        image, picture = found
        passed = picture - self._picture
        frame = Frame(image=image, at=at + passed / self.fps, number=self._number + passed)
        self._number, self._picture = frame.number + 1, picture + 1
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
        return _Stills(stills), USUAL_FPS
    if not path.is_file():
        raise SourceLost(f"clip:{path}: no such file")
    if path.suffix.lower() in PICTURES:
        return _Stills([path]), USUAL_FPS
    video = _Video(path)
    return video, video.fps


def _rate(path: Path) -> float:
    """Return the pictures a second of a video, from the times its first pictures bear; USUAL_FPS where those are no
    more to be believed than what it claims.
    """
    capture = cv2.VideoCapture(str(path))
    times_s: list[float] = []
    while len(times_s) <= TIMED and capture.grab():
        times_s.append(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0)
    capture.release()
    lasted_s = max(times_s) - min(times_s) if times_s else 0.0
    rate = (len(times_s) - 1) / lasted_s if lasted_s > 0 else 0.0
    return rate if 1.0 <= rate <= MOST_FPS else USUAL_FPS
