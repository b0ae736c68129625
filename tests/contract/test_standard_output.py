"""Every command line, with a standard output that cannot be written: one line on standard error and exit code 2."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "vision" / "data"
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""Python buffers standard output in it, as in a user's shell; with PYTHONUNBUFFERED it fails elsewhere."""
COMMANDS = {
    "catseye --help": ["companion", "--help"],
    "catseye export --help": ["companion", "export", "--help"],
    "vision read": ["vision", "read", DATA / "d0012.jpg"],
    "vision read --json": ["vision", "read", "--json", DATA / "d0012.jpg"],
    "vision bench": ["vision", "bench", "{stills}"],
    "vision watch": ["vision", "watch", f"clip:{DATA / 'd0012.jpg'}"],
    "calibration chart": ["calibration", "chart", "{folder}"],
    "firmware_bridge doctor": ["firmware_bridge", "doctor"],
    "firmware_bridge monitor": ["firmware_bridge", "monitor", "--box", "soft:", "--seconds", "0.5"],
    "firmware_bridge selftest": ["firmware_bridge", "selftest", "--box", "soft:", "--seats", "1"],
}

FIRST = {"catseye --help", "vision read", "calibration chart", "firmware_bridge doctor"}
"""A command of each program; the others fail in the same function, and all of them are tested with a full device."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")


@pytest.fixture(params=COMMANDS)
def words(request, tmp_path):
    stills = tmp_path / "stills"
    stills.mkdir()
    (stills / "d0012.jpg").write_bytes((DATA / "d0012.jpg").read_bytes())
    return [str(word).format(stills=stills, folder=tmp_path / "chart") for word in COMMANDS[request.param]]


def run(words, output, **environment):
    command = [sys.executable, "-m", *words]
    env = CLEAN | environment
    return subprocess.run(
        command, cwd=ROOT, env=env, stdout=output, stderr=subprocess.PIPE, text=True, timeout=300, check=False
    )


def test_a_full_device_is_said_in_one_line(words):
    with Path("/dev/full").open("w") as full:
        done = run(words, full)
    assert (done.returncode, done.stderr) == (2, "the standard output failed: No space left on device\n")


@pytest.mark.parametrize(
    "words",
    [pytest.param(command, marks=() if command in FIRST else pytest.mark.slow) for command in COMMANDS],
    indirect=True,
)
def test_so_is_a_pipe_that_nobody_reads(words):
    reading, writing = os.pipe()
    os.close(reading)
    done = run(words, writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (2, "the standard output failed: Broken pipe\n")


@pytest.mark.parametrize("words", [["companion", "--help"], ["vision", "read", str(DATA / "d0012.jpg")]])
def test_both_are_without_pythons_buffer_too(words):
    with Path("/dev/full").open("w") as full:
        done = run(words, full, PYTHONUNBUFFERED="1")
    assert (done.returncode, done.stderr) == (2, "the standard output failed: No space left on device\n")


def test_what_ends_well_ends_well():
    done = run(["companion", "--help"], subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "referee" in done.stdout
