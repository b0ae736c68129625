"""A session is durable before it counts, undone by one more row, and resumed exactly."""

from dataclasses import replace

import pytest

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.game import BadOption
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions
from companion.record.entries import NothingToUndo
from companion.record.journal import Evidence, JournalError
from companion.record.judging import GameOver
from companion.record.session import Session

CATCH_UP = shelf()["catch-up"]
TABLE = Table(("Ann", "Bo"))


def rolled(seat, *values):
    return Rolled(seat, tuple(Face(value) for value in values))


START = (rolled(0, 6, 6, 5), rolled(1, 1, 1, 2), rolled(0, 6, 5, 5), rolled(1, 4, 3, 2))


@pytest.fixture
def session(journal):
    return Session.begin(journal, CATCH_UP, TABLE, CatchUpOptions())


def play(session, *events):
    for event in events:
        session.submit(event)
    return session


def test_event_is_on_disk_before_it_counts(session, journal):
    session.submit(START[0], "tray", Evidence(b'{"dice": 3}', b"jpeg"))
    assert session.facts()["rolls"] == [17, None]
    assert journal.rows(session.id)[1].kind == "Rolled"
    assert journal.evidence(session.id, 1).picture == b"jpeg"


def test_asks_are_computed_once_per_state(journal):
    worked_out = []
    game = replace(CATCH_UP, asks=lambda state: worked_out.append(state) or CATCH_UP.asks(state))
    session = Session.begin(journal, game, TABLE, CatchUpOptions())
    for turn in (lambda: None, lambda: session.submit(START[0]), session.undo, session.redo):
        turn()
        assert session.asks() == session.asks() == CATCH_UP.asks(session.state)
    assert len(worked_out) == 4


def test_refused_event_changes_nothing(session, journal):
    before = session.facts()
    with pytest.raises(IllegalEvent):
        session.submit(START[1])
    with pytest.raises(IllegalEvent):
        session.submit(rolled(-1, 1, 2, 3))
    assert session.facts() == before
    assert session.seq == 0
    assert len(journal.rows(session.id)) == 1


def test_failed_write_changes_nothing(session, monkeypatch):
    def full(*_):
        raise JournalError("the disk is full")

    monkeypatch.setattr(session.journal, "append", full)
    before = session.facts()
    for act in (lambda: session.submit(START[0]), lambda: session.submit(START[0], "tray", None)):
        with pytest.raises(JournalError):
            act()
    assert (session.facts(), session.seq, session.entries) == (before, 0, [])


def test_undo_and_redo_are_rows(session, journal):
    play(session, *START)
    after = session.facts()
    session.undo(3)
    assert session.facts()["rolls"] == [17, None]
    session.redo(3)
    assert session.facts() == after
    assert [row.kind for row in journal.rows(session.id)][-2:] == ["undone", "redone"]
    assert session.seq == 6


def test_new_event_clears_redo(session):
    play(session, *START)
    session.undo(1)
    session.submit(rolled(1, 1, 1, 1))
    with pytest.raises(NothingToUndo):
        session.redo(1)


@pytest.mark.parametrize("count", [0, -1, 3])
def test_undo_too_many(session, count):
    play(session, *START[:2])
    before = session.facts()
    with pytest.raises(NothingToUndo):
        session.undo(count)
    assert session.facts() == before


def test_resume(session, journal):
    play(session, *START)
    session.undo(2)
    session.redo(1)
    again = Session.resume(journal, shelf(), "last")
    assert (again.id, again.seq) == (session.id, session.seq)
    assert again.facts() == session.facts()
    assert again.asks() == session.asks()
    again.redo(1)
    assert again.facts()["rolls"] == [16, 9]


def test_resume_from_a_position(journal):
    facts = {"phase": "rolling", "set_aside": [[3], []], "starter": 1}
    session = Session.begin(journal, CATCH_UP, TABLE, CatchUpOptions(), facts)
    session.submit(rolled(1, 1, 1, 2))
    again = Session.resume(journal, shelf(), session.id)
    assert again.facts() == session.facts()
    again.undo()
    with pytest.raises(NothingToUndo):
        again.undo()


def test_wrong_number_of_players(journal):
    with pytest.raises(BadOption, match="2 to 4"):
        Session.begin(journal, CATCH_UP, Table(("Ann",)), CatchUpOptions())
    assert journal.sessions() == []


def test_only_undo_after_the_end(journal):
    facts = {"phase": "discarding", "cards": [[4], [9]], "faces": [[3, 3, 3], [4, 5, 5]], "starter": 0}
    session = Session.begin(journal, CATCH_UP, TABLE, CatchUpOptions(), facts)
    session.submit(Discarded(0, (4,)))
    assert session.outcome().places == ((1,), (0,))
    assert session.asks() == ()
    with pytest.raises(GameOver):
        session.submit(rolled(0, 1, 2, 3))
    session.undo()
    assert session.outcome() is None


def stricter(state, event):
    if event.faces[0].value == 4:
        raise IllegalEvent("R9.9", say("no fours any more"))
    return CATCH_UP.rules[Rolled](state, event)


STRICTER = replace(CATCH_UP, rules={**CATCH_UP.rules, Rolled: stricter})


def test_outdated_rows_are_played_as_far_as_possible(session, journal):
    play(session, *START)
    changed = {"catch-up": STRICTER}
    again = Session.resume(journal, changed, session.id)
    assert "entry 4" in str(again.stopped)
    assert len(again.entries) == 3
    again.submit(rolled(1, 1, 2, 2))
    assert not again.stopped
    assert Session.resume(journal, changed, session.id).facts() == again.facts()
    with_old_rules = Session.resume(journal, shelf(), session.id)
    assert with_old_rules.facts() == again.facts()


@pytest.mark.parametrize("act", [lambda session: session.submit(rolled(1, 1, 2, 2)), Session.undo])
def test_failed_write_after_outdated_rows(session, journal, monkeypatch, act):
    play(session, *START)
    again = Session.resume(journal, {"catch-up": STRICTER}, session.id)
    before, append, rows = (again.stopped, again.seq, again.facts()), journal.append, journal.rows(session.id)

    def full(session, seq, *rest):
        if seq == 6:
            raise JournalError("the disk is full")
        return append(session, seq, *rest)

    monkeypatch.setattr(journal, "append", full)
    with pytest.raises(JournalError):
        act(again)
    assert (again.stopped, again.seq, again.facts()) == before
    assert journal.rows(session.id) == rows
    monkeypatch.setattr(journal, "append", append)
    act(again)
    assert (str(again.stopped), again.seq) == ("", 6)
    assert Session.resume(journal, shelf(), session.id).facts() == again.facts()


def test_redo_after_outdated_rows_survives_restart(session, journal):
    play(session, *START)
    changed = {"catch-up": STRICTER}
    again = Session.resume(journal, changed, session.id)
    again.undo()
    restarted = Session.resume(journal, changed, session.id)
    assert not restarted.stopped
    assert [entry.seq for entry in restarted.taken_back] == [entry.seq for entry in again.taken_back] == [3]
    restarted.redo()
    assert restarted.facts() == Session.resume(journal, changed, session.id).facts()


def test_notes_despite_unplayable_redo(journal):
    session = Session.begin(journal, CATCH_UP, TABLE, CatchUpOptions(short=True, triples_exempt=True))
    begun = session.notes
    session.submit(rolled(0, 4, 3))
    session.undo()
    again = Session.resume(journal, {"catch-up": STRICTER}, session.id)
    assert again.taken_back == []
    assert again.notes == begun != ()


def test_unknown_game_is_named(session, journal):
    with pytest.raises(JournalError, match="catch-up, which is not on the shelf"):
        Session.resume(journal, {}, session.id)


def test_state_after_any_number_of_events(session):
    play(session, *START)
    assert session.at(0) == session.start
    assert session.at(4) == session.state
