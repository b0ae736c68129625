"""The camera above the tray: a thread that watches its frames and puts what it saw in the inbox."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2

from calibration.camera_name import printable
from calibration.flicker import Film
from companion.devices.inbox import Inbox
from companion.devices.tray_watch import Concerns, Watching, watch_tray
from companion.record.journal import LARGEST_PICTURE
from companion.referee.signals import DeviceChanged, DeviceSaid, DiceMoving, DiceSeen, ReviewReason, SeenDie, Signal
from vision import (
    Disturbed,
    Frame,
    FrameSource,
    Lost,
    Motion,
    Reading,
    Rest,
    Seen,
    SourceLost,
    TrayWatcher,
    open_source,
)
from vision.frames import Hand, Image

RETRY_S = 0.5
DOUBLED = 6
"""So often the pause before it tries again is doubled while it fails again and again: to half a minute."""
STEADY_S = 60.0
"""What worked for so long fails for a reason of its own."""
_log = logging.getLogger(__name__)
PREVIEW_WIDTH = 640
PREVIEW_PERIOD_S = 1 / 15
EVIDENCE_WIDTH = 960


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """The newest camera picture for the screen: uint8 (H, W, 3) BGR, at most 640 wide."""

    image: Image
    number: int


class TrayDevice:
    """The camera above the tray, by name ("usb:0", "http://...", "clip:file", "sim:").

    `hopeless` says why there will never be a picture (the name is none we know), "" while there may be one.
    `watch` builds what finds motion, rest and readings in the frames of a camera (in the thread: it is slow to load).
    """

    def __init__(self, name: str, inbox: Inbox, watch: Callable[[str], Watching] = watch_tray) -> None:
        self.name, self.hopeless = name, ""
        self._inbox, self._watch_tray = inbox, watch
        self._stop, self._changed = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._source: FrameSource | None = None
        self._watching: tuple[TrayWatcher, Concerns] | None = None
        self._preview: Preview | None = None
        self._newest: Frame | None = None
        self._film = Film()
        self._preview_due = 0.0
        self._failed, self._remarked = 0, ""

    def start(self) -> None:
        """Begin to watch, in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="tray", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let go of the camera; returns within about a second."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=2.0)

    def set_up_anew(self) -> None:
        """The tray's profile has changed: go by it from the next frame on."""
        self._changed.set()

    @property
    def preview(self) -> Preview | None:
        """The newest picture, or None while there is no camera."""
        return self._preview

    @property
    def newest(self) -> Frame | None:
        """The newest frame as the camera gave it, or None while there is no camera."""
        return self._newest

    @property
    def film(self) -> Film:
        """What the last frames tell of a lamp that flickers."""
        return self._film

    @property
    def hand(self) -> Hand | None:
        """What can throw dice into this picture from the program, or None where only people can."""
        source = self._source
        return source.hand if source is not None else None

    def throw(self, colours: Sequence[str]) -> None:
        """Throw one die of each colour, where that is possible."""
        hand = self.hand
        if hand is not None:
            hand.throw(colours)

    def _run(self) -> None:
        while not self._stop.is_set() and not self.hopeless:
            began = time.monotonic()
            try:
                self._look()
            except SourceLost as lost:
                self._failed = 0
                self._lost(str(lost))
                if self._watching is not None:
                    self._watching[0].lost(str(lost))  # it knows the dice again that lie there when it is back
            except Exception as wrong:  # noqa: BLE001  a thread that ended in silence would leave a camera that looks well
                self._failed = 1 if time.monotonic() - began > STEADY_S else self._failed + 1
                _log.exception("the camera %s", printable(self.name))
                self._watching = None
                self._lost(f"the camera's pictures cannot be read: {str(wrong) or type(wrong).__name__}")
            self._stop.wait(RETRY_S * 2 ** min(self._failed, DOUBLED))

    def _look(self) -> None:
        """Open the camera and watch until it is lost. A name nobody knows will not be known later: it is hopeless."""
        try:
            source = open_source(self.name)
        except ValueError as unknown:
            self._lost(str(unknown))
            self.hopeless = str(unknown)
            return
        try:
            self._source = source
            self._watch(source)
        finally:
            self._source = self._preview = self._newest = None
            source.close()

    def _watch(self, source: FrameSource) -> None:
        if self._watching is None:
            self._watching = self._watcher(), Concerns()
        works = not self._failed  # after a failure: once a picture went well
        if works:
            self._inbox.put(DeviceChanged("tray", ok=True))
        while not self._stop.is_set():
            if self._changed.is_set():
                self._watching = self._watcher(), Concerns()
            watcher, concerns = self._watching
            frame = source.read(0.25)
            if frame is None:
                if source.ended:
                    self._lost(f"{printable(self.name)} has come to its end")
                    self._stop.wait()
                continue
            self._newest = frame
            self._film.add(frame.image, frame.at)
            self._show(frame)
            for seen in watcher.feed(frame):
                self._inbox.put(signal_of(seen, frame.at))
            if not works:
                works = True
                self._inbox.put(DeviceChanged("tray", ok=True))
            for words in concerns.heard(watcher, frame):
                self._inbox.put(DeviceSaid("tray", words))

    def _watcher(self) -> TrayWatcher:
        self._changed.clear()
        watching = self._watch_tray(self.name)
        if watching.remark and watching.remark != self._remarked:
            self._inbox.put(DeviceSaid("tray", watching.remark))
        self._remarked = watching.remark
        return watching.watcher

    def _show(self, frame: Frame) -> None:
        if frame.at < self._preview_due:
            return
        self._preview_due = frame.at + PREVIEW_PERIOD_S
        self._preview = Preview(_at_most(frame.image, PREVIEW_WIDTH), frame.number)

    def _lost(self, why: str) -> None:
        self._source = self._preview = self._newest = None
        self._inbox.put(DeviceChanged("tray", ok=False, why=why))


def signal_of(seen: Seen, at: float) -> Signal:
    """What the watcher saw, as a signal."""
    if isinstance(seen, Motion):
        return DiceMoving(at)
    if isinstance(seen, Lost):
        return DeviceChanged("tray", ok=False, why=seen.why)
    dice = dice_seen(seen.reading, seen.image, disturbed=isinstance(seen, Disturbed))
    return DiceMoving(at, moving=False, seen=dice) if isinstance(seen, Rest) and seen.again else dice


def dice_seen(reading: Reading, image: Image, *, disturbed: bool) -> DiceSeen:
    """The eye's answer as a signal, with the picture it came from. `image`: uint8 (H, W, 3) BGR."""
    height, width = image.shape[:2]
    dice = tuple(
        SeenDie(
            die.value,
            die.colour,
            die.value_confidence,
            die.colour_confidence,
            die.cocked,
            (die.box[0] / width, die.box[1] / height, die.box[2] / width, die.box[3] / height),
        )
        for die in reading.dice
    )
    sure = reading.sure or reading.empty
    reasons = tuple(ReviewReason(reason.kind.value, reason.value, reason.probability) for reason in reading.reasons)
    return DiceSeen(dice, sure, reasons, reading.at, disturbed, evidence_jpeg(image), reading.to_json().encode())


def evidence_jpeg(image: Image, limit: int = LARGEST_PICTURE) -> bytes | None:
    """A JPEG of at most `limit` bytes: quality first gives way, then size. None where OpenCV cannot encode it."""
    width = EVIDENCE_WIDTH
    while width >= 80:
        small = _at_most(image, width)
        for quality in (85, 70, 55):
            done, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
            if not done:
                return None
            if len(jpeg) <= limit:
                return jpeg.tobytes()
        width = width * 3 // 4
    return None


def _at_most(image: Image, width: int) -> Image:
    """The picture, reduced where it is wider."""
    if image.shape[1] <= width:
        return image
    size = (width, max(1, round(image.shape[0] * width / image.shape[1])))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]
