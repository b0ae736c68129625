"""The camera above the tray: a thread watches its frames and puts signals into the inbox."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2

from calibration.camera_name import public_name
from calibration.flicker import Film
from catseye.text import error_text
from companion.core.events import Face
from companion.core.text import NOTHING, Text, say
from companion.devices.inbox import Inbox
from companion.devices.tray_watch import CameraAlerts, TrayMonitor, watch_tray
from companion.record.journal import LARGEST_PICTURE
from companion.referee.signals import (
    DeviceChanged,
    DeviceSaid,
    DiceSeen,
    ReviewReason,
    SeenDie,
    Signal,
    TrayMoved,
    TraySettled,
)
from vision import (
    AskedDice,
    Disturbed,
    Frame,
    FrameSource,
    Lost,
    Motion,
    Outline,
    Reading,
    Rest,
    Seen,
    SourceLost,
    Tray,
    TrayWatcher,
    Unsettled,
    open_source,
)
from vision.frames import Hand, Image

RETRY_S = 0.5
"""First pause before opening a lost camera again, seconds."""
DOUBLED = 6
"""Number of times the pause doubles while the camera keeps failing: to half a minute."""
STEADY_S = 60.0
"""After working for this long, seconds, a failure starts with a short pause again."""
STIRS = say("something in the tray keeps moving: dice are read once it stops")
STIRS_SOMEWHERE = say("something in the picture keeps moving: if the tray's outline is set, only what is in it counts")
_log = logging.getLogger(__name__)
PREVIEW_WIDTH = 640
LIGHT_PERIOD_S = 2.0
"""Interval between measurements of the light, seconds: each takes some milliseconds."""
BANDS = 0.1
"""Swing of the rows' brightness, as a share, to report as flicker: calibration calls this bad light."""
PREVIEW_PERIOD_S = 1 / 15
EVIDENCE_WIDTH = 960


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """The newest picture for the screen: uint8 (H, W, 3) BGR, at most 640 wide."""

    image: Image
    number: int


class TrayDevice:
    """The camera above the tray, by name ("usb:0", "http://...", "clip:file", "sim:").

    `hopeless` says why there will never be a picture (an unknown name), or is empty. `preview` and `newest` (unscaled)
    are None while there is no camera; `film` keeps the last frames' brightness, and `light` is a sentence while it
    flickers. `watch` builds the monitor, on the thread as it is slow to load. `now` is a clock in seconds.
    """

    def __init__(
        self,
        name: str,
        inbox: Inbox,
        watch: Callable[[str], TrayMonitor] = watch_tray,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self.hopeless = name, NOTHING
        self._inbox, self._watch_tray, self._now = inbox, watch, now
        self._stop, self._changed = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._source: FrameSource | None = None
        self._watching: tuple[TrayWatcher, CameraAlerts] | None = None
        self.preview: Preview | None = None
        self.newest: Frame | None = None
        self.film = Film()
        self.light = NOTHING
        self._preview_due = self._light_due = 0.0
        self._asked: AskedDice | None = None
        self._answers: queue.SimpleQueue[Callable[[Tray], None]] = queue.SimpleQueue()
        self._failed, self._remarked = 0, NOTHING

    def start(self) -> None:
        """Start watching, on its own thread."""
        self._thread = threading.Thread(target=self._run, name="tray", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the camera; returns within about a second."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=2.0)

    def expect(self, colours: Sequence[str]) -> None:
        """Set the colours of the dice the game asks for ("": any) from the next frame on. The referee judges the
        number: fewer dice may be one seat's roll, and more may be there from before.
        """
        self._asked = AskedDice(tuple(colours), fewer=True) if colours else None

    def this_is_the_tray(self, outline: Sequence[tuple[float, float]]) -> bool:
        """Take the tray's edge, (x, y) in shares of the picture, and people's word that it is empty. False if there is
        no picture.
        """
        if (frame := self.newest) is None:
            return False
        height, width = frame.image.shape[:2]
        edge = Outline(tuple((x * width, y * height) for x, y in outline))
        self._answers.put(lambda tray: tray.set_up(edge, frame.image, frame.at))
        return True

    def tray_is_empty(self) -> bool:
        """Take people's word that the tray is empty, even if the reader doubts it. False if there is no picture."""
        if (frame := self.newest) is None:
            return False
        self._answers.put(lambda tray: tray.is_empty(frame.image, frame.at))
        return True

    def is_no_die(self, box: tuple[float, float, float, float]) -> None:
        """Take people's word that the thing in this box, in shares of the picture, is not a die."""
        self._answers.put(lambda tray: tray.is_no_die(box))

    def answered(self, faces: Sequence[Face], seen: DiceSeen) -> None:
        """Take the faces that people confirmed or corrected for these dice."""
        values = tuple(face.value for face in faces)
        self._answers.put(lambda tray: tray.confirm(values, seen.at))

    def set_up_anew(self) -> None:
        """Use the tray's changed profile from the next frame on."""
        self._changed.set()

    @property
    def hand(self) -> Hand | None:
        """Throws dice into a rendered picture, or None for a real camera."""
        source = self._source
        return source.hand if source is not None else None

    def throw(self, colours: Sequence[str]) -> None:
        """Throw one die of each colour, if the tray is simulated."""
        if (hand := self.hand) is not None:
            hand.throw(colours)

    def _run(self) -> None:
        while not self._stop.is_set() and not self.hopeless:
            began = self._now()
            try:
                self._look()
            except SourceLost as lost:
                self._failed = 0
                self._lost(say("the camera gives no pictures ({why})", why=error_text(lost)))
                if self._watching is not None:
                    self._watching[0].lost(lost.why)  # it will recognise the dice that are still there
            except Exception as wrong:  # noqa: BLE001  a dead thread would leave a camera that seems to work
                self._failed = 1 if self._now() - began > STEADY_S else self._failed + 1
                _log.exception("the camera %s", public_name(self.name))
                self._watching = None
                self._lost(say("the camera's pictures cannot be read: {why}", why=error_text(wrong)))
            self._stop.wait(RETRY_S * 2 ** min(self._failed, DOUBLED))

    def _look(self) -> None:
        """Open the camera and watch until it is lost. An unknown name is hopeless."""
        try:
            source = open_source(self.name)
        except ValueError as unknown:
            self.hopeless = error_text(unknown)
            self._lost(self.hopeless)
            return
        try:
            self._source = source
            self._watch(source)
        finally:
            self._source = self.preview = self.newest = None
            self.light = NOTHING
            source.close()

    def _watch(self, source: FrameSource) -> None:
        if self._watching is None:
            self._watching = self._watcher(), CameraAlerts()
        works = False  # until a picture is processed: a stalled camera is opened again and again
        while not self._stop.is_set():
            if self._changed.is_set():
                self._watching = self._watcher(), CameraAlerts()
            watcher, alerts = self._watching
            frame = source.read(0.25)
            if frame is None:
                if source.ended:
                    self._lost(say("the recording has ended"))
                    self._stop.wait()
                continue
            self.newest = frame
            self.film.add(frame.image, frame.at)
            self._look_at_light(frame.at)
            self._show(frame)
            self._tell(watcher)
            for seen in watcher.feed(frame):
                self._inbox.put(signal_of(seen))
            if not works:
                works = True
                self._inbox.put(DeviceChanged("tray", ok=True))
            for words in alerts.update(watcher, frame):
                self._inbox.put(DeviceSaid("tray", words))

    def _tell(self, watcher: TrayWatcher) -> None:
        """Tell the watcher what the game asks for, and what people answered since the last frame."""
        watcher.expect(self._asked)
        while not self._answers.empty():
            self._answers.get()(watcher.tray)

    def _watcher(self) -> TrayWatcher:
        self._changed.clear()
        monitor = self._watch_tray(self.name)
        if monitor.remark and monitor.remark != self._remarked:
            self._inbox.put(DeviceSaid("tray", monitor.remark))
        self._remarked = monitor.remark
        return monitor.watcher

    def _look_at_light(self, now: float) -> None:
        if now < self._light_due:
            return
        self._light_due = now + LIGHT_PERIOD_S
        swing, mains = self.film.flicker()
        if swing is None or swing < BANDS:
            self.light = NOTHING
        else:
            self.light = (
                say("the light flickers ({hz} Hz)", hz=round(mains / 2)) if mains else say("the light flickers")
            )

    def _show(self, frame: Frame) -> None:
        if frame.at < self._preview_due:
            return
        self._preview_due = frame.at + PREVIEW_PERIOD_S
        self.preview = Preview(_at_most(frame.image, PREVIEW_WIDTH), frame.number)

    def _lost(self, why: Text) -> None:
        self._source = self.preview = self.newest = None
        self._inbox.put(DeviceChanged("tray", ok=False, why=why))


def signal_of(seen: Seen) -> Signal:
    """Return what the watcher saw as a signal."""
    if isinstance(seen, Motion):
        return TrayMoved()
    if isinstance(seen, Lost):
        return DeviceChanged("tray", ok=False, why=seen.why)
    if isinstance(seen, Unsettled):
        return DeviceSaid("tray", STIRS if seen.in_outline else STIRS_SOMEWHERE)
    dice = dice_seen(seen.reading, seen.image, disturbed=isinstance(seen, Disturbed))
    return TraySettled(dice) if isinstance(seen, Rest) and seen.again else dice


def dice_seen(reading: Reading, image: Image, *, disturbed: bool) -> DiceSeen:
    """Return a reading as a signal, with its picture, uint8 (H, W, 3) BGR."""
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
    """Encode a JPEG of at most `limit` bytes, by lower quality and then smaller size; None if OpenCV cannot."""
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
    """Return the picture, reduced to at most this width."""
    if image.shape[1] <= width:
        return image
    size = (width, max(1, round(image.shape[0] * width / image.shape[1])))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]
