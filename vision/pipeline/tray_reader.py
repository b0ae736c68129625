"""Reads and watches the pictures of one tray in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from vision.frames import unreadable
from vision.imaging.background import shrink
from vision.pipeline.context import ReadContext
from vision.pipeline.memory import BackgroundMemory, TablePoseMemory
from vision.pipeline.reader import Reader
from vision.pipeline.set_up_tray import SetUpTray, TrayView
from vision.tracking.watcher import Seen, Watcher, in_colour

if TYPE_CHECKING:
    from calibration.light import Advice
    from calibration.profile import TrayProfile
    from catseye.text import Text
    from vision.frames import Frame
    from vision.reading import Reading
    from vision.tracking.motion import RestParams
    from vision.trust.asked import AskedDice


class ContextReader(Protocol):
    """Reads a picture with a context, as `vision.pipeline.reader.Reader` does."""

    def read(self, image: object, context: ReadContext = ..., *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return the dice in the picture."""


class TrayReader:
    """Reads the pictures of one tray. Between pictures it keeps the background and the pose of the table; with a
    `profile` the pose and more come from the set-up (`tray`). `asked` are the dice that a game asks for in the next
    pictures, None where that is unknown.
    """

    def __init__(self, reader: ContextReader, profile: TrayProfile | None = None) -> None:
        self.tray = None if profile is None else SetUpTray(profile)
        self.asked: AskedDice | None = None
        self._reader = reader
        self._background, self._pose = BackgroundMemory(), TablePoseMemory()

    def read(self, image: object, context: ReadContext | None = None, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return the dice in the tray. With a `context` only that is used, and no state changes. Never raises."""
        if context is not None or unreadable(image):
            return self._reader.read(image, context or ReadContext(), at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        small = shrink(image)
        view = TrayView(None, table=self._pose.pose(small)) if self.tray is None else self.tray.view(image, at)
        known = ReadContext(view.table, self._background.picture(small), view.expected, self.asked)
        reading = self._reader.read(image, known, at=at, frame=frame)
        self._background.learn(image, small, reading)
        if self.tray is None:
            self._pose.learn(image, reading)
        return view.in_tray(reading)


class TrayWatcher:
    """Turns the frames of a tray's camera into events, and reads dice once they rest.

    `tray` applies the profile, None without one; `advice` is the light watch's at the last frame, mostly ().
    """

    def __init__(self, reader: TrayReader, *, params: RestParams | None = None) -> None:
        self.tray = reader.tray
        self.advice: tuple[Advice, ...] = ()
        self._reader = reader
        self._watcher = Watcher(reader, params=params)
        self._light = None if self.tray is None else self.tray.light_watch()

    def feed(self, frame: Frame) -> tuple[Seen, ...]:
        """Return the events of the next `frame`, mostly (). See `Watcher.feed`."""
        frame = in_colour(frame)
        self.advice = ()
        if self.tray is not None and not frame.damaged and not unreadable(frame.image):
            self.tray.watch(frame.image, frame.at)
            self.advice = () if self._light is None else self._light.feed(frame.image, frame.at)
        return self._watcher.feed(frame)

    def expect(self, asked: AskedDice | None) -> None:
        """From the next frame on a game asks for these dice; None: for none, or it is unknown."""
        self._reader.asked = asked

    def lost(self, why: Text) -> tuple[Seen, ...]:
        """Return the events of the loss of the source. See `Watcher.lost`."""
        return self._watcher.lost(why)


def open_reader(profile: TrayProfile | None = None) -> TrayReader:
    """Return a reader of a tray's pictures, with the `profile` of its set-up if there is one. Raises MissingModelsError
    without the networks.
    """
    return TrayReader(Reader(), profile)


def open_watcher(profile: TrayProfile | None = None) -> TrayWatcher:
    """Return a watcher of a tray's camera, with the `profile` of its set-up if there is one. Raises MissingModelsError
    without the networks.
    """
    return TrayWatcher(open_reader(profile))
