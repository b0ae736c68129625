"""Two boxes with the same id, as after copying a board's memory: this is reported, and no press is lost."""

from __future__ import annotations

import queue

import pytest

from firmware_bridge.factory import open_boxes, open_emulated
from firmware_bridge.host.box import Colour, Led, Leds, Pattern
from firmware_bridge.host.boxes import ButtonBoxes
from firmware_bridge.host.delivery_ledger import BOOT_IDS, GONE_S, DeliveryLedger
from tests.support.serial_ports import PortBox
from tests.support.waiting import until

BOX = b"a box .1"


@pytest.fixture
def boxes(tmp_path):
    """Two with the same id and the same boot."""
    made = [PortBox(tmp_path, 1), PortBox(tmp_path, 2, copy_of=1)]
    yield made
    for box in made:
        box.close()


@pytest.fixture
def fleet(tmp_path):
    presses: queue.Queue = queue.Queue()
    fleet = ButtonBoxes(
        open_boxes(f"auto:{tmp_path}"), on_press=presses.put, on_state=lambda _port, _state: None, until_done=True
    )
    fleet.presses = presses
    fleet.start()
    yield fleet
    fleet.stop()


def both_here(fleet):
    until(lambda: sum(state.connected for state in fleet.states().values()) == 2)


def taken(fleet, count):
    """Take this many presses and releases, and be done with each."""
    found = [fleet.presses.get(timeout=5) for _ in range(count)]
    for press in found:
        fleet.done(press.box, press.boot, press.number)
    return found


def test_presses_of_both_boxes_arrive_once(boxes, fleet):
    first, second = boxes
    both_here(fleet)
    found = []
    for step in range(12):
        first.press(step)
        second.press(step)
        if step % 2:
            second.press(17)
        found += taken(fleet, 6 if step % 2 else 4)
    assert sum(press.button == 17 for press in found) == 12
    assert len({(press.box, press.boot, press.number) for press in found}) == len(found) == 60
    assert {press.box for press in found} == {first.device}
    until(lambda: first.waiting == second.waiting == 0)


def test_each_box_keeps_its_own_presses(boxes, fleet):
    first, second = boxes
    both_here(fleet)
    first.press(1)
    kept = [fleet.presses.get(timeout=5) for _ in range(2)]
    for step in range(4):
        second.press(step)
    taken(fleet, 8)
    until(lambda: second.waiting == 0)
    assert first.waiting == 2
    for press in kept:
        fleet.done(press.box, press.boot, press.number)
    until(lambda: first.waiting == 0)


def test_restart_of_one_loses_nothing(boxes, fleet):
    first, second = boxes
    both_here(fleet)
    first.press(1)
    second.press(2)
    taken(fleet, 4)
    second.power_cycle()
    second.press(3)
    first.press(4)
    assert sorted(press.button for press in taken(fleet, 4)) == [3, 3, 4, 4]
    until(lambda: first.waiting == second.waiting == 0)


def test_second_box_is_reported_as_duplicate(boxes, fleet):
    both_here(fleet)
    states = list(fleet.states().values())
    assert sorted(state.duplicate for state in states) == [False, True]
    assert [state.restarts for state in states] == [0, 0]


def test_both_show_the_same_leds(boxes, fleet):
    both_here(fleet)
    red = Leds((Led(Pattern.ON, Colour.RED),))
    fleet.show(boxes[0].device, red)
    until(lambda: all(box.leds()[0] == red.leds[0] for box in boxes))


def test_one_box_may_go_and_come_back(boxes, fleet):
    first, second = boxes
    both_here(fleet)
    first.press(1)
    second.press(2)
    taken(fleet, 4)
    first.unplug()
    until(lambda: sum(state.connected for state in fleet.states().values()) == 1)
    second.press(3)
    first.press(4)
    taken(fleet, 2)
    first.replug()
    assert [press.button for press in taken(fleet, 2)] == [4, 4]
    until(lambda: first.waiting == second.waiting == 0)


def test_real_boxes_with_copied_memory(toolchain, tmp_path):
    """Both have started as often: their boot ids are the same as well."""
    made = [open_emulated(seed=31, boots=7), open_emulated(seed=31, boots=7)]
    presses: queue.Queue = queue.Queue()
    fleet = ButtonBoxes(
        open_boxes(f"auto:{tmp_path}"), on_press=presses.put, on_state=lambda _port, _state: None, until_done=True
    )
    fleet.presses = presses
    try:
        for number, box in enumerate(made):
            (tmp_path / f"usb-Cats_Eye_{number}").symlink_to(box.path)
        fleet.start()
        both_here(fleet)
        assert sum(state.duplicate for state in fleet.states().values()) == 1
        for box in made:
            box.press(4)
        found = taken(fleet, 4)
        assert sorted(press.down for press in found) == [False, False, True, True]
        assert len({press.boot % BOOT_IDS for press in found}) == 1
        assert len({(press.boot, press.number) for press in found}) == 4
    finally:
        fleet.stop()
        for box in made:
            box.close()


def test_account_belongs_to_the_cable():
    ledger = DeliveryLedger()
    one, other = object(), object()
    assert ledger.claim(one, BOX, 7, 0.0) == 7
    assert ledger.claim(other, BOX, 7, 0.1) == 7 + BOOT_IDS
    assert ledger.claim(one, BOX, 7, 0.2) == 7
    assert ledger.claim(other, BOX, 7, 0.3) == 7 + BOOT_IDS
    assert ledger.elsewhere(one, BOX, 0.4)
    ledger.release(one)
    assert not ledger.elsewhere(other, BOX, 0.4)
    assert ledger.claim(one, BOX, 7, 0.5) == 7


def test_account_moves_from_silent_cable():
    ledger = DeliveryLedger()
    ledger.deliver(BOX, 7, 12)
    one, other = object(), object()
    ledger.claim(one, BOX, 7, 0.0)
    assert ledger.claim(other, BOX, 7, GONE_S + 0.1) == 7
    assert ledger.next_of(BOX, 7) == 12
    assert ledger.claim(one, BOX, 7, GONE_S + 0.2) == 7 + BOOT_IDS  # and should it speak there after all


def test_old_boots_are_forgotten():
    ledger = DeliveryLedger()
    for boot in range(1000):
        ledger.deliver(BOX, boot, 1)
    assert len(ledger.boots(BOX)) < 20
    assert ledger.next_of(BOX, 999) == 1
