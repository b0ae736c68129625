"""Times as the clock on the wall shows them."""

import time
from datetime import date

import pytest

from companion.games.catch_up.events import Discarded
from companion.ui.screens.history import LineRow
from companion.ui.screens.home_tiles import ResumeTile
from companion.views.local_time import day, wall
from tests.support.written_words import paint, written

__all__ = ["written"]

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


@pytest.fixture
def zone(monkeypatch):
    def at(name):
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield at
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("name", "shown"), [("UTC0", "2026-11-23 23:30"), ("XXX-2", "2026-11-24 01:30"), ("YYY+5", "2026-11-23 18:30")]
)
def test_a_time_is_shown_where_the_tablet_lies(zone, name, shown):
    zone(name)
    assert wall("2026-11-23T23:30:05.123+00:00", "%Y-%m-%d %H:%M") == shown


def test_a_damaged_time_is_shown_as_it_stands():
    for damaged in ("", "yesterday", "2026-13-45T99:00:00+00:00"):
        assert wall(damaged, "%H:%M") == damaged[:19]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("2026-11-23T23:30:05+00:00", "today, 01:30"),
        ("2026-11-23T21:30:05+00:00", "yesterday, 23:30"),
        ("2026-11-22T21:30:05+00:00", "None"),
        ("2026-11-24T23:30:05+00:00", "None"),
        ("damaged", "None"),
    ],
)
def test_the_last_two_days_have_names(zone, at, said):
    zone("XXX-2")
    assert str(day(at, date(2026, 11, 24))) == said


def test_home_and_history_go_by_it(zone, controller, begin, driver, monkeypatch, written):
    zone("XXX-2")
    monkeypatch.setattr(controller.journal, "_now", lambda: "2026-11-23T23:30:05+00:00")
    begin(3, facts=DISCARDING)
    controller.touch(Discarded(0, (7,)))
    shown = driver()
    for screen, kind in (("history", LineRow), ("home", ResumeTile)):
        shown.app.go(screen)
        shown.frames(2)
        paint(next(shown.all(kind)))
    words = [each.words for each in written]
    assert "01:30" in words
    assert any("2026-11-24  01:30" in each for each in words)
    assert not any("23:30" in each for each in words)
