"""The cameras one can choose among: each looked at in a thread of its own, until one is chosen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from catseye.text import error_text
from companion.core.text import NOTHING, Text
from vision import FrameSource, SourceLost, open_source
from vision.frames import Image

_PICTURES_S = 0.2
"""A new picture of each camera this often is enough to choose by."""
_AGAIN_S = 2.0
"""A camera that gives no picture is opened again after this time."""
_WIDE = 320
DEVICES = Path("/dev")
"""Where Linux lists its cameras as video0, video1, ..."""
_USUAL = 3
"""How many numbers of USB cameras are tried where the system does not list them."""


@dataclass(slots=True)
class Candidate:
    """A camera by its name: its newest picture (uint8 (H, W, 3) BGR, at most 320 wide) with a number that grows, or why
    there is none.
    """

    name: str
    picture: Image | None = None
    number: int = 0
    why: Text = NOTHING


class CameraList:
    """Looks at cameras by name. `opened` opens one, as `vision.open_source` does."""

    def __init__(self, names: Iterable[str], opened: Callable[[str], FrameSource] = open_source) -> None:
        self.candidates = [Candidate(name) for name in dict.fromkeys(names)]
        self._opened, self._stop = opened, threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin to look."""
        for candidate in self.candidates:
            thread = threading.Thread(target=self._look, args=(candidate,), name="camera list", daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        """Let go of all cameras; returns within about two seconds."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=2.0)

    def _look(self, candidate: Candidate) -> None:
        while not self._stop.is_set():
            try:
                source = self._opened(candidate.name)
            except ValueError as unknown:
                candidate.why = error_text(unknown)
                return
            except SourceLost as lost:
                candidate.why = error_text(lost)
            else:
                try:
                    self._watch(source, candidate)
                except SourceLost as lost:
                    candidate.picture, candidate.why = None, error_text(lost)
                finally:
                    source.close()
            self._stop.wait(_AGAIN_S)

    def _watch(self, source: FrameSource, candidate: Candidate) -> None:
        due = 0.0
        while not self._stop.is_set() and not source.ended:
            frame = source.read(0.25)
            if frame is not None and time.monotonic() >= due:
                due = time.monotonic() + _PICTURES_S
                high, wide = frame.image.shape[:2]
                size = (min(wide, _WIDE), max(1, round(high * min(1.0, _WIDE / wide))))
                candidate.picture = np.asarray(cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA), np.uint8)
                candidate.number, candidate.why = candidate.number + 1, NOTHING


def camera_names() -> list[str]:
    """The USB cameras this system lists; the first numbers where it lists none."""
    if not DEVICES.is_dir():
        return [f"usb:{number}" for number in range(_USUAL)]
    numbers = sorted(int(path.name[5:]) for path in DEVICES.glob("video[0-9]*") if path.name[5:].isdecimal())
    return [f"usb:{number}" for number in numbers]
