"""The camera above the tray: a thread watches its frames and puts signals into the inbox."""

from __future__ import annotations

import logging
import math
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from calibration.light.flicker import Film
from calibration.profile.camera_name import public_name
from catseye.text import error_text
from companion.core.events import Face
from companion.core.text import NOTHING, Text, say
from companion.devices.film import FilmRing
from companion.devices.inbox import Inbox
from companion.devices.tray_set_up import TraySetUp
from companion.devices.tray_signals import at_most, shares_of, signal_of
from companion.devices.tray_watch import CameraAlerts, TrayMonitor, watch_tray
from companion.referee.signals import DeviceChanged, DeviceSaid, DiceSeen
from vision import (
    AskedDice,
    Disturbed,
    Frame,
    FrameSource,
    Rest,
    Seen,
    SourceLost,
    TrayWatcher,
    Unsettled,
    open_source,
)
from vision.frames import Hand, Image
from vision.reading import Box

RETRY_S = 0.5
"""First pause before opening a lost camera again, seconds."""
DOUBLED = 6
"""Number of times the pause doubles while the camera keeps failing: to half a minute."""
STEADY_S = 60.0
"""After working for this long, seconds, a failure starts with a short pause again."""
_log = logging.getLogger(__name__)
PREVIEW_WIDTH = 640
LIGHT_PERIOD_S = 2.0
"""Interval between measurements of the light, seconds: each takes some milliseconds."""
BANDS = 0.1
"""Swing of the rows' brightness, as a share, to report as flicker: calibration calls this bad light."""
PREVIEW_PERIOD_S = 1 / 15


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """The newest picture for the screen: uint8 (H, W, 3) BGR, at most 640 wide."""

    image: Image
    number: int


class TrayDevice:
    """The camera above the tray, by name ("usb:0", "http://...", "clip:file", "sim:").

    `hopeless` says why no picture will come any more (an unknown name, the end of a recording), or is empty. `preview`
    and `newest` (unscaled) are None while there is no camera; `film` keeps the last frames' brightness; if it
    `keeps_films`, a throw has one. `set_up` knows whether people showed the tray, `stirs` is where something keeps
    moving, in shares of the picture. `watch` builds the monitor, on the thread as it is slow to load. `now` is a clock
    in seconds.
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
        self.keeps_films = False
        self._ring = FilmRing()
        self.set_up = TraySetUp(name)
        self.stirs: Box | None = None
        self._light = self._stirring = NOTHING
        self._shown = self._state  # when the table was last told
        self._preview_due = self._light_due = 0.0
        self._watched_until = math.inf  # the time of the last frame that was watched; there was none yet
        self._asked: AskedDice | None = None
        self._answers: queue.SimpleQueue[Callable[[TrayWatcher], None]] = queue.SimpleQueue()
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

    def wait(self, within_s: float) -> None:
        """Wait so long at most until a stopped camera's thread has ended: a reading may take longer than `stop`."""
        if self._thread is not None:
            self._thread.join(within_s)

    def expect(self, colours: Sequence[str]) -> None:
        """Set the colours of the dice the game asks for ("": any) from the next frame on. The referee judges the
        number: fewer dice may be one seat's roll, and more may be there from before.
        """
        self._asked = AskedDice(tuple(colours), fewer=True) if colours else None

    def other_dice_may_come(self) -> None:
        """Take it that another game is opened, whose dice may be others."""
        self._answers.put(lambda watcher: watcher.tray.other_dice_may_come())

    @property
    def says(self) -> Text:
        """What keeps dice from being read well: something that moves on and on, a light that flickers."""
        return self._stirring or self._light

    @property
    def _state(self) -> tuple[object, ...]:
        """All that the table shows of the tray beside its pictures."""
        return self.says, self.stirs, self.set_up.offered

    def is_no_die(self, box: Box) -> None:
        """Take people's word that the thing in this box, in shares of the picture, is not a die, and look again."""

        def learn(watcher: TrayWatcher) -> None:
            watcher.tray.is_no_die(box)
            watcher.look_again()

        self._answers.put(learn)

    def answered(self, faces: Sequence[Face], seen: DiceSeen) -> None:
        """Take the faces that people confirmed or corrected for these dice."""
        values = tuple(face.value for face in faces)
        self.set_up.answered(values, seen)
        self._answers.put(lambda watcher: watcher.tray.confirm(values, seen.at))

    def set_up_anew(self) -> None:
        """Use the tray's changed profile from the next frame on."""
        self._changed.set()

    @property
    def hand(self) -> Hand | None:
        """Throws dice into a rendered picture, or None for a real camera."""
        source = self._source
        return source.hand if source is not None else None

    def throw(self, colours: Sequence[str], again: Sequence[Box] = ()) -> None:
        """Throw one die of each colour, or those again that lie in these boxes, in shares of the picture, if the tray
        is rendered and the throw before it was watched to its end.
        """
        if (hand := self.hand) is None or hand.calm_at() > self._watched_until:
            return
        if again:
            hand.throw_again([((left + right) / 2, (top + low) / 2) for left, top, right, low in again])
        else:
            hand.throw(colours)

    def _run(self) -> None:
        while not self._stop.is_set() and not self.hopeless:
            began = self._now()
            try:
                self._look()
            except SourceLost as lost:
                self._failed = 0
                self._lost(say("the camera gives no pictures: {why}", why=error_text(lost)))
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
            _log.error("%s", unknown)  # for whoever wrote the name: what it is like means nothing at the table
            self._lost(say("no camera is called that: choose one"))
            return
        try:
            self._source = source
            self._watch(source)
        finally:
            self._source = self.preview = self.newest = None
            self._light, self._stirring, self.stirs = NOTHING, NOTHING, None
            source.close()

    def _watch(self, source: FrameSource) -> None:
        if self._watching is None:
            self._watching = self._watcher(), CameraAlerts()
        works = False  # until a picture is processed: a stalled camera is opened again and again
        self._watched_until = math.inf
        while not self._stop.is_set():
            if self._changed.is_set():
                self._watching = self._watcher(), CameraAlerts()
            watcher, alerts = self._watching
            frame = source.read(0.25)
            if frame is None:
                if source.ended:
                    self.hopeless = say("the recording has ended")
                    self._lost(self.hopeless)
                    return
                continue
            self.newest = frame
            self.film.add(frame.image, frame.at)
            self._look_at_light(frame.at)
            self._show(frame, watcher)
            self._tell(watcher)
            for seen in watcher.feed(frame):
                self._note(seen, frame)
                self._inbox.put(signal_of(seen, watcher.tray, self._ring.film()))
            self._watched_until = frame.at
            if not works:
                works = True
                self._inbox.put(DeviceChanged("tray", ok=True))
            for words in (*alerts.update(watcher, frame), *self.set_up.follow(watcher, frame)):
                self._inbox.put(DeviceSaid("tray", words))
            if self._shown != (shown := self._state):
                self._shown = shown
                self._inbox.put(DeviceChanged("tray", ok=True))

    def _note(self, seen: Seen, frame: Frame) -> None:
        """Remember what moves on and on until it rests, and that people play."""
        if isinstance(seen, Unsettled):
            self._stirring = say("this keeps moving")
            self.stirs = seen.reason.box and shares_of(seen.reason.box, frame.image)
            if not seen.in_outline:
                self.set_up.wanted()
        elif isinstance(seen, Rest | Disturbed):
            self._stirring, self.stirs = NOTHING, None
            if seen.reading.dice and self._asked is not None:
                self.set_up.played()

    def _tell(self, watcher: TrayWatcher) -> None:
        """Tell the watcher what the game asks for, and what people answered since the last frame."""
        watcher.expect(self._asked)
        while not self._answers.empty():
            self._answers.get()(watcher)

    def _watcher(self) -> TrayWatcher:
        self._changed.clear()
        monitor = self._watch_tray(self.name)
        if monitor.remark and monitor.remark != self._remarked:
            self._inbox.put(DeviceSaid("tray", monitor.remark))
        self._remarked = monitor.remark
        self.set_up.begin(monitor.kept)
        return monitor.watcher

    def _look_at_light(self, now: float) -> None:
        if now < self._light_due:
            return
        self._light_due = now + LIGHT_PERIOD_S
        swing, mains = self.film.flicker()
        if swing is None or swing < BANDS:
            self._light = NOTHING
        else:
            self._light = (
                say("the light flickers ({hz} Hz)", hz=round(mains / 2)) if mains else say("the light flickers")
            )

    def _show(self, frame: Frame, watcher: TrayWatcher) -> None:
        if frame.at < self._preview_due:
            return
        self._preview_due = frame.at + PREVIEW_PERIOD_S
        self.preview = Preview(at_most(frame.image, PREVIEW_WIDTH), frame.number)
        if not self.keeps_films:
            self._ring.clear()
            return
        outline, shown = watcher.tray.outline, self.preview.image
        share = shown.shape[1] / frame.image.shape[1]
        self._ring.add(shown, frame.at, None if outline is None else outline.scaled(share))

    def _lost(self, why: Text) -> None:
        self._source = self.preview = self.newest = None
        self._inbox.put(DeviceChanged("tray", ok=False, why=why))
