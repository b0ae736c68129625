"""Answers and refusals to two apps with one game fit one history."""

from random import Random

import pytest

from companion.app.controller import TableController
from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up import bot
from companion.protocol.line_server import LineReferee
from companion.record.entries import NothingToUndo
from companion.record.journal import GoneOnError, Journal
from companion.record.session import Session
from companion.referee.referee import Accepted

GAMES = shelf()
FIRST, SECOND = (Rolled(seat, (Face(1), Face(1), Face(2))) for seat in (0, 1))


@pytest.fixture
def two(tmp_path):
    """The same journal, opened by two apps."""
    journals = [Journal(tmp_path / "journal.sqlite") for _ in range(2)]
    yield journals
    for journal in journals:
        journal.close()


@pytest.fixture
def sessions(two):
    one = Session.begin(two[0], GAMES["catch-up"], Table(("Ann", "Bo")), GAMES["catch-up"].options())
    return one, Session.resume(two[1], GAMES, one.id)


def test_event_is_judged_by_the_latest_state(sessions):
    one, other = sessions
    one.submit(FIRST)
    with pytest.raises(GoneOnError, match="another app has added to this game: resume it"):
        other.submit(SECOND)
    other = Session.resume(other.journal, GAMES, one.id)
    other.submit(SECOND)
    with pytest.raises(IllegalEvent):
        other.submit(Rolled(1, (Face(1), Face(1), Face(2))))


def test_undo_and_redo_are_judged_by_the_latest_state(sessions):
    one, other = sessions
    one.submit(FIRST)
    with pytest.raises(GoneOnError):
        other.undo()
    one.undo()
    with pytest.raises(GoneOnError):
        other.redo()
    with pytest.raises(NothingToUndo):
        one.undo()


def test_protocol_reports_the_other_app(two):
    one, other = (LineReferee(GAMES, journal) for journal in two)
    assert one.answer(b'{"new":{"game":"catch-up","players":["Ann","Bo"]}}')["ok"]
    assert other.answer(b'{"resume":"last"}')["ok"]
    rolls = [b'{"event":{"kind":"Rolled","seat":%d,"faces":[{"value":1},{"value":1},{"value":2}]}}' % n for n in (0, 1)]
    assert one.answer(rolls[0])["ok"]
    answer = other.answer(rolls[1])
    assert (answer["ok"], answer["error"]) == (False, "journal")
    assert "resume it" in answer["message"]
    assert other.answer(b'{"resume":"last"}')["ok"]
    assert other.answer(rolls[1])["ok"]


def test_table_continues_from_there(two):
    one, other = (TableController(journal, GAMES) for journal in two)
    one.begin("catch-up", Table(("Ann", "Bo")))
    other.resume("last")
    one.touch(FIRST)
    verdict = other.touch(SECOND)
    assert "played on in another app" in str(verdict.why)
    assert other.session.seq == 1
    assert isinstance(other.touch(SECOND), Accepted)


@pytest.mark.parametrize("seed", [1, pytest.param(range(2, 40), marks=pytest.mark.slow)])
def test_answers_to_two_apps_are_consistent(tmp_path, seed):
    for each in [seed] if isinstance(seed, int) else seed:
        fits_one_history(tmp_path / f"{each}.sqlite", Random(each))


def fits_one_history(path, chance):
    """Let two apps play, undo and read in turns; a third one reads the result."""
    journals = [Journal(path) for _ in range(2)]
    sessions = [Session.begin(journals[0], GAMES["catch-up"], Table(("Ann", "Bo")), GAMES["catch-up"].options())]
    sessions.append(Session.resume(journals[1], GAMES, sessions[0].id))
    history, gone_on = [], 0
    for _ in range(250):
        who = chance.randrange(2)
        session = sessions[who]
        try:
            history.append(acted(session, chance))
        except GoneOnError:
            assert session.seq < len(history), "only the app that is behind is refused"
            gone_on += 1
            sessions[who] = Session.resume(journals[who], GAMES, session.id)
        except (IllegalEvent, NothingToUndo):
            assert session.seq == len(history), "what is refused is refused for how the game stands"
        if chance.random() < 0.3:
            read = Session.resume(journals[1 - who], GAMES, session.id)
            assert read.seq == len(history), "what was acknowledged is read by all from then on"
    rows = journals[0].rows(sessions[0].id)
    assert [(row.seq, row.kind) for row in rows[1:]] == history
    assert gone_on > 10
    for journal in journals:
        journal.close()


def acted(session, chance):
    """Do something, legal or not, and return the number and kind of its row."""
    if chance.random() < 0.2:
        session.undo(chance.randint(1, 3))
        return session.seq, "undone"
    if chance.random() < 0.1:
        session.redo()
        return session.seq, "redone"
    asks = session.asks()
    seat = asks[0].seat if asks and chance.random() < 0.8 else chance.randrange(2)
    if asks and asks[0].roll is None:
        event = bot.make(session.table, session.options, chance).choose(session.state, asks[0])
    else:
        event = Rolled(seat, tuple(Face(chance.randint(1, 6)) for _ in range(3)))
    session.submit(event)
    return session.seq, type(event).__name__
