"""Reads and watches the pictures of one tray, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from vision.frames import unreadable
from vision.pipeline.context import ReadContext
from vision.pipeline.memory import BackgroundMemory, TablePoseMemory
from vision.pipeline.reader import Reader
from vision.pipeline.set_up_tray import SetUpTray, TrayView
from vision.tracking.motion import shrink
from vision.tracking.watcher import Seen, Watcher, in_colour

if TYPE_CHECKING:
    from calibration.light import Advice
    from calibration.profile import TrayProfile
    from vision.frames import Frame
    from vision.reading import Reading
    from vision.tracking.motion import StillnessParams


class ContextReader(Protocol):
    """What reads a picture of which something is known; `vision.pipeline.reader.Reader` is one."""

    def read(self, image: object, context: ReadContext = ..., *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return what lies in the picture."""


class TrayReader:
    """Reads the pictures of one tray. From one to the next it remembers the empty tray and how the table stands; with a
    `profile` that and more is known from the set-up (`tray`).
    """

    def __init__(self, reader: ContextReader, profile: TrayProfile | None = None) -> None:
        self.tray = None if profile is None else SetUpTray(profile)
        self._reader = reader
        self._background, self._pose = BackgroundMemory(), TablePoseMemory()

    def read(self, image: object, context: ReadContext | None = None, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return what lies in the tray. Where a `context` is given it counts alone, and nothing is remembered. Never
        raises.
        """
        if context is not None or unreadable(image):
            return self._reader.read(image, context or ReadContext(), at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        small = shrink(image)
        view = TrayView(None, table=self._pose.pose(small)) if self.tray is None else self.tray.look(image, at)
        known = ReadContext(view.table, self._background.picture(small), view.expected)
        reading = self._reader.read(image, known, at=at, frame=frame)
        self._background.learn(image, small, reading)
        if self.tray is None:
            self._pose.learn(image, reading)
        return view.in_tray(reading)


class TrayWatcher:
    """Feed it every frame of a tray's camera in order; it says what happened, and reads what came to rest.

    `tray` is the tray that was set up, None without a profile; `advice` is what the watch over its light had to say at
    the last frame, mostly nothing.
    """

    def __init__(self, reader: TrayReader, *, params: StillnessParams | None = None) -> None:
        self.tray = reader.tray
        self.advice: tuple[Advice, ...] = ()
        self._watcher = Watcher(reader, params=params)
        self._light = None if self.tray is None else self.tray.light_watch()

    def feed(self, frame: Frame) -> tuple[Seen, ...]:
        """Return what `frame` shows to have happened, mostly nothing. See `Watcher.feed`."""
        frame = in_colour(frame)
        self.advice = ()
        if self.tray is not None and not frame.damaged and not unreadable(frame.image):
            self.tray.watch(frame.image, frame.at)
            self.advice = () if self._light is None else self._light.feed(frame.image, frame.at)
        return self._watcher.feed(frame)

    def lost(self, why: str) -> tuple[Seen, ...]:
        """Say that the source is gone. See `Watcher.lost`."""
        return self._watcher.lost(why)


def open_reader(profile: TrayProfile | None = None) -> TrayReader:
    """Return a reader of a tray's pictures, with the `profile` of its set-up if there is one. Raises MissingModelsError
    where the networks are not there.
    """
    return TrayReader(Reader(), profile)


def open_watcher(profile: TrayProfile | None = None) -> TrayWatcher:
    """Return what watches a tray's camera, with the `profile` of its set-up if there is one. Raises MissingModelsError
    where the networks are not there.
    """
    return TrayWatcher(open_reader(profile))
