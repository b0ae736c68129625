"""The sequential test of dice: how often it is wrong about fair ones, and how soon it finds loaded ones."""

from math import exp, log
from random import Random
from statistics import median

import pytest

from companion.core.table import Table
from companion.people.fair_dice import (
    ALARM,
    LOADED,
    Die,
    dice_of,
    evidence,
    largest_evidence,
    rolls_to_find,
    verdict,
)
from companion.people.matches import SessionPlayed
from companion.people.played import Played

ROLLS = 1500
FAIR = (1 / 6,) * 6


def thrown(shares, rolls, random):
    return "".join(random.choices("123456", shares, k=rolls))


def first_alarm(values):
    """After how many rolls the alarm first came, by bisection: the largest evidence never falls."""
    if largest_evidence(values) < ALARM:
        return None
    low, high = 0, len(values)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if largest_evidence(values[:middle]) >= ALARM else (middle, high)
    return high


def test_at_most_one_fair_die_in_a_hundred_is_called_unfair_however_often_people_look():
    random, dice = Random(56), 1000
    alarms = sum(largest_evidence(thrown(FAIR, ROLLS, random)) >= ALARM for _ in range(dice))
    assert alarms <= dice / 100


def test_a_die_that_shows_a_six_one_time_in_four_is_found_after_as_many_rolls_as_is_said():
    random = Random(7)
    found = [first_alarm(thrown(LOADED, 4 * ROLLS, random)) for _ in range(151)]
    assert None not in found
    assert 600 <= rolls_to_find() <= 800
    assert median(found) == pytest.approx(rolls_to_find(), rel=0.15)


def test_evidence_is_the_ratio_of_the_mixture_to_a_fair_die():
    """One roll tells nothing; after a second equal one the mixture expects it with (1 + 1/2) / (1 + 3)."""
    assert evidence((1, 0, 0, 0, 0, 0)) == pytest.approx(0)
    assert exp(evidence((2, 0, 0, 0, 0, 0))) == pytest.approx(6 * 1.5 / 4)
    assert largest_evidence("66") == pytest.approx(log(6 * 1.5 / 4))


def test_the_evidence_of_the_counts_is_what_single_rolls_add_up_to():
    values = thrown(LOADED, 300, Random(2))
    whole = [evidence([values[:rolls].count(face) for face in "123456"]) for rolls in range(301)]
    assert largest_evidence(values) == pytest.approx(max(whole))


def test_sentences():
    few, fair = Die("red", (10, 10, 10, 10, 10, 10), "", 0.0), Die("red", (200,) * 6, "", 1.0)
    loaded = Die("red", (150, 150, 150, 150, 150, 250), "", 9.0)
    assert str(verdict(few)).startswith("60 rolls are not enough to say")
    assert str(rolls_to_find()) in str(verdict(few))
    assert str(verdict(fair)).startswith("Nothing speaks against it after 1200 rolls")
    assert str(verdict(loaded)).startswith(
        "This does not look fair: in 1000 rolls a 6 came 250 times; 167 would be fair."
    )


def test_other_dice_of_a_colour_begin_anew():
    def session(began, faces):
        return SessionPlayed("s", "g", began, Table(()), "", Played(False, (), {}, (), (), (), {"red": faces}))

    sessions = [session("2026-01-01", "666"), session("2026-02-01", "12")]
    assert [die.faces for die in dice_of(sessions, {"red": "2026-01-15"})] == [(1, 1, 0, 0, 0, 0)]
    assert [die.rolls for die in dice_of(sessions, {})] == [5]
