"""`clip:FILE`: a video file, or a folder of stills, played like a camera."""

from __future__ import annotations

import math
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from catseye.image_files import PICTURES, NotAPicture, decode_file, has_plain_name
from catseye.text import say
from vision.frames import Frame, Hand, SourceLost
from vision.sources.child import answer_of, ended, image_from, started
from vision.video_process import NUMBER, PICTURE, TOO_LARGE, USUAL_FPS, VideoPicture

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from catseye.text import Text


LONGEST_GAP_S = 10.0
"""Largest interval between the times of two successive frames; larger ones are damaged, or the recording paused."""


_CONTAINERS = re.compile(rb"RIFF....AVI |....(ftyp|moov|mdat|wide)|\x1aE\xdf\xa3|OggS|\0\0\1\xba|FLV\1", re.DOTALL)
"""How the files begin in which videos come. FFmpeg and OpenCV would open single pictures of any format as well, without
a limit to their size.
"""


_ENDS_WITHIN_S = 5.0
"""A killed process ends at once, unless the machine is very busy."""
_UNREADABLE = say("not a video that can be read")
_TOO_LARGE = say("its pictures are too large, or take too long to decode")


class _Film(Protocol):
    fps: float

    def picture(self, number: int) -> VideoPicture | None: ...
    def close(self) -> None: ...


class _Video:
    """A video, decoded in a process that may take so much memory and time and no more (`vision.video_process`)."""

    def __init__(self, path: Path) -> None:
        if not has_plain_name(path):
            raise _lost(path, say("a video whose name is not UTF-8 cannot be opened; give it another name"))
        with path.open("rb") as file:
            if not _CONTAINERS.match(file.read(16)):
                raise _lost(path, _UNREADABLE)
        self._path, self._process = path, started("vision.video_process", str(path))
        answer = answer_of(self._process) or {"why": TOO_LARGE}
        if "fps" not in answer:
            self.close()
            raise _lost(path, _TOO_LARGE if answer["why"] == TOO_LARGE else _UNREADABLE)
        self.fps = float(answer["fps"])

    def picture(self, number: int) -> VideoPicture | None:
        """Return picture `number`, or the next that can be decoded; None at the end."""
        to, frames = self._process.stdin, self._process.stdout
        assert to is not None
        assert frames is not None
        try:
            to.write(NUMBER.pack(number))
            to.flush()
            head = frames.read(PICTURE.size)
        except (OSError, ValueError):  # ended, or closed by another thread
            head = b""
        if len(head) < PICTURE.size:
            raise _lost(self._path, _TOO_LARGE)
        number, time_s, damaged, height, width = PICTURE.unpack(head)
        if not height:
            return None
        if (image := image_from(frames, height, width)) is None:
            raise _lost(self._path, _TOO_LARGE)
        return VideoPicture(image, number, None if math.isnan(time_s) else time_s, bool(damaged))

    def close(self) -> None:
        ended(self._process, _ENDS_WITHIN_S)


class _Stills:
    fps = USUAL_FPS

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def picture(self, number: int) -> VideoPicture | None:
        if number >= len(self._paths):
            return None
        try:
            image, damaged = decode_file(self._paths[number])
        except NotAPicture as wrong:
            raise SourceLost(say("{name}: {why}", name=self._paths[number], why=wrong.why)) from None
        return VideoPicture(image, number, None, damaged)

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
