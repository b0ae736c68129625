"""The outline of a tray: how it is written, and what of a picture belongs to it."""

import numpy as np
import pytest

from vision.imaging.outline import Outline

SQUARE = Outline(((200.0, 100.0), (400.0, 100.0), (400.0, 300.0), (200.0, 300.0)))


def test_an_outline_is_written_as_numbers():
    assert Outline.parse("200,100, 400,100,400.0,300,200,300") == SQUARE


@pytest.mark.parametrize("text", ["", "1,2,3,4", "1,2,3,4,5", "1,2,3,4,5,six", "1,2,3,4,5,nan", "a"])
def test_what_is_no_outline_is_named(text):
    with pytest.raises(ValueError, match="no outline"):
        Outline.parse(text)


def test_outside_of_the_outline_is_one_colour():
    picture = np.random.default_rng(1).integers(0, 256, (400, 600, 3), np.uint8)
    only = SQUARE.only(picture, (1, 2, 3))
    assert np.array_equal(only[100:300, 200:400], picture[100:300, 200:400])
    assert (only[:, 450:] == (1, 2, 3)).all()
    rows, columns = SQUARE.window(picture.shape)
    assert (rows.start, rows.stop) == pytest.approx((100, 300), abs=30)
    assert (columns.start, columns.stop) == pytest.approx((200, 400), abs=30)


def test_depths_are_positive_inside():
    assert SQUARE.depths(np.array([[300, 110], [300, 90], [390, 200]], np.float32)) == pytest.approx([10, -10, 10])


def test_outline_outside_the_picture_is_ignored():
    picture = np.full((50, 60, 3), 9, np.uint8)
    assert np.array_equal(SQUARE.only(picture, (0, 0, 0)), picture)
