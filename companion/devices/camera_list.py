"""The cameras to choose from, each opened in turn until one is chosen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import cv2
import numpy as np

from catseye.text import error_text
from companion.core.text import NOTHING, Text
from vision import FrameSource, SourceLost, open_source
from vision.frames import Image
from vision.sources.camera_places import local_cameras, place_of
from vision.sources.camera_url import accepted, parted, with_settings
from vision.sources.phone import FEED

__all__ = ["CameraList", "Candidate", "accepted", "camera_names", "mirrored", "turned"]

PHONE = "phone:"
_PICTURES_S = 0.2
"""Interval between pictures of a camera, seconds."""
_AGAIN_S = 2.0
"""Pause before opening cameras without pictures again, seconds."""
_WIDE = 320
"""Largest width of a picture, px."""
_LOOK_S = 1.5
"""Length of a camera's turn, seconds."""


@dataclass(slots=True)
class Candidate:
    """A camera: its name, its newest picture (uint8 (H, W, 3) BGR, at most 320 wide) with a growing number, or why
    there is none. `label` is its maker's name, or ""; `fingerprint` that of a certificate to accept first.
    """

    name: str
    label: str = ""
    picture: Image | None = None
    number: int = 0
    why: Text = NOTHING
    fingerprint: str = ""


class CameraList:
    """Opens cameras by name, one at a time, with `opened`; `labels` are their makers' names."""

    def __init__(
        self,
        names: Iterable[str],
        opened: Callable[[str], FrameSource] = open_source,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        known = labels or {}
        self.candidates = [Candidate(name, known.get(name, "")) for name in dict.fromkeys(names)]
        self._opened, self._stop = opened, threading.Event()
        self._thread = threading.Thread(target=self._look_around, name="camera list", daemon=True)

    def start(self) -> None:
        """Start looking."""
        self._thread.start()

    def stop(self) -> None:
        """Close the open camera; return within about two seconds."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)

    def _look_around(self) -> None:
        hopeful = list(self.candidates)
        while hopeful and not self._stop.is_set():
            hopeful = [candidate for candidate in hopeful if not self._stop.is_set() and self._look(candidate)]
            if not any(candidate.picture is not None for candidate in hopeful):
                self._stop.wait(_AGAIN_S)

    def _look(self, candidate: Candidate) -> bool:
        """Give one camera its turn; return whether it should have another."""
        try:
            source = self._opened(candidate.name)
        except ValueError as unknown:
            candidate.why = error_text(unknown)
            return False
        except SourceLost as lost:
            candidate.picture, candidate.why, candidate.fingerprint = None, error_text(lost), lost.fingerprint
            return True
        try:
            self._watch(source, candidate)
        except SourceLost as lost:
            candidate.picture, candidate.why = None, error_text(lost)
        finally:
            source.close()
        return True

    def _watch(self, source: FrameSource, candidate: Candidate) -> None:
        due, until = 0.0, 0.0
        alone = len(self.candidates) == 1
        while not self._stop.is_set() and not source.ended and (alone or not until or time.monotonic() < until):
            frame = source.read(0.25)
            if frame is not None and time.monotonic() >= due:
                due = time.monotonic() + _PICTURES_S
                until = until or time.monotonic() + _LOOK_S
                high, wide = frame.image.shape[:2]
                size = (min(wide, _WIDE), max(1, round(high * min(1.0, _WIDE / wide))))
                candidate.picture = np.asarray(cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA), np.uint8)
                candidate.number, candidate.why = candidate.number + 1, NOTHING


def turned(name: str) -> str:
    """Return the camera's name with its picture turned by another quarter, clockwise."""
    degrees = parted(name)[1].get("turn", "0")
    return with_settings(name, turn=(int(degrees) + 90) % 360 if degrees.isdecimal() else 0)


def mirrored(name: str) -> str:
    """Return the camera's name with mirroring toggled."""
    return with_settings(name, mirror=parted(name)[1].get("mirror", "0") == "0")


def camera_names(in_use: str = "") -> dict[str, str]:
    """Return this computer's cameras and a phone that sends pictures by name, with their labels, without the one in
    use, as it can be opened only once.
    """
    used = in_use.partition("?")[0]
    taken = None
    with suppress(ValueError):  # not a camera of this computer
        taken = place_of(used.removeprefix("usb:")) if used.startswith("usb:") else None
    phone = {PHONE: ""} if FEED.connected and used != PHONE else {}
    return phone | {
        camera.name: camera.label for camera in local_cameras() if used != camera.name and taken != camera.place
    }
