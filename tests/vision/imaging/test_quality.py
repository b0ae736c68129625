"""Image quality: when a picture is good enough for a sure reading."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.image_quality import QUALITY_LIMITS
from vision.imaging.quality import dice_quality, flaw
from vision.pipeline.reader import Reader
from vision.reading import DieReading, ReasonKind

STILL = Path(__file__).parents[1] / "data" / "d0071.jpg"


def drawn(side, *, light=230, dark=40, table=90):
    """A five of `side` px in the middle of a table, as a camera has it that is in focus, and where it lies."""
    times, room = 8, 2 * side
    picture = np.full((room * times, room * times, 3), table, np.uint8)
    corner, edge = room // 4 * times, side * times
    cv2.rectangle(picture, (corner, corner), (corner + edge, corner + edge), (light, light, light), -1)
    for x, y in ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)):
        middle = (round(corner + x * edge), round(corner + y * edge))
        cv2.circle(picture, middle, edge // 11, (dark, dark, dark), -1)
    small = cv2.resize(picture, (room, room), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 0.6), lying(room // 4, room // 4, room // 4 + side, room // 4 + side)


def lying(*box):
    return (DieReading(5, "white", box, 0.99, 0.99),)


def moved(picture, px, *, upright):
    along = np.full((px, 1) if upright else (1, px), 1.0 / px, np.float32)
    return cv2.filter2D(picture, -1, along)


@pytest.mark.parametrize("side", [16, 24, 50, 100, 300])
def test_a_sharp_die_of_any_size_is_sharp(side):
    assert flaw(*drawn(side)) is None


@pytest.mark.parametrize(("side", "deviation"), [(30, 3.5), (50, 5.5), (100, 11.0), (300, 33.0)])
def test_blur_is_relative_to_die_size(side, deviation):
    picture, dice = drawn(side)
    assert flaw(cv2.GaussianBlur(picture, (0, 0), deviation), dice) == ReasonKind.BLURRED
    assert flaw(cv2.GaussianBlur(picture, (0, 0), 0.2 * deviation), dice) is None


@pytest.mark.parametrize("upright", [False, True])
def test_motion_blur_in_one_direction_is_found(upright):
    picture, dice = drawn(50)
    assert dice_quality(moved(picture, 3, upright=upright), dice).blur < QUALITY_LIMITS.unreadable_blur
    assert dice_quality(moved(picture, 14, upright=upright), dice).blur > QUALITY_LIMITS.unreadable_blur


@pytest.mark.parametrize(("light", "dark"), [(230, 40), (120, 70), (40, 230)])
def test_blur_does_not_depend_on_pip_contrast(light, dark):
    sharp, dice = drawn(50, light=light, dark=dark)
    assert flaw(sharp, dice) is None
    assert flaw(cv2.GaussianBlur(sharp, (0, 0), 5.0), dice) == ReasonKind.BLURRED


def test_one_blurred_die_is_no_blurred_picture():
    sharp, (die,) = drawn(50)
    soft = cv2.GaussianBlur(sharp, (0, 0), 5.0)
    (right,) = lying(*np.add(die.box, (sharp.shape[1], 0, sharp.shape[1], 0)))
    assert flaw(np.hstack([sharp, soft]), (die, die, right)) is None
    assert flaw(np.hstack([sharp, soft]), (die, right, right)) == ReasonKind.BLURRED


@pytest.mark.parametrize("box", [(-20, -20, -2, -2), (98, 98, 130, 130), (40, 40, 41, 90), (300, 300, 340, 340)])
def test_boxes_outside_the_picture_are_not_measured(box):
    picture, _ = drawn(50)
    assert flaw(picture, lying(*box)) is None


@pytest.mark.parametrize("box", [(0, 0, 2, 590), (-60, 10, 3, 580), (5, 5, 595, 6)])
def test_a_strip_of_a_die_says_nothing(box):
    picture, _ = drawn(300)
    assert dice_quality(picture, lying(*box)) is None


def test_picture_without_dice_has_no_quality_fault():
    assert flaw(drawn(50)[0], ()) is None


@pytest.mark.parametrize(
    ("share", "veil", "why"),
    [
        (1.0, 0, None),
        (0.5, 90, None),
        (0.5, 0, None),
        (0.2, 40, None),
        (0.3, 150, ReasonKind.HAZY),
        (0.1, 60, ReasonKind.HAZY),
        (0.0, 120, ReasonKind.HAZY),
    ],
)
def test_what_lies_under_a_veil_is_not_sure(share, veil, why):
    """A fogged or dirty lens, a lamp that shines into it: everything is lighter, nothing is dark."""
    picture, dice = drawn(50)
    assert flaw(cv2.convertScaleAbs(picture, alpha=share, beta=veil), dice) == why


def test_a_glint_does_not_hide_the_haze():
    picture, dice = drawn(50)
    veiled = cv2.convertScaleAbs(picture, alpha=0.2, beta=150)
    x0, y0, x1, _ = dice[0].box
    veiled[y0 : y0 + 5, x0 : x0 + 5], veiled[y0 : y0 + 5, x1 - 5 : x1] = 255, 0
    assert flaw(veiled, dice) == ReasonKind.HAZY


@pytest.mark.parametrize(("times", "why"), [(1, None), (1.1, None), (7, ReasonKind.OVEREXPOSED)])
def test_a_die_flooded_with_light_is_not_sure(times, why):
    picture, dice = drawn(50)
    assert flaw(cv2.convertScaleAbs(picture, alpha=times), dice) == why


def test_a_table_flooded_with_light_is_no_die():
    assert flaw(*drawn(50, light=220, table=255)) is None


def test_one_flooded_die_of_three_is_enough():
    picture, (die,) = drawn(50)
    (right,) = lying(*np.add(die.box, (picture.shape[1], 0, picture.shape[1], 0)))
    bright = cv2.convertScaleAbs(picture, alpha=7)
    assert flaw(np.hstack([picture, bright]), (die, die, right)) == ReasonKind.OVEREXPOSED


def noisy(picture, deviation):
    noise = np.random.default_rng(1).normal(0.0, deviation, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("side", [20, 50, 100])
def test_noise_is_told_from_edges(side):
    picture, dice = drawn(side, light=200, dark=60)
    assert dice_quality(picture, dice).noise < 0.02
    assert flaw(noisy(picture, 8), dice) is None


@pytest.mark.parametrize("deviation", [7.0, 28.0])
def test_grain_is_relative_to_the_range(deviation):
    """On flat halves of 80 and 180 grey levels."""
    picture = np.full((60, 60, 3), 80, np.uint8)
    picture[:, 30:] = 180
    seen = dice_quality(noisy(picture, deviation), lying(0, 0, 60, 60))
    span = 100.0 + 2 * 1.55 * deviation  # three in a hundred of all lie beyond on either side: six of each half's
    assert seen.noise == pytest.approx(deviation / span, rel=0.1)


@pytest.mark.parametrize(("light", "dark", "deviation"), [(230, 40, 60), (120, 60, 20)])
def test_dice_that_drown_in_noise_are_not_sure(light, dark, deviation):
    picture, dice = drawn(50, light=light, dark=dark)
    assert flaw(noisy(picture, deviation), dice) == ReasonKind.NOISY


def test_darkness_is_reported_first():
    picture, dice = drawn(50)
    assert flaw(cv2.GaussianBlur(picture, (0, 0), 5.0) // 8, dice) == ReasonKind.TOO_DARK


def test_a_still_is_asked_about_once_it_is_blurred():
    reader, still = Reader(), cv2.imread(str(STILL))
    assert reader.read(still).sure
    reading = reader.read(cv2.GaussianBlur(still, (0, 0), 3.5))
    assert reading.dice
    assert reading.has(ReasonKind.BLURRED)
