"""Trays and what lies in them: walls hide what is behind them and nothing else, and dice lie where they can."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.sim.camera import looking_at
from vision.sim.die import CORNERS, Pose, lean_deg, look_of, lying
from vision.sim.draw import Light
from vision.sim.tumble import overlap
from vision.training import placing, trays
from vision.training import scene as drawn
from vision.training.covers import COVERED, coin_under, cover_die
from vision.training.placing import Body, Table, on_table, placed_bodies
from vision.training.samples import crop_of, tile_of
from vision.training.scene import WINDOW, Die, Scene, draw_scene
from vision.training.trays import Tray

ABOVE = Light(np.array([0.0, 0.0, 1.0]), main=(0.5, 0.5, 0.5), around=(0.5, 0.5, 0.5), shadow=0.0)
FLOOR, WALL, TABLE = 90.0, 200.0, 20.0
YAWS = (0.0, 0.3, -1.2, np.pi / 2, 2.8)


def tray_of(yaw=0.0, *, high=20.0, middle=(0.0, 0.0), half=(80.0, 60.0), thick=5.0):
    floor, wall = np.full((64, 64, 3), FLOOR, np.float32), np.full((48, 400, 3), WALL, np.float32)
    return Tray(np.array(middle), np.array(half), yaw, high, thick, floor, wall, 2.0)


def camera_at(tilt, azimuth=0.0, target=(0.0, 0.0, 0.0), distance=600.0):
    return looking_at(
        target, distance_mm=distance, tilt_deg=tilt, size=(WINDOW, WINDOW), hfov_deg=24, azimuth_deg=azimuth
    )


def square(spot, yaw, half):
    """Return the corners (4, 2) of a square on the table."""
    c, s = np.cos(yaw), np.sin(yaw)
    return spot + half * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) @ np.array([[c, s], [-s, c]])


def random_table(seed, tray=True):
    """Return a table as draw_scene makes one, and the generator to go on with."""
    rng = np.random.default_rng((31, seed))
    camera, edge_px, tilt = drawn._camera(rng, whole=seed % 3 == 0)
    near = on_table(camera, rng.uniform(0.1, 0.9, (1, 2)) * WINDOW)[0]
    found = trays.random_tray(rng, near, tilt, edge_px / 16) if tray else None
    return Table(camera, WINDOW, edge_px, (90.0, 90.0, 90.0), found), rng


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


# Hidden dice


def behind_a_wall(high, tilt=55):
    """Draw a red die flush behind the near wall of a tray; return what is true of it and the picture with and without
    the die.
    """
    tray, camera = tray_of(high=high), camera_at(tilt, target=(0, -50, 8))
    body = Body(look_of("red"), Pose(lying(3, 0.0), np.array([0.0, -51.9, 8.0])), True)
    pictures = []
    for bodies in ([], [body]):
        canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
        trays.lay_floor(canvas, camera, tray, ABOVE)
        trays.stand_walls(canvas, camera, tray, ABOVE, near=False)
        owners = drawn._draw(canvas, camera, bodies, ABOVE, np.random.default_rng(0))
        owners[trays.stand_walls(canvas, camera, tray, ABOVE, near=True)] = COVERED
        pictures.append(canvas)
    return drawn._truth(0, body, camera, owners), pictures[1], pictures[0]


def test_a_die_behind_a_near_wall_is_hidden_and_its_box_is_round_what_is_seen():
    die, picture, without = behind_a_wall(22.0)
    assert die.hidden
    assert die.top_seen < 0.5
    rows, columns = np.nonzero(np.abs(picture - without).max(axis=2) > 10)
    seen = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert die.box == pytest.approx(seen, abs=1.01)
    whole = behind_a_wall(1.0)[0]
    assert die.box[3] - die.box[1] < 0.5 * (whole.box[3] - whole.box[1])
    assert die.value == whole.value == 3


def test_behind_a_low_wall_a_die_is_not_hidden_and_behind_a_high_one_it_is_not_there():
    for high in (1.0, 8.0, 15.0):
        low = behind_a_wall(high)[0]
        assert low.top_seen > 0.9
        assert not low.hidden
        assert low.box == behind_a_wall(1.0)[0].box
    assert behind_a_wall(40.0)[0] is None


def test_a_die_of_which_hardly_anything_is_seen_is_left_open():
    die, _, _ = behind_a_wall(25.0)
    assert die.top_seen < 0.5
    assert not die.hidden
    assert die.box == behind_a_wall(1.0)[0].box
    assert crop_of(np.zeros((WINDOW, WINDOW, 3), np.uint8), die, np.random.default_rng(0)).truth[12] == -1


def test_before_a_far_wall_a_die_is_wholly_seen():
    tray, camera = tray_of(high=45.0), camera_at(55)
    body = Body(look_of("red"), Pose(lying(3, 0.0), np.array([0.0, 51.9, 8.0])), True)
    canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
    owners = drawn._draw(canvas, camera, [body], ABOVE, np.random.default_rng(0))
    before = np.count_nonzero(owners == 0)
    owners[trays.stand_walls(canvas, camera, tray, ABOVE, near=True)] = COVERED
    assert np.count_nonzero(owners == 0) == before
    assert not drawn._truth(0, body, camera, owners).hidden


DIE = Die(4, False, 0.0, 2, (60.0, 60.0, 100.0, 100.0), 1.0, 0.0, 0.3, (0.0, -0.3), hidden=True)
BLANK = np.zeros((200, 200, 3), np.uint8)


def weight_of(die, seed=0):
    """Return value and weight of a die in the finder's sample of a picture that is as small as it may be."""
    (row,) = tile_of(Scene(BLANK, (die,), ()), np.random.default_rng(seed)).dice
    return row[4], row[5]


def test_a_hidden_die_is_to_be_found_and_not_to_be_read():
    assert weight_of(DIE) == (0, 1)
    truth = crop_of(BLANK, DIE, np.random.default_rng(0)).truth
    assert truth[:3].tolist() == [0, -1, -1]
    assert truth[11:].tolist() == [0, 1]
    assert truth[5] > truth[3]  # its box is learnt


def test_a_die_that_may_be_hidden_is_left_open():
    doubtful = replace(DIE, hidden=False)
    assert weight_of(doubtful) == (0, 0)
    assert crop_of(BLANK, doubtful, np.random.default_rng(0)).truth[12] == -1


def test_a_die_whose_top_is_seen_is_there():
    for seen in (0.6, 1.0):
        clear = replace(DIE, hidden=False, top_seen=seen)
        assert weight_of(clear) == (4 if seen == 1 else 0, 1)
        assert crop_of(BLANK, clear, np.random.default_rng(0)).truth[12] == 1


def test_a_sliver_of_a_die_is_not_asked_of_the_finder():
    sliver = replace(DIE, box=(60.0, 60.0, 100.0, 62.0))
    assert weight_of(sliver) == (0, 0)
    assert crop_of(BLANK, sliver, np.random.default_rng(0)).truth[12] == 1


@pytest.mark.parametrize(("left", "hidden"), [(150.0, True), (-4.0, False), (WINDOW - 22.0, False)])
def test_a_covered_die_at_the_edge_of_the_picture_is_left_open(left, hidden):
    """Half of it is covered; beyond the edge nobody knows how much of it would be seen."""
    camera = camera_at(0)
    (start,) = on_table(camera, np.array([[left, 200.0]]))
    body = Body(look_of("red"), Pose(lying(3, 0.0), np.array([start[0] + 8, start[1], 8.0])), True)
    canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
    owners = drawn._draw(canvas, camera, [body], ABOVE, np.random.default_rng(0))
    owners[:204] = COVERED
    die = drawn._truth(0, body, camera, owners)
    assert die.top_seen < 0.5
    assert die.hidden == hidden
    scene = Scene(np.zeros((WINDOW, WINDOW, 3), np.uint8), (die,), ())
    for seed in range(5):
        for row in tile_of(scene, np.random.default_rng(seed)).dice:
            assert row[5] == hidden
    assert crop_of(scene.picture, die, np.random.default_rng(0)).truth[12] == (1 if hidden else -1)


def test_in_drawn_trays_some_dice_are_hidden_and_most_are_not(monkeypatch):
    monkeypatch.setattr(drawn, "_IN_TRAY", 1.0)
    dice = [die for seed in range(40) for die in draw_scene(np.random.default_rng((33, seed))).dice]
    hidden = [die for die in dice if die.hidden]
    assert 3 < len(hidden) < 0.3 * len(dice)
    assert sum(die.top_seen > 0.8 for die in dice) > 0.5 * len(dice)
    for die in hidden:
        x0, y0, x1, y1 = die.box
        assert die.top_seen < 0.5
        assert 0 <= x0 < x1 <= WINDOW
        assert 0 <= y0 < y1 <= WINDOW


def test_a_card_covers_a_part_of_its_die_and_is_nobodys():
    camera, shares = camera_at(20), []
    body = Body(look_of("red"), Pose(lying(3, 0.4), np.array([5.0, 9.0, 8.0])), True)
    for seed in range(40):
        canvas = np.full((WINDOW, WINDOW, 3), TABLE, np.float32)
        rng = np.random.default_rng((34, seed))
        owners = drawn._draw(canvas, camera, [body], ABOVE, rng)
        free, before = owners.copy(), canvas.copy()
        cover_die(canvas, owners, camera, body, ABOVE, rng)
        taken = owners == COVERED
        assert np.array_equal(owners[~taken], free[~taken])
        assert (canvas[taken] != before[taken]).any(axis=1).mean() > 0.95
        shares.append(np.mean(taken[free == 0]))
    assert np.min(shares) > 0.05
    assert np.mean(shares) > 0.4
    assert np.mean(np.array(shares) < 0.98) > 0.6


# Where dice lie


def test_dice_stay_in_their_tray():
    """On the floor they stay inside; leaning or lying on another one they stick out by less than half of themselves."""
    beyond, on_floor = [], []
    for seed in range(150):
        table, rng = random_table(seed)
        for body in placed_bodies(rng, table):
            half = body.look.size_mm / 2
            corners = body.pose.corners(half)
            rooms = [table.tray.room(corner[:2], side) for corner in corners for side in range(4)]
            beyond.append(-min(rooms) / half)
            on_floor.append(bool(corners[:, 2].min() < 1e-6 and lean_deg(body.pose.turn) < 1e-3))
    beyond = np.array(beyond)
    assert sum(on_floor) > 200
    assert beyond.max() < 0.75
    assert np.mean(beyond > 0.05) < 0.05
    assert beyond[np.array(on_floor)].max() < 1e-6


def test_in_a_tray_many_dice_are_at_the_walls():
    rooms = []
    for seed in range(150):
        table, rng = random_table(seed)
        for body in placed_bodies(rng, table):
            corners = body.pose.corners(body.look.size_mm / 2)
            rooms.append(min(table.tray.room(corner[:2], side) for corner in corners for side in range(4)))
    assert 0.15 < np.mean(np.abs(rooms) < 0.1) < 0.6


def test_level_dice_on_the_table_do_not_run_into_each_other():
    pairs = touching = 0
    for seed in range(150):
        table, rng = random_table(seed, tray=bool(seed % 2))
        level = [
            (body.pose.centre_mm[:2], _yaw(body), body.look.size_mm / 2)
            for body in placed_bodies(rng, table)
            if lean_deg(body.pose.turn) < 1e-3 and abs(body.pose.centre_mm[2] - body.look.size_mm / 2) < 1e-6
        ]
        for k, one in enumerate(level):
            for other in level[:k]:
                assert not overlap((one[0], one[1], one[2] - 1e-6), other)
                pairs += 1
                touching += overlap((one[0], one[1], one[2] + 0.3), other)
    assert pairs > 300
    assert touching > 30


def _yaw(body):
    side = body.pose.turn[:2, int(np.argmin(np.abs(body.pose.turn[2])))]
    return float(np.arctan2(side[1], side[0]))


def test_a_die_leaning_at_a_wall_touches_it_and_the_floor():
    rng, at_wall = np.random.default_rng(35), 0
    for _ in range(600):
        tray = tray_of(float(rng.uniform(-3, 3)))
        side = int(rng.integers(4))
        spot = tray.middle + tray.outward(side) * (tray.half[1 - side % 2] - float(rng.uniform(9, 27)))
        body = placing._laid(rng, look_of("red"), [(spot, 0.0, 8.0)], [], tray, cube=False)
        moved = float((body.pose.centre_mm[:2] - spot) @ tray.outward(side))
        if lean_deg(body.pose.turn) < 7 or abs(moved) < 1e-9:
            continue
        at_wall += 1
        corners = body.pose.corners(8.0)
        assert min(tray.room(corner[:2], side) for corner in corners) == pytest.approx(0, abs=1e-6)
        assert corners[:, 2].min() == pytest.approx(0, abs=1e-6)
        assert not body.on_coin
        up = body.pose.turn[:2, int(np.argmax(np.abs(body.pose.turn[2])))]
        assert abs(up @ tray.outward(side)) > 0.85 * np.linalg.norm(up)  # towards the wall or away from it
    assert at_wall > 40


def test_a_die_far_from_the_walls_does_not_lean_on_one():
    rng = np.random.default_rng(36)
    for _ in range(200):
        squares = [(np.array([3.0, 2.0]), 0.0, 8.0)]
        body = placing._laid(rng, look_of("red"), squares, [], tray_of(0.4), cube=False)
        assert body.pose.centre_mm[:2] == pytest.approx((3, 2))


def test_every_die_stands_on_the_table_a_coin_or_another_die():
    on_coin = stacked = 0
    for seed in range(200):
        table, rng = random_table(seed, tray=False)
        bodies = placed_bodies(rng, table)
        tops = [body.pose.centre_mm[2] + body.look.size_mm / 2 for body in bodies]
        for body in bodies:
            low = body.pose.corners(body.look.size_mm / 2)[:, 2].min()
            if body.on_coin:
                on_coin += 1
                assert -1e-6 <= low <= 2
                assert 7 < lean_deg(body.pose.turn) < 20
            elif low > 1e-6:
                stacked += 1
                assert min(abs(low - top) for top in tops) < 1e-6
            else:
                assert low == pytest.approx(0, abs=1e-6)
    assert on_coin > 10
    assert stacked > 5


@pytest.mark.parametrize("heading", [0.0, 1.0, 2.5, -2.0])
def test_a_coin_lies_under_the_side_that_is_lifted(heading):
    camera = camera_at(0)
    turn = placing._tipped(lying(2, 0.3), heading, 14)
    low = 8 * float(np.max(-(CORNERS @ turn.T)[:, 2]))
    body = Body(look_of("red"), Pose(turn, np.array([4.0, -7.0, low])), True, on_coin=True)
    canvas = np.full((WINDOW, WINDOW, 3), FLOOR, np.float32)
    coin_under(canvas, camera, body, ABOVE, np.random.default_rng(1))
    rows, columns = np.nonzero(np.abs(canvas - FLOOR).max(axis=2) > 1)
    (coin,) = on_table(camera, np.array([[columns.mean(), rows.mean()]]))
    corners = body.pose.corners(8.0)
    bottom = corners[np.argsort(corners[:, 2])[:4]]
    lifted = bottom[np.argsort(bottom[:, 2])[2:]].mean(0)[:2] - bottom.mean(0)[:2]
    assert (coin - body.pose.centre_mm[:2]) @ lifted > 0
    away = (coin - body.pose.centre_mm[:2]) @ lifted / np.linalg.norm(lifted)
    assert 8 < away < 22
