from __future__ import annotations

import queue
import threading
import time

import pytest

from catseye.text import plain
from firmware_bridge.factory import open_box
from firmware_bridge.host.box import STUMBLED, BoxState, ButtonBox, Colour, Led, Leds, Pattern, Press, Tune
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.links import LinkLost
from firmware_bridge.host.messages import Edge, Events, Hello, Kind, Status
from firmware_bridge.host.wire import frame
from firmware_bridge.sim.soft_box import SoftConnector
from tests.support.started import running
from tests.support.waiting import until

HELLO = Hello(1, (1, 1), 1, 19, 6, 1, 1, 1, 0, b"8 bytes!")
STATUS = Status(2, 0, 0, 0, 0, 0, 0, 0, host_heard=False, spoiled=0)


class Rig:
    """A box and everything it reports."""

    def __init__(self, connector, **settings) -> None:
        self.connector = connector
        self.presses: queue.Queue[Press] = queue.Queue()
        self.states: list[BoxState] = []
        self.changed = threading.Condition()
        self.box = ButtonBox(connector, on_press=self.presses.put, on_state=self._state, **settings)
        self.box.start()

    def _state(self, state: BoxState) -> None:
        with self.changed:
            self.states.append(state)
            self.changed.notify_all()

    def wait(self, wanted, limit=5.0) -> BoxState:
        with self.changed:
            assert self.changed.wait_for(lambda: bool(self.states) and wanted(self.states[-1]), limit), self.states[-3:]
            return self.states[-1]

    def next(self) -> Press:
        return self.presses.get(timeout=5)

    def close(self) -> None:
        self.box.stop()
        self.connector.close()


@pytest.fixture
def rig():
    made = []

    def make(name="soft:", **settings) -> Rig:
        made.append(Rig(open_box(name), **settings))
        made[-1].wait(lambda state: state.connected)
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_presses_arrive_with_box_time_and_number(rig):
    one = rig()
    before = time.monotonic()
    one.connector.fingers.press(7)
    down, up = one.next(), one.next()
    assert (down.button, down.down, up.button, up.down) == (7, True, 7, False)
    assert before - 0.01 <= down.at <= time.monotonic()
    assert (down.number, up.number) == (0, 1)
    assert down.box == one.box.state.device != ""


def test_press_keeps_its_box_despite_new_boot():
    class Reset:
        """A cable that brings a press and the first frame after a power loss in one read."""

        name, fingers = "reset", None

        def __init__(self):
            self.portions = [frame(HELLO), frame(Events(1, 0, (Edge(Kind.DOWN, 4, 0),))) + frame(STATUS)]

        def connect(self):
            return self

        def read(self, _timeout):
            return self.portions.pop(0) if self.portions else b""

        def write(self, _data):
            pass

        wake = close = lambda self: None

    one = Rig(Reset())
    press = one.next()
    assert (press.box, press.button) == (HELLO.device.hex(), 4)
    assert one.box.state.device == press.box
    one.close()


def test_leds_and_a_tune(rig):
    one = rig()
    led = Led(Pattern.SLOW, Colour.GREEN)
    one.box.show(Leds((led,), Tune.YOUR_TURN, 1))
    until(lambda: one.connector.leds()[0] == led and one.connector.box.tunes == [Tune.YOUR_TURN])
    one.box.show(Leds((led, led), Tune.YOUR_TURN, 1))
    until(lambda: one.connector.leds()[1] == led)
    assert one.connector.box.tunes == [Tune.YOUR_TURN]


def test_tune_survives_later_leds(rig):
    one = rig()
    for nonce in range(1, 30):
        one.box.show(Leds((), Tune.YOUR_TURN, nonce))
        one.box.show(Leds((Led(),), Tune.SILENCE, nonce))
        until(lambda wanted=nonce: len(one.connector.box.tunes) == wanted)
    assert set(one.connector.box.tunes) == {Tune.YOUR_TURN}


def test_pulled_cable_loses_nothing(rig):
    one = rig()
    one.connector.fingers.unplug()
    assert "unplugged" in str(one.wait(lambda state: not state.connected).why)
    for button in range(3):
        one.connector.fingers.press(button)
    one.connector.fingers.replug()
    one.wait(lambda state: state.connected)
    assert [one.next().button for _ in range(6)] == [0, 0, 1, 1, 2, 2]
    assert one.presses.empty()


def test_leds_are_shown_after_replugging(rig):
    one = rig()
    one.connector.fingers.unplug()
    one.wait(lambda state: not state.connected)
    one.box.show(Leds((Led(Pattern.ON, Colour.BLUE),)))
    one.connector.fingers.replug()
    until(lambda: one.connector.leds()[0] == Led(Pattern.ON, Colour.BLUE))


def test_missing_box_is_reported_and_retried():
    class Empty:
        name, fingers = "empty", None

        def connect(self):
            raise LinkLost(plain("no button box is plugged in"))

        def close(self):
            pass

    waits: list[float] = []
    enough = threading.Event()

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) >= 3:
            enough.set()

    one = Rig(Empty(), sleep=sleep)
    assert enough.wait(5)
    one.close()
    assert [str(state.why) for state in one.states] == ["no button box is plugged in"]
    assert set(waits) == {0.3}


def test_show_and_stop_never_block():
    connector = open_box("soft:")
    one = Rig(connector)
    one.wait(lambda state: state.connected)
    with connector.bell:  # the cable hangs
        began = time.monotonic()
        worker = threading.Thread(target=one.box.show, args=(Leds(),))
        worker.start()
    worker.join(1)
    assert time.monotonic() - began < 1
    one.close()
    assert not running("button box soft:")


class Fails:
    """A callback that fails at its first call."""

    def __init__(self) -> None:
        self.heard: list = []

    def __call__(self, what) -> None:
        self.heard.append(what)
        if len(self.heard) == 1:
            raise RuntimeError("a bug of the program's")


def test_failing_press_callback(caplog):
    connector, fails, states = open_box("soft:"), Fails(), []
    ledger = DeliveryLedger(until_done=True)
    box = ButtonBox(connector, on_press=fails, on_state=states.append, ledger=ledger)
    box.start()
    until(lambda: box.state.connected)
    connector.press(4)
    until(lambda: len(fails.heard) == 2)
    until(lambda: box.state.connected)
    assert STUMBLED in [state.why for state in states]
    assert "a bug of the program's" in caplog.text
    ledger.done(bytes.fromhex(fails.heard[1].box), fails.heard[1].boot, fails.heard[1].number)
    box.wake()
    until(lambda: not connector.box.waiting)
    box.stop()
    connector.close()
    assert len(fails.heard) == 2


def test_failing_state_callback(caplog):
    connector, fails, presses = open_box("soft:"), Fails(), []
    box = ButtonBox(connector, on_press=presses.append, on_state=fails)
    box.start()
    until(lambda: box.state.connected)
    connector.press(4)
    until(lambda: len(presses) == 2)
    box.stop()
    connector.close()
    assert "a bug of the program's" in caplog.text


class Jams(SoftConnector):
    """A port that fails when first opened."""

    failed = False

    def connect(self):
        """See `BoxConnector.connect`."""
        if not self.failed:
            self.failed = True
            raise RuntimeError("the port jams")
        return super().connect()


def test_port_that_fails_is_reported_and_tried_again(caplog):
    one = Rig(Jams("soft:"))
    one.wait(lambda state: state.why == STUMBLED)
    until(lambda: one.box.state.connected)
    one.close()
    assert "the port jams" in caplog.text
