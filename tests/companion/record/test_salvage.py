"""A damaged journal is set aside, and the game resumes with everything that could be saved."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.app.controller import TableController
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Evidence, Journal, JournalError
from companion.record.recovery.examination import Damaged
from companion.record.recovery.opening import open_journal
from companion.record.session import Session
from tests.companion.record.damage import PAGE, journals, kept, killed

GAMES = shelf()
FILES = Path(__file__).parent / "files"
ROLL = b'{"seat":0,"faces":[{"value":3},{"value":4},{"value":1}]}'


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table" / "journal.sqlite"


@pytest.fixture(scope="module")
def closed(tmp_path_factory):
    """A closed journal with a session of 40 entries: its path and the session's id."""
    path = tmp_path_factory.mktemp("closed") / "journal.sqlite"
    journal = open_journal(path)
    session = journal.begin("catch-up", 1, b'{"players":["Ann","Bo"],"colours":[],"options":{},"facts":null}')
    for seq in range(1, 40):
        journal.append(session, seq, "touch", "Rolled", ROLL, None)
    journal.close()
    return path, session


@pytest.fixture
def session(path, closed):
    """The id of the session of 40 entries in the closed journal at `path`."""
    path.parent.mkdir()
    shutil.copyfile(closed[0], path)
    return closed[1]


def flipped(path, at, bit=0):
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << bit
    path.write_bytes(content)


def zeroed(path, page):
    content = bytearray(path.read_bytes())
    content[PAGE * (page - 1) : PAGE * page] = bytes(PAGE)
    path.write_bytes(content)


@pytest.mark.parametrize("page", range(1, 13))
def test_any_page_zeroed(path, session, page):
    zeroed(path, page)
    before = path.read_bytes()
    journal = open_journal(path)
    new = journal.begin("catch-up", 1, b"{}")
    assert [row.seq for row in journal.rows(session)] == list(range(40))
    journal.close()
    again = open_journal(path)
    assert {listed.header.session for listed in again.sessions()} == {session, new}
    assert again.salvaged is None
    again.close()
    if journal.salvaged is not None:
        assert journal.salvaged.lost == ()
        assert journal.salvaged.aside.read_bytes() == before
        assert "Nothing is lost" in str(journal.salvaged)
        assert str(journal.salvaged.aside) in str(journal.salvaged)


def test_flipped_bit_in_a_row(path, session, tmp_path):
    whole = path.read_bytes()
    said = ""
    for number, place in enumerate([found.start() for found in re.finditer(re.escape(ROLL), whole)][::7]):
        copy = tmp_path / str(number) / path.name
        copy.parent.mkdir()
        copy.write_bytes(whole)
        flipped(copy, place + ROLL.index(b"3"))  # a 3 is a 2 now, which is as legal
        journal = open_journal(copy)
        assert [row.body for row in journal.rows(session)] == [b"{}", *[ROLL] * 39]
        said += str(journal.salvaged)
        journal.close()
    assert "is not what was written" in said


@pytest.mark.parametrize("at", [*range(24), 28, 31, 47, 59, 63, 71])
def test_flipped_bit_in_the_header(path, session, at):
    flipped(path, at, at % 8)
    journal = open_journal(path)
    assert [row.seq for row in journal.rows(session)] == list(range(40))
    journal.append(session, 40, "touch", "Rolled", ROLL, None)
    journal.close()
    again = open_journal(path)
    assert [row.seq for row in again.rows(session)] == list(range(41))
    again.close()


def test_flipped_bit_in_the_log(path, session, tmp_path):
    journal = open_journal(path)
    for seq in range(40, 50):
        journal.append(session, seq, "touch", "Rolled", ROLL, None)
    left = killed(path, tmp_path / "killed")
    journal.close()
    flipped(left.with_name(f"{left.name}-wal"), 3 * PAGE)
    journal = open_journal(left)
    assert [row.seq for row in journal.rows(session)] == list(range(50))
    assert "journal.sqlite-wal was changed after it was written" in str(journal.salvaged)
    assert journal.salvaged.aside.with_name(f"{journal.salvaged.aside.name}-wal").exists()
    journal.close()


def test_flipped_bit_in_a_session_id(tmp_path):
    (_, left), acknowledged = journals(tmp_path, 1602, sessions=2)
    path, session = left / "journal.sqlite", min(acknowledged.rows)
    at = path.read_bytes().index(session.encode(), PAGE)
    assert at < 2 * PAGE, "in the table itself, not in one of its indexes"
    flipped(path, at + 2, 6)
    journal = open_journal(path)
    assert journal.salvaged.lost == ()
    assert {listed.header.session for listed in journal.sessions()} == set(acknowledged.rows)
    journal.close()


def test_flipped_bit_in_the_last_row(tmp_path):
    (_, left), acknowledged = journals(tmp_path, 1602, sessions=2)
    path = left / "journal.sqlite"
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        (body,) = db.execute("SELECT body FROM entries ORDER BY number DESC LIMIT 1").fetchone()
    content = path.read_bytes()
    for at in (found.start() for found in re.finditer(re.escape(body), content)):
        flipped(path, at + len(body) // 2, 7)
    journal = open_journal(path)
    assert {each: journal.rows(each) for each in acknowledged.rows} == acknowledged.rows
    journal.close()


def test_unfinished_write_is_no_damage(path, session, tmp_path):
    journal = open_journal(path)
    journal.append(session, 40, "touch", "Rolled", ROLL, None)
    left = killed(path, tmp_path / "killed")
    journal.append(session, 41, "touch", "Rolled", ROLL, None)
    log = path.with_name(f"{path.name}-wal").read_bytes()
    journal.close()
    part = left.with_name(f"{left.name}-wal")
    for size in range(part.stat().st_size, len(log), 900):
        part.write_bytes(log[:size])
        shutil.copytree(left.parent, tmp_path / str(size))
        journal = open_journal(tmp_path / str(size) / left.name)
        assert journal.salvaged is None
        assert [row.seq for row in journal.rows(session)] == list(range(41))
        journal.close()


def test_lost_entries_are_listed(path, session):
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE entries SET body = CAST('{}' AS BLOB) WHERE seq IN (7, 8)")
        db.commit()
    journal = open_journal(path)
    assert [str(each) for each in journal.salvaged.lost] == [f"2 entries before entry 9 of session {session}"]
    with pytest.raises(JournalError, match=f"session {session} is damaged: entry 7 is missing"):
        journal.rows(session)
    journal.close()


def test_journal_open_elsewhere_is_not_salvaged(path, session, monkeypatch):
    zeroed(path, 3)
    before = path.read_bytes()
    monkeypatch.setattr("companion.record.recovery.salvage.is_open_elsewhere", lambda _: True)
    with pytest.raises(JournalError, match="close the other app that has it open"):
        open_journal(path)
    assert path.read_bytes() == before
    assert [part.name for part in path.parent.iterdir() if "-shm" not in part.name and "-wal" not in part.name] == [
        path.name
    ]


@pytest.mark.parametrize("name", ["journal_format_1.sqlite", "journal_format_1_killed.sqlite"])
def test_format_1_gains_checksums(path, name):
    path.parent.mkdir()
    for part in FILES.glob(f"{name}*"):
        shutil.copyfile(part, path.with_name(part.name.replace(name, path.name)))
    before = Journal(path, reading=True)
    old = kept(before)
    before.close()
    journal = open_journal(path)
    assert journal.salvaged is None
    assert kept(journal) == old
    assert len(old.rows) == 2
    assert len(old.evidence) == 2
    (played,) = [session for session, rows in old.rows.items() if len(rows) == 6]
    session = Session.resume(journal, GAMES, played)
    session.undo()
    found = kept(journal)
    journal.close()
    flipped(path, path.read_bytes().index(b'"faces"') + 20, 1)
    again = open_journal(path)
    assert kept(again) == found
    again.close()


def test_damaged_format_1_is_salvaged(path):
    path.parent.mkdir()
    shutil.copyfile(FILES / "journal_format_1.sqlite", path)
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entries_1'").fetchone()
    zeroed(path, root)
    journal = open_journal(path)
    assert len(journal.sessions()) == 2
    assert sum(len(journal.rows(listed.header.session)) for listed in journal.sessions()) == 7
    assert journal.salvaged.lost == ()
    journal.close()


def catseye(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_check_reports_damage(path, session):
    assert catseye("check", "--journal", path).output == f"{path} is undamaged: 1 game, 40 entries\n"
    flipped(path, path.read_bytes().rindex(ROLL) + ROLL.index(b"3"))
    before = path.read_bytes()
    result = catseye("check", "--journal", path)
    assert result.exit_code == 1
    assert result.output.startswith(f"{path} is damaged:\n  ")
    assert path.read_bytes() == before
    gone = catseye("check", "--journal", path.with_name("nothing"))
    assert gone.exit_code == 2


def test_check_finds_a_flipped_bit_in_a_picture(path):
    journal = open_journal(path)
    session = journal.begin("catch-up", 1, b"{}")
    journal.append(session, 1, "tray", "Rolled", ROLL, Evidence(b"{}", b"a picture" * 999))
    journal.close()
    flipped(path, path.read_bytes().rindex(b"a picture"))
    result = catseye("check", "--journal", path)
    assert result.exit_code == 1
    assert f"the evidence of entry 1 of session {session} is not what was written" in result.output


def test_table_is_notified_of_salvage(path, session):
    zeroed(path, 3)
    journal = open_journal(path)
    controller = TableController(journal, GAMES)
    said = [notice.text for notice in controller.notifications]
    assert any("The journal was damaged" in str(text) for text in said)
    controller.begin("catch-up", Table(("Ann", "Bo")))
    assert any(notice.text in said for notice in controller.notifications)
    journal.close()


def test_bad_root_page_of_evidence_loses_no_picture(path):
    journal = open_journal(path)
    session = journal.begin("catch-up", 1, b"{}")
    chance = Random(1)
    pictures = {seq: chance.randbytes(chance.choice((50, 4000, 9000, 60_000))) for seq in range(1, 60)}
    for seq, picture in pictures.items():
        journal.append(session, seq, "tray", "Rolled", ROLL, Evidence(b'{"seq": %d}' % seq, picture))
    journal.close()
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'evidence'").fetchone()
    zeroed(path, root)
    journal = open_journal(path)
    assert journal.salvaged.lost == ()
    assert {seq: journal.evidence(session, seq).picture for seq in pictures} == pictures
    journal.close()


def test_lost_evidence_is_named(path):
    journal = open_journal(path)
    session = journal.begin("catch-up", 1, b"{}")
    for seq in range(1, 40):
        journal.append(session, seq, "tray", "Rolled", ROLL, Evidence(b"{}", b"a picture" * 999))
    journal.close()
    content = path.read_bytes()
    path.write_bytes(content.replace(b"a picture", b"nopicture"))
    journal = open_journal(path)
    assert [str(each) for each in journal.salvaged.lost] == [f"the evidence of entries 1-39 of session {session}"]
    journal.close()


def test_journal_itself_repairs_nothing(path, session):
    zeroed(path, 5)
    before = path.read_bytes()
    with pytest.raises(Damaged):
        Journal(path)
    assert path.read_bytes() == before
    journal = open_journal(path)
    assert len(journal.rows(session)) == 40
    assert journal.salvaged.aside.read_bytes() == before
    journal.close()
