"""How well all throws of a journal were read; sessions that are known are not played again."""

from contextlib import closing

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.options import CatchUpOptions
from companion.people.people import People
from companion.record.journal import Evidence, Journal, Origin
from companion.record.session import Session
from companion.record.throws import Rate

FACTS = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}
READING = b'{"dice": [%s], "sure": true}' % b", ".join(
    b'{"value": %d, "box": [0, 0, 9, 9]}' % value for value in (1, 1, 2)
)


def test_all_games_of_a_journal_count_and_are_played_again_only_once(tmp_path):
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        for value in (2, 3, 2):
            session = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions(), FACTS)
            session.submit(Rolled(0, (Face(1), Face(1), Face(2))), Origin.TRAY, Evidence(READING, b"a JPEG"))
            if value != 2:
                session.amend({1: Rolled(0, (Face(1), Face(1), Face(value)))})
        kept = tmp_path / "results.json"
        assert People(lambda: journal, shelf(), results=kept).rate() == (Rate(3, 1, 0), 0)
        assert People(lambda: journal, shelf(), results=kept).rate(enough=lambda: True) == (Rate(3, 1, 0), 0)
        session.undo()
        assert People(lambda: journal, shelf(), results=kept).rate(enough=lambda: True)[1] == 1
