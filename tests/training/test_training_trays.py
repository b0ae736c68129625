"""Trays: their walls hide what is behind them and nothing else."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.drawn_trays import ABOVE, FLOOR, TABLE, WALL, YAWS, camera_at, random_table, square, tray_of
from training import trays
from training.scene import WINDOW

# The tray itself


@pytest.mark.parametrize("yaw", YAWS)
def test_the_corners_lie_at_the_walls(yaw):
    tray = tray_of(yaw, middle=(30.0, -12.0))
    inner, outer = tray.corners(), tray.corners(5.0)
    for side in range(4):
        for k in (side, (side + 1) % 4):
            assert tray.room(inner[k], side) == pytest.approx(0, abs=1e-9)
            assert tray.room(outer[k], side) == pytest.approx(-5)
        across = 2 * tray.half[1 - side % 2]
        assert [tray.room(inner[(side + k) % 4], side) for k in (2, 3)] == pytest.approx([across, across])
        assert tray.room(tray.middle + 3 * tray.outward(side), side) == pytest.approx(across / 2 - 3)
        assert np.linalg.norm(tray.outward(side)) == pytest.approx(1)
    x, y = inner.T
    assert np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2 == pytest.approx(4 * 80 * 60)  # counter-clockwise


def test_the_first_wall_is_the_near_one_and_the_second_the_right_one():
    assert tray_of().outward(0) == pytest.approx((0, -1), abs=1e-12)
    assert tray_of().outward(1) == pytest.approx((1, 0), abs=1e-12)
    assert tray_of(np.pi / 2).outward(0) == pytest.approx((1, 0), abs=1e-12)


@pytest.mark.parametrize("yaw", YAWS)
def test_a_tray_holds_the_squares_whose_corners_are_all_inside(yaw):
    tray, rng = tray_of(yaw, middle=(30.0, -12.0)), np.random.default_rng(1)
    held = 0
    for spot, turn, half in zip(
        tray.middle + rng.uniform(-95, 95, (400, 2)), rng.uniform(-7, 7, 400), rng.uniform(5, 25, 400), strict=True
    ):
        inside = all(tray.room(corner, side) >= 0 for corner in square(spot, turn, half) for side in range(4))
        assert tray.holds(spot, turn, half) == inside
        held += inside
    assert 40 < held < 360


def test_a_wall_of_a_random_tray_is_near_the_place_that_was_asked_for():
    rng, near_wall = np.random.default_rng(2), []
    for _ in range(200):
        near = rng.uniform(-200, 200, 2)
        tray = trays.random_tray(rng, near, float(rng.uniform(0, 60)), 3.0)
        rooms = [tray.room(near, side) for side in range(4)]
        assert min(abs(room) for room in rooms) <= 60
        near_wall.append(int(np.argmin(np.abs(rooms))) == 0)
    assert 0.25 < np.mean(near_wall) < 0.75


# What is seen of it


def test_floor_and_walls_are_drawn_where_they_are():
    tray, camera = tray_of(0.2, high=25.0), camera_at(25)
    canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
    trays.lay_floor(canvas, camera, tray, ABOVE)
    inside, outside = tray.corners(-8.0), tray.corners(8.0)
    for outline, shade in ((inside, FLOOR), (outside, TABLE)):
        for u, v in np.rint(camera.project(np.column_stack([outline, np.zeros(4)]))).astype(int):
            assert canvas[v, u] == pytest.approx((shade,) * 3)
    far = np.append(tray.corners()[2:].mean(0), 12.0)
    near = np.append(tray.corners(2.5)[:2].mean(0), 25.0)
    before = canvas.copy()
    for which, here, elsewhere in ((False, far, near), (True, near, far)):
        canvas[:] = before
        covered = trays.stand_walls(canvas, camera, tray, ABOVE, near=which)
        u, v = np.rint(camera.project(here[None])[0]).astype(int)
        assert covered[v, u]
        assert canvas[v, u].min() > 0.35 * WALL
        u, v = np.rint(camera.project(elsewhere[None])[0]).astype(int)
        assert not covered[v, u]
        assert np.array_equal(canvas[v, u], before[v, u])
        changed = (canvas != before).any(axis=2)
        assert not (covered & ~changed).any()
        assert not (changed & (cv2.dilate(covered.astype(np.uint8), np.ones((3, 3))) == 0)).any()


@pytest.mark.parametrize(("x", "near"), [(78.0, False), (82.0, True), (-78.0, False), (-82.0, True)])
def test_a_wall_is_near_as_soon_as_the_camera_is_beyond_its_inside(x, near):
    tray, camera = tray_of(), camera_at(0, target=(x, 0.0, 0.0))
    (wall,) = np.rint(camera.project(np.array([[np.sign(x) * 82.5, 0.0, 20.0]]))).astype(int)
    for asked in (False, True):
        covered = trays.stand_walls(np.zeros((WINDOW, WINDOW, 3), np.float32), camera, tray, ABOVE, near=asked)
        assert covered[wall[1], wall[0]] == (near == asked)


def test_a_wall_towards_the_light_throws_its_shadow_on_the_floor():
    tray, camera = tray_of(high=30.0), camera_at(0)
    light = replace(ABOVE, towards=np.array([0.8, 0.0, 0.6]), shadow=0.8, blur=0.03)
    canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
    trays.lay_floor(canvas, camera, tray, light)
    (u0, v0), (u1, v1) = np.rint(camera.project(np.array([[-65.0, 0, 0], [65.0, 0, 0]]))).astype(int)
    assert canvas[v1, u1].mean() < 0.6 * canvas[v0, u0].mean()


def hidden_from(camera, tray, points):
    """Say of points (n, 3) inside a tray which ones a wall hides: where the way to the camera leaves the floor, it is
    lower than the wall is high.
    """
    way = camera.eye_mm - points
    leaves = np.full(len(points), np.inf)
    for side in range(4):
        out = tray.outward(side)
        gone = way[:, :2] @ out
        room = np.array([tray.room(point[:2], side) for point in points])
        with np.errstate(divide="ignore"):
            leaves = np.minimum(leaves, np.where(gone > 0, room / np.maximum(gone, 1e-12), np.inf))
    return (leaves < 1) & (points[:, 2] + np.where(leaves < 1, leaves, 0) * way[:, 2] < tray.height_mm)


def test_near_walls_cover_what_lies_behind_them_and_nothing_that_lies_before_a_wall():
    """Against the straight way from points in the tray to the camera, for random trays and cameras."""
    compared = hidden = 0
    for seed in range(40):
        table, rng = random_table(seed)
        tray, camera = table.tray, table.camera
        posts = np.concatenate([np.column_stack([tray.corners(tray.thick_mm), np.full(4, z)]) for z in (0, 48)])
        if ((posts - camera.eye_mm) @ camera.turn[2]).min() < 0.25 * np.linalg.norm(camera.eye_mm):
            continue  # partly behind the camera: the next test's affair
        covered = trays.stand_walls(np.zeros((WINDOW, WINDOW, 3), np.float32), camera, tray, ABOVE, near=True)
        low, high = tray.corners().min(0), tray.corners().max(0)
        points = np.column_stack([rng.uniform(low, high, (600, 2)), rng.uniform(0, 19, 600)])
        points = points[[tray.holds(point[:2], tray.yaw, 0.5) for point in points]]
        places = np.rint(camera.project(points)).astype(int)
        truth = hidden_from(camera, tray, points)
        for (u, v), behind in zip(places, truth, strict=True):
            if 1 <= u < WINDOW - 1 and 1 <= v < WINDOW - 1:
                around = covered[v - 1 : v + 2, u - 1 : u + 2]
                if around.all() or not around.any():
                    assert covered[v, u] == behind, seed
                    compared, hidden = compared + 1, hidden + bool(behind)
    assert compared > 3000
    assert hidden > 200


def test_walls_partly_behind_the_camera_break_nothing():
    cut = 0
    for seed in range(60):
        rng = np.random.default_rng((32, seed))
        camera = replace(
            camera_at(float(rng.uniform(30, 75)), float(rng.uniform(0, 360)), distance=float(rng.uniform(60, 200))),
            axis_px=(float(rng.uniform(-400, 400)), float(rng.uniform(-150, 150))),
        )
        tray = tray_of(
            float(rng.uniform(-3, 3)),
            high=float(rng.uniform(9, 48)),
            half=rng.uniform(50, 170, 2),
            thick=10.0,
            middle=rng.uniform(-120, 120, 2),
        )
        depths = (np.column_stack([tray.corners(), np.zeros(4)]) - camera.eye_mm) @ camera.turn[2]
        cut += bool(depths.min() < 0 < depths.max())
        canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
        light = replace(ABOVE, towards=np.array([0.48, 0.64, 0.6]), shadow=0.7)
        trays.lay_floor(canvas, camera, tray, light)
        for near in (False, True):
            before = canvas.copy()
            covered = trays.stand_walls(canvas, camera, tray, light, near=near)
            free = cv2.dilate(covered.astype(np.uint8), np.ones((3, 3))) == 0
            assert np.array_equal(canvas[free], before[free])
        assert np.isfinite(canvas).all()
        assert 0 <= canvas.min() <= canvas.max() <= 1.01 * WALL
    assert cut > 15


def test_what_is_kept_of_a_face_lies_before_the_camera():
    camera, kept = camera_at(70, distance=150.0), 0
    rng = np.random.default_rng(3)
    least = trays._NEAREST * 150
    for _ in range(300):
        start, along = rng.uniform(-150, 150, 3), rng.uniform(-300, 300, 3)
        aside = np.array([0.0, 0.0, 20.0])
        quad = np.stack([start, start + along, start + along + aside, start + aside])
        depths = (quad - camera.eye_mm) @ camera.turn[2]
        shown = trays._clipped(camera, quad)
        if depths.min() >= least:
            assert shown[1] == (0, 1)
            assert shown[0] == pytest.approx(camera.project(quad))
        elif shown is not None:
            (begin, end), kept = shown[1], kept + 1
            assert 0 <= begin < end <= 1
            rest = np.stack([start + begin * along, start + end * along])
            rest = np.concatenate([rest, rest[::-1] + aside])
            depths = (rest - camera.eye_mm) @ camera.turn[2]
            assert depths.min() == pytest.approx(least)
            assert shown[0] == pytest.approx(camera.project(rest))
        else:
            assert min(depths[:2].max(), depths[2:].max()) < 1.2 * least
    assert kept > 40
