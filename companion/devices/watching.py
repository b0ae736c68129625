"""What watches the tray's frames: the reader, with the tray's profile in front of it where one was made."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.profile import ANY_CAMERA, BadProfile, TrayProfile, bare_name, profile_path
from vision.calibrated import CalibratedReader, CalibratedWatcher
from vision.emptied import ComparingReader
from vision.reader import Reader
from vision.remembered import uncalibrated_watcher
from vision.watch import Watcher


@dataclass(frozen=True, slots=True)
class Watching:
    """A watcher, and what is to be said about the profile it goes by ("" where there is nothing to say)."""

    watcher: Watcher
    remark: str = ""


def watch_tray(camera: str) -> Watching:
    """A watcher for this camera: with its profile where the tray was set up, without it where that cannot be used."""
    path = profile_path(camera)
    try:
        profile = TrayProfile.load(path)
    except FileNotFoundError:
        return Watching(uncalibrated_watcher())
    except (BadProfile, OSError) as wrong:  # a file that cannot be opened is told like one that is none
        return _without(str(wrong))
    if profile.camera != ANY_CAMERA and bare_name(profile.camera) != bare_name(camera):
        return _without(f"it belongs to the camera {profile.camera}")
    return Watching(CalibratedWatcher(CalibratedReader(ComparingReader(Reader()), profile)))


def _without(why: str) -> Watching:
    return Watching(uncalibrated_watcher(), f"the tray is read without its set-up: {why}")


class Concerns:
    """What a watcher has to say between the readings: a camera that moved, a lamp that went out. Each is said once."""

    def __init__(self) -> None:
        self._moved = ""

    def heard(self, watcher: Watcher) -> tuple[str, ...]:
        """The sentences that are new since the last frame."""
        if not isinstance(watcher, CalibratedWatcher):
            return ()
        said = [advice.text for advice in watcher.advice]
        drift = watcher.drift
        why = "" if drift is None or drift.sure else drift.why
        if why and why != self._moved:
            said.append(why)
        self._moved = why
        return tuple(said)
