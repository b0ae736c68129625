"""The camera's thread: what it keeps when the camera is lost and comes back."""

from __future__ import annotations

import threading
import time
from math import inf

import numpy as np
import pytest

from catseye.text import plain
from companion.app.controller import TableController
from companion.app.device_manager import DeviceManager
from companion.core.events import Face
from companion.core.table import Table
from companion.core.text import NOTHING, say
from companion.devices import tray
from companion.devices.inbox import Inbox
from companion.devices.tray import TrayDevice
from companion.devices.tray_signals import STIRS_SOMEWHERE
from companion.devices.tray_watch import TrayMonitor
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.dice_matching import dice_asked
from companion.referee.signals import DeviceChanged, DeviceSaid, DiceSeen, TraySettled
from tests.support.started import end_of
from tests.support.waiting import until
from vision import ReadContext, TrayReader, TrayWatcher
from vision.frames import Frame, SourceLost
from vision.reading import DieReading, Reading, Reason, ReasonKind
from vision.tray.facts import Origin

FRAMES = 20


class Shaky:
    """A camera that is lost after some frames of the same lying dice."""

    hand, ended = None, False

    def __init__(self, lasts: float = FRAMES) -> None:
        self.frames, self._lasts = 0, lasts

    def read(self, timeout_s):
        self.frames += 1
        if self.frames > self._lasts:
            raise SourceLost(plain("unplugged"))
        return Frame(np.full((120, 160, 3), 90, np.uint8), time.monotonic(), self.frames)

    def close(self):
        pass


class Two:
    """Reads a two, whatever it is shown."""

    def read(self, image, context, *, at=0.0, frame=0):
        return Reading((DieReading(2, "white", (10, 10, 40, 40), 1.0, 1.0),), sure=True, at=at, frame=frame)


class Paced(TrayWatcher):
    """Goes by the frames' numbers, not by the clock."""

    count = 0

    def feed(self, frame):
        self.count += 1
        return super().feed(Frame(frame.image, self.count / 30, frame.number))


def test_dice_seen_after_reconnecting_are_no_roll(monkeypatch):
    opened = []
    monkeypatch.setattr(tray, "open_source", lambda _name: opened.append(Shaky()) or opened[-1])
    monkeypatch.setattr(tray, "RETRY_S", 0.01)
    inbox, watchers = Inbox(), []

    def watch(_name):
        watchers.append(Paced(TrayReader(Two())))
        return TrayMonitor(watchers[-1])

    device = TrayDevice("usb:0", inbox, watch)
    device.start()
    until(lambda: len(opened) >= 4)
    device.stop()
    signals = []
    while (signal := inbox.take()) is not None:
        signals.append(signal)
    assert len(watchers) == 1
    assert [signal.dice[0].value for signal in signals if isinstance(signal, DiceSeen)] == [2]
    assert sum(isinstance(signal, DeviceChanged) and not signal.ok for signal in signals) >= 3
    assert any(isinstance(signal, TraySettled) for signal in signals)


def test_stalling_camera_does_not_work(monkeypatch):
    opened = []

    class Stalled(Shaky):
        def read(self, timeout_s):
            raise SourceLost(say("no picture for 2.0 s"))

    monkeypatch.setattr(tray, "open_source", lambda _name: opened.append(1) or Stalled())
    monkeypatch.setattr(tray, "RETRY_S", 0.01)
    inbox = Inbox()
    device = TrayDevice("usb:0", inbox, lambda _name: TrayMonitor(Paced(TrayReader(Two()))))
    device.start()
    until(lambda: len(opened) >= 4)
    device.stop()
    changes = []
    while (signal := inbox.take()) is not None:
        changes.append(signal)
    assert changes
    assert not any(isinstance(signal, DeviceChanged) and signal.ok for signal in changes)


@pytest.mark.parametrize(("swing", "said"), [(0.3, "the light flickers (50 Hz)"), (0.0, "")])
def test_light_bands_are_reported(monkeypatch, swing, said):
    class Lamp(Shaky):
        def read(self, timeout_s):
            self.frames += 1
            at = self.frames / 30
            rows = 1 + swing / 2 * np.sin(2 * np.pi * 100 * (at + np.arange(120) * 1e-4))
            light = np.clip(90 * rows, 0, 255).astype(np.uint8)
            return Frame(np.broadcast_to(light[:, None, None], (120, 160, 3)).copy(), at, self.frames)

    lamp = Lamp()
    monkeypatch.setattr(tray, "open_source", lambda _name: lamp)
    device = TrayDevice("usb:0", Inbox(), lambda _name: TrayMonitor(Paced(TrayReader(Two()))))
    device.start()
    until(lambda: lamp.frames > 300)
    assert str(device.says) == said
    device.stop()
    assert not device.says


def test_failing_camera_is_retried_for_ever(monkeypatch):
    class Held:
        def __init__(self):
            self.waits = []

        def is_set(self):
            return len(self.waits) > 1100

        def wait(self, seconds):
            self.waits.append(seconds)

    def broken(_name):
        raise MemoryError

    monkeypatch.setattr(tray, "open_source", broken)
    inbox, held = Inbox(), Held()
    with monkeypatch.context() as patched:
        patched.setattr(tray.threading, "Event", lambda: held)
        device = TrayDevice("usb:0", inbox)
    device.start()
    end_of("tray")
    assert max(held.waits) == 32.0
    assert str(inbox.take().why).endswith("MemoryError")


def test_failing_thread_reports_and_retries(monkeypatch):
    class Steady(Shaky):
        def read(self, timeout_s):
            self.frames = 0
            time.sleep(0.002)
            return super().read(timeout_s)

    failing = [OSError(36, "File name too long"), None]

    def open_source(_name):
        wrong = failing.pop(0) if failing else None
        if wrong is not None:
            raise wrong
        return Steady()

    tries = []

    def watch(_name):
        tries.append(1)
        if len(tries) == 1:
            raise RuntimeError("can't read ONNX file")
        return TrayMonitor(Paced(TrayReader(Two())))

    monkeypatch.setattr(tray, "open_source", open_source)
    monkeypatch.setattr(tray, "RETRY_S", 0.01)
    inbox = Inbox()
    device = TrayDevice("usb:0", inbox, watch)
    device.start()
    until(lambda: device.preview is not None)
    device.stop()
    changes = []
    while (signal := inbox.take()) is not None:
        if isinstance(signal, DeviceChanged):
            changes.append((signal.ok, str(signal.why)))
    assert [ok for ok, _ in changes] == [False, False, True]
    assert "File name too long" in changes[0][1]
    assert "ONNX" in changes[1][1]


def test_password_is_not_shown():
    inbox = Inbox()
    device = TrayDevice("http://me:s3cret@cam.example/stream", inbox)
    equipment = DeviceManager(inbox, device, None)
    assert equipment.tray.name == "http://cam.example/stream"
    equipment.lack("tray", device.name, say("it cannot be started"))
    assert equipment.tray.name == "http://cam.example/stream"
    assert device.name.startswith("http://me:s3cret@"), "it is opened by its whole name"


class Contexts:
    """Keeps what it is told before each picture, and reads a two."""

    def __init__(self) -> None:
        self.asked = []

    def read(self, image, context, *, at=0.0, frame=0):
        self.asked.append(context.asked)
        return Reading((DieReading(2, "white", (10, 10, 40, 40), 1.0, 1.0),), sure=True, at=at, frame=frame)


def test_reader_gets_the_asked_dice(monkeypatch):
    monkeypatch.setattr(tray, "open_source", lambda _name: Shaky())
    reader = Contexts()
    controller = TableController(Journal(":memory:"), shelf())
    tray_device = TrayDevice("usb:0", controller.inbox, lambda _name: TrayMonitor(Paced(TrayReader(reader))))
    controller.devices.attach(tray_device, None)
    controller.begin("catch-up", Table(("Ann", "Bo"), ("red", "blue")))
    wanted = dice_asked(controller.session)
    controller.start()
    until(lambda: reader.asked)
    controller.stop()
    assert wanted
    assert reader.asked[0].colours == wanted
    assert not reader.asked[0].reasons(reader.read(None, ReadContext()).dice)  # the referee judges the number


class Nothing(Two):
    """Reads no dice, whatever it is shown."""

    def read(self, image, context, *, at=0.0, frame=0):
        return Reading(reasons=(Reason(ReasonKind.NONE_FOUND),), at=at, frame=frame)


class Busy(Shaky):
    """A camera whose picture has a clock in a corner; the dice lie still."""

    def read(self, timeout_s):
        self.frames += 1
        picture = np.full((240, 320, 3), 90, np.uint8)
        picture[10:30, 10:60] = 255 * (self.frames % 2)
        return Frame(picture, self.frames / 30, self.frames)


def test_clock_in_the_picture(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr(tray, "open_source", lambda _name: Busy())
    inbox, told = Inbox(), []
    device = TrayDevice("usb:0", inbox, lambda _name: TrayMonitor(TrayWatcher(TrayReader(Nothing()))))

    def heard(kind):
        while (signal := inbox.take()) is not None:
            told.append(signal)
        return [signal for signal in told if isinstance(signal, kind)]

    device.start()
    try:
        until(lambda: heard(DeviceSaid))
        assert STIRS_SOMEWHERE in [said.text for said in heard(DeviceSaid)]
        assert not heard(DiceSeen)
        assert (device.says, device.set_up.offered) == (say("this keeps moving"), True)
        x0, _, x1, y1 = device.stirs
        assert (0 <= x0 < 0.1, x1 < 0.25, y1 < 0.2) == (True, True, True)
        device.set_up.show([(0.3, 0.3), (0.9, 0.3), (0.9, 0.9), (0.3, 0.9)])
        until(lambda: heard(DiceSeen))
        assert (device.says, device.stirs, device.set_up.offered) == (NOTHING, None, False)
    finally:
        device.stop()


def test_answers_teach_the_tray(monkeypatch):
    monkeypatch.setattr(tray, "open_source", lambda _name: Shaky(lasts=inf))  # they answer about one picture of it
    watchers = []

    def watch(_name):
        watchers.append(Paced(TrayReader(Two())))
        return TrayMonitor(watchers[-1])

    inbox = Inbox()
    device = TrayDevice("usb:0", inbox, watch)
    equipment = DeviceManager(inbox, device, None)
    device.start()
    seen = []
    try:
        until(lambda: isinstance((signal := inbox.take()), DiceSeen) and not seen.append(signal))
        equipment.answered((Face(2),), seen[0])
        until(lambda: any(fact.origin is Origin.CONFIRMED for fact in watchers[-1].tray.facts()))
    finally:
        device.stop()


def test_a_reading_is_waited_for_before_the_program_ends(monkeypatch):
    reads, goes_on, earlier = threading.Event(), threading.Event(), set(threading.enumerate())

    class Slow(TrayWatcher):
        def feed(self, frame):
            reads.set()
            goes_on.wait(30)
            return super().feed(frame)

    monkeypatch.setattr(tray, "open_source", lambda _name: Shaky())
    device = TrayDevice("usb:0", Inbox(), lambda _name: TrayMonitor(Slow(TrayReader(Two()))))
    device.start()
    assert reads.wait(30)
    device.stop()
    (reading,) = set(threading.enumerate()) - earlier
    threading.Timer(0.1, goes_on.set).start()
    device.wait(30)
    assert not reading.is_alive()


def test_dice_are_thrown_again_only_once_frames_of_the_last_throw_at_rest_were_watched(monkeypatch):
    class Thrower:
        """A hand whose throw takes from frame 20 to frame 40."""

        def __init__(self):
            self.thrown, self.calm = 0, 0.0

        def throw(self, colours):
            self.thrown, self.calm = self.thrown + 1, 40.0

        def calm_at(self):
            return self.calm

    class Rendered(Shaky):
        hand, frames_due = Thrower(), threading.Semaphore(0)

        def read(self, timeout_s):
            if not self.frames_due.acquire(timeout=timeout_s):
                return None
            self.frames += 1
            return Frame(np.full((120, 160, 3), 90, np.uint8), float(self.frames), self.frames)

    camera, watched = Rendered(), []

    class Noted(Paced):
        def feed(self, frame):
            watched.append(frame.number)
            return super().feed(frame)

    monkeypatch.setattr(tray, "open_source", lambda _name: camera)
    device = TrayDevice("sim:", Inbox(), lambda _name: TrayMonitor(Noted(TrayReader(Two()))))
    device.start()

    def watch(number):
        """Return once `number` frames were watched, and the next one is waited for."""
        while camera.frames < number:
            camera.frames_due.release()
            until(lambda before=camera.frames: camera.frames > before and len(watched) == camera.frames)

    watch(20)
    device.throw(["red"])
    device.throw(["red"])
    watch(39)
    device.throw(["red"])
    assert camera.hand.thrown == 1
    watch(42)
    device.throw(["red"])
    assert camera.hand.thrown == 2
    device.stop()
