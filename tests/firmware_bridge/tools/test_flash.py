from __future__ import annotations

import os
import pty
import queue
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from firmware_bridge.host.box import ButtonBox
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.discovery import PortFinder
from firmware_bridge.host.firmware_images import built_for, check
from firmware_bridge.host.links import LinkLost, SerialLink
from firmware_bridge.host.port_lock import Holder
from firmware_bridge.host.ports import SerialConnector
from firmware_bridge.sim.avr import Emulator
from firmware_bridge.sim.firmware_build import build
from firmware_bridge.tools.avrdude import explain, progress
from firmware_bridge.tools.flash import BOARDS, FlashError, command, flash, touched
from tests.support.waiting import LONG_S, until

OPTIBOOT = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot.c")
"""Source of an Uno's boot loader. The .hex files beside it are useless: on Debian 13 all are an ATmega8's, and on
Debian 12 they are longer than 512 bytes."""
BUILT_AS = (
    *("-mmcu=atmega328p", "-DF_CPU=16000000L", "-DBAUD_RATE=115200", "-nostdlib", "-nostartfiles"),
    *("-Os", "-fno-inline-small-functions", "-fno-split-wide-types", "-mshort-calls", "-mrelax", "-fno-jump-tables"),
    *("-Wl,--section-start=.text=0x7e00", "-Wl,--section-start=.version=0x7ffe"),
    "-DLED_START_FLASHES=0",  # with them it does not fit
)


@pytest.fixture
def boot_loader(toolchain, tmp_path) -> Path:
    if not OPTIBOOT.is_file():
        pytest.skip("the real boot loader is not installed: apt-get install --no-install-recommends arduino-core-avr")
    elf, image = tmp_path / "optiboot.elf", tmp_path / "optiboot.hex"
    subprocess.run(["avr-gcc", *BUILT_AS, OPTIBOOT, "-o", elf], check=True, capture_output=True)
    subprocess.run(["avr-objcopy", "-O", "ihex", "-j", ".text", elf, image], check=True)
    return image


@pytest.fixture
def bare_board(boot_loader, tmp_path):
    """A new Uno: a boot loader and nothing else."""
    link = tmp_path / "usb-Arduino_Uno_emulated-if00"
    emulator = Emulator(Path(), real=True, link=link, reset_on_open=True, boot_loader=boot_loader, device=None)
    yield emulator, link
    emulator.close()


def test_real_avrdude_and_boot_loader(bare_board):
    if shutil.which("avrdude") is None:
        pytest.skip("avrdude is not installed: apt-get install --no-install-recommends avrdude")
    emulator, link = bare_board
    until(link.exists)
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
    ledger = DeliveryLedger()
    connector = SerialConnector("serial:it", str(link))
    box = ButtonBox(connector, on_press=presses.put, on_state=lambda _state: None, ledger=ledger)
    box.start()
    emulator.contact(3, [(True, 3_000_000), (False, 3_100_000)])
    assert [presses.get(timeout=LONG_S).down for _ in range(2)] == [True, False]
    box.stop()
    assert box.state.firmware == "1.2"
    emulator.contact(5, [(True, 0), (False, 60_000)])  # while nobody listens; opening the port then resets the chip
    pressed_us = emulator.figures().now_us
    until(lambda: emulator.figures().now_us >= pressed_us + 150_000)
    again = ButtonBox(connector, on_press=presses.put, on_state=lambda _state: None, ledger=ledger)
    again.start()
    assert [presses.get(timeout=LONG_S).button for _ in range(2)] == [5, 5]  # kept through the boot loader
    again.stop()


def test_avrdude_commands():
    firmware = Path("box.hex")
    assert command(BOARDS["uno"], "/dev/x", firmware, 115200) == [
        *("avrdude", "-c", "arduino", "-p", "m328p", "-P", "/dev/x", "-b", "115200", "-D"),
        *("-U", "flash:w:box.hex:i"),
    ]
    assert command(BOARDS["promicro"], "/dev/x", firmware, 57600)[2:5:2] == ["avr109", "m32u4"]
    assert BOARDS["nano"].bauds == (115200, 57600)


def test_progress():
    said = "avrdude: device\n\nWriting | " + "#" * 50 + " | 100% 0.7s\n\nReading | " + "#" * 25
    given = list(progress(said))
    assert given[49] == ("writing", 1.0)
    assert given[-1] == ("verifying", 0.5)


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
        (
            "avrdude: ser_open(): can't open device: unknown reason",
            "/dev/x cannot be opened: is another program using it?",
        ),
        ("avrdude: verification error, first mismatch at byte 0x10", "another cable"),
        ("avrdude: expected signature for ATmega328P is 1E 95 0F", "another chip"),
        ("something else\nentirely", "something else / entirely"),
        (
            'OS error: ioctl("TIOCMGET"): no\n\navrdude: ready\navrdude error: read failed\n\navrdude done.',
            "avrdude says: avrdude error: read failed",
        ),
    ],
)
def test_faults_are_explained(said, words):
    assert words in explain(said, "/dev/x")
    assert "ioctl" not in explain(said, "/dev/x")


def test_missing_file_or_avrdude(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _name: "/usr/bin/avrdude")
    with pytest.raises(FlashError, match="make firmware"):
        flash("/dev/null", BOARDS["uno"], tmp_path / "box-328p.hex", on_progress=lambda *_: None)
    with pytest.raises(FlashError, match=r"there is no firmware file .*none\.hex$"):
        flash("/dev/null", BOARDS["uno"], tmp_path / "none.hex", on_progress=lambda *_: None)
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(FlashError, match="apt-get install avrdude"):
        flash("/dev/null", BOARDS["uno"], tmp_path / "none.hex", on_progress=lambda *_: None)


@pytest.fixture
def port():
    """A port that can be opened."""
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


@pytest.fixture
def avrdude(tmp_path, monkeypatch):
    """Return a function that replaces avrdude by a script."""

    def become(*script: str) -> None:
        fake = tmp_path / "avrdude"
        fake.write_text("\n".join(("#!/bin/sh", *script)))
        fake.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    return become


def hex_of(content: bytes) -> str:
    """Return the content as an Intel HEX file."""
    pieces = [(start, content[start : start + 16]) for start in range(0, len(content), 16)]
    records = [bytes([len(piece), *start.to_bytes(2, "big"), 0, *piece]) for start, piece in pieces]
    lines = [(record + bytes([-sum(record) % 256])).hex().upper() for record in records]
    return "".join(f":{line}\n" for line in [*lines, "00000001FF"])


@pytest.fixture
def image(tmp_path):
    """A complete firmware for an unknown chip."""
    file = tmp_path / "box.hex"
    file.write_text(hex_of(bytes(range(64))))
    return file


def test_nano_speeds(tmp_path, avrdude, port, image):
    calls = 'echo "$@" >> "$(dirname "$0")/calls"'
    avrdude(calls, 'case "$*" in *57600*) exit 0;; esac', "echo not in sync", "exit 1")
    flash(port, BOARDS["nano"], image, on_progress=lambda *_: None)
    assert [line.split()[7] for line in (tmp_path / "calls").read_text().splitlines()] == ["115200", "57600"]
    with pytest.raises(FlashError, match="boot loader does not answer"):
        flash(port, BOARDS["uno"], image, on_progress=lambda *_: None)


@pytest.mark.parametrize(
    "then", ["exec sleep 60", "for word in $(seq 400); do sleep 0.05; echo 'stk500_recv(): unread'; done"]
)
def test_stuck_board_is_given_up(then, avrdude, port, image, monkeypatch):
    avrdude("printf 'Writing | ####'", then)
    monkeypatch.setattr("firmware_bridge.tools.avrdude.PATIENCE_S", 0.5)
    seen: list[tuple[str, float]] = []
    began = time.monotonic()
    with pytest.raises(FlashError, match="does not answer"):
        flash(port, BOARDS["uno"], image, on_progress=lambda *step: seen.append(step))
    assert len(seen) == 4
    assert time.monotonic() - began < 10


def test_endless_flash_is_given_up(avrdude, port, image, monkeypatch):
    avrdude("printf 'Writing | '", "for mark in $(seq 200); do sleep 0.05; printf '#'; done")
    monkeypatch.setattr("firmware_bridge.tools.avrdude.LIMIT_S", 0.5)
    seen: list[float] = []
    with pytest.raises(FlashError, match="does not answer"):
        flash(port, BOARDS["uno"], image, on_progress=lambda _phase, share: seen.append(share))
    assert 0 < len(seen) < 100


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (lambda whole: "", "its last record is missing"),
        (lambda whole: "".join(whole.splitlines(keepends=True)[:3]), "its last record is missing"),
        (lambda whole: whole[:60], "not a firmware in Intel HEX: line 2"),
        (lambda whole: "hello\n", "not a firmware in Intel HEX: line 1"),
        (lambda whole: whole.replace(":10001000", ":10001100"), "not a firmware in Intel HEX: line 2"),
        (lambda whole: whole + whole, "goes on after its end record: line 6"),
    ],
)
def test_incomplete_firmware_is_not_written(content, words, avrdude, port, image):
    avrdude("exit 0")
    image.write_text(content(image.read_text()))
    with pytest.raises(FlashError, match=words):
        flash(port, BOARDS["uno"], image, on_progress=lambda *_: None)


def test_avrdude_warning_is_no_success(avrdude, port, image):
    avrdude("echo 'avrdude warning: no end of file record found for Intel Hex file box.hex'", "exit 0")
    with pytest.raises(FlashError, match="half a firmware is on the board"):
        flash(port, BOARDS["uno"], image, on_progress=lambda *_: None)


@pytest.mark.parametrize("jump", ["0c940002", "05c00000"])
@pytest.mark.parametrize(("vectors", "board", "other"), [(26, "uno", "promicro"), (43, "leonardo", "nano")])
def test_firmware_for_other_chip_is_not_written(jump, vectors, board, other, avrdude, port, image, monkeypatch):
    avrdude("exit 0")
    image.write_text(hex_of(bytes.fromhex(jump) * vectors + bytes(8)))
    monkeypatch.setattr("firmware_bridge.tools.flash.touched", lambda port, *_: port)
    flash(port, BOARDS[board], image, on_progress=lambda *_: None)
    with pytest.raises(FlashError, match=rf"is for an ATmega32.* \(.*{board}.* not for a {other} \("):
        flash(port, BOARDS[other], image, on_progress=lambda *_: None)


def test_chip_of_built_firmware(toolchain):
    built = build("all")
    assert {built_for(built / f"box-328p.{kind}") for kind in ("hex", "elf")} == {"m328p"}
    assert {built_for(built / f"box-32u4.{kind}") for kind in ("hex", "elf")} == {"m32u4"}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_shipped_firmware_is_complete(board):
    check(board.prebuilt)
    assert built_for(board.prebuilt) == board.part


def test_shipped_firmware_matches_sources(toolchain):
    """Byte by byte; `make -C firmware_bridge/firmware prebuilt` builds it again."""
    shipped = BOARDS["uno"].prebuilt.parent
    compiler = subprocess.run(["avr-gcc", "--version"], capture_output=True, text=True, check=True).stdout
    wanted = (shipped / "compiler.txt").read_text().strip()
    if compiler.splitlines()[0] != wanted:
        pytest.skip(f"it was built with {wanted}; another compiler writes other bytes")
    built = build("all")
    for name in ("box-328p.hex", "box-32u4.hex"):
        assert (built / name).read_bytes() == (shipped / name).read_bytes(), name


@pytest.mark.parametrize("board", ["uno", "promicro"])
def test_busy_port_is_not_flashed(board, avrdude, port, image, monkeypatch):
    avrdude("exit 0")
    link = SerialLink(port)
    with pytest.raises(FlashError, match="another program"):
        flash(port, BOARDS[board], image, on_progress=lambda *_: None)
    monkeypatch.setattr("firmware_bridge.tools.flash.holders", lambda *_: iter([Holder("catseye", 4242)]))
    with pytest.raises(FlashError, match=rf"{port} is in use by catseye \(process 4242\): close it, then try again"):
        flash(port, BOARDS[board], image, on_progress=lambda *_: None)
    link.close()


def test_port_is_locked_while_flashing(avrdude, port, image):
    avrdude("printf 'Writing | ####'")
    given: list[str] = []

    def on_progress(_phase: str, _share: float) -> None:
        with pytest.raises(LinkLost) as lost:
            SerialLink(port)
        given.append(str(lost.value))

    flash(port, BOARDS["uno"], image, on_progress=on_progress)
    assert len(given) == 4
    assert all("another program has it" in words for words in given)
    SerialLink(port).close()


class _Port:
    def __init__(self, device, vid=0x2341, pid=0x0036, location=None):
        self.device, self.vid, self.pid, self.serial_number, self.location = device, vid, pid, None, location


def test_touch_lowers_dtr_before_closing(tmp_path, monkeypatch):
    seen = []

    class Touched:
        def __init__(self, port, baud, *, exclusive):
            assert exclusive
            seen.append((port, baud))

        def __setattr__(self, name, value):
            seen.append((name, value))

        def __enter__(self):
            return self

        def __exit__(self, *_fault):
            self.close()

        def close(self):
            seen.append("closed")

    monkeypatch.setattr("firmware_bridge.tools.flash.serial.Serial", Touched)
    finder = PortFinder(by_id=tmp_path, ports=lambda: [_Port("/dev/ttyACM7")] if seen else [])
    touched("/dev/ttyACM0", finder, lambda _seconds: None)
    assert seen == [("/dev/ttyACM0", 1200), ("dtr", False), "closed"]


def test_touch_waits_for_the_boot_loader(tmp_path):
    master, slave = pty.openpty()
    waits: list[float] = []
    ports = lambda: [_Port("/dev/ttyACM7")] if len(waits) > 2 else []  # noqa: E731
    name = os.ttyname(slave)
    assert touched(name, PortFinder(by_id=tmp_path, ports=ports), waits.append) == "/dev/ttyACM7"
    with pytest.raises(FlashError, match="reset"):
        touched(name, PortFinder(by_id=tmp_path, ports=list), waits.append)
    os.close(master)
    os.close(slave)
    with pytest.raises(FlashError, match="cannot be opened"):
        touched(str(tmp_path / "none"), PortFinder(by_id=tmp_path, ports=list), waits.append)


@pytest.fixture
def bench(tmp_path):
    """Touch a board at a port that can be opened, given all ports before and after the touch."""
    master, slave = pty.openpty()
    port = os.ttyname(slave)

    def touch(before, after, given=port):
        waits: list[float] = []
        finder = PortFinder(by_id=tmp_path, ports=lambda: after if waits else before)
        return touched(given, finder, waits.append)

    touch.port = port
    yield touch
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize("places", [("1-1:1.0", "1-2:1.0", "1-2"), (None, None, None), (None, "1-2", None)])
def test_touch_ignores_other_boot_loader(bench, places):
    other = _Port("/dev/ttyACM1", location=places[0])
    board = _Port(bench.port, 0x2341, 0x8036, places[1])
    loader = _Port("/dev/ttyACM7", location=places[2])
    assert bench([other, board], [other, loader]) == "/dev/ttyACM7"
    with pytest.raises(FlashError, match=r"did not go to its boot loader \(another board is in its boot loader"):
        bench([other, board], [other, board])


def test_touch_goes_by_usb_socket(bench):
    board = _Port(bench.port, 0x2341, 0x8036, "1-2:1.0")
    before = [_Port("/dev/ttyACM1", location="1-1"), board]
    after = [_Port("/dev/ttyACM1", location="1-2"), _Port("/dev/ttyACM2", location="1-3")]
    assert bench(before, after) == "/dev/ttyACM1"
    with pytest.raises(FlashError, match="did not go"):
        bench(before, after[1:])  # that is a third board, which somebody has just reset


def test_touch_refuses_ambiguous_boot_loaders(bench):
    board = _Port(bench.port, 0x2341, 0x8036)
    with pytest.raises(FlashError, match=r"/dev/ttyACM1 and /dev/ttyACM2 .* unplug"):
        bench([board], [_Port("/dev/ttyACM1"), _Port("/dev/ttyACM2")])


def test_touch_keeps_boot_loader_port(bench):
    ports = [_Port("/dev/ttyACM1"), _Port(bench.port)]
    assert bench(ports, ports) == bench.port
