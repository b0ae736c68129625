"""The rendered die: its faces, its pips, and their pixels."""

import math

import cv2
import numpy as np
import pytest

from companion.drawing.theme import DICE
from vision.reading import COLOUR_NAMES
from vision.sim.camera import looking_at
from vision.sim.die import FACE_VALUES, Pose, about, lean_deg, look_of, lying, pip_places, value_on_top
from vision.sim.render_die import Light, darken, die_patch

ABOVE = looking_at((0, 0, 0), distance_mm=500, tilt_deg=0, size=(400, 300), hfov_deg=24)
LIGHT = Light(np.array([0.0, 0.0, 1.0]))


def face_axis(value):
    axis = next(i for i, pair in enumerate(FACE_VALUES) if value in pair)
    return np.eye(3)[axis] * (1 if FACE_VALUES[axis][0] == value else -1)


def test_opposite_faces_sum_to_seven():
    assert all(a + b == 7 for a, b in FACE_VALUES)


def test_dice_are_right_handed():
    assert np.dot(np.cross(face_axis(1), face_axis(2)), face_axis(3)) == 1


@pytest.mark.parametrize("value", range(1, 7))
def test_lying_rotations_show_the_value(value):
    for yaw in (0.0, 0.4, 2.0, 5.9):
        turn = lying(value, yaw)
        assert np.allclose(turn @ turn.T, np.eye(3))
        assert np.linalg.det(turn) == pytest.approx(1)
        assert value_on_top(turn) == value
        assert lean_deg(turn) == pytest.approx(0, abs=1e-5)
    assert lean_deg(about((1, 0, 0), math.radians(9)) @ lying(value, 1.0)) == pytest.approx(9)


@pytest.mark.parametrize("slants", [(False, False, False), (True, True, True)])
def test_faces_have_symmetric_pips(slants):
    for value in range(1, 7):
        places = pip_places(value, slants)
        assert len(set(places)) == value
        assert {(-u, -v) for u, v in places} == set(places)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("colour", ["", "red", "black"])
def test_picture_shows_the_top_pips(value, colour):
    picture = np.full((300, 400, 3), 128, np.uint8)
    look = look_of(colour, size_mm=40)
    pose = Pose(lying(value, 0.7), np.array([0, 0, 20.0]))
    patch = die_patch(ABOVE, look, pose, LIGHT)
    patch.blend(picture)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners = pose.corners(20)
    top = corners[corners[:, 2] > 20]
    middle = ABOVE.project(top).mean(0)
    inner = np.zeros_like(grey)
    cv2.fillConvexPoly(
        inner, cv2.convexHull(np.rint(middle + 0.84 * (ABOVE.project(top) - middle)).astype(np.int32)), 255
    )
    level = np.median(grey[inner > 0])
    differing = np.uint8((np.abs(grey.astype(int) - level) > 50) & (inner > 0))
    count, _, stats, _ = cv2.connectedComponentsWithStats(differing)
    assert sum(stats[i, cv2.CC_STAT_AREA] > 12 for i in range(1, count)) == value


def test_the_outline_is_where_geometry_says():
    camera = looking_at((0, 0, 0), distance_mm=500, tilt_deg=30, size=(400, 300), hfov_deg=24, roll_deg=10)
    look = look_of("white", size_mm=30)
    sharp = type(look)(**{**look.__dict__, "edge": 0.02, "ball": 1.73})
    pose = Pose(lying(5, 0.3), np.array([12.0, -8.0, 15.0]))
    patch = die_patch(camera, sharp, pose, LIGHT)
    ys, xs = np.nonzero(patch.alpha[..., 0] > 0.5)
    seen = camera.project(pose.corners(15))
    assert abs(xs.min() + patch.x0 - seen[:, 0].min()) < 1.5
    assert abs(xs.max() + patch.x0 - seen[:, 0].max()) < 1.5
    assert abs(ys.min() + patch.y0 - seen[:, 1].min()) < 1.5
    assert abs(ys.max() + patch.y0 - seen[:, 1].max()) < 1.5


def test_tilted_camera_has_perspective():
    camera = looking_at((0, 0, 0), distance_mm=500, tilt_deg=40, size=(400, 300), hfov_deg=40)
    near, far = camera.project(np.array([[0, -60.0, 0], [0, 60.0, 0]]))
    assert far[1] < near[1]
    assert camera.px_per_mm(np.array([0, 60.0, 0])) < camera.px_per_mm(np.array([0, -60.0, 0]))
    view = camera.table_homography() @ (10.0, 60.0, 1.0)
    assert np.allclose(view[:2] / view[2], camera.project(np.array([[10.0, 60.0, 0.0]]))[0])


def test_a_die_outside_the_picture_draws_nothing():
    assert die_patch(ABOVE, look_of(""), Pose(np.eye(3), np.array([900.0, 0, 8])), LIGHT) is None


def test_shadows_only_darken():
    before = np.full((300, 400, 3), 180, np.uint8)
    after = before.copy()
    darken(after, ABOVE, look_of("red"), Pose(lying(2, 0.2), np.array([0, 0, 8.0])), Light(np.array([0.5, 0.0, 0.866])))
    assert (after <= before).all()
    assert (after < 150).sum() > 100


def test_only_named_colours_are_drawn():
    assert [look_of(name).name for name in COLOUR_NAMES] == list(COLOUR_NAMES)
    assert look_of("").name == "white"
    with pytest.raises(ValueError, match="mauve"):
        look_of("mauve")


def test_screen_colours_match_the_reader():
    assert set(DICE) == set(COLOUR_NAMES)
