"""Dice that were just read tell the tray's wizard their size and colour."""

import pytest

from calibration.profile.tray_profile import DIE_MM
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui.screens.tray_setup.dice_measure import only_box, places_of, turn_of


class Profile:
    """One whose pixels are half millimetres from the middle of 400 x 200, if it knows the table at all."""

    width, height = 400, 200

    def __init__(self, *, knows=True):
        self._knows = knows

    def to_mm(self, points, height_mm):
        assert height_mm == DIE_MM / 2, "the middle of a die that is seen is not on the ground"
        return [((x - 200) / 2, (y - 100) / 2) for x, y in points] if self._knows else None


def seen(*boxes, reading=b""):
    return DiceSeen(tuple(SeenDie(4, box=box) for box in boxes), sure=True, reading=reading)


def test_a_box_is_reported_in_the_pictures_pixels():
    assert only_box(seen((0.25, 0.5, 0.5, 0.75)), 200, 400) == (100, 100, 200, 150)


def test_two_dice_are_no_one_die():
    with pytest.raises(ValueError, match="unpack"):
        only_box(seen((0, 0, 1, 1), (0, 0, 1, 1)), 200, 400)


@pytest.mark.parametrize(
    ("reading", "turn"),
    [
        (b'{"dice": [{"angle_deg": 31.5}]}', 31.5),
        (b"", 0),
        (b"{}", 0),
        (b'{"dice": []}', 0),
        (b'{"dice": [{"angle_deg": null}]}', 0),
    ],
)
def test_the_turn_is_the_readings_or_none(reading, turn):
    assert turn_of(seen((0, 0, 1, 1), reading=reading)) == turn


def test_places_are_reported_of_the_first_three():
    boxes = [(0.5, 0.5, 0.5, 0.5), (0.6, 0.5, 0.7, 0.5), (0.5, 0.2, 0.5, 0.3), (0.9, 0.9, 1, 1)]
    assert places_of(Profile(), seen(*boxes)) == "at (+0, +0) (+30, +0) (+0, \N{MINUS SIGN}25) mm"


def test_a_profile_that_knows_no_table_says_nothing():
    assert places_of(Profile(knows=False), seen((0, 0, 1, 1))) == ""
