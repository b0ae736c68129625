"""Mostly occluded dice, behind a wall, a card or a hand, are found by their colour."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection.detector import Detections
from vision.objects.occluded import STRIP_MODEL, STRIPS, strips_of
from vision.pipeline.reader import Reader
from vision.reading import ReasonKind

DATA = Path(__file__).parents[1] / "data"
FELT, RED, WOOD = (60, 110, 40), (40, 30, 190), (60, 90, 140)
DICE = np.array([[100, 100, 140, 140], [200, 120, 240, 160]], np.float32)
FLAT = np.zeros((2, 2), np.float32)
NOWHERE = Detections.none()


def table(*things, colour=FELT, dice=DICE):
    """Red dice on felt, and `things`: (x0, y0, x1, y1, colour)."""
    picture = np.full((360, 480, 3), colour, np.uint8)
    for x0, y0, x1, y1, own in (*((*box, RED) for box in dice.astype(int).tolist()), *things):
        cv2.rectangle(picture, (x0, y0), (x1 - 1, y1 - 1), own, -1)
    return picture


def test_a_strip_of_the_dices_colour_lies_apart_from_them():
    strips = strips_of(table((300, 250, 340, 260, RED)), NOWHERE, DICE, FLAT)
    ((x0, y0, x1, y1),) = strips.boxes
    assert (x0, x1) == pytest.approx((300, 340), abs=2)
    assert (y0, y1) == pytest.approx((250, 260), abs=2)


@pytest.mark.parametrize(
    "thing",
    [
        (300, 250, 340, 260, WOOD),  # of another colour
        (300, 250, 306, 256, RED),  # too short
        (300, 250, 400, 256, RED),  # too long
        (300, 250, 340, 290, RED),  # as large as a die
        (141, 100, 144, 140, RED),  # its side, its light on the table
    ],
)
def test_what_is_no_part_of_another_die_is_left_out(thing):
    assert not len(strips_of(table(thing), NOWHERE, DICE, FLAT).boxes)


def test_where_the_table_is_of_the_dices_colour_nothing_stands_out():
    assert not len(strips_of(table((300, 250, 340, 260, FELT), colour=RED), NOWHERE, DICE, FLAT).boxes)


def test_what_is_as_long_as_a_die_and_alone_of_its_colour_is_likelier_a_part_of_one():
    strip = (300, 250, 334, 260, RED)
    plain = strips_of(table(strip), NOWHERE, DICE, FLAT).shapes[0]
    short = strips_of(table((300, 250, 318, 260, RED)), NOWHERE, DICE, FLAT).shapes[0]
    things = [(20 + 60 * k, 300, 50 + 60 * k, 330, RED) for k in range(6)]
    among = strips_of(table(strip, *things), NOWHERE, DICE, FLAT).shapes.max(axis=0)
    first = STRIP_MODEL.vector[: len(plain)]
    assert plain @ first > short @ first
    assert plain @ first > among @ first


def test_of_many_things_some_are_measured():
    things = [(10 + 24 * k, 20 + 24 * row, 28 + 24 * k, 26 + 24 * row, RED) for k in range(18) for row in (10, 11, 12)]
    assert len(strips_of(table(*things), NOWHERE, DICE, FLAT).boxes) == STRIPS.most


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
def test_the_signs_are_the_same_whatever_the_cameras_resolution(scale):
    picture = cv2.resize(table((300, 250, 334, 260, RED)), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    (signs,) = strips_of(picture, NOWHERE, (scale * DICE).astype(np.float32), FLAT).shapes
    (plain,) = strips_of(table((300, 250, 334, 260, RED)), NOWHERE, DICE, FLAT).shapes
    assert signs == pytest.approx(plain, abs=0.25)


def test_dice_at_the_pictures_border_and_beyond_do_no_harm():
    dice = np.array([[-30, -30, 10, 10], [470, 350, 510, 390], [600, 400, 640, 440]], np.float32)
    assert strips_of(table(dice=dice[:2]), NOWHERE, dice, np.zeros((3, 2), np.float32)).boxes.shape[1] == 4


@pytest.mark.parametrize(("still", "die"), [("d0054", 1), ("d0071", 0), ("d0106", 3), ("d0109", 4)])
def test_a_die_that_a_board_hides_but_for_its_edge_is_asked_about(still, die):
    picture = cv2.imread(str(DATA / f"{still}.jpg"))
    reader = Reader()
    before = reader.read(picture)
    assert before.sure
    x0, y0, x1, y1 = (round(v) for v in before.dice[die].box)
    cv2.rectangle(picture, (x0 - 50, round(0.3 * y1 + 0.7 * y0)), (x1 + 50, y1 + 30), WOOD, -1)
    reading = reader.read(picture)
    assert not reading.sure
    assert reading.has(ReasonKind.UNEXPLAINED_OBJECT, ReasonKind.OCCLUDED_DIE)
