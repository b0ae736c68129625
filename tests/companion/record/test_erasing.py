"""Erasing a game leaves no trace of it in the file, and does not affect the others."""

import shutil
import sqlite3

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.record import erasing
from companion.record.backup import keep_backup
from companion.record.check import problems
from companion.record.journal import Evidence, Journal, JournalError
from companion.record.recovery.opening import open_journal
from tests.companion.record.damage import PAGE, killed

SECRET = "Rumpelstilzchen"


@pytest.fixture(name="path")
def _path(tmp_path):
    return tmp_path / "journal.sqlite"


def game(journal, name, rows=40):
    session = journal.begin("catch-up", 1, f'{{"players": ["{name}"]}}'.encode())
    for seq in range(1, rows + 1):
        evidence = Evidence(f'{{"{name}": {seq}}}'.encode(), name.encode() * 400) if seq % 5 == 0 else None
        journal.append(session, seq, "tray", "Rolled", f'{{"{name}": {seq}}}'.encode(), evidence)
    return session


def rows_of(journal, session):
    return journal.rows(session), [journal.evidence(session, seq) for seq in sorted(journal.pictures(session))]


def wrong_with(path):
    db = sqlite3.connect(path)
    found = problems(db, whole=True)
    db.close()
    return found


@pytest.mark.parametrize("place", [0, 1, 2])
def test_erased_game_leaves_no_trace(path, place):
    journal = open_journal(path)
    names = ["Ann", "Bo", "Cy"]
    names[place] = SECRET
    sessions = [game(journal, name) for name in names]
    gone = sessions.pop(place)
    before = [rows_of(journal, session) for session in sessions]
    journal.erase(gone)
    assert [listed.header.session for listed in journal.sessions()] == sessions[::-1]
    assert [rows_of(journal, session) for session in sessions] == before
    with pytest.raises(KeyError):
        journal.header(gone)
    journal.append(sessions[0], 41, "touch", "Rolled", b"{}", None)
    journal.close()
    assert wrong_with(path) == []
    files = [part for part in path.parent.iterdir() if part.is_file()]
    assert not any(SECRET.encode() in part.read_bytes() for part in files)
    again = open_journal(path)
    assert again.salvaged is None
    assert len(again.rows(sessions[0])) == 42
    again.close()


def test_erase_the_only_game(path):
    journal = open_journal(path)
    journal.erase(game(journal, SECRET))
    assert journal.sessions() == []
    assert wrong_with(path) == []
    session = game(journal, "Ann", 3)
    assert len(journal.rows(session)) == 4
    journal.close()
    assert wrong_with(path) == []


def test_erase_unknown_game(path):
    journal = open_journal(path)
    session = game(journal, "Ann")
    with pytest.raises(KeyError):
        journal.erase("nobody")
    assert len(journal.rows(session)) == 41
    journal.close()


def test_journal_is_guarded_after_erasing(path):
    journal = open_journal(path)
    game(journal, "Ann")
    journal.erase(game(journal, "Bo"))
    journal.close()
    db = sqlite3.connect(path)
    for query in ("DELETE FROM entries", "UPDATE entries SET seq = 1", "DELETE FROM sessions", "DELETE FROM evidence"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(query)
    db.close()


def test_failed_erasing_changes_nothing(path):
    journal = open_journal(path)
    session = game(journal, "Ann")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError):
        journal.erase(session)
    other.execute("ROLLBACK")
    other.close()
    assert len(journal.rows(session)) == 41
    journal.close()
    assert wrong_with(path) == []


def test_other_app_cannot_add_to_erased_game(path):
    one, other = open_journal(path), open_journal(path)
    gone, stays = game(one, SECRET), game(one, "Ann")
    one.erase(gone)
    with pytest.raises(JournalError, match="this game was deleted in another app"):
        other.append(gone, 41, "touch", "Rolled", b"{}", None)
    with pytest.raises(KeyError):
        other.erase(gone)
    other.append(stays, 41, "touch", "Rolled", b"{}", None)
    assert [listed.header.session for listed in one.sessions()] == [stays]
    assert other.header("last").session == stays
    one.close()
    other.close()
    assert wrong_with(path) == []


@pytest.fixture(name="unsettled", params=["the first", "the last"])
def _unsettled(request, path, tmp_path, monkeypatch):
    """Files of an app killed after erasing a game but before rewriting the file, while another app was reading; and a
    backup with that game.
    """

    def full(db):
        raise sqlite3.OperationalError("database or disk is full")

    journal = open_journal(path)
    sessions = [game(journal, name) for name in ("Ann", SECRET, "Bo")]
    gone = sessions.pop(1)
    if request.param == "the last":
        journal.append(gone, 41, "touch", "Rolled", b"{}", None)
    keep_backup(path)
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT COUNT(*) FROM entries").fetchone()
    before = {session: rows_of(journal, session) for session in sessions}
    monkeypatch.setattr(erasing, "_rewrite", full)
    monkeypatch.setattr(Journal, "back_up_soon", lambda _: None)
    assert "parts of it may remain in the file" in str(journal.erase(gone))
    left = killed(path, tmp_path / "killed")
    shutil.copytree(path.with_name(f"{path.name}-backups"), left.with_name(f"{left.name}-backups"))
    reader.close()
    journal.close()
    return left, gone, before


def test_kill_after_erasing_is_no_mix_of_files(unsettled):
    left, gone, before = unsettled
    journal = open_journal(left)
    assert journal.salvaged is None
    assert {each.header.session: rows_of(journal, each.header.session) for each in journal.sessions()} == before
    journal.close()
    assert gone not in before


@pytest.mark.parametrize("damaged", ["journal.sqlite", "journal.sqlite-wal"])
def test_salvage_does_not_restore_erased_game(unsettled, damaged, tmp_path):
    left, gone, before = unsettled
    whole, salvaged = (left.parent / damaged).read_bytes(), 0
    pages = len(whole) // PAGE
    for page in range(0, pages, -(-pages // 7)):
        copy = tmp_path / str(page)
        shutil.copytree(left.parent, copy)
        (copy / damaged).write_bytes(whole[: page * PAGE] + bytes(PAGE) + whole[(page + 1) * PAGE :])
        journal = open_journal(copy / left.name)
        assert gone not in {each.header.session for each in journal.sessions()}, page
        assert {each: [row.body for row in journal.rows(each)] for each in before} == {
            each: [row.body for row in rows] for each, (rows, _) in before.items()
        }, page
        salvaged += journal.salvaged is not None
        journal.close()
        assert journal.salvaged is None or SECRET.encode() not in (copy / left.name).read_bytes(), page
        shutil.rmtree(copy)
    assert salvaged


def test_restoring_an_erased_game_is_reported(path):
    journal = open_journal(path)
    gone, stays = game(journal, SECRET), game(journal, "Ann")
    old = keep_backup(path)
    journal.erase(gone)
    journal.close()
    said = CliRunner().invoke(app, ["restore", str(old), "--journal", str(path)])
    assert said.exit_code == 0
    assert f"It contains deleted games again: {gone}" in said.output
    assert stays not in said.output
    new = keep_backup(path)
    again = CliRunner().invoke(app, ["restore", str(new), "--journal", str(path)])
    assert "deleted games" in again.output, "a newer backup still knows that it was deleted"
