"""Browsers beside the app's own window: without them nothing of theirs is loaded, and both show one table."""

from __future__ import annotations

import subprocess
import sys

from tests.support.served_table import served

LIBRARIES = ("starlette", "uvicorn", "sse_starlette", "segno", "zeroconf", "cryptography", "websockets")


def loaded(program):
    """The modules that a program in a process of its own has loaded in the end."""
    end = "\nimport sys; print(' '.join(sorted({name.partition('.')[0] for name in sys.modules})))"
    done = subprocess.run([sys.executable, "-c", program + end], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_without_browsers_none_of_their_libraries_is_loaded():
    found = loaded("import companion.bootstrap, companion.__main__")
    assert not found & set(LIBRARIES)


def test_the_table_for_browsers_is_made_without_kivy():
    found = loaded("from companion.games import shelf\nshelf()\nimport companion.web.switch, companion.bootstrap")
    assert "starlette" in found
    assert "kivy" not in found


def test_an_answer_is_sent_at_once():
    """Without TCP_NODELAY its second packet waits about 40 ms for the browser to acknowledge the first."""
    with served() as table, table.client() as client:
        took = [client.get("/me").elapsed.total_seconds() for _ in range(40)]
        assert min(took[20:]) < 0.03  # the first ones are acknowledged at once
