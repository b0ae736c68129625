"""Thrown dice move without jumps, never through the table, to exactly their drawn poses."""

import numpy as np
import pytest

from vision.sim.die import CORNERS, Pose, lean_deg, lying, value_on_top
from vision.sim.trajectories import leaning, overlap, scatter, throw

INSIDE = (120.0, 70.0)


@pytest.mark.parametrize("seed", range(6))
def test_resting_dice_do_not_overlap(seed):
    rng = np.random.default_rng(seed)
    values = [int(v) for v in rng.integers(1, 7, 10)]
    poses = scatter(values, [8.0] * 10, rng, inside_mm=INSIDE, touching=0.5)
    assert [value_on_top(p.turn) for p in poses] == values
    squares = [
        (p.centre_mm[:2], np.arctan2(p.turn[1, :], p.turn[0, :])[np.argmin(np.abs(p.turn[2]))], 7.99) for p in poses
    ]
    assert not any(overlap(a, b) for i, a in enumerate(squares) for b in squares[:i])
    assert all(p.centre_mm[2] == 8.0 and np.all(np.abs(p.centre_mm[:2]) <= INSIDE) for p in poses)


def test_touching_dice_leave_no_gap():
    rng = np.random.default_rng(3)
    one, two = scatter([1, 2], [8.0, 8.0], rng, inside_mm=INSIDE, touching=1.0)
    grown = [
        (p.centre_mm[:2], np.arctan2(p.turn[1, :], p.turn[0, :])[np.argmin(np.abs(p.turn[2]))], 8.1) for p in (one, two)
    ]
    assert overlap(*grown)


def test_too_many_dice_are_refused():
    with pytest.raises(ValueError, match="do not fit"):
        scatter([1] * 80, [8.0] * 80, np.random.default_rng(0), inside_mm=(40.0, 40.0))


@pytest.mark.parametrize("seed", range(4))
def test_flight_is_smooth(seed):
    rng = np.random.default_rng(seed)
    poses = scatter([3, 5, 6], [8.0] * 3, rng, inside_mm=INSIDE)
    for flight, rest in zip(throw(poses, [8.0] * 3, rng, reach_mm=(150.0, 95.0)), poses, strict=True):
        assert flight.pose(flight.ends) is rest
        before = flight.pose(0.0)
        assert np.any(np.abs(before.centre_mm[:2]) > (150.0, 95.0))
        for t in np.arange(0.0, flight.ends + 0.05, 1 / 240):
            now = flight.pose(float(t))
            assert np.linalg.norm(now.centre_mm - before.centre_mm) < 8.0
            assert np.linalg.norm(now.turn - before.turn) < 0.6
            assert now.centre_mm[2] + 8.0 * (CORNERS @ now.turn.T)[:, 2].min() > -1e-6
            before = now


@pytest.mark.parametrize("angle", [0.0, 10.0, 35.0])
def test_leaning_die_touches_the_tray(angle):
    flat = Pose(lying(5, 0.4), np.array([3.0, -7.0, 8.0]))
    rest = leaning(flat, 8.0, angle, 1.1)
    assert lean_deg(rest.turn) == pytest.approx(angle, abs=1e-4)
    assert value_on_top(rest.turn) == 5
    assert rest.corners(8.0)[:, 2].min() == pytest.approx(0.0, abs=1e-9)
