"""`phone:`: a phone whose browser sends its camera's pictures to this program, one JPEG after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import simplejpeg

from catseye.text import Text, say
from vision.frames import SourceLost
from vision.sources.http_stream import CLOSED
from vision.sources.latest_frame import FIRST_WITHIN, LatestFrames
from vision.sources.mjpeg import decodable

_NAME = "phone"
"""In sentences."""
LARGEST = (1280, 720)
"""Most pixels along the longer and the shorter side of a picture that is taken."""
MOST_BYTES = 1 << 20
"""Most bytes of a picture: four times a sharp one of 1280x720 at quality 90."""
FPS = 15.0
"""Most pictures a second that a phone is asked for."""
_NO_PHONE = say("no phone sends pictures: open the page of the camera on it")
_TOO_LARGE = say("a picture has at most {wide}x{high} pixels and {n} KiB", wide=LARGEST[0], high=LARGEST[1], n=1024)


class BadPicture(ValueError):  # noqa: N818  it names the picture's fault
    """What a phone sent is not taken; `why` says so."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """The connection of one phone. `taken` is called, on any thread, when a camera takes a picture of it."""

    taken: Callable[[], None]


class PhoneFeed:
    """Where a phone leaves its newest picture and a camera takes it. The phone that connected last is the camera."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._line: Line | None = None
        self._picture = b""
        self._readers = 0

    @property
    def connected(self) -> bool:
        """Whether a phone sends pictures."""
        return self._line is not None

    @property
    def used(self) -> bool:
        """Whether these pictures are those of the table's camera."""
        return self._readers > 0

    def connect(self, taken: Callable[[], None]) -> Line:
        """Let a phone be the camera from now on, in place of any other."""
        line = Line(taken)
        with self._news:
            self._line, self._picture = line, b""
            self._news.notify_all()
        return line

    def disconnect(self, line: Line) -> None:
        """The phone is gone."""
        with self._news:
            if self._line is line:
                self._line, self._picture = None, b""
                self._news.notify_all()

    def is_camera(self, line: Line) -> bool:
        """Return whether no other phone has connected since."""
        return self._line is line

    def push(self, line: Line, jpeg: bytes) -> None:
        """Leave the newest picture; one that was not taken is dropped. Raises BadPicture for one that is too large or
        has no size that can be read; damage further on is found when it is decoded.
        """
        if len(jpeg) > MOST_BYTES:
            raise BadPicture(_TOO_LARGE)
        try:
            high, wide, *_ = simplejpeg.decode_jpeg_header(jpeg, strict=False)
        except (ValueError, KeyError):
            raise BadPicture(say("this is not a JPEG picture")) from None
        if max(wide, high) > LARGEST[0] or min(wide, high) > LARGEST[1]:
            raise BadPicture(_TOO_LARGE)
        with self._news:
            if self._line is line:
                self._picture = jpeg
                self._news.notify_all()

    def take(self, until: float, closing: threading.Event) -> list[bytes]:
        """Return the newest picture not yet taken, or [] if none comes until then (monotonic seconds). Raises
        SourceLost if the phone is gone or the camera is `closing`.
        """
        with self._news:
            self._news.wait_for(
                lambda: self._picture or self._line is None or closing.is_set(), max(0.0, until - time.monotonic())
            )
            if self._line is None or closing.is_set():
                raise SourceLost(CLOSED)
            picture, self._picture, line = self._picture, b"", self._line
        if not picture:
            return []
        line.taken()
        return [picture]

    def open(self) -> LatestFrames:
        """Return the phone as a camera. Raises SourceLost if there is none."""
        if not self.connected:
            raise SourceLost(say("{name}: {why}", name=_NAME, why=_NO_PHONE))
        closing = threading.Event()
        self._count(1)

        def end() -> None:
            closing.set()
            with self._news:
                self._news.notify_all()

        return LatestFrames(
            _NAME,
            decodable(lambda until: self.take(until, closing)),
            lambda: self._count(-1),
            fps=FPS,
            end=end,
            first_within=FIRST_WITHIN,
        )

    def _count(self, more: int) -> None:
        with self._news:
            self._readers += more


FEED = PhoneFeed()
"""The phone of this program: whoever serves its page and whoever opens `phone:` meet here."""
