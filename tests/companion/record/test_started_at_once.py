"""Several apps started at once on one journal salvage it once and lose nothing."""

import json
import os
import sys
from random import Random

import pytest

from companion.record.journal import JournalError
from companion.record.recovery.opening import open_journal
from tests.companion.record.damage import PAGE, begun, play
from tests.companion.record.old_journal import rows_in

APPS = 4
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="apps are forked")


def app(path, number, at_once):
    """Open the journal when all are ready and begin a game; note the session and whether it salvaged."""
    at_once.read(1)
    try:
        journal = open_journal(path)
        session = begun(journal)
        path.with_name(f"app-{number}").write_text(json.dumps([session.id, journal.salvaged is not None]))
    except JournalError as wrong:
        path.with_name(f"app-{number}").write_text(json.dumps([str(wrong), None]))
    finally:
        os._exit(0)


def started(path):
    ready, go = os.pipe()
    children = []
    for number in range(APPS):
        child = os.fork()
        if child == 0:
            os.close(go)
            app(path, number, os.fdopen(ready, "rb", buffering=0))
        children.append(child)
    os.close(ready)
    os.close(go)
    for child in children:
        os.waitpid(child, 0)
    return [json.loads(path.with_name(f"app-{number}").read_text()) for number in range(APPS)]


@pytest.mark.parametrize("seed", range(5))
def test_damaged_journal_is_salvaged_once(tmp_path, seed):
    path = tmp_path / "journal.sqlite"
    journal = open_journal(path)
    play(begun(journal), Random(seed), 60)
    journal.close()
    before = rows_in(path)[0]
    content = bytearray(path.read_bytes())
    content[PAGE * (3 + seed) : PAGE * (4 + seed)] = bytes(PAGE)
    path.write_bytes(content)
    apps = started(path)
    assert sum(salvaged is True for _, salvaged in apps) == 1, apps
    assert len(list(tmp_path.glob("*-damaged-*.sqlite"))) == 1
    rows = rows_in(path)[0]
    assert [row for row in rows if row[0] == before[0][0]] == before
    assert {row[0] for row in rows} >= {session for session, salvaged in apps if salvaged is not None}
    assert all(salvaged is not None for _, salvaged in apps), apps


def test_new_journal_is_created_once(tmp_path):
    apps = started(tmp_path / "journal.sqlite")
    assert {row[0] for row in rows_in(tmp_path / "journal.sqlite")[0]} == {session for session, _ in apps}
