"""The life of a roll, from frames: motion, rest, disturbed, lost. Pure of threads and clocks: a frame's `at` is the
time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vision.sameness import moved_without_throw, same_dice
from vision.stillness import Stillness, StillnessParams

if TYPE_CHECKING:
    from vision.frames import Frame, Image
    from vision.reading import Reading


@dataclass(frozen=True)
class Motion:
    """Something began to move in frame `frame`."""

    frame: int
    at: float


@dataclass(frozen=True, eq=False)
class Rest:
    """The dice have come to rest (or the tray is empty). `again`: they lie exactly as they were read before, so
    nobody threw; a hand passed.
    """

    reading: Reading
    image: Image
    again: bool = False


@dataclass(frozen=True, eq=False)
class Disturbed:
    """Dice that had been read were turned or pushed without a throw."""

    reading: Reading
    image: Image


@dataclass(frozen=True)
class Lost:
    """No pictures any more, and why."""

    why: str


Seen = Motion | Rest | Disturbed | Lost


class PictureReader(Protocol):
    """What turns a picture into a Reading; `vision.reader.Reader` is one."""

    def read(self, image: object, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return what lies in the picture."""


class Watcher:
    """Feed it every frame in order; it says what happened. Reads a picture only when dice have come to rest, never
    twice for one rest.
    """

    def __init__(self, reader: PictureReader, *, params: StillnessParams | None = None) -> None:
        self._reader = reader
        self._stillness = Stillness(params)
        self._known: Reading | None = None
        self._read_this_rest = False
        self._moving_since: float | None = None

    def feed(self, frame: Frame) -> tuple[Seen, ...]:
        """Return what `frame` shows to have happened, mostly nothing."""
        state = self._stillness.feed(frame.image, frame.at)
        if state == "moves":
            self._read_this_rest = False
            if self._moving_since is None:
                self._moving_since = frame.at
                return (Motion(frame.number, frame.at),)
            return ()
        if state == "settling" or self._read_this_rest:
            return ()
        return self._rest(frame)

    def lost(self, why: str) -> tuple[Seen, ...]:
        """Say that the source is gone; after it comes back the first rest is read anew."""
        self._read_this_rest = False
        self._stillness = Stillness(self._stillness.params)
        return (Lost(why),)

    def _rest(self, frame: Frame) -> tuple[Seen, ...]:
        reading = self._reader.read(frame.image, at=frame.at, frame=frame.number)
        moved_s = 0.0 if self._moving_since is None else frame.at - self._moving_since
        self._read_this_rest, self._moving_since = True, None
        before, self._known = self._known, reading
        if before is not None and before.dice and reading.dice:
            if same_dice(before, reading):
                return (Rest(reading, frame.image, again=True),)
            if moved_without_throw(before, reading, moved_s):
                return (Disturbed(reading, frame.image),)
        return (Rest(reading, frame.image),)
