"""Summary of a finished game: its length, its turning point, the dice."""

from dataclasses import replace
from random import Random

import pytest

from companion.core.events import Ended, Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catastrophe.events import CuriosityPlayed, ReactionsClosed
from companion.games.catch_up.events import Discarded
from companion.people.played import played
from companion.record.history import history
from companion.record.journal import Journal
from companion.record.result_picture import paint_end
from companion.record.result_sheet import result_sheet
from companion.record.session import Session
from companion.record.summary import counts_now, duration, said_of, summary_of
from tests.contract.all_games import all_games
from tests.contract.playing import bot_game
from tests.support.recorded_drawing import Recording

CATCH_UP = shelf()["catch-up"]


@pytest.fixture
def journal():
    times = (f"2026-11-22T20:{minute:02}:00+00:00" for minute in range(60))
    made = Journal(":memory:", now=lambda: next(times))
    yield made
    made.close()


def begun(journal, **facts):
    return Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CATCH_UP.options(), facts)


def test_minutes_played(journal):
    session = begun(journal, phase="rolling", cards=[[4], [9, 10]], starter=0)
    session.submit(Rolled(0, (Face(1), Face(1), Face(2))))
    session.submit(Rolled(1, (Face(6), Face(1), Face(2))))
    assert summary_of(session).minutes == 2
    assert [str(duration(minutes)) for minutes in (0, 1, 59, 135)] == [
        "less than a minute", "1 minute", "59 minutes", "2 h 15 min",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("times", "minutes"),
    [
        (["2026-11-22T20:00", "2026-11-22T20:25", "2026-11-22T20:50"], 50),
        (["2026-11-22T20:00", "2026-11-22T20:10", "2026-11-23T09:00", "2026-11-23T09:05"], 15),
        (["2026-01-01T00:00", "2026-01-01T00:04", "2026-11-25T20:30", "2026-11-25T20:36"], 10),
        (["2026-11-22T20:00", "2026-11-22T20:10", "2026-11-22T19:00", "2026-11-22T19:20"], 30),
        (["2026-11-22T20:00", "2026-11-\ufffd2T20:10", "2026-11-22T20:20", "2026-11-22T20:30"], 10),
        (["2026-11-22T20:00"], 0),
    ],
    ids=["play", "a night's pause", "clock set right", "clock set back", "damaged", "begun"],
)
def test_pauses_and_clock_changes_do_not_count(times, minutes):
    journal, rows = Journal(":memory:", now=iter(times).__next__), len(times)
    session = begun(journal, phase="rolling", cards=[[4], [9, 10]], starter=0)
    for then in (lambda: session.submit(Rolled(0, (Face(1), Face(1), Face(2)))), session.undo, session.redo)[
        : rows - 1
    ]:
        then()
    assert summary_of(session).minutes == minutes
    journal.close()


@pytest.mark.parametrize("end", [Discarded(0, (4,)), Ended()], ids=["over", "stopped"])
def test_time_until_an_end_was_taken_back_is_not_played(journal, end):
    """Each row is written a minute after the one before."""
    facts = {"phase": "discarding", "cards": [[4], [9, 10]], "faces": [[3, 3, 3], [4, 5, 5]], "starter": 0}
    session = begun(journal, **facts)
    session.submit(end)
    session.undo()
    session.submit(end)
    assert summary_of(session).minutes == 2
    turn = sum(played(session).seconds)
    assert turn == (0 if isinstance(end, Ended) else 120)


def test_dice_per_player(journal):
    session = begun(journal, phase="rolling", cards=[[4], [9, 10]], starter=0)
    session.submit(Rolled(0, (Face(1), Face(1), Face(4))))
    ann, bo = summary_of(session).results
    assert (ann.dice, ann.mean, bo.dice, bo.mean) == (3, 2.0, 0, None)
    assert str(said_of(ann)).endswith("3 dice, 2.0 on average"), "not “2.0 of 3”"


def test_rolls_for_who_begins_belong_to_no_round(journal):
    session = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CATCH_UP.options())
    for seat, value in ((0, 2), (1, 1), (0, 3)):
        session.submit(Rolled(seat, (Face(value), Face(value), Face(6))))
    assert [str(line.heading) for line in history(session)] == ["Round 1", "Who begins?", "Who begins?"]


def test_turning_point(journal):
    session = begun(journal, phase="rolling", cards=[[4, 5, 6], [9, 10]], starter=0)
    session.submit(Rolled(0, (Face(1), Face(1), Face(1))))
    session.submit(Rolled(1, (Face(6), Face(6), Face(6))))
    session.submit(Discarded(0, (4, 5, 6)))
    summary = summary_of(session)
    assert (str(summary.turning), summary.turning_at) == (
        "Bo takes the lead for good in round 1: Ann gives up 4, 5 and 6.",
        3,
    )
    assert [str(result.score) for result in summary.results] == ["0 cards", "2 cards"]
    assert "9, 10" in str(summary.results[1].why)
    assert summary.course == ((3, 2), (3, 2), (3, 2), (0, 2))


def test_turning_point_of_a_card_to_which_nobody_reacts(journal):
    game = shelf()["catastrophe"]
    table = Table(("Ann", "Bo"), ("red", "blue"))
    session = Session.begin(journal, game, table, game.options(), {"phase": "claw", "turn": 1, "life": [1, 1]})
    session.submit(CuriosityPlayed(1, 0))
    session.submit(ReactionsClosed(0))
    assert str(summary_of(session).turning) == "Bo takes the lead for good: Ann is out!"


def test_lead_from_the_start(journal):
    session = begun(journal, phase="discarding", cards=[[4], [9, 10]], faces=[[3, 3, 3], [4, 5, 5]], starter=0)
    session.submit(Discarded(0, (4,)))
    summary = summary_of(session)
    assert (str(summary.turning), summary.turning_at) == ("Bo leads from the start.", 0)


def test_no_turning_point_before_the_end(journal):
    session = begun(journal, phase="rolling", cards=[[4], [9, 10]], starter=0)
    assert summary_of(session).turning is None
    assert [str(count) for count in counts_now(session)] == ["1 card", "2 cards"]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_tally_of_every_game(game):
    """Each seat has a count with its unit, and an explanation."""
    seats = game.player_counts[0]
    *_, (state, event) = bot_game(game, seats, seed=Random(3).randrange(99), events=4000)
    last = game.apply(state, event).state
    outcome = game.outcome(last)
    assert outcome is not None
    counts = game.tally.counts(last)
    assert len(counts) == seats
    for seat, count in enumerate(counts):
        assert str(game.tally.why(last, seat))
        assert str(count) in str(game.tally.unit(count))


def test_after_a_change_of_the_table_dice_and_lead_are_those_of_the_evening(journal):
    before = begun(journal, phase="rolling", cards=[[4], [9, 10]], starter=0)
    before.submit(Rolled(0, (Face(1), Face(1), Face(4))))
    facts = {"phase": "discarding", "cards": [[9, 10], [4]], "faces": [[4, 5, 5], [3, 3, 3]], "starter": 1}
    options = CATCH_UP.options()
    after = Session.begin(journal, CATCH_UP, Table(("Bo", "Ann")), options, facts, continues=before.id)
    after.submit(Discarded(1, (4,)))
    summary = summary_of(after)
    assert [(result.dice, result.mean) for result in summary.results] == [(0, None), (3, 2.0)]
    assert summary.turning is None, "nobody knows here who led from the start"
    assert summary.course == ((2, 1), (2, 1), (2, 1), (2, 0)), "of Bo and Ann, from the beginning"
    newcomer = Session.begin(journal, CATCH_UP, Table(("Cy", "Ann")), options, facts, continues=before.id)
    course = summary_of(newcomer).course
    assert course == ((None, 1), (None, 1), (2, 1))
    drawn = Recording()
    paint_end(drawn, (0, 0, 1280, 640), replace(result_sheet(after, summary), course=course))
    assert drawn.faults((0, 0, 1280, 640)) == []
