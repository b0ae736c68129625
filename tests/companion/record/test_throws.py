"""What readings and people said of throws, and the table's own error rate."""

import json
from fractions import Fraction

import pytest

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.options import CatchUpOptions
from companion.record.journal import Evidence, Origin
from companion.record.session import Session
from companion.record.throws import Rate, throws_of, wilson

FACTS = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}


def reading(*values, sure=True, leaning=()):
    """A reading as the journal keeps it: JSON of `vision.Reading`."""
    dice = [{"value": each, "box": [0, 0, 9, 9], "colour": "white"} for each in values]
    dice += [{"value": each, "box": [0, 0, 9, 9], "cocked": True} for each in leaning]
    return Evidence(json.dumps({"dice": dice, "sure": sure, "reasons": [], "at": 1.0}).encode())


def rolled(seat, *values):
    return Rolled(seat, tuple(Face(value) for value in values))


@pytest.fixture
def session(journal):
    return Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions(), FACTS)


def only(session):
    (throw,) = throws_of(session)
    return throw


def rate(session):
    return Rate.of((throw.read.values, throw.read.sure, throw.truth) for throw in throws_of(session))


def test_accepted_reading_is_the_truth_until_people_correct_it(session):
    session.submit(rolled(0, 1, 1, 2), Origin.TRAY, reading(1, 1, 2))
    assert (only(session).truth, only(session).by_people) == ((1, 1, 2), False)
    assert rate(session) == Rate(1, 0, 0)
    session.amend({1: rolled(0, 1, 1, 3)})
    assert (only(session).truth, only(session).by_people) == ((1, 1, 3), True)
    assert rate(session) == Rate(1, 1, 0)  # it was accepted without a question


def test_dice_that_lay_there_before_stay_as_they_were_read(session):
    session.submit(rolled(0, 1, 1, 2), Origin.TRAY, reading(1, 1, 2, 6))
    session.amend({1: rolled(0, 1, 1, 3)})
    assert only(session).truth == (1, 1, 3, 6)


def test_question_is_needless_only_if_exactly_that_was_read(session):
    session.submit(rolled(0, 1, 1, 2), Origin.TOUCH, reading(1, 1, 2, sure=False))
    assert rate(session) == Rate(1, 0, 1)
    session.amend({1: rolled(0, 1, 1, 3)})
    assert rate(session) == Rate(1, 0, 0)


def test_question_about_a_leaning_die_is_needed(session):
    session.submit(rolled(0, 1, 1, 2), Origin.TOUCH, reading(1, 1, sure=False, leaning=[2]))
    assert only(session).truth == (1, 1, 2)
    assert rate(session) == Rate(1, 0, 0)


def test_nobody_can_say_which_of_more_dice_counted(session):
    session.submit(rolled(0, 1, 1, 2), Origin.TOUCH, reading(1, 1, 2, 5, sure=False))
    assert only(session).truth is None
    assert rate(session) == Rate(0, 0, 0)


def test_rolls_of_several_seats_are_one_throw(session):
    seen = reading(1, 1, 2, 3, 3, 4)
    session.submit(rolled(0, 1, 1, 2), Origin.TRAY, seen)
    session.submit(rolled(1, 3, 3, 4), Origin.TRAY, seen)
    assert only(session).truth == (1, 1, 2, 3, 3, 4)


def test_undone_throws_do_not_count(session):
    session.submit(rolled(0, 1, 1, 2), Origin.TRAY, reading(1, 1, 2))
    session.undo()
    assert not list(throws_of(session))


@pytest.mark.parametrize("stored", [b'{"box": "a", "boot": 1, "number": 2}', b'{"tap": "x"}', b"not JSON", b"[]"])
def test_presses_and_damaged_readings_are_no_throws(session, stored):
    session.submit(rolled(0, 1, 1, 2), Origin.BOX, Evidence(stored))
    assert not list(throws_of(session))


@pytest.mark.parametrize(("part", "whole"), [(0, 10), (1, 10), (10, 10), (3, 500)])
def test_wilson_interval_is_where_the_share_is_just_credible(part, whole):
    """At both ends the score test rejects: |share - p| = 1.96 standard deviations of p (Wilson 1927)."""
    share = part / whole
    for end in wilson(part, whole):
        if 0 < end < 1 and end != share:
            assert abs(share - end) == pytest.approx(1.96 * (end * (1 - end) / whole) ** 0.5, rel=1e-6)
    assert wilson(part, whole)[0] <= Fraction(part, whole) <= wilson(part, whole)[1]


def test_rate_in_words():
    assert str(Rate(0, 0, 0).text) == "How well dice are read here is not known yet."
    assert str(Rate(200, 1, 6).text) == (
        "Of 200 throws read: 0.5 silently wrong in 100 (0.1 to 2.8), 3.0 needless questions in 100 (1.4 to 6.4)"
    )
