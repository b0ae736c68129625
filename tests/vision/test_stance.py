"""Dice drawn as points before a camera: level ones stand alike, a leaning one does not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.stance import leanings

WIDTH, HEIGHT = 1280, 720
PLACES = [(-150.0, -70.0), (130.0, -60.0), (-120.0, 60.0), (140.0, 80.0), (0.0, 0.0)]
SPREAD = 0.08


def turned(axis, degrees):
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return {
        "x": np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]]),
        "y": np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]]),
    }[axis]


def seen(place, *, tilt, focal=1400.0, lean=0.0, about="y", half=8.0):
    """Box (4,) px and upright (2,) in half edges of a die at `place` mm on a table that the camera sees from 700 mm,
    `tilt` degrees from overhead."""
    points = np.array([[0.0, 0, 0], [0, 0, half]]) @ turned(about, lean).T + np.array([*place, half])
    camera = points @ turned("x", 180 - tilt).T + np.array([0, 0, 700])
    at = focal * camera[:, :2] / camera[:, 2:] + np.array([WIDTH / 2, HEIGHT / 2])
    scale = focal / camera[0, 2] * half
    return np.concatenate([at[0] - scale, at[0] + scale]), (at[1] - at[0]) / scale


def table(tilt, *, focal=1400.0, noise=0.0, **odd):
    dice = [seen(place, tilt=tilt, focal=focal) for place in PLACES]
    if odd:
        dice[2] = seen(PLACES[2], tilt=tilt, focal=focal, **odd)
    boxes, uprights = (np.array(each) for each in zip(*dice, strict=True))
    uprights = uprights + noise * np.random.default_rng(3).standard_normal(uprights.shape)
    return leanings(uprights, np.full(len(dice), SPREAD), boxes, WIDTH, HEIGHT)


@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
@pytest.mark.parametrize("focal", [1000.0, 1400.0, 1900.0])
def test_level_dice_all_over_the_table_stand_alike_through_any_lens(tilt, focal):
    assert table(tilt, focal=focal, noise=SPREAD / 2).max() < 0


@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
@pytest.mark.parametrize("lean", [-38, 38])
def test_a_die_that_leans_far_is_named(tilt, lean):
    found = table(tilt, lean=lean, noise=SPREAD / 2)
    assert found.argmax() == 2
    assert found[2] > 3


def test_a_lean_no_larger_than_the_error_passes_for_level():
    assert table(20, lean=4)[2] < 0


def test_a_lone_die_may_stand_as_it_likes():
    box, upright = seen((0, 0), tilt=30)
    assert leanings(upright[None], np.array([SPREAD]), box[None], WIDTH, HEIGHT)[0] < 0
    assert leanings(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 4)), WIDTH, HEIGHT).shape == (0,)


@pytest.mark.parametrize("tilt", [0, 30, 50])
def test_among_precise_uprights_a_small_lean_shows(tilt):
    """Nine degrees, read to 0.02 half edges: a coin's edge under a die."""
    dice = [seen(place, tilt=tilt) for place in PLACES]
    dice[4] = seen(PLACES[4], tilt=tilt, lean=9)
    boxes, uprights = (np.array(each) for each in zip(*dice, strict=True))
    found = leanings(uprights, np.full(len(dice), 0.02), boxes, WIDTH, HEIGHT)
    assert found.argmax() == 4
    assert found[4] > 2
    assert np.delete(found, 4).max() < 0


def test_a_die_that_stands_far_off_is_compared_without_overflow():
    dice = [seen(place, tilt=20) for place in PLACES]
    boxes, uprights = (np.array(each) for each in zip(*dice, strict=True))
    uprights[0] += 8.0
    found = leanings(uprights, np.full(len(dice), 0.02), boxes, WIDTH, HEIGHT)
    assert np.all(np.isfinite(found))
    assert found.argmax() == 0
