"""One game is erased for good: nothing of it is left in the file, and the others are whole."""

import sqlite3

import pytest

from companion.record.check import problems
from companion.record.journal import Evidence, Journal, JournalError

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
def test_nothing_of_it_is_left_and_the_others_are_whole(path, place):
    journal = Journal(path)
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
    again = Journal(path)
    assert again.salvaged is None
    assert len(again.rows(sessions[0])) == 42
    again.close()


def test_the_only_game_can_be_erased(path):
    journal = Journal(path)
    journal.erase(game(journal, SECRET))
    assert journal.sessions() == []
    assert wrong_with(path) == []
    session = game(journal, "Ann", 3)
    assert len(journal.rows(session)) == 4
    journal.close()
    assert wrong_with(path) == []


def test_an_unknown_game_is_told_and_nothing_changes(path):
    journal = Journal(path)
    session = game(journal, "Ann")
    with pytest.raises(KeyError):
        journal.erase("nobody")
    assert len(journal.rows(session)) == 41
    journal.close()


def test_after_it_nothing_can_be_changed_or_removed(path):
    journal = Journal(path)
    game(journal, "Ann")
    journal.erase(game(journal, "Bo"))
    journal.close()
    db = sqlite3.connect(path)
    for query in ("DELETE FROM entries", "UPDATE entries SET seq = 1", "DELETE FROM sessions", "DELETE FROM evidence"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(query)
    db.close()


def test_where_it_cannot_be_written_all_stays(path):
    journal = Journal(path)
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
