"""Dice drawn as cubes before a camera: level ones stand alike, a leaning one does not."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from vision.stance import unlike, uprights

WIDTH, HEIGHT, FOCAL_PX = 1280, 720, 1400.0
PLACES = [(-150.0, -70.0), (130.0, -60.0), (-120.0, 60.0), (140.0, 80.0), (0.0, 0.0)]


def turned(axis, degrees):
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return {
        "x": np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]]),
        "y": np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]]),
        "z": np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]),
    }[axis]


def seen(place, *, tilt, turn=0.0, lean=0.0, about="y", edge=16.0):
    """Box (4,) and middle of the top face (2,) px of a cube at `place` mm on a table that the camera sees from
    700 mm, `tilt` degrees from overhead."""
    corners = np.array(list(itertools.product((-1, 1), (-1, 1), (-1, 1)))) * edge / 2
    points = np.vstack([corners, [0, 0, edge / 2]]) @ (turned(about, lean) @ turned("z", turn)).T
    points = points + np.array([*place, edge / 2])
    camera = points @ (turned("x", 180 - tilt)).T + np.array([0, 0, 700])
    at = FOCAL_PX * camera[:, :2] / camera[:, 2:] + np.array([WIDTH / 2, HEIGHT / 2])
    return np.concatenate([at[:8].min(axis=0), at[:8].max(axis=0)]).astype(np.float32), at[8].astype(np.float32)


def table(tilt, **odd):
    dice = [seen(place, tilt=tilt, turn=23 * k) for k, place in enumerate(PLACES)]
    if odd:
        dice[2] = seen(PLACES[2], tilt=tilt, turn=46, **odd)
    boxes, tops = zip(*dice, strict=True)
    return unlike(boxes, tops, WIDTH, HEIGHT)


@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
def test_level_dice_all_over_the_table_stand_alike(tilt):
    assert table(tilt) is None


@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
@pytest.mark.parametrize("lean", [-38, 38])
def test_a_die_that_leans_far_is_named(tilt, lean):
    assert table(tilt, lean=lean) == 2


def test_one_die_stands_like_itself():
    box, top = seen((0, 0), tilt=30, lean=40)
    assert unlike([box], [top], WIDTH, HEIGHT) is None
    assert unlike([], [], WIDTH, HEIGHT) is None


def test_of_two_that_differ_one_is_named():
    boxes, tops = zip(seen((-60, 0), tilt=20), seen((60, 0), tilt=20, lean=40), strict=True)
    assert unlike(boxes, tops, WIDTH, HEIGHT) == 0


def test_upright_points_away_from_a_tilted_camera():
    """The far side of the table is up in the picture; a die's top lies up from its middle when seen from the near
    side."""
    boxes, tops = (part[None] for part in seen((0, 0), tilt=30))
    right, down = uprights(boxes, tops, WIDTH, HEIGHT)[0]
    assert right == pytest.approx(0, abs=0.03)
    assert down == pytest.approx(-np.sin(np.radians(30)), abs=0.2)
