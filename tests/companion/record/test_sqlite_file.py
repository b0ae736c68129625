"""Deleting one of the files beside a journal loses nothing acknowledged without a report."""

import shutil
import sqlite3
import sys
import threading
from contextlib import closing

import pytest

from companion.record.journal import Journal, JournalError
from companion.record.schema import CHECKPOINT_PAGES

ROLL = b'{"seat":0,"faces":[{"value":3},{"value":4},{"value":1}]}'
on_unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody take away a file that is open")


@pytest.fixture
def path(tmp_path):
    (tmp_path / "table").mkdir()
    return tmp_path / "table" / "journal.sqlite"


@pytest.fixture
def killed(tmp_path):
    """Copy what an app killed now leaves on disk."""

    def kill(path):
        left = tmp_path / "left"
        shutil.rmtree(left, ignore_errors=True)
        shutil.copytree(path.parent, left)
        return left / path.name

    return kill


def beside(path, part):
    return path.with_name(f"{path.name}-{part}")


def filled(path, rows=3):
    journal = Journal(path)
    session = journal.begin("catch-up", 1, b"{}")
    for seq in range(1, rows + 1):
        journal.append(session, seq, "touch", "Rolled", ROLL, None)
    return journal, session


def kept(path):
    journal = Journal(path)
    rows = [row.seq for row in journal.rows(journal.header("last").session)]
    journal.close()
    return rows


@on_unix
@pytest.mark.parametrize("parts", [["wal"], ["shm"], ["wal", "shm"]])
def test_deleted_log_loses_nothing(path, killed, parts):
    journal, session = filled(path)
    for seq in (4, 5):
        for part in parts:
            beside(path, part).unlink()
        journal.append(session, seq, "touch", "Rolled", ROLL, None)
        assert kept(killed(path)) == list(range(seq + 1))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    journal.close()
    assert kept(path) == [0, 1, 2, 3, 4, 5]


@pytest.fixture
def two(path):
    """Two apps that have the same journal open."""
    one, session = filled(path)
    other = Journal(path)
    yield one, other, session
    one.close()
    other.close()


@on_unix
def test_deleted_log_stops_play_while_another_app_is_open(two, path, monkeypatch):
    one, other, session = two
    monkeypatch.setattr("companion.record.connection.WAIT_S", 0.0)
    beside(path, "wal").unlink()
    for journal in (one, other):
        with pytest.raises(
            JournalError,
            match=f"^the journal {path} could not be written: journal.sqlite-wal beside it is gone from the disk: "
            "it was moved or deleted; put it back, or close the other app that has the journal open$",
        ):
            journal.append(session, 4, "touch", "Rolled", ROLL, None)
    with pytest.raises(
        JournalError, match=r"could not be opened: journal.sqlite-wal beside it, which .* is gone .* or close the"
    ):
        Journal(path)
    assert [row.seq for row in one.rows(session)] == [0, 1, 2, 3]
    other.close()
    one.append(session, 4, "touch", "Rolled", ROLL, None)
    assert kept(path) == [0, 1, 2, 3, 4]


@on_unix
def test_two_apps_continue_when_the_log_is_back(two, path):
    one, other, session = two
    beside(path, "wal").rename(path.with_name("aside"))
    with pytest.raises(JournalError, match="is gone from the disk"), one.together():
        one.append(session, 4, "touch", "Rolled", ROLL, None)
    path.with_name("aside").rename(beside(path, "wal"))
    one.append(session, 4, "touch", "Rolled", ROLL, None)
    other.append(session, 5, "touch", "Rolled", ROLL, None)
    assert kept(path) == [0, 1, 2, 3, 4, 5]


@on_unix
def test_foreign_log_is_left_alone(path):
    journal, session = filled(path)
    log = beside(path, "wal")
    copy = log.read_bytes()
    log.unlink()
    log.write_bytes(copy)
    with pytest.raises(JournalError, match=r"journal.sqlite-wal beside it is gone from the disk: another file is in"):
        journal.append(session, 4, "touch", "Rolled", ROLL, None)
    assert log.read_bytes() == copy
    journal.close()


def test_log_deleted_after_a_kill_is_missed(path, killed):
    journal, _ = filled(path)
    left = killed(path)
    journal.close()
    beside(left, "wal").rename(left.with_name("aside"))
    missed = (
        r"journal.sqlite-wal beside it, .* is gone from the disk: put it back, .* or delete journal.sqlite-shm as well"
    )
    with pytest.raises(JournalError, match=f"could not be opened: {missed}"):
        Journal(left)
    assert not beside(left, "wal").exists()
    left.with_name("aside").rename(beside(left, "wal"))
    assert kept(left) == [0, 1, 2, 3]


def test_continue_without_a_lost_log(path, killed):
    journal, _ = filled(path, CHECKPOINT_PAGES)
    left = killed(path)
    journal.close()
    beside(left, "wal").unlink()
    beside(left, "shm").unlink()
    there = kept(left)
    assert there == list(range(len(there)))
    assert CHECKPOINT_PAGES - 40 < len(there) < CHECKPOINT_PAGES  # all but the last minutes


def test_apps_opening_and_closing_concurrently(path):
    filled(path)[0].close()
    wrong = []

    def come_and_go():
        for _ in range(30):
            try:
                Journal(path).close()
            except JournalError as error:
                wrong.append(error)

    threads = [threading.Thread(target=come_and_go) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert list(path.parent.iterdir()) == [path]
