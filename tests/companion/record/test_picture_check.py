"""Pictures of a journal too large for a complete check at opening are checked later, and salvaged."""

import shutil

import pytest

from companion.app.controller import TableController
from companion.games import shelf
from companion.record import check
from companion.record.journal import Evidence
from companion.record.recovery.opening import open_journal
from tests.support.started import end_of


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A journal with a hundred pictures, and the session in it."""
    path = tmp_path_factory.mktemp("large") / "journal.sqlite"
    journal = open_journal(path)
    with journal.together():
        session = journal.begin("catch-up", 1, b"{}")
        for seq in range(1, 101):
            journal.append(session, seq, "tray", "Rolled", b"{}", Evidence(b"{}", b"picture %04d " % seq * 4_600))
    journal.close()
    return path, session


@pytest.fixture
def path(large, tmp_path, monkeypatch):
    """A copy of it that counts as too large for a complete check at opening."""
    monkeypatch.setattr(check, "SMALL_BYTES", 1 << 20)
    shutil.copyfile(large[0], tmp_path / "journal.sqlite")
    return tmp_path / "journal.sqlite"


THREAD = "pictures of the journal"


def damaged(path, *numbers):
    with path.open("r+b") as file:
        content = file.read()
        for number in numbers:
            file.seek(content.index(b"picture %04d " % number) + 40_000)
            file.write(b"?")


def told(journal):
    """Wait for the picture check and return its report."""
    journal.check_pictures()
    end_of(THREAD)
    return str(journal.damage())


def test_damaged_pictures_are_reported_and_salvaged(large, path):
    session = large[1]
    damaged(path, 7, 8, 90)
    journal = open_journal(path)
    assert journal.salvaged is None
    assert f"the evidence of entries 7-8, 90 of session {session} is not what was written" in told(journal)
    assert str(journal.damage()) == "", "told once"
    journal.close()
    again = open_journal(path)
    assert f"the evidence of entries 7-8, 90 of session {session}" in str(again.salvaged)
    assert len(again.pictures(session)) == len(again.rows(session)) - 1 - 3
    assert told(again) == ""
    again.close()
    third = open_journal(path)
    assert third.salvaged is None
    third.close()


def test_writing_during_the_picture_check(large, path):
    journal = open_journal(path)
    journal.check_pictures()
    other = journal.begin("catch-up", 1, b"{}")
    journal.append(other, 1, "tray", "Rolled", b"{}", Evidence(b"{}", b"x"))
    journal.erase(large[1])
    assert told(journal) == ""
    journal.close()


def test_closing_does_not_wait_for_the_picture_check(path):
    journal = open_journal(path)
    journal.check_pictures()
    journal.close()
    assert str(journal.damage()) == ""


def test_table_is_notified_of_damaged_pictures(path):
    damaged(path, 3)
    controller = TableController(open_journal(path), shelf())
    controller.start()
    end_of(THREAD)
    controller.tick()
    assert any("the evidence of entry 3 of session" in str(note.text) for note in controller.notifications)
    controller.stop()
