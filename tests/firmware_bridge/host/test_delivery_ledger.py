"""Presses are kept until they are done with: what may be acknowledged, and when a box need not wait."""

from __future__ import annotations

import random
import threading

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.factory import open_box
from firmware_bridge.host.box import ButtonBox, Press
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.events import MENDED, Pressed
from firmware_bridge.host.messages import NUMBERS, Kind
from firmware_bridge.host.protocol_machine import CROWDED, ProtocolMachine
from firmware_bridge.sim.soft_box import QUEUE, SoftBox
from tests.support.stepped_host import SteppedHost

BOX, OTHER = b"a box .1", b"a box .2"
DEVICE = b"8 bytes!"


class SteppedBox:
    """A box in stepped time, and a program that is killed and restarted."""

    def __init__(self) -> None:
        self.now = 0.0
        self.box = SoftBox(DEVICE, 77)
        self.start()

    def start(self) -> None:
        self.ledger = DeliveryLedger(until_done=True)
        self.talk = ProtocolMachine(self.ledger)
        self.talk.open(self.now)
        self.box.plugged()

    def run(self, seconds: float) -> list[Pressed]:
        heard: list[Pressed] = []
        end = self.now + seconds
        while self.now < end:
            self.now += 0.005
            heard += [one for one in self.talk.feed(self.box.due(self.now), self.now) if isinstance(one, Pressed)]
            self.box.feed(self.talk.due(self.now), self.now)
        return heard

    def press(self, button: int) -> None:
        for kind in (Kind.DOWN, Kind.UP):
            self.box.edge(kind, button, self.now)

    def done(self, *presses: Pressed) -> None:
        for press in presses:
            self.ledger.done(DEVICE, press.boot, press.number)


def ledger_at(following: int, *, until_done: bool = True) -> DeliveryLedger:
    """A ledger in which every edge before this number is delivered."""
    ledger = DeliveryLedger(until_done=until_done)
    ledger.deliver(BOX, 7, following)
    return ledger


def test_box_may_forget_up_to_the_oldest_open_press():
    ledger = ledger_at(3)
    for number in (1, 2):
        ledger.hold(BOX, 7, number)
    assert ledger.forgettable(BOX, 7, 0) == 1
    ledger.done(BOX, 7, 2)
    assert ledger.forgettable(BOX, 7, 0) == 1
    ledger.done(BOX, 7, 1)
    assert ledger.forgettable(BOX, 7, 0) == 3
    ledger.done(BOX, 7, 1)


def test_presses_are_not_kept_by_default():
    ledger = ledger_at(3, until_done=False)
    ledger.hold(BOX, 7, 1)
    assert ledger.forgettable(BOX, 7, 0) == 3


def test_unrelated_presses_keep_nothing():
    ledger = ledger_at(3)
    for device, boot, number in ((OTHER, 7, 1), (BOX, 6, 1), (BOX, 7, MENDED)):
        ledger.hold(device, boot, number)
    assert ledger.forgettable(BOX, 7, 0) == 3


def test_forgotten_press_keeps_nothing():
    ledger = ledger_at(9)
    ledger.hold(BOX, 7, 4)
    assert ledger.forgettable(BOX, 7, 6) == 9


@given(st.integers(0, NUMBERS - 1), st.permutations(range(6)))
@settings(max_examples=200, deadline=None)
def test_presses_done_in_any_order(first, order):
    ledger = ledger_at((first + 6) % NUMBERS)
    for step in range(6):
        ledger.hold(BOX, 7, (first + step) % NUMBERS)
    still = set(range(6))
    for step in order:
        assert ledger.forgettable(BOX, 7, first) == (first + min(still)) % NUMBERS
        ledger.done(BOX, 7, (first + step) % NUMBERS)
        still.discard(step)
    assert ledger.forgettable(BOX, 7, first) == (first + 6) % NUMBERS


def test_box_keeps_press_until_done():
    stepped = SteppedBox()
    stepped.run(0.5)
    stepped.press(4)
    down, up = stepped.run(0.3)
    assert stepped.run(1.0) == []
    assert stepped.box.waiting == 2
    stepped.done(up)
    stepped.run(0.1)
    assert stepped.box.waiting == 2
    stepped.done(down)
    stepped.run(0.1)
    assert stepped.box.waiting == 0
    stepped.press(5)
    assert [press.button for press in stepped.run(0.3)] == [5, 5]


def test_killed_program_gets_open_presses_again():
    stepped = SteppedBox()
    stepped.run(0.5)
    for button in (1, 2):
        stepped.press(button)
    first = stepped.run(0.3)
    stepped.done(*first[:2])
    stepped.run(0.05)
    stepped.start()
    again = stepped.run(0.6)
    assert [(press.button, press.boot, press.number) for press in again] == [(2, 77, 2), (2, 77, 3)]


def test_box_waits_silently_for_open_presses():
    stepped = SteppedBox()
    stepped.run(0.5)
    for button in range(6):
        stepped.press(button)
    heard = stepped.run(0.5)
    assert [press.number for press in heard] == list(range(8))
    sent = []
    feed = stepped.box.feed
    stepped.box.feed = lambda portion, now: (sent.append(portion), feed(portion, now))
    stepped.run(0.2)
    assert b"".join(sent).count(b"a") == 0
    stepped.done(*heard)
    assert [press.number for press in stepped.run(0.2)] == list(range(8, 12))


def test_crowded_box_does_not_wait():
    stepped = SteppedBox()
    stepped.run(0.5)
    heard: list[Pressed] = []
    for count in range(4 * QUEUE):  # nobody is ever done: the app hangs for minutes
        stepped.press(count % 18)
        heard += stepped.run(0.03)
    heard += stepped.run(2.0)
    assert stepped.box.lost == stepped.talk.lost == 0
    assert [press.number for press in heard] == list(range(len(heard)))
    assert 8 * QUEUE - len(heard) < CROWDED
    stepped.done(*heard)
    heard += stepped.run(2.0)
    assert [press.number for press in heard] == list(range(8 * QUEUE))


def test_random_presses_and_kills():
    """A press counts once it is done with; one delivered again after a kill is recognised by its boot and number."""
    random_ = random.Random(11)
    stepped = SteppedBox()
    counted: list[tuple[int, int]] = []
    open_: list[Pressed] = []
    made = 0
    for _ in range(600):
        if random_.random() < 0.5:
            stepped.press(made % 18)
            made += 1
        open_ += stepped.run(random_.choice((0.005, 0.02, 0.06)))
        while open_ and random_.random() < 0.7:
            press = open_.pop(0)
            if (press.boot, press.number) not in counted:  # as the journal checks
                counted.append((press.boot, press.number))
            if random_.random() < 0.05:  # killed between the journal and the thanks
                open_.clear()
                stepped.start()
            else:
                stepped.done(press)
        if random_.random() < 0.05:
            open_.clear()
            stepped.start()
        assert stepped.box.waiting < CROWDED
    for _ in range(20):
        open_ += stepped.run(0.3)
        counted += [(press.boot, press.number) for press in open_ if (press.boot, press.number) not in counted]
        stepped.done(*open_)
        open_.clear()
    stepped.start()
    counted += [(p.boot, p.number) for p in stepped.run(1.0) if (p.boot, p.number) not in counted]
    assert stepped.box.lost == 0
    assert counted == [(77, number) for number in range(2 * made)]


def test_real_firmware_keeps_press_until_done(emulators):
    emulator = emulators()
    host = SteppedHost(emulator)
    host.talk = ProtocolMachine(DeliveryLedger(until_done=True))
    host.run(300_000)
    emulator.contact(4, [(True, 0), (False, 50_000)])
    host.run(400_000)
    reported = [(press.boot, press.number, press.down) for press in host.delivered]
    assert [down for _, _, down in reported] == [True, False]
    for ledger in (DeliveryLedger(until_done=True), DeliveryLedger(until_done=True)):
        host.delivered.clear()
        host.talk = ProtocolMachine(ledger)
        host.talk.open(host.now_us / 1e6)
        host.run(400_000)
        assert [(press.boot, press.number, press.down) for press in host.delivered] == reported
    for boot, number, _ in reported:
        ledger.done(b"emulated", boot, number)
    host.run(100_000)
    host.delivered.clear()
    host.talk = ProtocolMachine(DeliveryLedger(until_done=True))
    host.talk.open(host.now_us / 1e6)
    host.run(400_000)
    assert host.delivered == []


def test_press_done_at_the_end_is_acknowledged():
    connector = open_box("soft:")
    ledger = DeliveryLedger(until_done=True)
    presses: list[Press] = []
    asked = threading.Event()

    def ends(press: Press) -> None:
        presses.append(press)
        if not press.down:
            for each in presses:
                ledger.done(bytes.fromhex(each.box), each.boot, each.number)
            box.ask_to_stop()
            asked.set()

    box = ButtonBox(connector, on_press=ends, on_state=lambda _state: None, ledger=ledger)
    box.start()
    connector.press(3)
    assert asked.wait(5)
    box.stop()
    assert len(presses) == 2
    assert connector.box.waiting == 0
