"""Missing rows are noticed, and other sessions are not affected."""

import json
import sqlite3
from contextlib import closing
from random import Random

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.app.controller import TableController
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.options import CatchUpOptions
from companion.protocol.line_server import LineReferee
from companion.record.journal import LARGEST_PICTURE, Evidence, JournalError
from companion.record.recovery.opening import open_journal
from companion.record.session import Session
from companion.record.session_list import sessions_of

GAMES = shelf()
ROLLS = [
    Rolled(seat, tuple(map(Face, faces)))
    for seat, faces in ((0, (6, 6, 5)), (1, (1, 1, 2)), (0, (6, 5, 5)), (1, (4, 3, 2)))
]


def played(journal):
    """A session of four events, with two taken back and one brought back: rows 0 to 6."""
    session = Session.begin(journal, GAMES["catch-up"], Table(("Ann", "Bo")), CatchUpOptions())
    for event in ROLLS:
        session.submit(event)
    session.undo(2)
    session.redo(1)
    return session.id


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def two(path):
    """The ids of an untouched session and of the one played last."""
    journal = open_journal(path)
    sound, other = played(journal), played(journal)
    journal.close()
    return sound, other


def damage(path, statement, *parts):
    """Change the file as a damaged disk does, without its triggers."""
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute(statement, parts)
        db.commit()


@pytest.fixture
def opened(path):
    journal = None

    def open_it():
        nonlocal journal
        journal = open_journal(path)
        return journal

    yield open_it
    if journal is not None:
        journal.close()


HOLES = {
    "seq = 0": "entry 0 is missing",
    "seq = 2": "entry 2 is missing",
    "kind = 'undone'": "entry 5 is missing",
    "seq IN (3, 4)": "entry 3 is missing",
    "seq >= 0": "entry 0 is missing",
}


@pytest.mark.parametrize(("which", "says"), HOLES.items())
def test_missing_row_is_damage(path, two, opened, which, says):
    sound, other = two
    damage(path, f"DELETE FROM entries WHERE session = ? AND {which}", other)
    journal = opened()
    for resumed in (
        lambda: Session.resume(journal, GAMES, other),
        lambda: TableController(journal, GAMES).resume(other),
    ):
        with pytest.raises(JournalError, match=f"^session {other} is damaged: {says}$"):
            resumed()
    assert Session.resume(journal, GAMES, sound).seq == 6


@pytest.mark.parametrize("which", HOLES)
def test_session_with_missing_row_is_not_resumed(path, two, opened, which):
    sound, other = two
    damage(path, f"DELETE FROM entries WHERE session = ? AND {which}", other)
    journal = opened()
    assert [listed.id for listed in sessions_of(journal, GAMES)] == [sound]
    answer = LineReferee(GAMES, journal).answer(b'{"show": "sessions"}')
    assert {listed["id"]: listed.get("damaged", "") for listed in answer["sessions"]} == {
        sound: "",
        other: "not all of its entries are there",
    }
    assert all(listed["entries"] >= 0 for listed in answer["sessions"])
    result = CliRunner().invoke(app, ["export", other, "--journal", str(path)])
    assert result.exit_code == 2
    assert f"session {other} is damaged: entry" in result.output
    assert CliRunner().invoke(app, ["export", sound, "--journal", str(path)]).exit_code == 0


COLUMNS = "session, seq, at, origin, kind, body, attached, previous, checksum"
TWICE = f"INSERT INTO aside SELECT number + 1, {COLUMNS} FROM entries WHERE number = 12"


@pytest.mark.parametrize("change", ["DELETE FROM aside WHERE number = (SELECT MAX(number) FROM aside)", TWICE])
def test_rows_differing_from_their_index_are_repaired(path, two, opened, change):
    _, other = two
    damage(path, "CREATE TABLE aside AS SELECT * FROM entries")
    with closing(sqlite3.connect(path)) as db:
        db.execute(change)
        db.execute("PRAGMA writable_schema = ON")
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'aside'").fetchone()
        db.execute("DELETE FROM sqlite_master WHERE name = 'aside'")
        db.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = 'entries'", (root,))
        db.commit()
    journal = opened()
    assert [row.seq for row in journal.rows(other)] == [0, 1, 2, 3, 4, 5, 6]
    assert journal.salvaged.lost == ()


def test_row_that_became_a_beginning(path, two, opened):
    _, other = two
    damage(path, "UPDATE entries SET kind = 'began' WHERE session = ? AND seq = 5", other)
    with pytest.raises(JournalError, match=f"^session {other} is damaged: entry 5 is missing$"):
        opened().rows(other)


def test_damaged_index_hides_no_row(path, two):
    _, other = two
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries_copy'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    whole, chance, damaged = path.read_bytes(), Random(5), 0
    for _ in range(120):
        spoilt = bytearray(whole)
        at = size * (root - 1) + (chance.randrange(40) if chance.random() < 0.5 else chance.randrange(size))
        spoilt[at] ^= 1 << chance.randrange(8)
        path.write_bytes(spoilt)
        try:
            journal = open_journal(path)
        except JournalError:
            continue
        try:
            assert Session.resume(journal, GAMES, other).seq == 6
        except JournalError:
            damaged += 1
        journal.close()
    assert damaged < 60


def test_unreadable_time_does_not_affect_others(path, two, opened):
    sound, other = two
    damage(path, "UPDATE entries SET at = CAST(x'32ff' AS TEXT) WHERE session = ?", other)
    journal = opened()
    assert [listed.id for listed in sessions_of(journal, GAMES)] == [sound]
    shown = LineReferee(GAMES, journal).answer(b'{"show": "sessions"}')["sessions"]
    assert {listed["id"] for listed in shown if "damaged" in listed} == {other}
    assert json.dumps(shown)


def test_session_without_its_beginning(path, two, opened):
    sound, other = two
    damage(path, "DELETE FROM sessions WHERE id = ?", other)
    journal = opened()
    with pytest.raises(JournalError, match=f"^session {other} is damaged: its beginning is missing$"):
        journal.header("last")
    assert [listed.id for listed in sessions_of(journal, GAMES)] == [sound]


def test_oversized_picture_is_damage(path, opened):
    journal = open_journal(path)
    session = played(journal)
    journal.append(session, 7, "tray", "Rolled", b"{}", Evidence(b"{}", b"jpeg"))
    journal.close()
    damage(path, "UPDATE evidence SET picture = ?", bytes(LARGEST_PICTURE + 1))
    journal = opened()
    assert [str(each) for each in journal.salvaged.lost] == [f"the evidence of entry 7 of session {session}"]
    assert journal.evidence(session, 7) is None
    assert journal.evidence(session, 6) is None
    assert [row.seq for row in journal.rows(session)] == list(range(8))
