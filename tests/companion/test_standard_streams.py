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


def catseye(words, **more):
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m companion {words}', sys.executable],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
        **more,
    )


def test_names_a_terminal_has_no_letters_for_are_printed_all_the_same(tmp_path):
    record = tmp_path / "record.jsonl"
    record.write_text(NEW + ROLL, encoding="utf-8")
    narrow = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = catseye(f"replay '{record}'", env=narrow, stdout=subprocess.PIPE)
    assert done.returncode == 0
    assert done.stdout.decode("latin-1").startswith("Catch Up: Ann, ?????\n")
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("streams", "says"),
    [
        (">/dev/full", b"the standard input or output failed: No space left on device"),
        (">&-", b"the standard input or output is closed"),
        ("<&-", b"the standard input or output is closed"),
    ],
)
def test_a_referee_nobody_can_talk_to_says_so_and_ends(streams, says):
    done = catseye(f"referee {streams}", input=NEW.encode(), stdout=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stderr.startswith(says)
    assert done.stderr.count(b"\n") == 1
