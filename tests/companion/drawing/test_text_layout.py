"""How words are laid into boxes: whole if they can be, never below the smallest type, broken before they are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawing.text_layout import common_size, fits, height, lay
from companion.drawing.text_metrics import LINE_HEIGHT, width
from companion.drawing.theme import SMALL, TEXT_SIZES, TYPE, type_step

WORDS = st.lists(st.text("abcdefWMil-é★", min_size=1, max_size=16), min_size=1, max_size=8).map(" ".join)


def shown(words, wide, high, size=24, **how):
    return [line.words for line in lay(words, (0, 0, wide, high), size, **how).lines]


@given(words=WORDS, wide=st.integers(40, 600), high=st.integers(22, 200), size=st.integers(18, 92))
def test_lines_lie_inside_their_box(words, wide, high, size):
    laid = lay(words, (10, 20, wide, high), size)
    assert laid.size in {step for step in TYPE if step <= type_step(size)}
    assert len(laid.lines) * laid.size * LINE_HEIGHT <= high + 1
    for line in laid.lines:
        assert line.start[0] >= 10 - 0.01
        assert line.start[0] + line.width <= 10 + wide + 0.01
        assert 20 - 1 <= line.start[1] <= 20 + high


@given(words=WORDS, wide=st.integers(40, 600), high=st.integers(22, 200))
def test_no_letter_is_lost_unless_it_is_said_to_be(words, wide, high):
    laid = lay(words, (0, 0, wide, high), 24)
    letters = "".join(line.words for line in laid.lines).replace("-", "").replace(" ", "")
    assert laid.cut != (letters == words.replace("-", "").replace(" ", ""))


def test_type_shrinks_before_words_are_broken():
    laid = lay("a fairly long sentence", (0, 0, 150, 30), 30)
    assert laid.size == SMALL or len(laid.lines) == 1
    assert lay("Ann", (0, 0, 400, 60), 30).size == 30


@given(
    words=WORDS,
    wide=st.integers(40, 600),
    high=st.integers(22, 200),
    size=st.sampled_from([18, 20, 24, 26, 34, 44, 72]),
)
def test_type_stands_on_five_steps_whatever_is_asked_for(words, wide, high, size):
    for text_size in TEXT_SIZES:
        laid = lay(words, (0, 0, wide, high), size, text_size=text_size)
        assert laid.size in {SMALL * each for each in TEXT_SIZES} or laid.size / text_size in TYPE


def test_neighbours_of_one_role_have_one_size_in_large_text_too():
    """At 1.5 a short word would fit in 27 and a long one only in 18: both are written in 18."""
    room = (0, 0, 130, 30)
    words = ("nein", "Reihenfolge egal")
    size = common_size(words, *room[2:], SMALL, text_size=1.5)
    assert {lay(each, room, size, text_size=1.5).size for each in words} == {SMALL}


def test_large_text_is_larger_if_it_has_the_room():
    assert lay("Ann", (0, 0, 400, 80), 30, text_size=1.5).size == 45
    assert lay("Ann", (0, 0, 60, 30), 30, text_size=1.5).size < 45


@pytest.mark.parametrize(
    ("words", "wide", "high", "lines"),
    [
        ("Karl-Friedrich", 130, 60, ["Karl-Friedrich"]),
        ("Karl-Friedrich", 84, 60, ["Karl-", "Friedrich"]),
        ("Bartholomaeus8", 84, 60, ["Barthol-", "omaeus8"]),
        ("Bartholomaeus8", 60, 80, ["Barth-", "oloma-", "eus8"]),
        ("Ann", 84, 60, ["Ann"]),
        ("one two three", 70, 44, ["one two", "three"]),
        ("two\nlines", 200, 60, ["two", "lines"]),
    ],
)
def test_long_words_are_broken_at_their_hyphen_or_in_equal_parts(words, wide, high, lines):
    assert shown(words, wide, high, bold=True) == lines


def test_only_the_end_is_cut_and_only_if_nothing_else_helps():
    (line,) = shown("Karl-Friedrich", 84, 24)
    assert line.startswith("Karl-Fr")
    assert line.endswith("…")


def test_the_longest_word_is_broken_to_save_a_line():
    assert shown("Yarn: WWWWWWWWWWWWWC again", 244, 49, bold=True) == ["Yarn: WWWWWWW-", "WWWWWWC again"]


@pytest.mark.parametrize("align", ["left", "center", "right"])
@pytest.mark.parametrize("valign", ["bottom", "middle", "top"])
def test_words_stand_where_they_are_wanted(align, valign):
    (line,) = lay("Ann", (100, 50, 200, 100), 22, align=align, valign=valign).lines
    across = {"left": 100, "center": 200 - line.width / 2, "right": 300 - line.width}[align]
    low = {"bottom": 50, "middle": 100 - 11 * LINE_HEIGHT, "top": 150 - 22 * LINE_HEIGHT}[valign]
    assert line.start[0] == pytest.approx(across)
    assert low < line.start[1] < low + 22 * LINE_HEIGHT


def test_heights_and_widths_agree():
    assert fits("one two", width("one two", 20), 20 * LINE_HEIGHT, 20)
    assert not fits("one two", width("one two", 20) - 1, 20 * LINE_HEIGHT, 20)
    assert height("one two", width("one", 20) + 1, 20) == pytest.approx(2 * 20 * LINE_HEIGHT)
