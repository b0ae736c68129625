"""Reports of damage can be translated, except for names and numbers."""

import sqlite3
from contextlib import closing

import pytest

from companion.core.table import Table
from companion.core.text import Text
from companion.games import shelf
from companion.games.catch_up.options import CatchUpOptions
from companion.record.check import problems
from companion.record.journal import JournalError, Row
from companion.record.recovery.opening import open_journal
from companion.record.rows import DamagedSessionError, wrong_with
from companion.record.session import Session
from tests.support.pseudo_language import pseudo, untranslated


def english(text, *names):
    """Return the words of a text that no catalogue is asked for."""
    assert isinstance(text, Text)
    return untranslated(text.render(lambda one, many, n: pseudo(many if many and n != 1 else one)), names)


def row(seq, kind):
    return Row(seq, "2026-01-01", "touch", kind, b"{}")


BEGAN = row(0, "began")


@pytest.mark.parametrize(
    "rows",
    [[], [row(1, "Rolled")], [BEGAN, BEGAN], [BEGAN, row(2, "Rolled")], [BEGAN, row(1, "began")], [BEGAN]],
    ids=["nothing", "no beginning", "twice", "a gap", "two beginnings", "no end"],
)
def test_missing_rows_translate(rows):
    wrong = wrong_with(rows, 2)
    assert wrong
    assert english(DamagedSessionError("17", wrong).text) == []


def test_damaged_row_translates(tmp_path):
    path = tmp_path / "9.sqlite"
    journal = open_journal(path)
    session = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions())
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entries_UPDATE")
        db.execute("UPDATE entries SET at = 'never'")
        found = problems(db, whole=True)
    with pytest.raises(JournalError) as refused:
        journal.rows(session.id)
    assert "entry 0 is not what was written" in str(refused.value)
    assert english(refused.value.text, session.id) == []
    assert [words for wrong in found for words in english(wrong, session.id)] == []
    assert len(found) == 1
    journal.close()


def test_deleted_and_salvaged_journal_translate(tmp_path):
    path = tmp_path / "9.sqlite"
    journal = open_journal(path)
    session = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions())
    path.rename(tmp_path / "8.sqlite")
    with pytest.raises(JournalError) as refused:
        journal.append(session.id, 1, "touch", "Rolled", b"{}", None)
    assert "put it back" in str(refused.value)
    assert english(refused.value.text, str(path)) == []
    (tmp_path / "8.sqlite").rename(path)
    journal.close()
    content = bytearray(path.read_bytes())
    content[18] = 77
    path.write_bytes(content)
    again = open_journal(path)
    assert "its first page is damaged" in str(again.salvaged)
    assert english(again.salvaged.text, str(again.salvaged.aside)) == []
    again.close()
