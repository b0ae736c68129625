"""Circles on a table, drawn in perspective, give its pose; other shapes do not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pose.ellipses import Circles, circles_in, table_by_circles
from vision.pose.table_pose import TablePose, places_of

WIDTH, HEIGHT, FOCAL_PX, FAR = 1280, 720, 1408.0, 700.0
COINS = [(-180.0, -60.0), (120.0, -70.0), (-60.0, 80.0), (160.0, 60.0)]
NOWHERE = np.zeros((0, 4), np.float32)


def camera(tilt, roll=0.0):
    """Rotation into the camera of a table seen `tilt` degrees from overhead, the camera turned by `roll` degrees."""
    t, r = np.radians(180 - tilt), np.radians(roll)
    tilted = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    rolled = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    return rolled @ tilted


def projected(points, rotation):
    seen = np.asarray(points) @ rotation.T + np.array([0, 0, FAR])
    return FOCAL_PX * seen[:, :2] / seen[:, 2:] + np.array([WIDTH / 2, HEIGHT / 2])


def top_offset_at(place, rotation, half=8.0):
    """The top offset of a level die at `place` mm, by definition: half edges from its centre to its top's."""
    middle, top = projected([(*place, half), (*place, 2 * half)], rotation)
    depth = (rotation @ np.array([*place, half]))[2] + FAR
    return (top - middle) / (FOCAL_PX / depth * half)


def drawn(rotation, coins=COINS, radius=13.0, stretched=1.0, lifted=None):
    """A table with coins: their shapes `stretched` across (no circles), or on stands (`lifted`)."""
    picture = np.full((HEIGHT * 2, WIDTH * 2, 3), (60, 90, 70), np.uint8)
    turn = np.linspace(0, 2 * np.pi, 200)
    for x, y in coins:
        rim = np.column_stack([stretched * radius * np.cos(turn), radius * np.sin(turn), 0 * turn])
        if lifted is not None:
            rim = rim @ camera(lifted).T
        at = projected(rim + np.array([x, y, 0]), rotation)
        cv2.fillPoly(picture, [np.rint(2 * at * 16).astype(np.int32)], (60, 170, 210), cv2.LINE_AA, 4)
    return cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)


def die(place, top_offset, spread=0.06):
    return np.array([place], np.float32), np.array([top_offset], np.float32), np.array([spread])


def estimated_table(picture, top_offset=(0.0, -0.3), place=(0.0, 0.0), spread=0.06):
    seen = die(place, top_offset, spread)
    return table_by_circles(circles_in(picture, NOWHERE), TablePose.about(seen[1], seen[0]), seen)


@pytest.mark.parametrize("tilt", [20, 30, 45, 60])
@pytest.mark.parametrize("roll", [-25, 0, 40])
def test_coins_give_the_top_offset_of_a_level_die(tilt, roll):
    rotation = camera(tilt, roll)
    rounds = circles_in(drawn(rotation), NOWHERE)
    assert len(rounds) == len(COINS)
    spots = projected([(*coin, 0) for coin in COINS], rotation)
    for place, top_offset, spread in zip(rounds.places, rounds.top_offsets, rounds.sigmas, strict=True):
        at = place * WIDTH + np.array([WIDTH / 2, HEIGHT / 2])
        wanted = top_offset_at(COINS[int(np.argmin(np.hypot(*(spots - at).T)))], rotation)
        assert min(np.hypot(*(top_offset - wanted)), np.hypot(*(-top_offset - wanted))) < 2.5 * spread + 0.02
    table = estimated_table(drawn(rotation), top_offset_at((0, 0), rotation))
    assert table.expected(np.zeros((1, 2)))[0][0] == pytest.approx(top_offset_at((0, 0), rotation), abs=0.04)
    assert not table.firm


def test_a_camera_from_above_learns_no_more_than_circles_show():
    rotation = camera(0)
    rounds = circles_in(drawn(rotation), NOWHERE)
    beside = WIDTH / FOCAL_PX * rounds.places  # from overhead top_offsets point away from the picture's middle
    off = np.minimum(np.hypot(*(rounds.top_offsets - beside).T), np.hypot(*(rounds.top_offsets + beside).T))
    assert (off < 2 * rounds.sigmas).all()
    middle = circles_in(drawn(rotation, [(0.0, 0.0)], radius=20.0), NOWHERE)
    assert middle.sigmas[0] > 0.1


def test_a_die_that_leans_does_not_turn_round_what_coins_say():
    """From above: coins on the left and in the middle, and a single die far right, whose top leans to the left."""
    places = np.array([[0.07, -0.15], [-0.26, 0.1], [-0.3, -0.09]], np.float32)
    ellipses = np.array([[0.11, -0.19], [-0.3, 0.07], [-0.31, -0.07]], np.float32)
    rounds = Circles(places, ellipses, np.array([0.08, 0.06, 0.06], np.float32), np.full(3, 28.0, np.float32))
    seen = die((0.28, -0.05), (-0.26, 0.1))
    table = table_by_circles(rounds, TablePose.about(seen[1], seen[0]), seen)
    assert table.expected(places)[0] == pytest.approx(ellipses, abs=0.1)
    assert table.away(*seen)[0] > 3.0


def test_coins_with_an_ambiguous_tilt_give_no_table():
    """Coins far from the agreement of prior and die: from above, with a die at a large angle."""
    rounds = Circles(
        *(np.array(each, np.float32) for each in ([[0.0, 0.02], [0.02, 0.0]], [[0.12, 0.0]] * 2, [0.06] * 2, [40, 39]))
    )
    seen = die((0.0, 0.0), (-0.5, 0.0))
    assert table_by_circles(rounds, TablePose.about(seen[1], seen[0]), seen) is None


def test_which_side_is_up_a_die_says():
    rotation = camera(-35)  # from the table's far side
    top_offset = top_offset_at((0, 0), rotation)
    assert top_offset[1] > 0.4
    table = estimated_table(drawn(rotation), top_offset)
    assert table.expected(np.zeros((1, 2)))[0][0] == pytest.approx(top_offset, abs=0.05)


def test_a_lone_die_that_leans_is_off_what_they_say():
    rotation = camera(35)
    leaning = top_offset_at((0, 0), rotation) + np.array([0.22, 0.05])
    seen = die((0.0, 0.0), leaning)
    assert estimated_table(drawn(rotation), leaning).away(*seen)[0] > 3


def test_ovals_of_many_kinds_and_things_that_stand_are_rejected():
    pictures = [drawn(camera(20), [coin], stretched=s) for coin, s in zip(COINS, (1.7, 0.5, 1.0, 2.1), strict=True)]
    assert estimated_table(np.where(pictures[0] != pictures[0][0, 0], pictures[0], pictures[1])) is None
    standing = drawn(camera(30), COINS[:1], lifted=-40)
    both = np.where(standing != standing[0, 0], standing, drawn(camera(30), COINS[1:2]))
    assert estimated_table(both) is None


def test_the_odd_one_among_several_is_left_out():
    rotation = camera(40)
    good, odd = drawn(rotation, COINS[:3]), drawn(rotation, COINS[3:], stretched=1.8)
    mixed = np.where(odd != odd[0, 0], odd, good)
    table = estimated_table(mixed, top_offset_at((0, 0), rotation))
    assert table.expected(np.zeros((1, 2)))[0][0] == pytest.approx(top_offset_at((0, 0), rotation), abs=0.05)


def test_a_small_ring_alone_says_nothing_and_a_large_one_does():
    rotation = camera(40)
    assert estimated_table(drawn(rotation, COINS[:1], radius=8.0), top_offset_at((0, 0), rotation)) is None
    assert estimated_table(drawn(rotation, COINS[:1], radius=16.0), top_offset_at((0, 0), rotation)) is not None


def test_pips_are_left_out():
    rotation = camera(40)
    spot = projected([(*COINS[0], 0)], rotation)[0]
    box = np.array([[*(spot - 40), *(spot + 40)]], np.float32)
    assert len(circles_in(drawn(rotation), box)) == len(COINS) - 1


def test_a_coin_that_a_die_touches_is_found():
    rotation = camera(40)
    picture = drawn(rotation, COINS[:1], radius=16.0)
    x, y = np.rint(projected([(*COINS[0], 0)], rotation)[0]).astype(int)
    box = np.array([[x + 17, y + 1, x + 73, y + 57]], np.float32)
    cv2.rectangle(picture, (x + 20, y + 4), (x + 70, y + 54), (60, 170, 210), -1)
    assert len(circles_in(picture, NOWHERE)) == 0
    assert len(circles_in(picture, box)) == 1


@pytest.mark.parametrize("shape", [(720, 1280), (480, 640), (30, 40), (2160, 3840)])
def test_an_empty_table_of_any_size_has_none(shape):
    rounds = circles_in(np.full((*shape, 3), 90, np.uint8), NOWHERE)
    assert (len(rounds), rounds.top_offsets.shape) == (0, (0, 2))
    assert table_by_circles(rounds, TablePose.usual(np.zeros(2, np.float32)), die((0, 0), (0, 0))) is None


def test_noise_and_squares_are_not_round():
    noise = np.random.default_rng(4).integers(0, 255, (480, 640, 3)).astype(np.uint8)
    assert len(circles_in(noise, NOWHERE)) == 0
    squares = np.full((480, 640, 3), 40, np.uint8)
    for k in range(5):
        cv2.rectangle(squares, (20 + 110 * k, 100), (90 + 110 * k, 150 + 20 * k), (220, 220, 220), -1)
    assert len(circles_in(squares, NOWHERE)) == 0


def test_places_are_over_the_longer_side():
    assert places_of(np.array([[1180, 620, 1280, 720]], np.float32), WIDTH, HEIGHT) == pytest.approx(
        np.array([[590 / 1280, 310 / 1280]])
    )
    none = np.zeros((0, 2), np.float32)
    assert len(Circles(none, none, none[:, 0], none[:, 0])) == 0
