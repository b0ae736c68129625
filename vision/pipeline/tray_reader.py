"""Reads and watches the pictures of one tray in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from vision.frames import unreadable
from vision.pipeline.context import ReadContext
from vision.pipeline.reader import Reader
from vision.tracking.watcher import Seen, Watcher, in_colour
from vision.tray.facts import Origin
from vision.tray.tray import Tray

if TYPE_CHECKING:
    from calibration.light.measurement import Advice
    from calibration.profile.tray_profile import TrayProfile
    from catseye.text import Text
    from vision.frames import Frame, Image
    from vision.imaging.outline import Outline
    from vision.reading import Reading
    from vision.tracking.motion import RestParams
    from vision.tray.tray import Known
    from vision.trust.asked import AskedDice


class ContextReader(Protocol):
    """Reads a picture with a context, as `vision.pipeline.reader.Reader` does."""

    def read(self, image: object, context: ReadContext = ..., *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return the dice in the picture."""


class TrayReader:
    """Reads the pictures of one tray with what is known of it: `tray`."""

    def __init__(self, reader: ContextReader, profile: TrayProfile | None = None, *, tray: Tray | None = None) -> None:
        self.tray = Tray(profile) if tray is None else tray
        self._reader = reader

    def read(self, image: object, context: ReadContext | None = None, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return the dice in the tray. With a `context` only that is used, and no state changes. Never raises."""
        if context is not None or unreadable(image):
            return self._reader.read(image, context or ReadContext(), at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        known = self.tray.known(image, at)
        reading = self._reader.read(image, context_of(known, self.tray.asked), at=at, frame=frame)
        return self.tray.judged(image, known, reading)


def context_of(known: Known, asked: AskedDice | None) -> ReadContext:
    """Return what is known about a picture as the stages use it."""
    empty = known.empty
    return ReadContext(
        table=known.view.table,
        background=None if empty is None else empty.image,
        expected=known.view.expected,
        asked=asked,
        outline=known.outline,
        die_px=known.die_px,
        confirmed=empty is not None and empty.origin is not Origin.LEARNED,
        furniture=known.furniture,
    )


class TrayWatcher:
    """Turns the frames of a tray's camera into events, and reads dice once they rest.

    `tray` is what is known of it; `advice` is the light watch's at the last frame, mostly ().
    """

    def __init__(self, reader: TrayReader, *, params: RestParams | None = None) -> None:
        self.tray = reader.tray
        self.advice: tuple[Advice, ...] = ()
        self._reader = reader
        self._watcher = Watcher(reader, params=params, outline=lambda: self.tray.outline)
        profiled = self.tray.profiled
        self._light = None if profiled is None else profiled.light_watch()

    def feed(self, frame: Frame) -> tuple[Seen, ...]:
        """Return the events of the next `frame`, mostly (). See `Watcher.feed`."""
        frame = in_colour(frame)
        self.advice = ()
        profiled = self.tray.profiled
        if profiled is not None and not frame.damaged and not unreadable(frame.image):
            profiled.watch(frame.image, frame.at)
            self.advice = () if self._light is None else self._light.feed(frame.image, frame.at)
        return self._watcher.feed(frame)

    def expect(self, asked: AskedDice | None) -> None:
        """From the next frame on a game asks for these dice; None: for none, or it is unknown."""
        self.tray.asked = asked

    def look_again(self) -> None:
        """Read the dice once more that lie at rest: people said more of the tray."""
        self._watcher.look_again()

    def dice_in(self, image: Image, outline: Outline) -> Reading:
        """Return the dice that lie within an outline, whatever else is known."""
        return self._reader.read(image, ReadContext(outline=outline))

    def lost(self, why: Text) -> tuple[Seen, ...]:
        """Return the events of the loss of the source. See `Watcher.lost`."""
        return self._watcher.lost(why)


def open_reader(profile: TrayProfile | None = None, *, tray: Tray | None = None) -> TrayReader:
    """Return a reader of a tray's pictures, with the `profile` of its set-up if there is one, or what is known of the
    `tray`. Raises MissingModelsError without the networks.
    """
    return TrayReader(Reader(), profile, tray=tray)


def open_watcher(profile: TrayProfile | None = None, *, tray: Tray | None = None) -> TrayWatcher:
    """Return a watcher of a tray's camera, with the `profile` of its set-up if there is one, or what is known of the
    `tray`. Raises MissingModelsError without the networks.
    """
    return TrayWatcher(open_reader(profile, tray=tray))
