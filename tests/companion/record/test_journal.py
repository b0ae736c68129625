"""The journal is append-only and reports what it cannot do."""

import sqlite3
import sys
import threading
from contextlib import closing

import pytest

from companion.record.journal import LARGEST_PICTURE, Evidence, GoneOnError, Journal, JournalError, JournalTooNew


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "journal.sqlite"


def filled(path, rows=3):
    journal = Journal(path)
    session = journal.begin("catch-up", 1, b'{"players": ["Ann"]}')
    for seq in range(1, rows + 1):
        journal.append(session, seq, "touch", "Rolled", b'{"seat": 0}', None)
    return journal, session


def test_rows_and_evidence_round_trip(path):
    journal, session = filled(path, 1)
    journal.append(session, 2, "tray", "Rolled", b"{}", Evidence(b'{"dice": []}', b"\xff\xd8jpeg"))
    journal.close()
    again = Journal(path)
    assert [(row.seq, row.kind, row.origin) for row in again.rows(session)] == [
        (0, "began", "touch"),
        (1, "Rolled", "touch"),
        (2, "Rolled", "tray"),
    ]
    assert again.evidence(session, 2) == Evidence(b'{"dice": []}', b"\xff\xd8jpeg")
    assert again.evidence(session, 1) is None
    assert again.pictures(session) == {2}
    assert again.readings(session, "tray") == [b'{"dice": []}']
    assert again.readings(session, "touch") == []
    again.close()


def test_two_writers_cannot_write_the_same_entry(path):
    one, session = filled(path)
    two = Journal(path)
    one.append(session, 4, "touch", "Rolled", b"{}", None)
    with pytest.raises(GoneOnError, match=r"^another app has added to this game in the journal \S+: resume it"):
        two.append(session, 4, "touch", "Rolled", b"{}", None)
    two.append(session, 5, "touch", "Rolled", b"{}", None)
    assert len(one.rows(session)) == 6
    one.close()
    two.close()


def test_concurrent_creation(path):
    path.parent.mkdir()
    wrong = []

    def create():
        try:
            Journal(path).close()
        except JournalError as error:
            wrong.append(error)

    threads = [threading.Thread(target=create) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.fixture
def held(path, monkeypatch):
    """Somebody is creating the file, and SQLite refuses everybody else at once."""
    monkeypatch.setattr("companion.record.connection.WAIT_S", 0.0)
    path.parent.mkdir()
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("BEGIN EXCLUSIVE")
    yield db
    db.close()


def test_opening_waits_for_creation(path, held):
    done = threading.Timer(0.1, held.execute, ["ROLLBACK"])
    done.start()
    Journal(path).close()
    done.join()


def test_opening_does_not_wait_for_ever(path, held, monkeypatch):
    monkeypatch.setattr("companion.record.schema.OPENING_S", 0.05)
    with pytest.raises(JournalError, match="could not be opened: database is locked"):
        Journal(path)


def test_each_row_is_durable(path):
    journal, _ = filled(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # 2 is FULL
    journal.close()


def test_full_disk_is_reported(path):
    journal, session = filled(path)
    with closing(sqlite3.connect(path)) as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages + 40}")
    picture = Evidence(b"{}", bytes(50_000))
    acknowledged = 3
    with pytest.raises(JournalError, match="the disk is full"):  # noqa: PT012  one of the appends must fail, which is open
        while acknowledged < 4000:
            journal.append(session, acknowledged + 1, "tray", "Rolled", b"{}", picture)
            acknowledged += 1
    kept = len(journal.rows(session))
    assert kept == acknowledged + 1 > 4
    journal._db.execute("PRAGMA max_page_count = 100000")
    journal.append(session, kept, "touch", "Rolled", b"{}", None)
    assert len(journal.rows(session)) == kept + 1
    journal.close()


def test_newer_schema_is_left_alone(path):
    filled(path)[0].close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalTooNew, match="newer version"):
        Journal(path)
    assert path.read_bytes() == before


def test_foreign_file_is_left_alone(path):
    path.parent.mkdir()
    path.write_bytes(b"this is a shopping list, not a database at all" * 40)
    with pytest.raises(JournalError, match="not a journal"):
        Journal(path)
    other = path.with_name("other.sqlite")
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE shopping (item)")
    db.close()
    with pytest.raises(JournalError, match="not a journal of this app"):
        Journal(other)


def test_folder_that_cannot_be_created(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="could not be opened"):
        Journal(tmp_path / "file" / "journal.sqlite")


def test_last_session(path):
    journal, first = filled(path)
    second = journal.begin("catchy", 1, b"{}")
    assert journal.header("last").session == second
    journal.append(first, 4, "touch", "Rolled", b"{}", None)
    assert journal.header("last").session == first
    assert [listed.header.session for listed in journal.sessions()] == [first, second]
    with pytest.raises(KeyError):
        journal.header("nobody")
    journal.close()


def test_large_picture_is_refused():
    with pytest.raises(ValueError, match="at most"):
        Evidence(b"{}", bytes(LARGEST_PICTURE + 1))


def test_clock_going_back_keeps_the_order(path):
    times = iter(["2026-11-22T20:00", "2026-11-22T21:00", "2026-11-22T19:00"])
    journal = Journal(path, now=lambda: next(times))
    session = journal.begin("catch-up", 1, b"{}")
    for seq in (1, 2):
        journal.append(session, seq, "touch", "Rolled", b"{}", None)
    (listed,) = journal.sessions()
    assert (listed.began, listed.last, listed.rows) == ("2026-11-22T20:00", "2026-11-22T19:00", 3)
    journal.close()


def test_rows_written_together(path):
    journal, session = filled(path, 0)
    with pytest.raises(GoneOnError, match="another app has added to"), journal.together():  # noqa: PT012  a row that can, one that cannot
        journal.append(session, 1, "touch", "Rolled", b"{}", None)
        journal.append(session, 1, "touch", "Rolled", b"{}", Evidence(b"{}"))
    assert len(journal.rows(session)) == 1
    with journal.together():
        journal.append(session, 1, "touch", "Rolled", b"{}", Evidence(b"{}"))
        journal.append(session, 2, "touch", "Rolled", b"{}", None)
    journal.close()
    again = Journal(path)
    assert [row.seq for row in again.rows(session)] == [0, 1, 2]
    assert again.evidence(session, 1) == Evidence(b"{}")
    again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody move a file that is open")
@pytest.mark.parametrize(
    ("another", "why"),
    [(False, "it was moved or deleted"), (True, "another file is in its place")],
)
def test_missing_file_refuses_rows_until_it_is_back(path, another, why):
    journal, session = filled(path)
    aside = path.with_name("aside.sqlite")
    path.rename(aside)
    if another:
        path.write_bytes(aside.read_bytes())
    for write in (
        lambda: journal.begin("catch-up", 1, b"{}"),
        lambda: journal.append(session, 4, "touch", "Rolled", b"{}", None),
        lambda: journal.append(session, 4, "tray", "Rolled", b"{}", Evidence(b"{}")),
    ):
        with pytest.raises(
            JournalError,
            match=f"^the journal {path} could not be written: it is gone from the disk: {why}; put it back",
        ):
            write()
    aside.replace(path)
    journal.append(session, 4, "touch", "Rolled", b"{}", None)
    journal.close()
    again = Journal(path)
    assert [row.seq for row in again.rows(session)] == [0, 1, 2, 3, 4]
    assert len(again.sessions()) == 1
    again.close()


def test_files_without_a_number_are_the_same(path, monkeypatch):
    """Windows numbers the files of some disks 0."""
    journal, session = filled(path)
    monkeypatch.setattr("companion.record.sqlite_file._identity", lambda _: (7, 0))
    journal.append(session, 4, "touch", "Rolled", b"{}", None)
    journal.close()


def test_journal_in_memory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    journal, session = filled(":memory:")
    journal.append(session, 4, "touch", "Rolled", b"{}", None)
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_changing_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    journal, session = filled("journal.sqlite")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    journal.append(session, 4, "touch", "Rolled", b"{}", None)
    journal.close()


@pytest.mark.parametrize("part", ["", "-wal", "-shm"])
def test_readonly_file_is_named(path, part, monkeypatch):
    journal, session = filled(path)
    journal._db.execute("PRAGMA query_only = ON")  # SQLite says the same of it as of a file that is read-only
    shut = f"{path}{part}"
    monkeypatch.setattr("companion.record.sqlite_file.os.access", lambda of, _mode: str(of) != shut)
    with pytest.raises(JournalError, match=f"could not be written: {path.name}{part} may not be written to$"):
        journal.append(session, 4, "touch", "Rolled", b"{}", None)
    journal.close()
