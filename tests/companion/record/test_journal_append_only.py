"""Rows of a journal cannot be changed, removed or replaced, whoever opens the file."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.record.journal import Evidence, GoneOnError, Journal

ROLL = b'{"seat": 0}'
FORMAT_1 = Path(__file__).parent / "files" / "journal_format_1.sqlite"
OTHER = "CAST('{}' AS BLOB)"
SUMS = "attached, previous, checksum"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    session = journal.begin("catch-up", 1, b"{}")
    for seq in (1, 2):
        journal.append(session, seq, "tray", "Rolled", ROLL, Evidence(b"{}"))
    journal.close()
    return path


@pytest.fixture
def older(path):
    """A journal of an earlier version of the app, without triggers against REPLACE."""
    with closing(sqlite3.connect(path)) as db:
        for table in ("sessions", "entries", "evidence"):
            db.execute(f"DROP TRIGGER {table}_INSERT")
        db.execute("DROP TRIGGER entries_NEXT")
    return path


def all_of(path):
    with closing(sqlite3.connect(path)) as db:
        return [db.execute(f"SELECT * FROM {table}").fetchall() for table in ("sessions", "entries", "evidence")]


def refuses(path, statement):
    before = all_of(path)
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(statement)
    return all_of(path) == before


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM sessions",
        "DELETE FROM entries",
        "DELETE FROM evidence",
        "UPDATE sessions SET id = 'x'",
        "UPDATE entries SET session = 'x'",
        "UPDATE evidence SET session = 'x'",
        "UPDATE OR REPLACE entries SET seq = 1 WHERE seq = 2",
    ],
)
def test_rows_cannot_be_changed(path, statement):
    assert refuses(path, statement)


REPLACES = [
    f"REPLACE INTO entries SELECT number, session, seq, at, origin, kind, {OTHER}, {SUMS} FROM entries WHERE seq = 1",
    f"REPLACE INTO entries SELECT NULL, session, seq, at, origin, kind, {OTHER}, {SUMS} FROM entries WHERE seq = 1",
    f"REPLACE INTO entries SELECT number, session, 9, at, origin, kind, {OTHER}, {SUMS} FROM entries WHERE seq = 1",
    "REPLACE INTO sessions SELECT id, 'catchy', rules_version, header FROM sessions",
    "REPLACE INTO sessions (rowid, id, game, rules_version, header) SELECT rowid, 'x', game, 1, header FROM sessions",
    f"REPLACE INTO evidence SELECT session, seq, {OTHER}, {OTHER} FROM evidence WHERE seq = 1",
    f"REPLACE INTO evidence (rowid, session, seq, reading) SELECT rowid, session, 0, {OTHER} FROM evidence",
]


@pytest.mark.parametrize("statement", REPLACES)
def test_rows_cannot_be_replaced(path, statement):
    assert refuses(path, statement)


@pytest.mark.parametrize("statement", REPLACES)
def test_older_journal_is_guarded_once_opened(older, statement):
    Journal(older).close()
    assert refuses(older, statement)


def test_older_journal_is_continued(older):
    journal = Journal(older)
    session = journal.header("last").session
    journal.append(session, 3, "touch", "Rolled", ROLL, None)
    with pytest.raises(GoneOnError):
        journal.append(session, 3, "touch", "Rolled", ROLL, None)
    assert [row.seq for row in journal.rows(session)] == [0, 1, 2, 3]
    journal.close()


@pytest.mark.parametrize("made", ["path", "older"])
def test_entry_that_does_not_follow_from_the_last_one_is_refused(made, request):
    path = request.getfixturevalue(made)
    journal = Journal(path)
    added = f"INSERT INTO entries SELECT number + 1, session, seq + 1, at, origin, kind, body, {SUMS} FROM entries "
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for of in ("WHERE seq = 2", "WHERE seq = 1"):
            with pytest.raises(sqlite3.IntegrityError):
                db.execute(added + of)
        assert db.execute("SELECT seq, number FROM last").fetchall() == [(2, 3)]
    session = journal.header("last").session
    other = Journal(path)
    for seq, writer in enumerate((journal, other, journal), 3):
        writer.append(session, seq, "touch", "Rolled", ROLL, None)
    assert [row.seq for row in other.rows(session)] == [0, 1, 2, 3, 4, 5]
    other.close()
    journal.close()


def test_old_app_cannot_write_rows_without_checksums(tmp_path):
    path = tmp_path / "journal.sqlite"
    shutil.copyfile(FORMAT_1, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        there = db.execute("SELECT COUNT(*) FROM entries").fetchone()[0]
        Journal(path).close()
        with pytest.raises(sqlite3.IntegrityError, match="a newer version of the app has opened the journal"):
            db.execute(
                "INSERT INTO entries (session, seq, at, origin, kind, body) "
                "SELECT session, seq + 1, at, origin, kind, body FROM entries WHERE seq = 5"
            )
        assert db.execute("SELECT COUNT(*) FROM entries").fetchone()[0] == there


def test_readonly_older_journal_is_read_as_it_is(older, monkeypatch):
    connect = sqlite3.connect

    def shut(*place, **more):
        db = connect(*place, **more)
        db.execute("PRAGMA query_only = ON")  # SQLite says the same of it as of a file that is read-only
        return db

    monkeypatch.setattr("sqlite3.connect", shut)
    journal = Journal(older)
    assert len(journal.rows(journal.header("last").session)) == 3
    journal.close()
