"""The real firmware in real time: pseudo-terminal, pyserial, thread. Figures are in bench/box_live.py."""

from __future__ import annotations

import queue
import random
import threading
import time

import pytest

from firmware_bridge.factory import open_box
from firmware_bridge.host.box import BoxState, ButtonBox, Colour, Led, Leds, Pattern, Press
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from tests.support.waiting import LONG_S, until


class Live:
    """An emulated box behind a ButtonBox."""

    def __init__(self, seed=1, **settings) -> None:
        self.connector = open_box("avr:", seed=seed, **settings)
        self.presses: queue.Queue[Press] = queue.Queue()
        self.states: list[tuple[float, BoxState]] = []
        self.changed = threading.Condition()
        self.box = ButtonBox(self.connector, on_press=self.presses.put, on_state=self._state)
        self.box.start()

    def _state(self, state):
        with self.changed:
            self.states.append((time.monotonic(), state))
            self.changed.notify_all()

    def wait(self, connected, limit=LONG_S) -> float:
        """Return when it became so."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.states and self.states[-1][1].connected == connected, limit)
            return self.states[-1][0]

    def close(self):
        self.box.stop()
        self.connector.close()


@pytest.fixture
def live(toolchain):
    made = []

    def make(**settings) -> Live:
        made.append(Live(**settings))
        made[-1].wait(connected=True)
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_presses_and_leds_of_real_firmware(live):
    one = live()
    for button in range(18):
        one.connector.fingers.press(button)
    arrived = [one.presses.get(timeout=LONG_S) for _ in range(36)]
    for button in range(18):
        assert [press.down for press in arrived if press.button == button] == [True, False]
    leds = (Led(Pattern.ON, Colour.RED), Led(Pattern.ON, Colour.GREEN))
    one.box.show(Leds(leds))
    until(lambda: one.connector.fingers.leds()[:2] == leds)


def test_unplug_at_any_moment(live):
    one, rng, pressed = live(), random.Random(1), 0
    for _ in range(4):
        one.connector.fingers.press(7)
        pressed += 1
        moment = one.connector.emulator.figures().now_us + rng.random() * 100_000  # any of a press
        until(lambda moment=moment: one.connector.emulator.figures().now_us >= moment)
        began = time.monotonic()
        one.connector.fingers.unplug()
        assert one.wait(connected=False) - began < 1.2
        one.connector.fingers.press(8)
        pressed += 1
        began = time.monotonic()
        one.connector.fingers.replug()
        assert one.wait(connected=True) - began < 1.5  # 1 s on a quiet machine: bench/box_live.py measures it
    arrived = [one.presses.get(timeout=LONG_S) for _ in range(2 * pressed)]
    for button in (7, 8):
        assert [press.down for press in arrived if press.button == button] == [True, False] * 4
    assert one.presses.empty()


def test_reset_on_open_loses_nothing(live):
    one = live(reset_on_open=True)
    one.connector.fingers.press(2)
    assert [one.presses.get(timeout=LONG_S).down for _ in range(2)] == [True, False]
    one.connector.fingers.unplug()
    one.wait(connected=False)
    one.connector.fingers.press(3)
    one.connector.fingers.replug()
    assert [one.presses.get(timeout=LONG_S).button for _ in range(2)] == [3, 3]


def test_restarted_box_loses_no_press(toolchain):
    ledger = DeliveryLedger()
    for button in (4, 5):
        presses: queue.Queue[Press] = queue.Queue()
        connector = open_box("avr:")
        box = ButtonBox(connector, on_press=presses.put, on_state=lambda _state: None, ledger=ledger)
        box.start()
        connector.fingers.press(button)
        assert [presses.get(timeout=LONG_S).button for _ in range(2)] == [button, button]
        box.stop()
        connector.close()


def test_four_boxes_at_once(live):
    boxes = [live(seed=seed) for seed in range(1, 5)]
    assert len({one.box.state.device for one in boxes}) == 4
    for button in range(6):
        for one in boxes:
            one.connector.fingers.press(button)
    for one in boxes:
        arrived = [one.presses.get(timeout=LONG_S) for _ in range(12)]
        assert sorted((press.button, press.down) for press in arrived) == sorted(
            (button, down) for button in range(6) for down in (True, False)
        )
        assert {press.box for press in arrived} == {one.box.state.device}
