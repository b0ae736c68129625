"""Turns frames into the events of rolls: motion, rest, disturbed, lost. Without threads or clocks: time is a frame's
`at`.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from vision.frames import SMALLEST, unreadable
from vision.imaging.background import halved, reduced_mask, shrink
from vision.imaging.quality import sharpest
from vision.reading import Reading, Reason, ReasonKind
from vision.tracking.frozen_stream import FrozenStreamDetector
from vision.tracking.motion import RestDetector, RestParams
from vision.tracking.occlusion import OcclusionDetector
from vision.tracking.roll_history import RollHistory
from vision.tracking.unrest import UnrestDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from catseye.text import Text
    from vision.frames import Frame, Image
    from vision.imaging.background import Mask, Small
    from vision.imaging.outline import Outline

NO_SHAPE = (0,)
"""The shape of an invalid picture."""
PATIENCE_S = 1.0
"""Longest wait, seconds, for an undamaged frame and for a resting hand to leave the view; after it the picture is read,
not sure.
"""

AVERAGED = 5
"""Frames since the last motion that are averaged for a reading, against noise in dim light."""

OBSTRUCTED = Reason(ReasonKind.OBSTRUCTED)
"""For dice while a hand may cover some."""
OTHER_VIEW = Reason(ReasonKind.OTHER_VIEW)
"""For an empty tray in a picture that differs from the known view nearly everywhere."""
FROZEN_STREAM = Reason(ReasonKind.FROZEN_STREAM)
"""For dice that may still have been moving."""


@dataclass(frozen=True)
class Motion:
    """Motion began in frame `frame`."""

    frame: int
    at: float


@dataclass(frozen=True, eq=False)
class Rest:
    """The dice have come to rest, or the tray is empty. `again`: all dice are unmoved since an earlier reading, so none
    was thrown; a hand passed or removed some. Dice whose throw was not seen, and dice that may have been moved by a
    hand, are not sure.
    """

    reading: Reading
    image: Image
    again: bool = False


@dataclass(frozen=True, eq=False)
class Disturbed:
    """Dice that were read before were turned or pushed, not thrown."""

    reading: Reading
    image: Image


@dataclass(frozen=True)
class Lost:
    """The source is lost, and why."""

    why: Text


@dataclass(frozen=True)
class Unsettled:
    """Something in view moves on and on, so dice cannot come to rest: the `reason` has its place. Told once. If the
    outline of the tray is not known, the thing may lie beyond it: then the outline helps. Else it is `in_outline`.
    """

    reason: Reason
    frame: int
    in_outline: bool


Seen = Motion | Rest | Disturbed | Lost | Unsettled


class PictureReader(Protocol):
    """Reads a picture, as `vision.pipeline.reader.Reader` does."""

    def read(self, image: object, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return the dice in the picture."""


def averaged(images: Sequence[Image]) -> Image:
    """Return the mean of the pictures (H, W, 3) uint8 that have the size of the last one."""
    last = images[-1]
    alike = [image for image in images if image.shape == last.shape]
    if len(alike) == 1:
        return last
    total = np.zeros(last.shape, np.float32)
    for image in alike:
        cv2.accumulate(image, total)
    return cv2.convertScaleAbs(total, alpha=1.0 / len(alike)).astype(np.uint8, copy=False)


def in_colour(frame: Frame) -> Frame:
    """Return the frame with a picture (H, W), (H, W, 1) or (H, W, 4) uint8 converted to BGR, any other unchanged."""
    image = frame.image
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.size == 0:
        return frame
    channels = 1 if image.ndim == 2 else image.shape[2] if image.ndim == 3 else 0
    if channels not in {1, 4}:
        return frame
    how = cv2.COLOR_GRAY2BGR if channels == 1 else cv2.COLOR_BGRA2BGR
    return replace(frame, image=cv2.cvtColor(image, how).astype(np.uint8, copy=False))


class Watcher:
    """Turns frames, given in order, into events. Reads one picture for each rest. `outline` returns the tray's, None
    if it is unknown; beyond it nothing counts.
    """

    def __init__(
        self,
        reader: PictureReader,
        *,
        params: RestParams | None = None,
        outline: Callable[[], Outline | None] = lambda: None,
    ) -> None:
        self._reader, self._outline = reader, outline
        self._unrest = UnrestDetector()
        self._rest_detector = RestDetector(params)
        self._frozen_stream = FrozenStreamDetector()
        self._history = RollHistory()
        self._read_this_rest = False
        self._moving = False
        self._still_since: float | None = None
        self._still: deque[Frame] = deque(maxlen=AVERAGED)
        self._occlusion = OcclusionDetector()
        self._shape: tuple[int, ...] = ()
        self._whole_at: float | None = None

    def feed(self, frame: Frame) -> tuple[Seen, ...]:
        """Return the events of the next `frame`, mostly (). A change of the picture's size, or the end of a frozen
        stream, resets the watcher as a loss does. Damaged frames are skipped for a while. Grey pictures and those with
        an alpha channel are converted; an invalid or too small picture gives one rest that is not sure.
        """
        if self._skips_damaged(frame):
            return ()
        frame = in_colour(frame)
        if why := unreadable(frame.image):
            return self._unreadable(frame, why)
        if frame.image.shape != self._shape:
            self._reset()
            self._shape = frame.image.shape
        if self._repeated(frame):
            return ()
        outline = self._outline()
        state = self._state(frame, outline)
        self._frozen_stream.update(at_rest=state == "still")
        unsettled = self._unsettled(frame, outline)
        if state == "moves":
            return self._moves(frame) + unsettled
        if self._read_this_rest:
            return ()
        self._still.append(frame)
        if state == "settling":
            return ()
        if self._still_since is None:
            self._still_since = frame.at
        small = shrink(frame.image)
        within = None if outline is None else reduced_mask(outline.mask(frame.image.shape), small.shape)
        hidden = self._hidden(small, frame.at, within)
        if hidden and frame.at - self._still_since < PATIENCE_S:
            return ()
        self._occlusion.update(small, frame.at, within)
        return (self._rest(frame, hidden),)

    def _repeated(self, frame: Frame) -> bool:
        """Return whether to skip a repeated picture. The end of a long repetition resets the watcher: what happened
        meanwhile is unknown.
        """
        was_stuck = self._frozen_stream.stuck
        if self._frozen_stream.skips(frame.image, frame.at):
            return True
        if was_stuck and not self._frozen_stream.stuck:
            self._reset()
        return False

    def _state(self, frame: Frame, outline: Outline | None) -> str:
        """Return what the rest detector sees in the tray."""
        if outline is None:
            return self._rest_detector.feed(frame.image, frame.at)
        small = halved(frame.image)
        near = outline.scaled(small.shape[1] / frame.image.shape[1])
        here = near.window(small.shape)
        return self._rest_detector.feed(small[here], frame.at, near.mask(small.shape)[here])

    def _unsettled(self, frame: Frame, outline: Outline | None) -> tuple[Unsettled, ...]:
        """Return what moves on and on, if people should know."""
        place = self._unrest.feed(self._rest_detector.hot, frame.at)
        if place is None:
            return ()
        height, width = frame.image.shape[:2]
        rows, columns = (slice(0, height), slice(0, width)) if outline is None else outline.window(frame.image.shape)
        across, down = columns.stop - columns.start, rows.stop - rows.start
        x0, y0, x1, y1 = place
        left, top = columns.start, rows.start
        box = (left + x0 * across, top + y0 * down, left + x1 * across, top + y1 * down)
        return (Unsettled(Reason(ReasonKind.KEEPS_MOVING, box=box), frame.number, outline is not None),)

    def _hidden(self, small: Small, at: float, within: Mask | None) -> Reason | None:
        """Return the reason why part of the table may be hidden."""
        if self._occlusion.other_view(small):
            return OTHER_VIEW
        return OBSTRUCTED if self._occlusion.occluded(small, at, within) else None

    def look_again(self) -> None:
        """Read the dice once more that lie at rest: more is known of them now."""
        self._read_this_rest = False

    def lost(self, why: Text) -> tuple[Seen, ...]:
        """Return the loss of the source. Afterwards only unmoved dice are known (`Rest.again`)."""
        self._reset()
        return (Lost(why),)

    def _skips_damaged(self, frame: Frame) -> bool:
        """Return whether to skip a damaged frame, because an undamaged one may follow."""
        if self._whole_at is None or not frame.damaged:
            self._whole_at = frame.at
        return frame.damaged and frame.at - self._whole_at < PATIENCE_S

    def _reset(self) -> None:
        self._read_this_rest = self._moving = False
        self._rest_detector = RestDetector(self._rest_detector.params)
        self._frozen_stream = FrozenStreamDetector()
        self._still_since = None
        self._still.clear()
        self._history.reset()

    def _unreadable(self, frame: Frame, why: Reason) -> tuple[Seen, ...]:
        if self._shape == NO_SHAPE:
            return ()
        self._reset()
        self._shape = NO_SHAPE
        black = np.zeros((SMALLEST, SMALLEST, 3), np.uint8)
        return (Rest(Reading(reasons=(why,), at=frame.at, frame=frame.number), black),)

    def _moves(self, frame: Frame) -> tuple[Seen, ...]:
        self._read_this_rest, self._still_since = False, None
        self._still.clear()
        self._history.moves(frame.at)
        began, self._moving = not self._moving, True
        return (Motion(frame.number, frame.at),) if began else ()

    def _rest(self, frame: Frame, hidden: Reason | None) -> Rest | Disturbed:
        """Read the picture at rest. `hidden`: the reason why part of the table may be hidden, None if it is not."""
        images, damaged = [each.image for each in self._still], any(each.damaged for each in self._still)
        picture = sharpest(images) if self._rest_detector.trembled else averaged(images)
        reading = self._reader.read(picture, at=frame.at, frame=frame.number)
        self._still.clear()
        if hidden == OTHER_VIEW and reading.dice:
            hidden = None  # dice are on the table, wherever the camera points now
        if reason := hidden or (FROZEN_STREAM if self._frozen_stream.stuck else None):
            reading = reading.questioned(reason)
        if damaged:
            reading = reading.vetoed(Reason(ReasonKind.DAMAGED))
        kind, reading = self._history.take(reading, frame.at, free=not hidden)
        self._read_this_rest, self._moving = True, False
        if kind == "disturbed":
            return Disturbed(reading, frame.image)
        return Rest(reading, frame.image, again=kind == "again")
