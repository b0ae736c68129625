"""Backups are made at every game's end and on demand, restored safely, and never mixed with another log."""

import shutil
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from threading import Event

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.games import shelf
from companion.record import backup
from companion.record.journal import Journal, JournalError
from companion.record.recovery.opening import open_journal
from companion.record.session import Session
from tests.companion.record.damage import begun, kept, killed, play

GAMES = shelf()
ROLL = b'{"seat":0,"faces":[{"value":3},{"value":4},{"value":1}]}'


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table" / "journal.sqlite"


def catseye(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def content(path):
    """Return the bytes of a journal and its log, without the index, which SQLite can rebuild."""
    return {
        part.name: part.read_bytes() for part in path.parent.iterdir() if part.is_file() and "-shm" not in part.name
    }


@pytest.mark.parametrize("number", [*range(8), *(pytest.param(each, marks=pytest.mark.slow) for each in range(8, 37))])
def test_backup_beside_a_foreign_log_survives(path, tmp_path, number):
    chance = Random(number)
    journal = open_journal(path)
    session = begun(journal)
    play(session, chance, chance.randrange(1, 90))
    journal.close()
    shutil.copyfile(path, tmp_path / "backup.sqlite")
    journal = open_journal(path)
    session = begun(journal) if chance.random() < 0.5 else Session.resume(journal, GAMES, "last")
    play(session, chance, chance.randrange(1, 120))
    left = killed(path, tmp_path / "killed")
    acknowledged = kept(journal)
    journal.close()
    shutil.copyfile(tmp_path / "backup.sqlite", left)
    before = content(left)
    try:
        journal = open_journal(left)
    except JournalError as wrong:
        assert "journal.sqlite-wal beside it belongs to another state of it" in str(wrong)  # noqa: PT017  or it opens
        assert "move journal.sqlite-wal and journal.sqlite-shm to another folder" in str(wrong)  # noqa: PT017
        assert content(left) == before
        for part in ("-wal", "-shm"):
            left.with_name(f"{left.name}{part}").rename(tmp_path / f"aside{part}")
        journal = open_journal(left)
        assert len(journal.sessions()) == 1
    else:
        assert kept(journal) == acknowledged
    assert journal.salvaged is None
    journal.close()


def test_old_log_does_not_damage_newer_journal(path, tmp_path):
    journal = open_journal(path)
    session = journal.begin("catch-up", 1, b"{}")
    for seq in range(1, 10):
        journal.append(session, seq, "touch", "Rolled", ROLL, None)
    left = killed(path, tmp_path / "killed")
    for seq in range(10, 90):
        journal.append(session, seq, "touch", "Rolled", ROLL, None)
    journal.close()
    shutil.copyfile(path, left)
    before = content(left)
    with pytest.raises(JournalError, match="belongs to another state"):
        open_journal(left)
    assert content(left) == before


def test_backups_at_the_end_of_games(path, monkeypatch):
    hours = count()

    class SetBack(datetime):
        """A clock that goes back an hour before each backup."""

        @classmethod
        def now(cls):
            return datetime(2026, 1, 1, tzinfo=UTC) - timedelta(hours=next(hours))

    monkeypatch.setattr(backup, "datetime", SetBack)
    monkeypatch.setattr(backup, "KEPT", 3)
    ends = 0
    for number in range(20):
        journal = open_journal(path)
        session, chance = begun(journal, ("Ann", "Bo")), Random(number)
        while session.outcome() is None and session.seq < 300:
            play(session, chance, 1)
        ends += session.outcome() is not None
        acknowledged = kept(journal)
        journal.close()
        assert len(backup.backups_of(path)) == min(ends, 3)
        if session.outcome() is not None:
            newest = Journal(backup.backups_of(path)[0], reading=True)
            assert kept(newest) == acknowledged
            newest.close()
        if ends == 5:
            return
    raise AssertionError("too few games came to their end")


def test_backup_during_a_game_is_restored(path, tmp_path):
    journal = open_journal(path)
    session = begun(journal)
    play(session, Random(1), 30)
    then = kept(journal)
    target = tmp_path / "backup.sqlite"
    assert catseye("backup", target, "--journal", path).output == f"{target}\n"
    assert catseye("backup", target, "--journal", path).exit_code == 2
    play(session, Random(2), 30)
    now = kept(journal)
    journal.close()
    result = catseye("restore", target, "--journal", path)
    assert result.exit_code == 0
    restored = open_journal(path)
    assert kept(restored) == then
    restored.close()
    (aside,) = path.parent.glob("journal-before-restore-*.sqlite")
    assert str(aside) in result.output
    replaced = Journal(aside, reading=True)
    assert kept(replaced) == now
    replaced.close()


def test_damaged_backup_is_not_restored(path, tmp_path):
    journal = open_journal(path)
    play(begun(journal), Random(1), 30)
    journal.close()
    target = tmp_path / "backup.sqlite"
    catseye("backup", target, "--journal", path)
    spoilt = bytearray(target.read_bytes())
    spoilt[3 * 4096 : 4 * 4096] = bytes(4096)
    target.write_bytes(spoilt)
    before = content(path)
    result = catseye("restore", target, "--journal", path)
    assert result.exit_code == 2
    assert f"{target} is damaged" in result.output
    assert content(path) == before


def test_salvage_reads_backups(path):
    journal = open_journal(path)
    play(begun(journal), Random(1), 80)
    acknowledged = kept(journal)
    journal.close()
    backup.keep_backup(path)
    spoilt = bytearray(path.read_bytes())
    spoilt[4096 : 4096 * (len(spoilt) // 4096 - 6)] = bytes(4096 * (len(spoilt) // 4096 - 7))
    path.write_bytes(spoilt)
    journal = open_journal(path)
    assert kept(journal) == acknowledged
    assert journal.salvaged.lost == ()
    journal.close()


def test_two_backups_in_one_second(path):
    journal = open_journal(path)
    play(begun(journal), Random(1), 3)
    journal.close()
    made = [backup.keep_backup(path) for _ in range(3)]
    assert backup.backups_of(path) == made[::-1]


def test_backups_of_earlier_versions_are_deleted_first(path):
    journal = open_journal(path)
    play(begun(journal), Random(1), 3)
    journal.close()
    first = backup.keep_backup(path)
    for day in range(1, 11):
        shutil.copyfile(first, first.with_name(f"2099-01-{day:02}-120000.sqlite"))
    made = backup.keep_backup(path)
    kept = backup.backups_of(path)
    assert kept[:2] == [made, first]
    assert len(kept) == backup.KEPT


def test_backup_requested_during_a_backup(path, monkeypatch):
    journal = open_journal(path)
    session, making, go_on = begun(journal), Event(), Event()

    def slow(journal_path):
        making.set()
        go_on.wait()
        monkeypatch.undo()
        return backup.keep_backup(journal_path)

    monkeypatch.setattr(backup, "keep_backup", lambda _: slow(path))
    journal.back_up_soon()
    making.wait()
    play(session, Random(1), 5)
    for _ in range(3):
        journal.back_up_soon()
    go_on.set()
    journal.close()
    assert len(backup.backups_of(path)) == 2
