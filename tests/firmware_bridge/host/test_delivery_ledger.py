"""Presses that are kept until somebody is done with them: what may be acknowledged, and when a box need not wait."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.factory import open_box
from firmware_bridge.host.box import ButtonBox, Press
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.events import MENDED, EdgeMark, Pressed
from firmware_bridge.host.messages import NUMBERS, Kind
from firmware_bridge.host.protocol_machine import CROWDED, ProtocolMachine
from firmware_bridge.sim.soft_box import QUEUE, SoftBox
from tests.support.stepped_host import SteppedHost

BOX, OTHER = b"a box .1", b"a box .2"
DEVICE = b"8 bytes!"


class SteppedTable:
    """A box in stepped time, and programs that are killed and started again."""

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


def test_only_what_lies_before_the_oldest_open_press_may_be_forgotten():
    ledger = DeliveryLedger({BOX: EdgeMark(7, 3)}, until_done=True)
    for number in (1, 2):
        ledger.hold(BOX, 7, number)
    assert ledger.forgettable(BOX, 7, 0) == 1
    ledger.done(BOX, 7, 2)
    assert ledger.forgettable(BOX, 7, 0) == 1
    ledger.done(BOX, 7, 1)
    assert ledger.forgettable(BOX, 7, 0) == 3
    ledger.done(BOX, 7, 1)


def test_without_being_asked_to_it_holds_nothing():
    ledger = DeliveryLedger({BOX: EdgeMark(7, 3)})
    ledger.hold(BOX, 7, 1)
    assert ledger.forgettable(BOX, 7, 0) == 3


def test_other_boxes_and_boots_and_mended_releases_hold_nothing_up():
    ledger = DeliveryLedger({BOX: EdgeMark(7, 3)}, until_done=True)
    for device, boot, number in ((OTHER, 7, 1), (BOX, 6, 1), (BOX, 7, MENDED)):
        ledger.hold(device, boot, number)
    assert ledger.forgettable(BOX, 7, 0) == 3


def test_what_the_box_has_forgotten_already_holds_nothing_up():
    ledger = DeliveryLedger({BOX: EdgeMark(7, 9)}, until_done=True)
    ledger.hold(BOX, 7, 4)
    assert ledger.forgettable(BOX, 7, 6) == 9


@given(st.integers(0, NUMBERS - 1), st.permutations(range(6)))
@settings(max_examples=200, deadline=None)
def test_in_whatever_order_presses_are_done_with_none_is_forgotten_before(first, order):
    ledger = DeliveryLedger({BOX: EdgeMark(7, (first + 6) % NUMBERS)}, until_done=True)
    for step in range(6):
        ledger.hold(BOX, 7, (first + step) % NUMBERS)
    still = set(range(6))
    for step in order:
        assert ledger.forgettable(BOX, 7, first) == (first + min(still)) % NUMBERS
        ledger.done(BOX, 7, (first + step) % NUMBERS)
        still.discard(step)
    assert ledger.forgettable(BOX, 7, first) == (first + 6) % NUMBERS


def test_a_press_is_delivered_once_and_kept_by_the_box_until_it_is_done_with():
    table = SteppedTable()
    table.run(0.5)
    table.press(4)
    down, up = table.run(0.3)
    assert table.run(1.0) == []
    assert len(table.box._queue) == 2
    table.done(up)
    table.run(0.1)
    assert len(table.box._queue) == 2
    table.done(down)
    table.run(0.1)
    assert table.box._queue == []
    table.press(5)
    assert [press.button for press in table.run(0.3)] == [5, 5]


def test_a_killed_program_gets_what_it_was_not_done_with_again():
    table = SteppedTable()
    table.run(0.5)
    for button in (1, 2):
        table.press(button)
    first = table.run(0.3)
    table.done(*first[:2])
    table.run(0.05)
    table.start()
    again = table.run(0.6)
    assert [(press.button, press.boot, press.number) for press in again] == [(2, 77, 2), (2, 77, 3)]


def test_while_nobody_is_done_the_box_waits_and_nothing_is_sent_in_vain():
    table = SteppedTable()
    table.run(0.5)
    for button in range(6):
        table.press(button)
    heard = table.run(0.5)
    assert [press.number for press in heard] == list(range(8))
    sent = []
    feed = table.box.feed
    table.box.feed = lambda portion, now: (sent.append(portion), feed(portion, now))
    table.run(0.2)
    assert b"".join(sent).count(b"a") == 0
    table.done(*heard)
    assert [press.number for press in table.run(0.2)] == list(range(8, 12))


def test_a_box_that_runs_out_of_room_is_not_kept_waiting():
    table = SteppedTable()
    table.run(0.5)
    heard: list[Pressed] = []
    for count in range(4 * QUEUE):  # nobody is ever done: the app hangs for minutes
        table.press(count % 18)
        heard += table.run(0.03)
    heard += table.run(2.0)
    assert table.box.lost == table.talk.lost == 0
    assert [press.number for press in heard] == list(range(len(heard)))
    assert 8 * QUEUE - len(heard) < CROWDED
    table.done(*heard)
    heard += table.run(2.0)
    assert [press.number for press in heard] == list(range(8 * QUEUE))


def test_any_mix_of_presses_kills_and_late_thanks_delivers_each_press_once():
    """A press counts once it is done with; what was delivered again after a kill is known by its name."""
    random_ = random.Random(11)
    table = SteppedTable()
    counted: list[tuple[int, int]] = []
    open_: list[Pressed] = []
    made = 0
    for _ in range(600):
        if random_.random() < 0.5:
            table.press(made % 18)
            made += 1
        open_ += table.run(random_.choice((0.005, 0.02, 0.06)))
        while open_ and random_.random() < 0.7:
            press = open_.pop(0)
            if (press.boot, press.number) not in counted:  # the journal's own look at the mark
                counted.append((press.boot, press.number))
            if random_.random() < 0.05:  # killed between the journal and the thanks
                open_.clear()
                table.start()
            else:
                table.done(press)
        if random_.random() < 0.05:
            open_.clear()
            table.start()
        assert len(table.box._queue) < CROWDED
    for _ in range(20):
        open_ += table.run(0.3)
        counted += [(press.boot, press.number) for press in open_ if (press.boot, press.number) not in counted]
        table.done(*open_)
        open_.clear()
    table.start()
    counted += [(p.boot, p.number) for p in table.run(1.0) if (p.boot, p.number) not in counted]
    assert table.box.lost == 0
    assert counted == [(77, number) for number in range(2 * made)]


def test_the_real_firmware_keeps_a_press_through_a_kill_until_it_is_done_with(emulators):
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


def test_what_is_done_with_as_the_program_ends_is_still_acknowledged():
    connector = open_box("soft:")
    ledger = DeliveryLedger(until_done=True)
    presses: list[Press] = []
    marks: dict[bytes, EdgeMark] = {}

    def ends(press: Press) -> None:
        presses.append(press)
        if not press.down:
            for each in presses:
                ledger.done(bytes.fromhex(each.box), each.boot, each.number)
            box._stop.set()

    box = ButtonBox(connector, on_press=ends, on_state=lambda _state: None, ledger=ledger, marks=marks)
    box.start()
    connector.press(3)
    box._thread.join(5)
    assert not box._thread.is_alive()
    assert len(presses) == 2
    assert connector.box._queue == []
    assert marks[connector.box.hello.device].next == 2
