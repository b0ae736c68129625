"""A missing, empty or cut journal or log: everything readable is saved, and losses are reported."""

import shutil
import sqlite3
from contextlib import closing
from random import Random

import pytest

from companion.record import set_aside
from companion.record.backup import backups_of, keep_backup, restore
from companion.record.journal import JournalError
from companion.record.recovery.opening import open_journal
from tests.companion.record.damage import begun, killed, play
from tests.companion.record.old_journal import rows_in


@pytest.fixture(scope="module")
def left(tmp_path_factory):
    """Files of a killed app, with a backup and later rows in the log; and the rows."""
    folder = tmp_path_factory.mktemp("left")
    path = folder / "table" / "journal.sqlite"
    journal = open_journal(path)
    session = begun(journal)
    play(session, Random(1), 60)
    journal.close()
    keep_backup(path)
    journal = open_journal(path)
    play(begun(journal), Random(2), 6)
    copy = killed(path, folder / "killed")
    shutil.copytree(path.with_name(f"{path.name}-backups"), copy.with_name(f"{path.name}-backups"))
    rows = [
        [listed.header.session, row.seq, row.kind, row.body.decode()]
        for listed in sorted(journal.sessions(), key=lambda listed: listed.header.session)
        for row in journal.rows(listed.header.session)
    ]
    journal.close()
    return copy, rows


@pytest.fixture
def copied(left, tmp_path):
    shutil.copytree(left[0].parent, tmp_path / "table")
    return tmp_path / "table" / "journal.sqlite", left[1]


@pytest.mark.parametrize("index", ["with its index", "without"])
@pytest.mark.parametrize("what", ["missing", "empty"])
def test_missing_journal_is_salvaged_from_its_log(copied, what, index):
    path, rows = copied
    log = path.with_name(f"{path.name}-wal")
    before = log.read_bytes()
    path.unlink()
    if what == "empty":
        path.touch()
    if index == "without":
        path.with_name(f"{path.name}-shm").unlink()
    found, salvaged = rows_in(path)
    assert "is missing or empty" in str(salvaged)
    assert found == rows, str(salvaged)
    assert salvaged.aside.with_name(f"{salvaged.aside.name}-wal").read_bytes() == before


def test_log_cut_anywhere_is_reported(copied, tmp_path):
    path, rows = copied
    log = path.with_name(f"{path.name}-wal")
    whole = log.read_bytes()
    for size in range(0, len(whole), 3001):
        shutil.copytree(path.parent, tmp_path / "cut")
        (tmp_path / "cut" / log.name).write_bytes(whole[:size])
        found, salvaged = rows_in(tmp_path / "cut" / path.name)
        assert salvaged is not None
        assert "the newest entries" in str(salvaged)
        assert found == [row for row in rows if row in found]
        shutil.rmtree(tmp_path / "cut")


def test_index_of_another_log_is_ignored(copied):
    path, _ = copied
    index = path.with_name(f"{path.name}-shm")
    stale = index.read_bytes()
    open_journal(path).close()
    journal = open_journal(path)
    play(begun(journal), Random(3), 3)
    copy = killed(path, path.parent.parent / "again")
    journal.close()
    copy.with_name(index.name).write_bytes(stale)
    assert rows_in(copy)[1] is None


def test_unacknowledged_half_frame_is_no_damage(tmp_path):
    path = tmp_path / "table" / "journal.sqlite"
    journal = open_journal(path)
    session = begun(journal)
    play(session, Random(1), 4)
    left, log = killed(path, tmp_path / "killed"), path.with_name(f"{path.name}-wal")
    play(session, Random(2), 1)
    longer = log.read_bytes()
    journal.close()
    before = rows_in(killed(left, tmp_path / "before"))[0]
    for torn in (4000, 2000, 1):
        copy = killed(left, tmp_path / str(torn))
        copy.with_name(log.name).write_bytes(longer[:-torn] + bytes(torn))
        rows, salvaged = rows_in(copy)
        assert salvaged is None
        assert rows == before


def test_interrupted_restore_is_finished(copied, tmp_path, monkeypatch):
    path, _ = copied
    backup = backups_of(path)[0]
    then = rows_in(killed(backup, tmp_path / "then"))[0]
    monkeypatch.setattr(set_aside, "_remove_log", lambda _path: None)
    restore(backup, path)
    monkeypatch.undo()
    assert path.with_name(f"{path.name}-wal").stat().st_size
    assert rows_in(path) == (then, None)


def test_leftovers_of_killed_apps_are_removed(copied):
    path, rows = copied
    backups = path.with_name(f"{path.name}-backups")
    drafts = [
        path.with_name(f"{path.name}-making"),
        path.with_name(f"{path.name}-restoring"),
        backups / "000009-2026-01-01-000000.sqlite.new",
    ]
    for draft in drafts:
        draft.write_bytes(b"half")
    view = path.with_name(f"{path.name}-salvage-x1") / "view.sqlite"
    view.parent.mkdir()
    view.touch()
    assert rows_in(path)[0] == rows
    keep_backup(path)
    assert not any(draft.exists() for draft in [*drafts, view.parent])


def empty_database(path):
    """Make a database in place, as earlier versions did, and return SQLite's first write to it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        return path.read_bytes()


def rollback_journal(path):
    """Return the journal of SQLite that takes a file back to nothing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN")
        db.execute("CREATE TABLE filler (body)")
        for _ in range(20):
            db.execute("INSERT INTO filler VALUES (zeroblob(3000))")
        return path.with_name(f"{path.name}-journal").read_bytes()


@pytest.mark.parametrize("beside", ["alone", "with a rollback journal"])
@pytest.mark.parametrize(
    "kept",
    [
        lambda page: page[:16],
        lambda page: page[:100],
        lambda page: page[:512],
        lambda page: bytes(512),
        lambda page: bytes(len(page)),
        lambda page: bytes(512) + page[512:],
    ],
)
def test_cut_first_write_is_set_aside(tmp_path, kept, beside):
    path = tmp_path / "journal.sqlite"
    half = kept(empty_database(tmp_path / "first.sqlite"))
    path.write_bytes(half)
    if beside != "alone":
        path.with_name(f"{path.name}-journal").write_bytes(rollback_journal(tmp_path / "rolled.sqlite"))
    journal = open_journal(path)
    play(begun(journal), Random(1), 5)
    journal.close()
    if journal.salvaged is not None:
        assert journal.salvaged.aside.read_bytes() == half
    rows, salvaged = rows_in(path)
    assert len(rows) == 6
    assert salvaged is None


def test_other_small_files_are_left_alone(tmp_path):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"SQLite format 3\0" + bytes(84) + b"my shopping list")
    with pytest.raises(JournalError, match="nothing in it can be read"):
        open_journal(path)
    assert path.read_bytes().endswith(b"my shopping list")


def test_salvaged_journal_is_not_rolled_back(copied, tmp_path):
    path, rows = copied
    open_journal(path).close()  # the log is in the file
    path.write_bytes(bytes(200) + path.read_bytes()[200:])
    path.with_name(f"{path.name}-journal").write_bytes(rollback_journal(tmp_path / "rolled.sqlite"))
    found, salvaged = rows_in(path)
    assert salvaged is not None
    assert found == rows
    assert rows_in(path) == (rows, None)
