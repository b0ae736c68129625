"""What is written can be read, in every theme; colour never carries meaning alone."""

import pytest

from companion.drawing.theme import (
    DICE,
    MARK_COLOURS,
    MARK_PAIRS,
    MARK_SHAPES,
    SMALL,
    TEXT_PAIRS,
    THEMES,
    TOUCH,
    contrast,
    ink_on,
)
from companion.games.cat_in_the_box.board import ROWS
from companion.games.catchy.card_faces import NAMED, PLAIN


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize(("ink", "paper"), TEXT_PAIRS)
def test_text_reaches_four_and_a_half_to_one(theme, ink, paper):
    assert contrast(getattr(theme, ink), getattr(theme, paper)) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize(("mark", "paper"), MARK_PAIRS)
def test_marks_reach_three_to_one(theme, mark, paper):
    assert contrast(getattr(theme, mark), getattr(theme, paper)) >= 3


@pytest.mark.parametrize("colour", DICE)
def test_pips_stand_out_from_their_die(colour):
    assert contrast(DICE[colour].body, DICE[colour].pips) >= 4.5


@pytest.mark.parametrize("paper", [*(colour.body for colour in DICE.values()), *ROWS.values(), *NAMED.values(), *PLAIN])
def test_what_is_written_on_a_colour_stands_out_from_it(paper):
    assert contrast(ink_on(paper), paper) >= 4.5


def test_contrast_is_that_of_the_standard():
    assert contrast("000000", "FFFFFF") == pytest.approx(21)
    assert contrast("777777", "FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("FF0000", "FF0000") == 1


def test_every_seat_has_a_shape_of_its_own():
    assert len(set(MARK_SHAPES)) == len(MARK_SHAPES) == len(set(MARK_COLOURS))


def test_sizes_are_those_of_the_design():
    assert SMALL >= 18
    assert TOUCH >= 56
