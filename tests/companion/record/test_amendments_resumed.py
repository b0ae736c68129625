"""After any amendments, undos and redos a resumed session equals the original."""

from contextlib import closing
from random import Random

import pytest

from companion.bots.players import thrown
from companion.core.events import Corrected, Ended, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record import codec
from companion.record.entries import Conflict
from companion.record.journal import Journal
from companion.record.session import Session

NAMES, COLOURS = ("Ann", "Bo", "Cyril"), ("red", "blue", "green")
GAMES = sorted(shelf())


def any_event(asks, random):
    """Submit something the table is asked for."""
    offered = [choice.event for ask in asks for choice in ask.choices]
    rolls = [thrown(ask, random) for ask in asks if ask.roll is not None]
    return random.choice(offered + rolls) if offered or rolls else None


def change(session, random):
    """Replace or remove any entry; misfits are dropped, or refuse the change."""
    at = random.randrange(len(session.entries))
    entry = session.entries[at]
    asks = [ask for ask in session.game.asks(session.at(at)) if ask.seat == entry.event.seat]
    event = None if random.random() < 0.2 else any_event(asks, random)
    if random.random() < 0.1:
        event = random.choice((Ended("late"), correction(session, random)))
    session.amend({entry.seq: event}, random.choice(("refuse", "stop", "skip")))


def correction(session, random):
    """Correct some fact to what it was at some time."""
    facts = session.game.facts(session.at(random.randrange(len(session.entries) + 1)))
    name = random.choice(sorted(facts))
    return Corrected({name: codec.plain(facts[name])})


def step(session, random):
    """Do one random thing at the table or with its history."""
    way = random.random()
    if way < 0.15 and session.entries:
        try:
            change(session, random)
        except (Conflict, IllegalEvent):
            return False
        return True
    if way < 0.25 and session.steps:
        session.undo(random.randint(1, min(3, len(session.steps))))
    elif way < 0.32 and session.taken_back:
        session.redo(1)
    elif way < 0.4:
        try:
            session.submit(Ended("late") if way < 0.34 else correction(session, random))
        except IllegalEvent:
            return False
    elif (event := any_event(session.asks(), random)) is not None:
        session.submit(event)
    return False


def stands(session):
    return (
        session.seq,
        session.state,
        session.stopped,
        [(entry.seq, entry.amended, entry.event, entry.original, entry.state) for entry in session.entries],
        [each.seq for each in session.steps],
        [each.seq for each in session.taken_back],
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_resumed_session_equals_the_original(game, seed):
    random = Random(seed)
    with closing(Journal(":memory:")) as journal:
        chosen = shelf()[game]
        seats = min(3, chosen.player_counts[-1])
        session = Session.begin(journal, chosen, Table(NAMES[:seats], COLOURS[:seats]), chosen.options())
        changed = 0
        for number in range(120):
            changed += step(session, random)
            if number % 10 == 9:
                assert stands(Session.resume(journal, shelf(), session.id)) == stands(session)
        assert changed, "something was changed"
        every = len(session.steps)
        session.undo(every)
        assert session.state == session.start
        session.redo(every)
        assert stands(Session.resume(journal, shelf(), session.id)) == stands(session)


def test_refused_amendment_stops_the_replay():
    catch_up = shelf()["catch-up"]
    with closing(Journal(":memory:")) as journal:
        session = Session.begin(journal, catch_up, Table(("Ann", "Bo")), catch_up.options())
        roll = any_event(session.asks(), Random(1))
        session.submit(roll)
        session.amend({1: Rolled(roll.seat, roll.faces[::-1])})
        body = journal.rows(session.id)[-1].body.replace(b'"entry":1', b'"entry":9')
        journal.append(session.id, 3, "touch", "amended", body, None)
        again = Session.resume(journal, shelf(), session.id)
        assert str(again.stopped).startswith("entry 3 (amended) is refused by these rules: no entry 9")
        assert [entry.seq for entry in again.entries] == [1]
        again.undo()
        assert again.entries[0].event == roll
        assert stands(Session.resume(journal, shelf(), session.id)) == stands(again)
