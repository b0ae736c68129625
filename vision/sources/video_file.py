"""`clip:FILE`: a video file, or a folder of stills, played like a camera."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import cv2
import numpy as np

from catseye.image_files import MOST_PIXELS, PICTURES, NotAPicture, decode, decode_file, has_plain_name
from catseye.text import say
from vision.frames import Frame, Hand, Picture, SourceLost

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from catseye.text import Text
    from vision.frames import Image


USUAL_FPS = 30.0
"""Frame rate of a file that has none."""
MOST_FPS = 240.0
"""Largest plausible frame rate of a file; more are ticks of its clock, such as 1000 by many browsers."""
TIMED = 60
"""Frames whose times give the rate of such a file: two seconds, read on opening."""
MOST_PASSED_OVER = 5
"""Consecutive frames that may fail to decode before a file counts as ended."""
MOTION_JPEG = cv2.VideoWriter.fourcc(*"MJPG")
"""The codec whose frames are decoded here, because FFmpeg does not report damaged ones."""
LONGEST_GAP_S = 10.0
"""Largest interval between the times of two successive frames; larger ones are damaged, or the recording paused."""


_CONTAINERS = re.compile(rb"RIFF....AVI |....(ftyp|moov|mdat|wide)|\x1aE\xdf\xa3|OggS|\0\0\1\xba|FLV\1", re.DOTALL)
"""How the files begin in which videos come. FFmpeg and OpenCV would open single pictures of any format as well, without
a limit to their size.
"""


class _Picture(NamedTuple):
    image: Image
    number: int
    time_s: float | None
    """Its time in the file; None where the file has none."""
    damaged: bool = False


class _Film(Protocol):
    fps: float

    def picture(self, number: int) -> _Picture | None: ...
    def close(self) -> None: ...


class _Video:
    def __init__(self, path: Path) -> None:
        if not has_plain_name(path):
            raise _lost(path, say("a video whose name is not UTF-8 cannot be opened; give it another name"))
        self._capture = _opened(path)
        if not self._capture.isOpened():
            raise _lost(path, say("not a video that can be read"))
        pixels = self._capture.get(cv2.CAP_PROP_FRAME_WIDTH) * self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if pixels > MOST_PIXELS:
            raise _lost(path, say("its pictures are too large"))
        self._encoded = False
        if int(self._capture.get(cv2.CAP_PROP_FOURCC)) == MOTION_JPEG:
            encoded = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
            if encoded.isOpened():
                self._capture, self._encoded = encoded, True
        self._next = 0
        claimed = self._capture.get(cv2.CAP_PROP_FPS)
        measured = claimed if 0 < claimed <= MOST_FPS else _rate(path)
        self.fps = measured or USUAL_FPS
        self._timed = measured is not None

    def picture(self, number: int) -> _Picture | None:
        """Return picture `number`, or the next that can be decoded; None at the end."""
        if number < self._next:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, float(number))
        for self._next in range(number + 1, number + MOST_PASSED_OVER + 2):
            if (found := self._read()) is not None:
                time_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0 if self._timed else None
                return _Picture(found.image, self._next - 1, time_s, found.damaged)
            if self._capture.get(cv2.CAP_PROP_POS_FRAMES) >= self._capture.get(cv2.CAP_PROP_FRAME_COUNT):
                break
        return None

    def _read(self) -> Picture | None:
        """Return the next frame; None where there is none, or none that can be decoded."""
        good, read = self._capture.read()
        if not good:
            return None
        if not self._encoded:
            return Picture(read.astype(np.uint8, copy=False))
        try:
            return decode(read.tobytes())
        except NotAPicture:
            return None

    def close(self) -> None:
        self._capture.release()


class _Stills:
    fps = USUAL_FPS

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def picture(self, number: int) -> _Picture | None:
        if number >= len(self._paths):
            return None
        try:
            image, damaged = decode_file(self._paths[number])
        except NotAPicture as wrong:
            raise SourceLost(say("{name}: {why}", name=self._paths[number], why=wrong.why)) from None
        return _Picture(image, number, None, damaged)

    def close(self) -> None:
        """Nothing is held open."""


class _Timeline:
    """Times of the frames of a file, seconds from 0: the file's own, or by `fps` if they are missing or impossible."""

    def __init__(self, fps: float) -> None:
        self._fps = fps
        self._number, self._at = 0, 0.0
        self._shift_s: float | None = None

    def begin_anew(self) -> None:
        """Restart the times at a repetition of the file."""
        self._shift_s = None

    def at(self, number: int, file_s: float | None) -> float:
        """Return the time of frame `number`, whose time in the file is `file_s`; frames come in order."""
        if file_s is None:
            return number / self._fps
        usual = self._at + (number - self._number) / self._fps
        if self._shift_s is None:
            self._shift_s = usual - file_s
        passed_s = file_s + self._shift_s - self._at
        if abs(passed_s) > LONGEST_GAP_S:
            self._shift_s = usual - file_s  # the next frames are timed from there
        self._at = self._at + passed_s if 0 < passed_s <= LONGEST_GAP_S else usual
        self._number = number
        return self._at


class Clip:
    """A FrameSource over each frame of a file, in order, with the file's own times (`at` from 0), or at `fps` frames a
    second if that is given. A frame that cannot be decoded is skipped, with its number and time. Damage is known of
    stills and of Motion JPEG.

    With `pace` frames come no faster than from a camera, waiting by `sleep`, and `at` is the clock's; with `loop` the
    file is repeated.
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
        self._film = _open(path)
        self.fps = fps or self._film.fps
        self._own_times = fps is None
        self._timeline = _Timeline(self.fps)
        self._pace, self._loop, self._clock, self._sleep = pace, loop, clock, sleep
        self._number = 0
        self._picture = 0
        self._held: Frame | None = None
        self._started: float | None = None

    def read(self, timeout: float) -> Frame | None:
        """Return the next picture, or None at the end (`ended`) or, when paced, if it is not due within `timeout`
        seconds.
        """
        if self.ended:
            return None
        frame = self._held or self._next()
        if frame is None:
            self.ended = True
            return None
        if self._pace and (wait := frame.at - self._clock()) > 0:
            self._sleep(min(wait, timeout))
            if wait > timeout:
                self._held = frame
                return None
        self._held = None
        return frame

    def _next(self) -> Frame | None:
        """Return the next frame of the file, None at its end."""
        found = self._film.picture(self._picture)
        if found is None and self._loop and self._picture:
            self._picture = 0
            self._timeline.begin_anew()
            found = self._film.picture(0)
        if found is None:
            return None
        number = self._number + found.number - self._picture
        at = self._timeline.at(number, found.time_s if self._own_times else None)
        if self._pace:
            if self._started is None:
                self._started = self._clock() - at
            at += self._started
        self._number, self._picture = number + 1, found.number + 1
        return Frame(image=found.image, at=at, number=number, damaged=found.damaged)

    def close(self) -> None:
        """Close the file."""
        self.ended = True
        self._film.close()


def _open(path: Path) -> _Film:
    if path.is_dir():
        stills = sorted(each for each in path.iterdir() if each.suffix.lower() in PICTURES)
        if not stills:
            raise _lost(path, say("a folder without pictures"))
        return _Stills(stills)
    if not path.is_file():
        raise _lost(path, say("no such file"))
    if path.suffix.lower() in PICTURES:
        return _Stills([path])
    return _Video(path)


def _lost(path: Path, why: Text) -> SourceLost:
    return SourceLost(say("{name}: {why}", name=f"clip:{path}", why=why))


def _opened(path: Path) -> cv2.VideoCapture:
    """Open a video; not opened if the file is none."""
    with path.open("rb") as file:
        begins = file.read(16)
    return cv2.VideoCapture(str(path), cv2.CAP_FFMPEG) if _CONTAINERS.match(begins) else cv2.VideoCapture()


def _rate(path: Path) -> float | None:
    """Return the frame rate of a video by the times of its first frames; None if they are implausible."""
    capture = _opened(path)
    times_s: list[float] = []
    while len(times_s) <= TIMED and capture.grab():
        times_s.append(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0)
    capture.release()
    lasted_s = max(times_s) - min(times_s) if times_s else 0.0
    rate = (len(times_s) - 1) / lasted_s if lasted_s > 0 else 0.0
    return rate if 1.0 <= rate <= MOST_FPS else None
