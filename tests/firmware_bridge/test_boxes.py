"""Several boxes at once, coming and going: the emulators' terminals stand in a folder like /dev/serial/by-id."""

from __future__ import annotations

import os
import pty
import queue
import time
from pathlib import Path

import pytest

from firmware_bridge.box import Colour, Lamp, Lamps, Pattern
from firmware_bridge.boxes import ButtonBoxes
from firmware_bridge.finding import Finder
from firmware_bridge.ports import open_box


def until(condition, limit=10.0):
    end = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


@pytest.fixture
def doors(toolchain):
    made = [open_box("avr:", seed=seed) for seed in (11, 12, 13)]
    yield made
    for door in made:
        door.close()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "by-id"
    made.mkdir()
    return made


def plug(folder: Path, door) -> None:
    (folder / door.path.name).symlink_to(door.path)


@pytest.fixture
def fleet(folder):
    presses: queue.Queue = queue.Queue()
    boxes = ButtonBoxes(Finder(by_id=folder, ports=list), on_press=presses.put, on_state=lambda _path, _state: None)
    boxes.presses = presses
    boxes.start()
    yield boxes
    boxes.stop()


def connected(fleet) -> set[str]:
    return {state.device for state in fleet.states().values() if state.connected}


def test_boxes_come_and_go_while_it_runs(doors, folder, fleet):
    plug(folder, doors[0])
    plug(folder, doors[1])
    until(lambda: len(connected(fleet)) == 2)
    plug(folder, doors[2])
    until(lambda: len(connected(fleet)) == 3)
    devices = []
    for door in doors:
        door.fingers.press(4)
        devices.append(fleet.presses.get(timeout=5).box)
        assert fleet.presses.get(timeout=5).box == devices[-1]
    assert len(set(devices)) == 3
    red = Lamps((Lamp(Pattern.ON, Colour.RED),))
    fleet.show(devices[1], red)
    until(lambda: doors[1].lamps()[0] == red.lamps[0])
    doors[1].unplug()
    until(lambda: len(connected(fleet)) == 2)
    doors[1].press(5)
    doors[1].replug()
    assert fleet.presses.get(timeout=5).button == 5
    until(lambda: doors[1].lamps()[0] == red.lamps[0])


def test_a_stranger_is_let_go_until_it_is_plugged_in_anew(folder, fleet, monkeypatch):
    monkeypatch.setattr("firmware_bridge.conversation.NONSENSE_S", 0.5)
    master, slave = pty.openpty()
    link = folder / "usb-Arduino_with_other_firmware-if00"
    link.symlink_to(os.ttyname(slave))

    def chatters() -> bool:
        os.write(master, b"hello\r\n")
        return str(link) in fleet._strangers and not fleet.states()

    until(chatters)
    link.unlink()
    until(lambda: not fleet._strangers)
    os.close(master)
    os.close(slave)
