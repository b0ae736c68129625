"""The firmware's own tests, and its frame code compared with Python's."""

from __future__ import annotations

import ctypes
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.host.framing import MAX_ENCODED, MAX_PAYLOAD, unwrap, wrap
from firmware_bridge.sim.firmware_build import FIRMWARE, build

CORPUS = Path(__file__).parents[2] / "corpora" / "firmware"


@pytest.fixture
def sources(toolchain, tmp_path):
    """A copy of the firmware's sources for this test, because other tests build in the cache folder."""
    return shutil.copytree(FIRMWARE, tmp_path / "firmware", ignore=shutil.ignore_patterns("build"))


def test_firmware_unit_tests(sources):
    ran = subprocess.run(["make", "-s", "-C", sources, "test"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " 0 failed" in ran.stdout


def test_both_chips_fit_their_limits(sources):
    ran = subprocess.run(["make", "-s", "-C", sources], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "box-328p.elf: flash" in ran.stdout
    assert "box-32u4.elf: flash" in ran.stdout


def test_usb_packet_is_not_killed(toolchain):
    """Writing 1 to bit 2 of UEINTX at an IN endpoint kills the last packet. No emulator has this chip."""
    elf = build("all") / "box-32u4.elf"
    symbols = subprocess.run(["avr-nm", "--print-size", elf], capture_output=True, text=True, check=True).stdout
    begin, size = (int(figure, 16) for figure in re.search(r"^(\w+) (\w+) . usb_put$", symbols, re.MULTILINE).groups())
    shown = ["avr-objdump", "-d", f"--start-address={begin}", f"--stop-address={begin + size}", elf]
    put = subprocess.run(shown, capture_output=True, text=True, check=True).stdout
    flags = re.findall(r"ldi\t(r\d+), 0x(\w+)[^\n]*\n[^\n]*sts\t0x00E8, \1\b", put)
    assert [int(written, 16) for _, written in flags] == [0x3A]
    assert put.count("sts\t0x00E8") == 1


class Receiver(ctypes.Structure):
    """The struct of frame.h."""

    _fields_ = (
        ("bytes", ctypes.c_uint8 * (MAX_PAYLOAD + 4)),
        ("length", ctypes.c_uint8),
        ("block", ctypes.c_uint8),
        ("begun", ctypes.c_bool),
        ("overlong", ctypes.c_bool),
        ("spoiled", ctypes.c_uint8),
    )


@pytest.fixture(scope="module")
def library(toolchain) -> ctypes.CDLL:
    loaded = ctypes.CDLL(str(build("library") / "libframe.so"))
    loaded.frame_receive.argtypes = [ctypes.POINTER(Receiver), ctypes.c_uint8]
    loaded.frame_receive.restype = ctypes.c_uint8
    return loaded


def received(library: ctypes.CDLL, stream: bytes) -> list[bytes]:
    receiver, found = Receiver(), []
    for byte in stream:
        length = library.frame_receive(ctypes.byref(receiver), byte)
        if length:
            found.append(bytes(receiver.bytes[:length]))
    return found


def decoded(stream: bytes) -> list[bytes]:
    bodies = (unwrap(run) for run in stream.split(b"\0")[:-1])
    return [body for body in bodies if body is not None]


@given(body=st.binary(min_size=1, max_size=MAX_PAYLOAD))
def test_both_sides_make_the_same_frame(library, body):
    room = ctypes.create_string_buffer(MAX_ENCODED + 2)
    ctypes.memmove(ctypes.addressof(room) + 2, body, len(body))
    length = library.frame_seal(room, len(body))
    assert room.raw[:length] == wrap(body)
    assert received(library, wrap(body)) == [body]


@given(stream=st.lists(st.binary(max_size=45) | st.binary(min_size=1, max_size=MAX_PAYLOAD).map(wrap), max_size=10))
def test_both_sides_accept_the_same_frames(library, stream):
    joined = b"".join(stream) + b"\0"
    assert received(library, joined) == decoded(joined)


def test_both_sides_refuse_the_same_spoiled_frames(library):
    rng = random.Random(5)
    for _ in range(20_000):
        run = bytearray(wrap(rng.randbytes(rng.randint(1, MAX_PAYLOAD))))
        for _ in range(rng.randint(0, 3)):
            run[rng.randrange(len(run))] = rng.choice([0, 1, rng.randrange(256)])
        stream = bytes(run) + b"\0"
        assert received(library, stream) == decoded(stream)


@pytest.mark.parametrize("runs", [3000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_fuzzing(sources, runs):
    command = ["make", "-s", "-C", sources, "fuzz", f"FUZZ_RUNS={runs}", f"FUZZ_FRAMES={70 * runs}"]
    command.append(f"FUZZ_CORPUS={CORPUS}")
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "no fault" in ran.stdout
    assert " 0 bad ones passed" in ran.stdout
