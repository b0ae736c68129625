"""The life of a roll, from frames: motion, rest, disturbed, lost. Pure of threads and clocks: a frame's `at` is the
time.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from vision.frames import SMALLEST, unreadable
from vision.imaging.quality import sharpest
from vision.reading import Reading, Reason, ReasonKind
from vision.tracking.frozen_stream import Repeats
from vision.tracking.motion import Stillness, StillnessParams, shrink
from vision.tracking.occlusion import Outlook
from vision.tracking.roll_history import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Frame, Image
    from vision.tracking.motion import Small

NO_SHAPE = (0,)
"""Stands for the shape of what is no picture."""
PATIENCE_S = 1.0
"""Seconds for which a whole frame is waited for where they come damaged, and a hand that lies still in the picture or
before the lens; then what can be seen is read, and not sure.
"""

AVERAGED = 5
"""Frames since the last motion that are averaged for reading: dim light's noise goes, the dice stay."""

OBSTRUCTED = Reason(ReasonKind.OBSTRUCTED)
"""Why dice are not sure while a hand may cover some."""
OTHER_VIEW = Reason(ReasonKind.OTHER_VIEW)
"""Why a tray is not surely empty when the picture shows next to nothing of what it showed before."""
FROZEN_STREAM = Reason(ReasonKind.FROZEN_STREAM)
"""Why nothing is sure that may have gone on moving."""


@dataclass(frozen=True)
class Motion:
    """Something began to move in frame `frame`."""

    frame: int
    at: float


@dataclass(frozen=True, eq=False)
class Rest:
    """The dice have come to rest (or the tray is empty). `again`: they lie exactly as they were read before, all or
    some of them, so nobody threw; a hand passed, or took some up. Dice that lay there before anything moved are not
    sure, nobody saw a roll; nor are dice that may have been thrown or moved by a hand: no hand that passes says which.
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
    """What turns a picture into a Reading; `vision.pipeline.reader.Reader` is one."""

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


def in_colour(frame: Frame) -> Frame:
    """Return the frame with its picture (H, W), (H, W, 1) or (H, W, 4) uint8 as blue-green-red; as it is where it is
    that already or can't be made so.
    """
    image = frame.image
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.size == 0:
        return frame
    channels = 1 if image.ndim == 2 else image.shape[2] if image.ndim == 3 else 0
    if channels not in {1, 4}:
        return frame
    how = cv2.COLOR_GRAY2BGR if channels == 1 else cv2.COLOR_BGRA2BGR
    return replace(frame, image=cv2.cvtColor(image, how).astype(np.uint8, copy=False))


class Watcher:
    """Feed it every frame in order; it says what happened. Reads a picture only when dice have come to rest, never
    twice for one rest.
    """

    def __init__(self, reader: PictureReader, *, params: StillnessParams | None = None) -> None:
        self._reader = reader
        self._stillness = Stillness(params)
        self._repeats = Repeats()
        self._memory = Memory()
        self._read_this_rest = False
        self._moving = False
        self._still_since: float | None = None
        self._still: deque[Frame] = deque(maxlen=AVERAGED)
        self._outlook = Outlook()
        self._shape: tuple[int, ...] = ()
        self._whole_at: float | None = None

    def feed(self, frame: Frame) -> tuple[Seen, ...]:
        """Return what `frame` shows to have happened, mostly nothing. A camera that begins to give pictures of another
        size, or new ones after one that stood still for seconds, is watched anew, as after a loss. Damaged frames are
        passed over while whole ones come. Grey pictures and those with transparency are read as well; of what is no
        picture of 8 bits, or too small, a rest says once that it cannot be read.
        """
        if self._passed_over(frame):
            return ()
        frame = in_colour(frame)
        if why := unreadable(frame.image):
            return self._unreadable(frame, why)
        if frame.image.shape != self._shape:
            self._begin_anew()
            self._shape = frame.image.shape
        if self._repeated(frame):
            return ()
        state = self._stillness.feed(frame.image, frame.at)
        self._repeats.show(at_rest=state == "still")
        if state == "moves":
            return self._moves(frame)
        if self._read_this_rest:
            return ()
        self._still.append(frame)
        if state == "settling":
            return ()
        if self._still_since is None:
            self._still_since = frame.at
        small = shrink(frame.image)
        hidden = self._hidden(small, frame.at)
        if hidden and frame.at - self._still_since < PATIENCE_S:
            return ()
        self._outlook.show(small, frame.at)
        return (self._rest(frame, hidden),)

    def _repeated(self, frame: Frame) -> bool:
        """Whether the picture shows nothing new. After one that stood still for seconds all is watched anew: nobody saw
        what was done meanwhile.
        """
        was_stuck = self._repeats.stuck
        if self._repeats.passed_over(frame.image, frame.at):
            return True
        if was_stuck and not self._repeats.stuck:
            self._begin_anew()
        return False

    def _hidden(self, small: Small, at: float) -> Reason | None:
        """Return why not all of the table may be seen."""
        if self._outlook.gone(small):
            return OTHER_VIEW
        return OBSTRUCTED if self._outlook.blocked(small, at) else None

    def lost(self, why: str) -> tuple[Seen, ...]:
        """Say that the source is gone. After it comes back the first rest is read anew: `again` where everything lies
        as it lay, but nothing else is known of what happened meanwhile.
        """
        self._begin_anew()
        return (Lost(why),)

    def _passed_over(self, frame: Frame) -> bool:
        """Whether a damaged frame need not be watched, because a whole one may follow."""
        if self._whole_at is None or not frame.damaged:
            self._whole_at = frame.at
        return frame.damaged and frame.at - self._whole_at < PATIENCE_S

    def _begin_anew(self) -> None:
        self._read_this_rest = self._moving = False
        self._stillness = Stillness(self._stillness.params)
        self._repeats = Repeats()
        self._still_since = None
        self._still.clear()
        self._memory.begin_anew()

    def _unreadable(self, frame: Frame, why: Reason) -> tuple[Seen, ...]:
        if self._shape == NO_SHAPE:
            return ()
        self._begin_anew()
        self._shape = NO_SHAPE
        black = np.zeros((SMALLEST, SMALLEST, 3), np.uint8)
        return (Rest(Reading(reasons=(why,), at=frame.at, frame=frame.number), black),)

    def _moves(self, frame: Frame) -> tuple[Seen, ...]:
        self._read_this_rest, self._still_since = False, None
        self._still.clear()
        self._memory.moves(frame.at)
        began, self._moving = not self._moving, True
        return (Motion(frame.number, frame.at),) if began else ()

    def _rest(self, frame: Frame, hidden: Reason | None) -> Rest | Disturbed:
        """Read what lies there. `hidden`: why not all of the table may be seen, None where it is."""
        images, damaged = [each.image for each in self._still], any(each.damaged for each in self._still)
        picture = sharpest(images) if self._stillness.trembled else averaged(images)
        reading = self._reader.read(picture, at=frame.at, frame=frame.number)
        self._still.clear()
        if hidden == OTHER_VIEW and reading.dice:
            hidden = None  # a table on which dice are seen is one, wherever the camera looks now
        if doubt := hidden or (FROZEN_STREAM if self._repeats.stuck else None):
            reading = reading.doubted(doubt)
        if damaged:
            reading = reading.vetoed(Reason(ReasonKind.DAMAGED))
        kind, reading = self._memory.take(reading, frame.at, free=not hidden)
        self._read_this_rest, self._moving = True, False
        if kind == "disturbed":
            return Disturbed(reading, frame.image)
        return Rest(reading, frame.image, again=kind == "again")
