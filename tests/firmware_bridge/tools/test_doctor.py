"""The doctor on machines laid out with one fault each."""

from __future__ import annotations

import os
import pty
import re
import shlex
import threading
from pathlib import Path

import pytest

import firmware_bridge
from catseye.text import plain
from firmware_bridge.host.discovery import BARE, BOOT_LOADERS, KNOWN, PortFinder
from firmware_bridge.host.links import LinkLost
from firmware_bridge.host.messages import Hello
from firmware_bridge.host.wire import frame
from firmware_bridge.tools.doctor import RULES, Finding, System, examine, hear
from tests.support.serial_ports import Port, Unreadable


def well(_system, port) -> Finding:
    return Finding(well=True, what=f"{port} is a box")


class Machine:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.ports: list[Port] = []
        self.allowed = True
        for folder in ("proc", "sys/bus/usb/devices", "etc/udev/rules.d"):
            (root / folder).mkdir(parents=True)

    def usb(self, vid: int, pid: int) -> None:
        device = self.root / "sys/bus/usb/devices" / f"1-{pid}"
        device.mkdir()
        (device / "idVendor").write_text(f"{vid:04x}\n")
        (device / "idProduct").write_text(f"{pid:04x}\n")

    def board(self, vid=0x2341, pid=0x0043) -> str:
        device = self.root / "ttyACM0"
        device.touch()
        self.usb(vid, pid)
        self.ports.append(Port(str(device), vid, pid))
        return str(device)

    def process(self, number: int, name: str, *opened: str) -> None:
        folder = self.root / "proc" / str(number)
        (folder / "fd").mkdir(parents=True)
        (folder / "comm").write_text(name + "\n")
        for index, path in enumerate(opened):
            (folder / "fd" / str(index)).symlink_to(path)

    def look(self, listen=well) -> list[Finding]:
        finder = PortFinder(by_id=self.root / "none", ports=lambda: self.ports)
        system = System(root=self.root, finder=finder, may_use=lambda _path: self.allowed)
        return examine(system, listen=listen)

    def faults(self) -> list[Finding]:
        return [finding for finding in self.look() if not finding.well]


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path)


def test_a_healthy_machine(machine):
    machine.board()
    machine.process(1, "init")
    assert [finding.well for finding in machine.look()] == [True, True]


def test_nothing_plugged_in(machine):
    (fault,) = machine.faults()
    assert "no button box" in fault.what
    assert "another cable" in fault.fix


def test_no_permission(machine):
    machine.board()
    machine.allowed = False
    (fault,) = machine.faults()
    assert "may not use" in fault.what
    assert RULES in fault.fix
    assert "dialout" in fault.fix


def test_modem_manager(machine):
    machine.board()
    machine.process(77, "ModemManager")
    (fault,) = machine.faults()
    assert "ModemManager" in fault.what
    assert RULES in fault.fix
    ours = (Path(firmware_bridge.__file__).parent / RULES).read_text()
    installed = machine.root / "etc/udev/rules.d" / RULES
    installed.write_text(ours)
    assert machine.faults() == []
    installed.write_text("".join(line for line in ours.splitlines(keepends=True) if "0043" not in line))
    (fault,) = machine.faults()
    assert RULES in fault.fix, "the copy is of an older version"


def test_modem_manager_and_unknown_chip(machine):
    machine.board(0x1234, 0xABCD)
    machine.process(77, "ModemManager")
    (fault,) = machine.faults()
    assert fault.fix.startswith("sudo systemctl stop ModemManager ")


def test_chip_taken_by_brltty(machine):
    machine.usb(0x1A86, 0x7523)
    machine.process(78, "brltty")
    rules = machine.root / "usr/lib/udev/rules.d/85-brltty.rules"
    rules.parent.mkdir(parents=True)
    rules.touch()
    (fault,) = machine.faults()
    assert "brltty" in fault.what
    assert fault.fix.startswith("sudo apt-get remove brltty ")
    assert str(rules) in fault.fix
    assert "modprobe" not in fault.fix


def test_unknown_chip_is_a_fault_only_without_a_box(machine):
    box = machine.board()
    other = machine.root / "ttyUSB7"
    machine.ports.append(Port(str(other), 0x1234, 0xABCD))

    def only_the_box_answers(_system, port):
        return Finding(well=port == box, what=port, fix="" if port == box else "flash it")

    assert {finding.what: finding.well for finding in machine.look(only_the_box_answers)[1:]} == {
        box: True,
        str(other): True,
    }
    machine.ports.pop(0)
    assert [finding.well for finding in machine.look(only_the_box_answers)][-1] is False


def test_permission_for_an_unknown_chip(machine):
    machine.board(0x1234, 0xABCD)
    machine.allowed = False
    (fault,) = machine.faults()
    assert "dialout" in fault.fix
    assert RULES not in fault.fix


@pytest.mark.parametrize(
    ("ids", "driver"),
    [
        ((0x1A86, 0x7523), "ch341"),
        ((0x1A86, 0x7522), "ch341"),
        ((0x1A86, 0x55D4), "cdc_acm"),
        ((0x1A86, 0x55D3), "cdc_acm"),
        ((0x0403, 0x6015), "ftdi_sio"),
        ((0x067B, 0x2303), "pl2303"),
        ((0x2341, 0x0043), "cdc_acm"),
    ],
)
def test_a_missing_driver(machine, ids, driver):
    machine.usb(*ids)
    (fault,) = machine.faults()
    assert "driver" in fault.what
    assert f"modprobe {driver}" in fault.fix


def test_a_busy_port(machine):
    machine.process(4242, "minicom", machine.board())
    (fault,) = machine.faults()
    assert "in use by minicom" in fault.what
    assert "kill 4242" in fault.fix


def test_unreadable_lasting_names(machine):
    folder = Unreadable(machine.root / "by-id")
    finder = PortFinder(by_id=folder, ports=lambda: machine.ports)
    port = machine.board()
    names, box = examine(System(root=machine.root, finder=finder, may_use=lambda _path: True), listen=well)[::2]
    assert "cannot be looked through" in names.what
    assert names.fix == f"sudo chmod a+rx {folder}"
    assert box.what == f"{port} is a box"


def test_board_in_boot_loader(machine):
    machine.ports.append(Port("/dev/ttyACM5", 0x2341, 0x0036))
    machine.usb(0x2341, 0x0036)
    (fault,) = machine.faults()
    assert "boot loader" in fault.what
    assert "flash" in fault.fix


@pytest.mark.parametrize(
    ("ids", "board"), [((0x1B4F, 0x9206), "promicro"), ((0x2341, 0x8036), "leonardo"), ((0x2341, 0x8037), "leonardo")]
)
def test_new_board_is_to_be_flashed(machine, ids, board):
    port = machine.board(*ids)
    (fault,) = machine.faults()
    assert "without a button box's firmware" in fault.what
    assert fault.fix == f"python -m firmware_bridge flash --board {board} --port {port}"
    machine.ports.clear()
    (fault,) = machine.faults()
    assert "modprobe cdc_acm" in fault.fix


def test_new_board_beside_a_box(machine):
    machine.board()
    machine.ports.append(Port("/dev/ttyACM5", 0x1B4F, 0x9206))
    (fault,) = machine.faults()
    assert "/dev/ttyACM5" in fault.what


@pytest.fixture
def speaker():
    """A port on which something repeats the same bytes."""
    master, slave = pty.openpty()
    stop = threading.Event()
    threads = []

    def speak(words: bytes) -> str:
        def run() -> None:
            while not stop.wait(0.02):
                os.write(master, words)

        threads.append(threading.Thread(target=run))
        threads[-1].start()
        return os.ttyname(slave)

    speak.silent = os.ttyname(slave)
    yield speak
    stop.set()
    for thread in threads:
        thread.join()
    os.close(master)
    os.close(slave)


def test_other_firmware(speaker):
    finding = hear(System(), speaker(b"Hello, world\0\r\n"), patience_s=0.3)
    assert not finding.well
    assert "not a button box's" in finding.what
    assert "flash" in finding.fix


def test_no_firmware(speaker):
    finding = hear(System(), speaker.silent, patience_s=0.2)
    assert "silent" in finding.what
    assert "flash --board BOARD " in finding.fix
    assert finding.fix.endswith("uno, nano, leonardo, promicro")


@pytest.mark.parametrize(
    ("ids", "board"),
    [
        ((0x16C0, 0x05E1), "promicro"),
        ((0x2341, 0x0043), "uno"),
        ((0x1A86, 0x7523), "nano"),
        ((0x2341, 0x8036), "leonardo"),
    ],
)
def test_silent_board_is_flashed_as_what_it_is(speaker, tmp_path, ids, board):
    lasting = tmp_path / "usb-Arduino_it-if00"
    lasting.symlink_to(speaker.silent)
    system = System(finder=PortFinder(by_id=tmp_path, ports=lambda: [Port(speaker.silent, *ids)]))
    for port in (speaker.silent, str(lasting)):
        finding = hear(system, port, patience_s=0.1)
        assert finding.fix == f"python -m firmware_bridge flash --board {board} --port {port}"


@pytest.mark.parametrize(("protocol", "is_well"), [(1, True), (9, False)])
def test_protocol_version(speaker, protocol, is_well):
    words = frame(Hello(protocol, (1, 0), 5, 19, 6, 1, 1, 1, 0, b"abcdefgh"))
    finding = hear(System(), speaker(words), patience_s=5)
    assert finding.well is is_well
    assert bool(finding.fix) is not is_well


@pytest.mark.parametrize(("chip", "board"), [(1, "nano"), (2, "promicro")])
def test_other_protocol_is_flashed_as_its_chip(speaker, chip, board):
    port = speaker(frame(Hello(9, (1, 0), 5, 19, 6, 1, 1, chip, 0, b"abcdefgh")))
    finding = hear(System(finder=PortFinder(ports=list)), port, patience_s=5)
    assert finding.fix == f"python -m firmware_bridge flash --board {board} --port {port}"


def test_a_port_that_cannot_be_opened():
    def refuse(path):
        raise LinkLost(plain(f"{path} cannot be opened: busy"))

    finding = hear(System(open_link=refuse), "/dev/x")
    assert not finding.well
    assert "busy" in finding.what


def test_rules_file_exists(machine):
    machine.board()
    machine.allowed = False
    (fault,) = machine.faults()
    source = Path(shlex.split(fault.fix)[2])
    assert source.is_absolute()
    assert source.is_file()


def test_rules_file_names_every_board():
    rules = (Path(firmware_bridge.__file__).parent / RULES).read_text()
    named = {(int(v, 16), int(p, 16)) for v, p in re.findall(r'idVendor}=="(\w+)", ATTRS{idProduct}=="(\w+)"', rules)}
    assert named == KNOWN.keys() | BOOT_LOADERS.keys() | BARE.keys()
    assert int(RULES.split("-")[0]) < 73
