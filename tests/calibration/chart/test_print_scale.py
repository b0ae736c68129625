"""Stretched prints are found and refused, however little the chart is rotated between the pictures."""

import cv2
import numpy as np
import pytest

from calibration.chart.detection import Sighting
from calibration.chart.print_scale import least_error
from calibration.solve.solver import BadSet, solve

LENS = {"width": 1280, "height": 720, "fx": 1000.0, "fy": 1000.0, "cx": 645.0, "cy": 352.0}
SPOTS = ((0.5, 0.5), (0.25, 0.3), (0.75, 0.3), (0.25, 0.7), (0.75, 0.7), (0.5, 0.3), (0.5, 0.7))


def tour(scene, stretch, roll, noise=0.05, count=14):
    """Corners in careful pictures of a print `stretch` times as wide, rotated by up to `roll` degrees."""
    rng, lens = np.random.default_rng(3), scene.lens
    board = scene.chart.corners_mm() * (stretch, 1, 1)
    for number in range(count):
        away = scene.chart.size_mm[0] * lens.fx / lens.width / rng.uniform(0.42, 0.62)
        tilt, azimuth, rolled = rng.uniform(18, 40), rng.uniform(0, 360), rng.uniform(-roll, roll)
        turn, place = scene.pose(away, tilt, azimuth, rolled, SPOTS[number % len(SPOTS)])
        seen, _ = cv2.projectPoints(board, cv2.Rodrigues(turn)[0], place, lens.matrix, np.array(lens.distortion))
        seen = seen.reshape(-1, 2) + rng.normal(0, noise, (len(board), 2))
        ids = np.flatnonzero((seen > 2).all(axis=1) & (seen < (lens.width - 3, lens.height - 3)).all(axis=1))
        yield Sighting(
            f"{number}.png", lens.width, lens.height, ids.astype(np.int32), seen[ids].astype(np.float32), 2.0
        )


@pytest.mark.parametrize("roll", [0, pytest.param(10, marks=pytest.mark.slow), 90])
@pytest.mark.parametrize("stretch", [0.97, 1.01, 1.04])
def test_stretched_print_is_refused(table, stretch, roll):
    scene = table(0, **LENS, distortion=(-0.1, 0.02, 0.0, 0.0, 0.0))
    way = "wider" if stretch > 1 else "narrower"
    with pytest.raises(BadSet, match=rf"the print.* is {abs(stretch - 1):.1%} {way} than high"):
        solve(list(tour(scene, stretch, roll)), scene.chart)


def test_non_square_pixels_are_suggested(table):
    scene = table(0, **LENS)
    with pytest.raises(BadSet, match=r"or else each of the camera's pixels, is 1\.0% wider .* by 90 degrees"):
        solve(list(tour(scene, 1.01, roll=0)), scene.chart)


@pytest.mark.parametrize("roll", [0, 90])
@pytest.mark.parametrize(
    "distortion",
    [(-0.3, 0.09, 0.0, 0.0, 0.0), (-0.25, 0.08, 1e-3, -1e-3, -0.01), (0.0,) * 5, (0.1, 0.0, 0.0, 0.0, 0.0)],
)
@pytest.mark.parametrize("stretch", [pytest.param(1.0, marks=pytest.mark.slow), 1.002])
def test_ordinary_print_is_accepted(table, distortion, roll, stretch):
    scene = table(0, **LENS, distortion=distortion)
    lens = solve(list(tour(scene, stretch, roll, noise=0.1, count=20)), scene.chart).lens
    assert (lens.fx, lens.fy) == pytest.approx((1000, 1000), rel=0.005)


def test_noise_is_no_stretched_print(table):
    scene = table(0, **LENS, distortion=(-0.2, 0.05, 0.0, 0.0, 0.0))
    lens = solve(list(tour(scene, 1.0, roll=10, noise=0.3, count=60)), scene.chart).lens
    assert (lens.fx, lens.fy) == pytest.approx((1000, 1000), rel=0.003)


def test_non_square_pixels_are_found(table):
    scene = table(0, **{**LENS, "fx": 1020.0})
    lens = solve(list(tour(scene, 1.0, roll=25)), scene.chart).lens
    assert (lens.fx, lens.fy) == pytest.approx((1020, 1000), rel=0.002)


@pytest.mark.parametrize("truth", [0.88, 0.97, 0.9995, 1.0, 1.003, 1.02, 1.13])
def test_the_least_error_is_found(truth):
    tried = []

    def rms_at(ratio):
        tried.append(ratio)
        return float(np.hypot(0.1, 40 * np.log(ratio / truth) * (1 + np.log(ratio))))

    found = least_error(rms_at)
    assert found.ratio == pytest.approx(truth, abs=5e-4)
    assert found.rms_px == pytest.approx(0.1, abs=0.01)
    assert len(tried) < 20
