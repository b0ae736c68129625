"""Numbers that people read from all sides of a table."""

import pytest

from companion.drawing import shapes
from companion.drawing.geometry import contains
from tests.support.recorded_drawing import Recording


def written(words, align="center"):
    canvas = Recording()
    shapes.number(canvas, words, (0, 0, 120, 60), 44, bold=True, align=align)
    return canvas


@pytest.mark.parametrize("words", ["6", "9", "66", "99", "16", "19", "61", "68", "89", "91", "98", "106", "18"])
def test_number_that_is_another_one_upside_down_has_a_bar(words):
    assert len(written(words).grounds) == 1


@pytest.mark.parametrize("words", ["", "0", "1", "8", "11", "69", "96", "10", "60", "90", "12", "26", "79", "+6", "A"])
def test_other_numbers_have_no_bar(words):
    assert written(words).grounds == []


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_bar_stands_below_the_digits_in_their_own_line(align):
    canvas = written("696", align=align)
    (bar, _), (number,) = canvas.grounds[0], canvas.texts
    (line,) = number.laid.lines
    assert contains(number.extent, bar)
    assert bar[1] + bar[3] < line.start[1]
    assert (bar[0], bar[2]) == (line.start[0], line.width)
