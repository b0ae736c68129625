"""Standard streams that are narrow, full or closed: a sentence and an exit code, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEW = '{"new": {"game": "catch-up", "players": ["Ann", "Жанна"]}}\n'
ROLL = '{"event": {"kind": "Rolled", "seat": 0, "faces": [{"value": 3}, {"value": 4}, {"value": 1}]}}\n'

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")


CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def catseye(words, **more):
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m companion {words}', sys.executable],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        timeout=300,
        check=False,
        **{"env": CLEAN, **more},
    )


def test_names_on_a_narrow_terminal(tmp_path):
    record = tmp_path / "record.jsonl"
    record.write_text(NEW + ROLL, encoding="utf-8")
    narrow = {**CLEAN, "PYTHONIOENCODING": "latin-1"}
    done = catseye(f"replay '{record}'", env=narrow, stdout=subprocess.PIPE)
    assert done.returncode == 0
    assert done.stdout.decode("latin-1").startswith("Catch Up: Ann, ?????\n")
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("streams", "says"),
    [
        (">/dev/full", b"the standard output failed: No space left on device\n"),
        (">&-", b"standard input or output is closed"),
        ("<&-", b"standard input or output is closed"),
    ],
)
def test_referee_without_streams(streams, says):
    done = catseye(f"referee {streams}", input=NEW.encode(), stdout=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stderr.startswith(says)
    assert done.stderr.count(b"\n") == 1


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    path = tmp_path_factory.mktemp("played") / "journal.sqlite"
    catseye(f"referee --journal '{path}'", input=(NEW + ROLL).encode(), stdout=subprocess.DEVNULL)
    return path


@pytest.mark.parametrize(
    ("streams", "says"),
    [
        (">/dev/full", b"the standard output failed: No space left on device\n"),
        (">&-", b"standard output is closed: name a new file with --out\n"),
    ],
)
def test_export_without_output(journal, streams, says):
    done = catseye(f"export --journal '{journal}' {streams}")
    assert (done.returncode, done.stderr) == (2, says)


def test_export_to_a_file_without_output(journal, tmp_path):
    done = catseye(f"export --journal '{journal}' --out '{tmp_path / 'out'}' >&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert len((tmp_path / "out").read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    ("command", "unbuffered"),
    [
        *((command, "") for command in ("check", "backup", "replay", "export", "--version")),
        ("export", "1"),
        *(pytest.param(command, "1", marks=pytest.mark.slow) for command in ("check", "backup", "replay", "--version")),
    ],
)
def test_full_output_fails(journal, command, unbuffered):
    env = {**CLEAN, "PYTHONUNBUFFERED": unbuffered}
    words = command if command.startswith("-") else f"{command} --journal '{journal}'"
    done = catseye(f"{words} >/dev/full", env=env)
    assert (done.returncode, done.stderr) == (2, b"the standard output failed: No space left on device\n")


def test_full_output_is_not_the_recording_s_fault(tmp_path):
    record = tmp_path / "record.jsonl"
    record.write_text(NEW + ROLL, encoding="utf-8")
    done = catseye(f"replay '{record}' >/dev/full")
    assert (done.returncode, done.stderr) == (2, b"the standard output failed: No space left on device\n")


@pytest.mark.parametrize("command", ["replay '{record}'", "export --journal '{journal}'"])
def test_closed_output_is_not_the_recording_s_fault(tmp_path, journal, command):
    record = tmp_path / "record.jsonl"
    record.write_text(NEW + ROLL, encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    done = catseye(command.format(record=record, journal=journal), stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (2, b"the standard output failed: Broken pipe\n")
