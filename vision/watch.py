"""The life of a roll, from frames: motion, rest, disturbed, lost. Pure of threads and clocks: a frame's `at` is the
time.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from vision.hands import in_the_way
from vision.reading import Reading
from vision.sameness import moved_without_throw, same_dice
from vision.stillness import Stillness, StillnessParams, shrink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Frame, Image
    from vision.stillness import Small

PATIENCE_S = 1.0
"""So long a hand that lies still in the picture is waited for; then what can be seen is read, and not sure."""

AVERAGED = 5
"""Frames since the last motion that are averaged for reading: dim light's noise goes, the dice stay."""


UNSEEN = "these dice lay there before anything moved"
"""Why dice are not sure that nobody saw being thrown: the first ones of a camera, and after it was lost."""


@dataclass(frozen=True)
class Motion:
    """Something began to move in frame `frame`."""

    frame: int
    at: float


@dataclass(frozen=True, eq=False)
class Rest:
    """The dice have come to rest (or the tray is empty). `again`: they lie exactly as they were read before, so
    nobody threw; a hand passed. Dice that lay there before anything moved are not sure: nobody saw a roll.
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


def averaged(images: Sequence[Image]) -> Image:
    """Return the mean of pictures (H, W, 3) uint8 of one size; the last one as it is where sizes differ or it is
    alone.
    """
    last = images[-1]
    alike = [image for image in images if image.shape == last.shape]
    if len(alike) == 1:
        return last
    total = np.zeros(last.shape, np.float32)
    for image in alike:
        cv2.accumulate(image, total)
    return cv2.convertScaleAbs(total, alpha=1.0 / len(alike)).astype(np.uint8, copy=False)


class Watcher:
    """Feed it every frame in order; it says what happened. Reads a picture only when dice have come to rest, never
    twice for one rest.
    """

    def __init__(self, reader: PictureReader, *, params: StillnessParams | None = None) -> None:
        self._reader = reader
        self._stillness = Stillness(params)
        self._known: tuple[Reading, ...] = ()  # the last one, and the last that was sure
        self._first = Reading()  # what lay there before anything moved
        self._read_this_rest = False
        self._moving_since: float | None = None
        self._still_since: float | None = None
        self._still: deque[Image] = deque(maxlen=AVERAGED)
        self._scenes: tuple[Small, ...] = ()  # the last picture read, and the last with nothing in the way
        self._shape: tuple[int, ...] = ()

    def feed(self, frame: Frame) -> tuple[Seen, ...]:
        """Return what `frame` shows to have happened, mostly nothing. A camera that begins to give pictures of another
        size is watched anew, as after a loss.
        """
        if frame.image.shape != self._shape:
            self._begin_anew()
            self._shape = frame.image.shape
        state = self._stillness.feed(frame.image, frame.at)
        if state == "moves":
            self._read_this_rest, self._still_since = False, None
            self._still.clear()
            if self._moving_since is None:
                self._moving_since = frame.at
                return (Motion(frame.number, frame.at),)
            return ()
        if self._read_this_rest:
            return ()
        self._still.append(frame.image)
        if state == "settling":
            return ()
        if self._still_since is None:
            self._still_since = frame.at
        small = shrink(frame.image)
        blocked = bool(self._scenes) and all(in_the_way(scene, small) for scene in self._scenes)
        if blocked and frame.at - self._still_since < PATIENCE_S:
            return ()
        self._scenes = (small, self._scenes[-1]) if blocked else (small,)
        return self._rest(frame, blocked=blocked)

    def lost(self, why: str) -> tuple[Seen, ...]:
        """Say that the source is gone. After it comes back the first rest is read anew: `again` where everything lies
        as it lay, but nothing else is known of what happened meanwhile.
        """
        self._begin_anew()
        return (Lost(why),)

    def _begin_anew(self) -> None:
        self._read_this_rest = False
        self._stillness = Stillness(self._stillness.params)
        self._moving_since = self._still_since = None
        self._still.clear()
        self._known = (Reading(), *self._known[-1:])

    def _rest(self, frame: Frame, *, blocked: bool) -> tuple[Seen, ...]:
        reading = self._reader.read(averaged(self._still), at=frame.at, frame=frame.number)
        self._still.clear()
        if blocked and reading.sure:
            reading = replace(reading, sure=False, why="something large lies in the picture that was not there before")
        thrown = self._moving_since is not None
        moved_s = 0.0 if self._moving_since is None else frame.at - self._moving_since
        self._read_this_rest, self._moving_since = True, None
        before, hidden = self._known, blocked or not reading.sure
        self._known = (reading, *before[-1:]) if hidden else (reading,)
        known = before if reading.sure else (*before, self._first)  # a mark like a die is there whenever dice are not
        if not thrown:
            self._first = reading
        if reading.dice and any(each.dice and same_dice(each, reading) for each in known):
            return (Rest(reading, frame.image, again=True),)
        if reading.dice and before and before[0].dice and moved_without_throw(before[0], reading, moved_s):
            return (Disturbed(reading, frame.image),)
        if reading.dice and reading.sure and not thrown:
            reading = replace(reading, sure=False, why=UNSEEN)
        return (Rest(reading, frame.image),)
