"""Where dice lie: in their tray, at its walls, on coins, and not in each other."""

import numpy as np
import pytest

from tests.support.drawn_trays import ABOVE, FLOOR, camera_at, random_table, tray_of
from training import placing
from training.covers import coin_under
from training.placing import Body, on_table, placed_bodies
from training.scene import WINDOW
from vision.sim.die import CORNERS, Pose, lean_deg, look_of, lying
from vision.sim.pips import drawn_pips
from vision.sim.trajectories import overlap

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
        body = placing._laid(rng, look_of("red"), [(spot, 0.0, 8.0)], [], tray, cube=False, leaning=True)
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
        body = placing._laid(rng, look_of("red"), squares, [], tray_of(0.4), cube=False, leaning=True)
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


@pytest.mark.parametrize("ordinary", [True, False])
def test_a_cube_that_is_no_die_shows_no_pips_in_any_material(ordinary):
    cubes = 0
    for seed in range(150):
        table, rng = random_table(seed)
        for body in placed_bodies(rng, table, ordinary=ordinary):
            if body.die or any(stamp.any() for stamp in body.look.stamps):
                continue
            cubes += 1
            side = np.linspace(-0.9, 0.9, 40, dtype=np.float32)
            u, v = (each.ravel() for each in np.meshgrid(side, side))
            hit = np.stack([u, v, np.ones_like(u)])
            part, _, shine = drawn_pips(hit, hit / np.linalg.norm(hit, axis=0), body.look, np.float32(0.02))
            assert not part.any()
            assert not shine.any()
    assert cubes
