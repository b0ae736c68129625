"""Two readings compared: the same dice, pushed, or thrown."""

from __future__ import annotations

import pytest

from vision.reading import DieReading, Reading
from vision.tracking.association import ASSOCIATION, handled, same_dice

SIDE = 20.0
SOON, LATE = ASSOCIATION.longest_nudge_s, ASSOCIATION.longest_nudge_s + 0.5


def reading(*dice, cocked=False):
    """Dice as (x, y, value), x and y in sides."""
    half = SIDE / 2
    return Reading(
        tuple(
            DieReading(value, "white", (x * SIDE - half, y * SIDE - half, x * SIDE + half, y * SIDE + half), 1.0, 1.0)
            if not cocked
            else DieReading(value, "white", (x * SIDE, y * SIDE, (x + 1) * SIDE, (y + 1) * SIDE), 1.0, 1.0, cocked=True)
            for x, y, value in dice
        ),
        sure=True,
    )


BEFORE = reading((5, 5, 3), (15, 10, 5))


@pytest.mark.parametrize(
    ("after", "same"),
    [
        (reading((5.2, 5, 3), (15, 10.2, 5)), True),
        (reading((15, 10, 5), (5, 5, 3)), True),
        (reading((15, 10, 5)), True),  # one was taken up: what lies there lay there
        (reading((15, 10, 4)), False),
        (reading((5.5, 5, 3), (15, 10, 5)), False),
        (reading((5, 5, 3), (15, 10, 5), (10, 10, 1)), False),
        (reading((15.1, 10, 5), (14.9, 10, 5)), False),  # each die lay there once
    ],
)
def test_dice_that_lie_where_some_lay_are_the_same(after, same):
    assert same_dice(BEFORE, after) is same


def test_a_die_that_leans_now_is_another():
    assert not same_dice(reading((5, 5, 3)), reading((4.5, 4.5, 3), cocked=True))


@pytest.mark.parametrize(
    ("after", "moved_s", "became"),
    [
        # farther than a finger pushes, or another number of dice
        (reading((10, 5, 3), (15, 10, 5)), SOON, "thrown"),
        (reading((5, 5, 3)), SOON, "thrown"),
        # nothing shows anything else, and it is close by, or all moved alike: however long it took
        (reading((6.4, 5, 3), (15, 10, 5)), LATE, "turned"),
        (reading((8, 6, 3), (18, 11, 5)), LATE, "turned"),
        # soon: a finger, but one finger moves no two dice apart
        (reading((5, 5, 6), (15, 10, 5)), SOON, "turned"),
        (reading((8, 5, 6), (15, 10, 5)), SOON, "turned"),
        (reading((8, 5, 3), (15, 10, 5)), SOON, "turned"),
        (reading((7, 5, 6), (15, 12, 5)), SOON, "either"),
        (reading((7, 5, 6), (17, 10, 5)), SOON, "either"),
        (reading((7, 5, 3), (15, 12, 5)), SOON, "turned"),
        # late: a finger that dithered may have tipped what lies close by, what went farther was thrown
        (reading((6, 5, 6), (15, 10, 5)), LATE, "either"),
        (reading((5, 5, 6), (15, 10, 5)), LATE, "either"),
        (reading((8, 5, 6), (15, 10, 5)), LATE, "thrown"),
        (reading((8, 5, 3), (15, 10, 5)), LATE, "either"),
        (reading((8, 5, 3), (15, 11, 5)), LATE, "either"),
    ],
)
def test_what_became_of_dice(after, moved_s, became):
    assert handled(BEFORE, after, moved_s) == became


@pytest.mark.parametrize(("after", "became"), [((6, 5, 4), "turned"), ((8, 5, 4), "turned"), ((8, 5, 3), "turned")])
def test_one_die_that_soon_lies_near_by_was_turned(after, became):
    assert handled(reading((5, 5, 3)), reading(after), SOON) == became


@pytest.mark.parametrize(("after", "became"), [((6, 5, 4), "either"), ((8, 5, 4), "thrown"), ((8, 5, 3), "either")])
def test_one_die_that_went_far_after_a_while_was_thrown_unless_it_shows_what_it_showed(after, became):
    assert handled(reading((5, 5, 3)), reading(after), LATE) == became


def test_a_row_of_dice_that_moves_by_its_own_pitch_was_pushed_with_its_tray():
    row = [(5, 5, 3), (6.2, 5, 1), (7.4, 5, 6)]
    pushed = [(x + 1.2, y, value) for x, y, value in row]
    assert handled(reading(*row), reading(*pushed), LATE) == "turned"
