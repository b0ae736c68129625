"""What watches the tray's frames: the reader, with the tray's profile in front of it where one was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.camera_name import printable
from calibration.profile import ANY_CAMERA, BadProfile, TrayProfile, bare_name, profile_path
from vision import open_watcher

if TYPE_CHECKING:
    from vision import TrayWatcher
    from vision.frames import Frame, Image

HANGS_AFTER_S = 10.0
"""Seconds of the very same picture after which a camera is said to hang."""
ROWS = 16
"""One row in so many is compared: a working camera's noise is in all of them."""


@dataclass(frozen=True, slots=True)
class Watching:
    """A watcher, and what is to be said about the profile it goes by ("" where there is nothing to say)."""

    watcher: TrayWatcher
    remark: str = ""


def watch_tray(camera: str) -> Watching:
    """A watcher for this camera: with its profile where the tray was set up, without it where that cannot be used."""
    path = profile_path(camera)
    try:
        profile = TrayProfile.load(path)
    except FileNotFoundError:
        return Watching(open_watcher())
    except (BadProfile, OSError) as wrong:  # a file that cannot be opened is told like one that is none
        return _without(str(wrong))
    if profile.camera != ANY_CAMERA and bare_name(profile.camera) != bare_name(camera):
        return _without(f"it belongs to the camera {printable(profile.camera)}")
    return Watching(open_watcher(profile))


def _without(why: str) -> Watching:
    return Watching(open_watcher(), _left_out(why))


def _left_out(why: str) -> str:
    return f"the tray is read without its set-up: {why}"


class Concerns:
    """What is to be said between the readings: a camera that hangs or was moved, a lamp that went out, pictures that
    the tray's profile does not fit. Each is said once.
    """

    def __init__(self) -> None:
        self._moved = self._unfit = ""
        self._rows: Image | None = None
        self._same_since = 0.0
        self._hangs = False

    def heard(self, watcher: TrayWatcher, frame: Frame) -> tuple[str, ...]:
        """The sentences that are new since the last frame."""
        said = self._hanging(frame)
        tray = watcher.tray
        if tray is None:
            return said
        if tray.without and tray.without != self._unfit:
            said = (*said, _left_out(tray.without))
        self._unfit = tray.without
        drift = tray.drift
        why = drift.why if drift is not None and drift.told else ""
        news = (why,) if why and why != self._moved else ()
        self._moved = why
        return (*said, *(advice.text for advice in watcher.advice), *news)

    def _hanging(self, frame: Frame) -> tuple[str, ...]:
        """No two pictures of a camera that works are the same, for its sensor's noise."""
        rows = frame.image[::ROWS]
        if self._rows is None or not np.array_equal(rows, self._rows):
            self._rows, self._same_since, self._hangs = rows.copy(), frame.at, False
        elif not self._hangs and frame.at - self._same_since >= HANGS_AFTER_S:
            self._hangs = True
            return ("the camera has sent the very same picture for a while: it seems to hang, start it again",)
        return ()
