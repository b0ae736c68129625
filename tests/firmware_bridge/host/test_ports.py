from __future__ import annotations

import errno
import os
import pty
import sys
import termios
import threading

import pytest
import serial

from firmware_bridge.factory import open_box, open_boxes, open_emulated
from firmware_bridge.host.discovery import PortFinder
from firmware_bridge.host.links import LinkLost, SerialLink
from firmware_bridge.host.ports import AutoConnector, SerialConnector
from tests.support.serial_ports import Port, Unreadable


@pytest.fixture
def terminal():
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    os.close(slave)
    yield master, name
    try:
        os.close(master)
    except OSError:
        return  # the test has pulled it


@pytest.mark.parametrize("name", ["", "serial", "serial:", "usb:0", "soft", "soft:7", "soft:seats=x", "autox", "avr"])
def test_unknown_names_are_refused(name):
    with pytest.raises(ValueError, match="box"):
        open_box(name)


@pytest.mark.parametrize("kind", ["serial", "auto", "soft", "avr"])
def test_name_with_null_is_refused(kind):
    with pytest.raises(ValueError, match=r"^no port, folder or file is called 'a\\x00b'$"):
        open_box(f"{kind}:a\0b")


def test_a_wrong_number_of_seats_is_refused():
    with pytest.raises(ValueError, match="1 to 6 seats"):
        open_box("soft:seats=9")


def test_unknown_settings_are_refused():
    with pytest.raises(ValueError, match="does not take these settings"):
        open_box("soft:", colour="red")


def test_missing_firmware_file(toolchain):
    with pytest.raises(ValueError, match="no firmware file"):
        open_box("avr:/nowhere/box.elf")


@pytest.mark.parametrize("name", ["avr:", "avr:box.elf"])
@pytest.mark.parametrize("opens", [open_box, open_boxes, lambda name: open_emulated(name.removeprefix("avr:"))])
@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_emulator_needs_linux(monkeypatch, system, opens, name):
    monkeypatch.setattr(sys, "platform", system)
    with pytest.raises(ValueError, match=f"^{name}: the button box's emulator runs on Linux only"):
        opens(name)


def test_serial_link(terminal):
    master, name = terminal
    link = SerialConnector("serial:x", name).connect()
    os.write(master, b"\0hello\0")
    assert link.read(1.0) == b"\0hello\0"
    link.write(b"\1\2\0")
    assert os.read(master, 10) == b"\1\2\0"
    assert link.read(0.01) == b""
    link.close()
    link.close()


def test_closing_keeps_dtr_up(terminal):
    master, name = terminal
    link = SerialLink(name)
    assert not termios.tcgetattr(master)[2] & termios.HUPCL
    link.read(0.01)  # another time limit makes the driver's settings anew
    assert not termios.tcgetattr(master)[2] & termios.HUPCL
    link.close()


def test_a_second_program_is_refused(terminal):
    _, name = terminal
    link = SerialLink(name)
    with pytest.raises(LinkLost, match="cannot be opened"):
        SerialLink(name)
    link.close()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (errno.ENOENT, "No such file or directory (is it plugged in?)"),
        (errno.EACCES, "Permission denied (join the group dialout; "),
        (errno.EPERM, "Operation not permitted (join the group dialout; "),
        (errno.EBUSY, "Device or resource busy (another program has it)"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_port_that_cannot_be_opened_has_advice(fault, words, monkeypatch):
    def refuse(*_, **__):
        raise serial.SerialException(fault, f"could not open port /dev/ttyX: [Errno {fault}] and so on: '/dev/ttyX'")

    monkeypatch.setattr("firmware_bridge.host.links.serial.Serial", refuse)
    with pytest.raises(LinkLost) as lost:
        SerialLink("/dev/ttyX")
    assert str(lost.value).startswith(f"/dev/ttyX cannot be opened: {words}")
    assert "Errno" not in str(lost.value)
    assert ("«python -m firmware_bridge doctor»" in str(lost.value)) == ("dialout" in words)


def test_port_errors_of_pyserial(terminal, monkeypatch):
    _, name = terminal
    with pytest.raises(LinkLost, match=r"^/dev/null cannot be opened: .* \(it is no serial port\)$"):
        SerialLink("/dev/null")
    link = SerialLink(name)
    with pytest.raises(LinkLost, match=r"\(another program has it\)$"):
        SerialLink(name)
    link.close()

    def refuse(*_, **__):
        raise serial.SerialException("could not open port 'COM5': PermissionError(13, 'Access is denied.', None, 5)")

    monkeypatch.setattr("firmware_bridge.host.links.serial.Serial", refuse)
    with pytest.raises(LinkLost, match=r"^COM5 cannot be opened: .*Access is denied"):
        SerialLink("COM5")


def test_pulled_cable_is_one_error(terminal):
    master, name = terminal
    reader, writer = SerialLink(name), None
    os.close(master)
    with pytest.raises(LinkLost, match="unplugged"):
        reader.read(1.0)
    with pytest.raises(LinkLost, match="unplugged"):
        reader.write(b"x" * 100)
    with pytest.raises(LinkLost):
        reader.read(0.5)  # another time limit touches the driver's settings: termios.error
    reader.wake()
    reader.close()
    with pytest.raises(LinkLost):
        writer = SerialLink(name)
    assert writer is None


def test_a_full_port_does_not_hang(terminal):
    _, name = terminal
    link = SerialLink(name, write_timeout=0.05)
    with pytest.raises(LinkLost, match="no longer takes bytes"):
        link.write(b"x" * 1_000_000)
    link.close()


def test_a_busy_machine_is_no_fault_of_the_box(terminal, monkeypatch):
    _, name = terminal
    link = SerialLink(name)
    clock = iter(0.2 * tick for tick in range(100))  # so long passes between two looks of the driver at the clock
    monkeypatch.setattr(serial.serialutil.Timeout, "TIME", staticmethod(lambda: next(clock)))
    link.write(b"x")
    link.close()


def test_wake_ends_a_read(terminal):
    _, name = terminal
    link = SerialLink(name)
    waker = threading.Timer(0.05, link.wake)
    waker.start()
    assert link.read(20.0) == b""
    waker.join()
    link.close()


def read_for_ever(link: SerialLink) -> None:
    while True:
        link.read(0.05)


def test_closing_under_a_read_is_a_lost_link(terminal):
    _, name = terminal
    link = SerialLink(name)
    closer = threading.Timer(0.05, lambda: (link.close(), link.wake()))
    closer.start()
    with pytest.raises(LinkLost):
        read_for_ever(link)
    closer.join()


def test_every_usb_port_is_a_candidate(tmp_path):
    chips = [(0x1A86, 0x55D4), (0x1A86, 0x55D3), (0x1A86, 0x7522), (0x0403, 0x6015), (0x067B, 0x2303), (0x1234, 0xABCD)]
    ports = [Port("ttyS0"), *(Port(f"ttyUSB{number}", *ids) for number, ids in enumerate(chips))]
    finder = PortFinder(by_id=tmp_path / "none", ports=lambda: ports)
    assert [(one.path, one.what) for one in finder.look()] == [
        ("ttyUSB0", "CH9102"),
        ("ttyUSB1", "CH343"),
        ("ttyUSB2", "CH340"),
        ("ttyUSB3", "FT231X"),
        ("ttyUSB4", "PL2303"),
        ("ttyUSB5", "USB device 1234:abcd"),
    ]
    assert [one.path for one in finder.boards()] == [f"ttyUSB{number}" for number in range(5)]


def test_lasting_names_come_first_and_once(tmp_path):
    device = tmp_path / "ttyACM3"
    device.touch()
    folder = tmp_path / "by-id"
    folder.mkdir()
    (folder / "usb-Arduino_Uno_123-if00").symlink_to(device)
    (folder / "usb-Some_Modem-if00").symlink_to(tmp_path / "ttyACM4")
    finder = PortFinder(by_id=folder, ports=lambda: [Port(str(device), 0x2341, 0x0043)])
    assert [one.path for one in finder.look()] == [str(folder / "usb-Arduino_Uno_123-if00")]


@pytest.mark.parametrize(("ids", "is_board"), [((0x2341, 0x8036), True), ((0x2341, 0x0036), False)])
def test_new_board_with_lasting_name_is_no_box(ids, is_board, tmp_path):
    """A Leonardo has one when new, and one in its boot loader."""
    device = tmp_path / "ttyACM3"
    device.touch()
    folder = tmp_path / "by-id"
    folder.mkdir()
    lasting = folder / "usb-Arduino_LLC_Arduino_Leonardo-if00"
    lasting.symlink_to(device)
    finder = PortFinder(by_id=folder, ports=lambda: [Port(str(device), *ids)])
    assert finder.look() == ()
    assert [one.path for one in finder.boards()] == [str(lasting)] * is_board


def test_dangling_lasting_name(tmp_path):
    (tmp_path / "usb-Arduino_Uno_123-if00").symlink_to(tmp_path / "gone")
    assert PortFinder(by_id=tmp_path, ports=list).look() == ()


def test_unreadable_lasting_names_are_ignored(terminal, tmp_path):
    _, name = terminal
    settings = {"by_id": Unreadable(tmp_path), "ports": lambda: [Port(name, 0x2341, 0x0043)]}
    assert list(open_boxes("auto", **settings).look()) == [name]
    open_box("auto", **settings).connect().close()


def test_unreadable_named_folder(tmp_path):
    named = open_box(f"auto:{tmp_path}", by_id=Unreadable(tmp_path))
    with pytest.raises(LinkLost, match=r"cannot be looked through: .*Permission denied"):
        named.connect()


def test_boot_loaders_are_known(tmp_path):
    finder = PortFinder(by_id=tmp_path, ports=lambda: [Port("ttyACM9", 0x2341, 0x0036)])
    assert [one.path for one in finder.boot_loaders()] == ["ttyACM9"]
    assert finder.look() == ()


@pytest.mark.parametrize("ids", [(0x2341, 0x8036), (0x2341, 0x8037), (0x1B4F, 0x9206)])
def test_new_board_is_found_for_flashing_only(tmp_path, ids):
    finder = PortFinder(by_id=tmp_path, ports=lambda: [Port("ttyACM0", *ids), Port("ttyACM1", 0x2341, 0x0043)])
    assert [one.path for one in finder.boards()] == ["ttyACM0", "ttyACM1"]
    assert [one.path for one in finder.look()] == ["ttyACM1"]
    assert finder.boot_loaders() == ()


@pytest.mark.parametrize("name", ["usb-Cat_s_Eye_Button_box_3a7f-if00", "usb-Cats_Eye_Button_Box_0001-if00"])
def test_box_by_lasting_name(tmp_path, name):
    (tmp_path / name).touch()
    assert [one.path for one in PortFinder(by_id=tmp_path, ports=list).look()] == [str(tmp_path / name)]


@pytest.mark.parametrize("fault", [OSError, TypeError, ValueError])
def test_port_pulled_during_listing(tmp_path, fault):
    asked = []

    def ports():
        asked.append(1)
        yield Port("ttyACM0", 0x2341, 0x0043)
        yield Port("ttyACM9", 0x2341, 0x0036)
        if len(asked) < 3:
            raise fault("an attribute of the port could not be read")

    finder = PortFinder(by_id=tmp_path, ports=ports)
    (tmp_path / "usb-Arduino_Uno_123-if00").touch()
    assert [one.what for one in finder.look()] == ["named usb-Arduino_Uno_123-if00"]
    assert finder.boot_loaders() == ()
    assert [one.path for one in finder.boot_loaders()] == ["ttyACM9"]
    assert finder.look()[1].path == "ttyACM0"


def test_auto_with_unreadable_ports(tmp_path):
    class Forbidden(PortFinder):
        def look(self):
            raise PermissionError("not now")

    with pytest.raises(LinkLost, match="not now"):
        AutoConnector("auto", Forbidden(by_id=tmp_path, ports=list)).connect()


def test_auto_tries_the_candidates_in_turn(terminal, tmp_path):
    _, name = terminal
    (tmp_path / "usb-Arduino_gone-if00").symlink_to(tmp_path / "nothing")
    (tmp_path / "usb-Arduino_there-if00").symlink_to(name)
    connector = AutoConnector("auto", PortFinder(by_id=tmp_path, ports=list))
    for _ in range(3):
        link = connector.connect()
        assert link.path.endswith("there-if00")
        link.close()


def test_auto_without_a_box(tmp_path):
    with pytest.raises(LinkLost, match="no button box is plugged in"):
        open_box("auto", by_id=tmp_path, ports=list).connect()


def test_missing_named_folder(tmp_path):
    connector = open_box(f"auto:{tmp_path / 'nix'}")
    with pytest.raises(LinkLost, match=r"there is no folder .*/nix$"):
        connector.connect()
    (tmp_path / "nix").mkdir()
    with pytest.raises(LinkLost, match=r"^no button box is plugged in$"):
        connector.connect()
