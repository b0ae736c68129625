"""The length of a game is the time its table was open, whatever was played or looked at between."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.app.controller import TableController
from companion.core.events import Ended, Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.bgstats import play_link
from companion.record.journal import Journal
from companion.record.session import Session
from companion.record.summary import minutes_played, summary_of

ANN, BO = (Rolled(seat, (Face(1), Face(2), Face(6 - seat))) for seat in (0, 1))
TABLE = Table(("Ann", "Bo"))


class Clock:
    """Wall-clock time that passes only when a test says so."""

    def __init__(self):
        self.time = datetime(2026, 11, 27, 20, tzinfo=UTC)

    def pass_(self, **how_long):
        self.time += timedelta(**how_long)

    def now(self):
        return self.time.isoformat(timespec="milliseconds")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def app(clock, path):
    made = TableController(Journal(path, now=clock.now), shelf())
    yield made
    made.stop()


def test_a_stay_at_home_while_another_game_is_played_is_no_time_at_the_table(app, clock):
    app.begin("catch-up", TABLE)
    first = app.session.id
    clock.pass_(seconds=50)
    app.touch(ANN)
    clock.pass_(seconds=4)
    app.leave()
    app.begin("catch-up", TABLE)
    clock.pass_(minutes=4)
    app.touch(ANN)
    assert minutes_played(app.session) == 4
    app.leave()
    clock.pass_(minutes=3)
    app.resume(first)
    clock.pass_(seconds=65)
    app.touch(BO)
    assert minutes_played(app.session) == 2, "50 s, 4 s and 65 s"


def test_looking_in_now_and_then_counts_as_long_as_it_lasts(app, clock):
    app.begin("catch-up", TABLE)
    seq = app.session.seq
    for _ in range(3):
        clock.pass_(minutes=2)
        app.leave()
        clock.pass_(minutes=10)
        app.resume("last")
    assert app.session.seq == seq, "who only looks writes nothing"
    clock.pass_(minutes=1)
    app.touch(ANN)
    assert minutes_played(app.session) == 7


def test_time_when_the_app_was_not_running_is_not_counted(app, clock, path):
    app.begin("catch-up", TABLE)
    clock.pass_(minutes=1)
    app.touch(ANN)
    other = TableController(Journal(path, now=clock.now), shelf())
    clock.pass_(minutes=20)
    other.resume("last")
    clock.pass_(minutes=1)
    other.touch(BO)
    assert minutes_played(other.session) == 2
    assert "durationMin%22:2," in play_link_of_stopped(other)
    other.stop()


def play_link_of_stopped(app):
    app.touch(Ended(""))
    return play_link(app.session)


def test_undo_redo_and_corrections_after_coming_back_do_what_they_say(app, clock):
    app.begin("catch-up", TABLE)
    app.touch(ANN)
    app.touch(BO)
    for then in (app.undo, app.redo, lambda: app.amend({1: Rolled(0, (Face(5),) * 3)}), app.undo):
        before = minutes_played(app.session)
        app.leave()
        clock.pass_(minutes=10)
        app.resume("last")
        clock.pass_(minutes=1)
        then()
        assert minutes_played(app.session) == before + 1
    assert [entry.event for entry in app.session.entries] == [ANN, BO]
    again = Session.resume(app.journal, shelf(), "last")
    assert again.entries == app.session.entries
    assert again.seq == app.session.seq
    app.undo()
    app.leave()
    clock.pass_(minutes=10)
    app.resume("last")
    app.redo()
    assert [entry.event for entry in app.session.entries] == [ANN, BO], "what was taken back comes back"
    assert summary_of(app.session).minutes == 4
