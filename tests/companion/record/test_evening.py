"""Everybody keeps the colour and shape that stand for them all evening, whoever comes and goes."""

import pytest

from companion.core.table import Table
from companion.games import shelf
from companion.record.evening import evening_alone, seated
from companion.record.journal import Journal
from companion.record.session import Session

GAMES = shelf()
CATCH_UP = GAMES["catch-up"]


@pytest.fixture
def journal():
    made = Journal(":memory:")
    yield made
    made.close()


def marks(session):
    return {session.table.name(seat): session.table.mark(seat) for seat in session.table.seats}


def test_who_stays_and_who_comes_back_has_the_same_mark_and_nobody_has_anothers(journal):
    tables = [("Ann", "Bo", "Cy"), ("Ann", "Cy"), ("Ann", "Cy", "Di"), ("Di", "Cy", "Ann", "Bo")]
    session, seen, all_marks = "", [], {}
    for players in tables:
        begun = Session.begin(journal, CATCH_UP, Table(players), CATCH_UP.options(), None, session)
        session = begun.id
        seen.append(marks(begun))
        assert marks(Session.resume(journal, GAMES, session)) == seen[-1], "it is in the journal"
        assert {**seen[-1], **all_marks} == {**all_marks, **seen[-1]}, "nobody changes"
        all_marks |= seen[-1]
    assert seen[0] == {"Ann": 0, "Bo": 1, "Cy": 2}
    assert len({*all_marks.values()}) == len(all_marks)


def test_what_two_evenings_have_in_common_belongs_to_neither_alone(journal):
    def begun(before=""):
        return Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CATCH_UP.options(), None, before).id

    first = begun()
    second = begun(first)
    last = begun(second)
    assert evening_alone(journal, last) == [last, second, first]
    other = begun(first)
    assert evening_alone(journal, last) == [last, second]
    journal.erase(*evening_alone(journal, last))
    assert evening_alone(journal, other) == [other, first]


def test_another_game_of_the_same_people_begins_anew(journal):
    first = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo", "Cy")), CATCH_UP.options())
    Session.begin(journal, CATCH_UP, Table(("Ann", "Cy")), CATCH_UP.options(), None, first.id)
    again = Session.begin(journal, CATCH_UP, Table(("Ann", "Cy")), CATCH_UP.options())
    assert marks(again) == {"Ann": 0, "Cy": 1}


def test_more_people_than_marks_take_those_of_people_who_have_left(journal):
    session = ""
    for number in range(6):
        table = Table(("Ann", f"guest {number}", f"guest {number + 50}"))
        session = Session.begin(journal, CATCH_UP, table, CATCH_UP.options(), None, session).id
    here = seated(journal, session, Table(("Ann", "Zoë", "guest 5")))
    assert here.mark(0) == 0
    assert len({*here.marks}) == 3
