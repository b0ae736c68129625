from __future__ import annotations

import io
import os
import pty
import queue
import shutil
import time
from pathlib import Path

import pytest

from firmware_bridge.box import ButtonBox
from firmware_bridge.finding import Finder
from firmware_bridge.flashing import BOARDS, FlashError, command, explain, flash, progress, touched
from firmware_bridge.ports import SerialDoor
from firmware_bridge.sim.avr import Emulator, build

OPTIBOOT = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot_atmega328.hex")


@pytest.fixture
def boot_loader(toolchain) -> Path:
    if not OPTIBOOT.is_file():
        pytest.skip("the real boot loader is not installed: apt-get install --no-install-recommends arduino-core-avr")
    return OPTIBOOT


@pytest.fixture
def bare_board(boot_loader, tmp_path):
    """An Uno as it comes out of the shop: a boot loader, nothing else."""
    link = tmp_path / "usb-Arduino_Uno_emulated-if00"
    emulator = Emulator(Path(), real=True, link=link, reset_on_open=True, boot_loader=boot_loader, device=None)
    yield emulator, link
    emulator.close()


def until_there(link: Path) -> None:
    end = time.monotonic() + 5
    while not link.exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_real_avrdude_flashes_through_the_real_boot_loader_and_the_box_works(bare_board):
    if shutil.which("avrdude") is None:
        pytest.skip("avrdude is not installed: apt-get install --no-install-recommends avrdude")
    emulator, link = bare_board
    until_there(link)
    firmware = build("all") / "box-328p.hex"
    seen: dict[str, list[float]] = {}
    said = flash(
        str(link), BOARDS["uno"], firmware, on_progress=lambda phase, share: seen.setdefault(phase, []).append(share)
    )
    assert "verified" in said
    assert list(seen) == ["writing", "verifying"]
    for shares in seen.values():
        assert shares == sorted(shares)
        assert shares[-1] == 1.0

    presses: queue.Queue = queue.Queue()
    box = ButtonBox(SerialDoor("serial:it", str(link)), on_press=presses.put, on_state=lambda _state: None)
    box.start()
    emulator.contact(3, [(True, 3_000_000), (False, 3_100_000)])
    assert [presses.get(timeout=15).down for _ in range(2)] == [True, False]
    box.stop()
    assert box.state.firmware == "1.1"
    emulator.contact(5, [(True, 0), (False, 60_000)])  # while nobody listens; opening the port then resets the chip
    pressed_us = emulator.figures().now_us
    while emulator.figures().now_us < pressed_us + 150_000:
        time.sleep(0.01)
    again = ButtonBox(
        SerialDoor("serial:it", str(link)), on_press=presses.put, on_state=lambda _s: None, marks=box._marks
    )
    again.start()
    assert [presses.get(timeout=15).button for _ in range(2)] == [5, 5]  # kept through the boot loader
    again.stop()


def test_commands_are_those_of_the_manual():
    firmware = Path("box.hex")
    assert command(BOARDS["uno"], "/dev/x", firmware, 115200) == [
        *("avrdude", "-c", "arduino", "-p", "m328p", "-P", "/dev/x", "-b", "115200", "-D"),
        *("-U", "flash:w:box.hex:i"),
    ]
    assert command(BOARDS["promicro"], "/dev/x", firmware, 57600)[2:5:2] == ["avr109", "m32u4"]
    assert BOARDS["nano"].bauds == (115200, 57600)


def test_progress_is_read_from_the_bars():
    said = "avrdude: device\n\nWriting | " + "#" * 50 + " | 100% 0.7s\n\nReading | " + "#" * 25
    told = [(phase, share) for phase, share in progress(io.StringIO(said)) if phase]
    assert told[49] == ("writing", 1.0)
    assert told[-1] == ("verifying", 0.5)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("avrdude: stk500_recv(): programmer is not responding", "right board"),
        (
            "avrdude: ser_open(): can't open device: Permission denied",
            "/dev/x cannot be opened: Permission denied (join",
        ),
        (
            "avrdude OS error: cannot open port /dev/x: No such file or directory",
            "/dev/x cannot be opened: No such file",
        ),
        ("avrdude OS error: cannot open port /dev/x: Device or resource busy", "(another program has it)"),
        ("avrdude: ser_open(): can't open device: who knows", "/dev/x cannot be opened: is another program using it?"),
        ("avrdude: verification error, first mismatch at byte 0x10", "another cable"),
        ("avrdude: expected signature for ATmega328P is 1E 95 0F", "another chip"),
        ("something else\nentirely", "something else / entirely"),
    ],
)
def test_faults_are_explained(said, words):
    assert words in explain(said, "/dev/x")


def test_a_missing_file_and_a_missing_port_are_said(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _name: "/usr/bin/avrdude")
    with pytest.raises(FlashError, match="make firmware"):
        flash("/dev/null", BOARDS["uno"], tmp_path / "box-328p.hex", on_progress=lambda *_: None)
    with pytest.raises(FlashError, match=r"there is no firmware file .*none\.hex$"):
        flash("/dev/null", BOARDS["uno"], tmp_path / "none.hex", on_progress=lambda *_: None)
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(FlashError, match="apt-get install avrdude"):
        flash("/dev/null", BOARDS["uno"], tmp_path / "none.hex", on_progress=lambda *_: None)


def test_both_speeds_of_a_nano_are_tried(tmp_path, monkeypatch):
    fake = tmp_path / "avrdude"
    script = [
        "#!/bin/sh",
        'echo "$@" >> "$(dirname "$0")/calls"',
        'case "$*" in *57600*) exit 0;; esac',
        "echo not in sync",
        "exit 1",
    ]
    fake.write_text("\n".join(script))
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    image = tmp_path / "box.hex"
    image.touch()
    flash("/dev/x", BOARDS["nano"], image, on_progress=lambda *_: None)
    assert [line.split()[7] for line in (tmp_path / "calls").read_text().splitlines()] == ["115200", "57600"]
    with pytest.raises(FlashError, match="boot loader does not answer"):
        flash("/dev/x", BOARDS["uno"], image, on_progress=lambda *_: None)


def test_a_board_that_falls_silent_in_the_middle_is_given_up(tmp_path, monkeypatch):
    fake = tmp_path / "avrdude"
    fake.write_text("#!/bin/sh\nprintf 'Writing | ####'\nexec sleep 60\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr("firmware_bridge.flashing.PATIENCE_S", 0.5)
    (tmp_path / "box.hex").touch()
    seen: list[tuple[str, float]] = []
    began = time.monotonic()
    with pytest.raises(FlashError, match="does not answer"):
        flash("/dev/x", BOARDS["uno"], tmp_path / "box.hex", on_progress=lambda *step: seen.append(step))
    assert len(seen) == 4
    assert time.monotonic() - began < 10


class _Port:
    def __init__(self, device, vid=0x2341, pid=0x0036, location=None):
        self.device, self.vid, self.pid, self.serial_number, self.location = device, vid, pid, None, location


def test_the_touch_lets_the_board_see_the_line_fall_before_the_port_is_closed(tmp_path, monkeypatch):
    seen = []

    class Touched:
        def __init__(self, port, baud):
            seen.append((port, baud))

        def __setattr__(self, name, value):
            seen.append((name, value))

        def __enter__(self):
            return self

        def __exit__(self, *_fault):
            self.close()

        def close(self):
            seen.append("closed")

    monkeypatch.setattr("firmware_bridge.flashing.serial.Serial", Touched)
    finder = Finder(by_id=tmp_path, ports=lambda: [_Port("/dev/ttyACM7")] if seen else [])
    touched("/dev/ttyACM0", finder, lambda _seconds: None)
    assert seen == [("/dev/ttyACM0", 1200), ("dtr", False), "closed"]


def test_the_touch_waits_for_the_boot_loader_and_says_when_it_does_not_come(tmp_path):
    master, slave = pty.openpty()
    waits: list[float] = []
    ports = lambda: [_Port("/dev/ttyACM7")] if len(waits) > 2 else []  # noqa: E731
    name = os.ttyname(slave)
    assert touched(name, Finder(by_id=tmp_path, ports=ports), waits.append) == "/dev/ttyACM7"
    with pytest.raises(FlashError, match="reset"):
        touched(name, Finder(by_id=tmp_path, ports=list), waits.append)
    os.close(master)
    os.close(slave)
    with pytest.raises(FlashError, match="cannot be opened"):
        touched(str(tmp_path / "none"), Finder(by_id=tmp_path, ports=list), waits.append)


@pytest.fixture
def bench(tmp_path):
    """A board at a port that can be opened, and what the system tells of all ports before the touch and after it."""
    master, slave = pty.openpty()
    port = os.ttyname(slave)

    def touch(before, after, told=port):
        waits: list[float] = []
        finder = Finder(by_id=tmp_path, ports=lambda: after if waits else before)
        return touched(told, finder, waits.append)

    touch.port = port
    yield touch
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize("places", [("1-1:1.0", "1-2:1.0", "1-2"), (None, None, None), (None, "1-2", None)])
def test_another_board_that_stands_in_its_boot_loader_is_left_alone(bench, places):
    other = _Port("/dev/ttyACM1", location=places[0])
    board = _Port(bench.port, 0x2341, 0x8036, places[1])
    loader = _Port("/dev/ttyACM7", location=places[2])
    assert bench([other, board], [other, loader]) == "/dev/ttyACM7"
    with pytest.raises(FlashError, match=r"did not go to its boot loader \(another board is in its own"):
        bench([other, board], [other, board])


def test_the_boot_loader_of_the_board_is_known_by_its_socket_whatever_its_port_is_called(bench):
    board = _Port(bench.port, 0x2341, 0x8036, "1-2:1.0")
    before = [_Port("/dev/ttyACM1", location="1-1"), board]
    after = [_Port("/dev/ttyACM1", location="1-2"), _Port("/dev/ttyACM2", location="1-3")]
    assert bench(before, after) == "/dev/ttyACM1"
    with pytest.raises(FlashError, match="did not go"):
        bench(before, after[1:])  # that is a third board, which somebody has just reset


def test_two_that_cannot_be_told_apart_are_not_flashed(bench):
    board = _Port(bench.port, 0x2341, 0x8036)
    with pytest.raises(FlashError, match=r"/dev/ttyACM1 and /dev/ttyACM2 .* unplug"):
        bench([board], [_Port("/dev/ttyACM1"), _Port("/dev/ttyACM2")])


def test_a_port_that_is_a_boot_loader_s_already_is_flashed_as_it_is(bench):
    ports = [_Port("/dev/ttyACM1"), _Port(bench.port)]
    assert bench(ports, ports) == bench.port
