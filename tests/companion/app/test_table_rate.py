"""The rate of the whole journal, read beside the table's own thread."""

from contextlib import closing
from queue import SimpleQueue

from companion.app.table_rate import find_rate
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.options import CatchUpOptions
from companion.record.journal import Evidence, Journal, Origin
from companion.record.session import Session
from companion.record.throws import Rate

FACTS = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}
READING = b'{"dice": [%s], "sure": true}' % b", ".join(
    b'{"value": %d, "box": [0, 0, 9, 9]}' % value for value in (1, 1, 2)
)


def test_all_games_of_a_journal_count_while_it_is_in_use(tmp_path):
    found = SimpleQueue()
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        for value in (2, 3, 2):
            session = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions(), FACTS)
            session.submit(Rolled(0, (Face(1), Face(1), Face(2))), Origin.TRAY, Evidence(READING, b"a JPEG"))
            if value != 2:
                session.amend({1: Rolled(0, (Face(1), Face(1), Face(value)))})
        find_rate(journal, shelf(), found.put)
        assert found.get(timeout=60) == Rate(3, 1, 0)
