"""The monitor of a tray's frames: the watcher with the tray's profile, and alerts about the camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.profile.tray_profile import ANY_CAMERA, BadProfile, TrayProfile, bare_name, profile_path
from companion.core.text import NOTHING, Text, say
from companion.devices.kept_tray import KeptTray
from vision import open_watcher

if TYPE_CHECKING:
    from vision import TrayWatcher
    from vision.frames import Frame, Image

HANGS_AFTER_S = 10.0
"""Report a camera as hanging after this long with identical pictures, seconds."""
ROWS = 16
"""Compare every 16th row: noise of a working camera is in all of them."""


@dataclass(frozen=True, slots=True)
class TrayMonitor:
    """A watcher, what is wrong with the tray's profile, or NOTHING, and the tray as people showed it."""

    watcher: TrayWatcher
    remark: Text = NOTHING
    kept: KeptTray | None = None


def watch_tray(camera: str) -> TrayMonitor:
    """Return the monitor for this camera, with the tray that people showed last or its profile if one is usable."""
    path = profile_path(camera)
    try:
        if (kept := KeptTray.load(camera)) is not None:
            return TrayMonitor(open_watcher(), kept=kept)
        profile = TrayProfile.load(path)
    except FileNotFoundError:
        return TrayMonitor(open_watcher())
    except BadProfile as wrong:
        return _without(wrong.why)
    if profile.camera != ANY_CAMERA and bare_name(profile.camera) != bare_name(camera):
        return _without(say("it belongs to another camera"))
    return TrayMonitor(open_watcher(profile))


def _without(why: Text) -> TrayMonitor:
    return TrayMonitor(open_watcher(), _left_out(why))


def _left_out(why: Text) -> Text:
    return say("the tray is read without its set-up: {why}", why=why)


class CameraAlerts:
    """Alerts between readings, each reported once: a camera that hangs or was moved, worse light, pictures that do not
    fit the tray's profile.
    """

    def __init__(self) -> None:
        self._moved = self._unfit = NOTHING
        self._rows: Image | None = None
        self._same_since = 0.0
        self._hangs = False

    def update(self, watcher: TrayWatcher, frame: Frame) -> tuple[Text, ...]:
        """Return the sentences that are new since the last frame."""
        news = self._hanging(frame)
        tray = watcher.tray.profiled
        if tray is None:
            return news
        if tray.without and tray.without != self._unfit:
            news = (*news, _left_out(tray.without))
        self._unfit = tray.without
        drift = tray.drift
        why = drift.why if drift is not None and drift.reported else NOTHING
        moved = (why,) if why and why != self._moved else ()
        self._moved = why
        return (*news, *(advice.text for advice in watcher.advice), *moved)

    def _hanging(self, frame: Frame) -> tuple[Text, ...]:
        """Return an alert if the camera hangs: because of noise, no two pictures of a working camera are identical."""
        rows = frame.image[::ROWS]
        if self._rows is None or not np.array_equal(rows, self._rows):
            self._rows, self._same_since, self._hangs = rows.copy(), frame.at, False
        elif not self._hangs and frame.at - self._same_since >= HANGS_AFTER_S:
            self._hangs = True
            return (say("the camera keeps sending the same picture: it seems to hang, restart it"),)
        return ()
