"""Lenses solved from rendered charts with known truth, and sets of pictures that are refused."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.chart.detection import Sighting, Unusable, find_chart
from calibration.chart.page import Chart
from calibration.solve.solver import BadSet, coverage, solve

GOOD = {"width": 1280, "height": 720, "fx": 1050.0, "fy": 1050.0, "cx": 650.0, "cy": 352.0}


def test_the_lens_is_found(tour):
    table, sightings = tour
    solved = solve(sightings, table.chart)
    lens, truth = solved.lens, table.lens
    assert abs(lens.fx / truth.fx - 1) < 0.0015
    assert abs(lens.fy / truth.fy - 1) < 0.0015
    assert np.hypot(lens.cx - truth.cx, lens.cy - truth.cy) < 1.0
    assert lens.rms_px < 0.12
    assert abs(lens.fx - truth.fx) < 4 * lens.focal_sd * lens.fx + 0.5
    corners = np.array([(0, 0), (1279, 0), (0, 719), (1279, 719), (640, 100)], float)
    assert np.abs(lens.undistorted(corners) - truth.undistorted(corners)).max() < 4.0
    assert len(solved.observations) == 12
    assert all(one.rms_px < 0.3 and len(one.ids) == len(one.corners_px) for one in solved.observations)
    assert solved.cover == pytest.approx(coverage(sightings))
    assert 25 < solved.tilt_deg < 40  # the tour tilts the chart by up to 35 degrees


def test_tilt_is_relative_to_the_picture_plane(table):
    scene = table(5, **GOOD)
    near = scene.chart.size_mm[0] * scene.lens.fx / scene.lens.width / 0.7
    places = [(x, y) for x in (0.35, 0.65) for y in (0.35, 0.65)] * 2
    poses = [scene.pose(near, 50, 45 * k, 0, at) for k, at in enumerate(places)]
    solved = solve([find_chart(scene.picture(*pose), scene.chart) for pose in poses], scene.chart)
    assert 48 < solved.tilt_deg < 52


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_random_cameras(table, seed):
    scene = table(seed)
    solved = solve([find_chart(picture, scene.chart) for picture in scene.tour(14)], scene.chart)
    assert abs(solved.lens.fx / scene.lens.fx - 1) < 0.005
    assert abs(solved.lens.cx - scene.lens.cx) < 3
    assert abs(solved.lens.cy - scene.lens.cy) < 3


def test_straight_lens_has_few_parameters(table):
    scene = table(5, **GOOD)
    lens = solve([find_chart(picture, scene.chart) for picture in scene.tour(12)], scene.chart).lens
    assert lens.distortion[2:] == (0.0, 0.0, 0.0)
    assert lens.fx == lens.fy
    assert abs(lens.distortion[0]) < 0.01


def test_a_stray_picture_is_left_out(tour):
    table, sightings = tour
    moved = sightings[3].corners_px + np.random.default_rng(1).normal(0, 6, sightings[3].corners_px.shape)
    spoiled = [*sightings, replace(sightings[3], name="shaken.png", corners_px=(moved + 70).astype(np.float32))]
    solved = solve(spoiled, table.chart)
    assert solved.left_out == ("shaken.png",)
    assert abs(solved.lens.fx / table.lens.fx - 1) < 0.002


def test_too_few(tour):
    table, sightings = tour
    with pytest.raises(BadSet, match="3 usable pictures are too few"):
        solve(sightings[:3], table.chart)
    with pytest.raises(BadSet, match="0 usable pictures"):
        solve([], table.chart)


def test_the_same_picture_many_times(tour):
    table, sightings = tour
    with pytest.raises(BadSet, match="only 2 of the 12 pictures differ"):
        solve(sightings[:2] * 6, table.chart)


def test_different_sizes(tour):
    table, sightings = tour
    with pytest.raises(BadSet, match="640x360 and 1280x720"):
        solve([replace(sightings[0], width=640, height=360), *sightings[1:]], table.chart)


def test_only_in_the_middle(table):
    scene = table(2, **GOOD)
    pictures = [scene.picture(*scene.pose(900, 30, angle, 2 * angle)) for angle in range(0, 320, 40)]
    with pytest.raises(BadSet, match="bring it to the edges"):
        solve([find_chart(picture, scene.chart) for picture in pictures], scene.chart)


def test_all_from_one_angle(table):
    scene = table(3, **GOOD)
    spots = [(x, y) for x in (0.3, 0.5, 0.7) for y in (0.3, 0.5, 0.7)]
    pictures = [scene.picture(*scene.pose(430, 2, 0, 0, at=spot)) for spot in spots]
    with pytest.raises(BadSet, match="one angle"):
        solve([find_chart(picture, scene.chart) for picture in pictures], scene.chart)


def test_squares_of_the_wrong_size(tour):
    _, sightings = tour
    with pytest.raises(BadSet, match=r"with squares of 5 mm the camera would be 0\.0\d m .* Measure one"):
        solve(sightings, Chart(square_mm=5.0))
    with pytest.raises(BadSet, match="with squares of 200 mm"):
        solve(sightings, Chart(square_mm=200.0))


def test_a_print_that_was_stretched(table):
    scene = table(6, **GOOD)
    scene.sheet = cv2.resize(scene.sheet, None, fx=1.05, fy=1.0, interpolation=cv2.INTER_AREA)
    with pytest.raises(BadSet, match=r"the print is \d\.\d% wider than high"):
        solve([find_chart(picture, scene.chart) for picture in scene.tour(12)], scene.chart)


def test_another_sheet(tour):
    table, _ = tour
    picture = next(iter(table.tour(1)))
    found = find_chart(picture, Chart(columns=6, rows=9), "other.png")
    assert isinstance(found, Unusable) or len(found.ids) < 40


def test_noise_in_the_corners_is_owned_up_to(tour):
    table, sightings = tour
    rng = np.random.default_rng(2)
    for sigma in (0.3, 0.6, 1.0, 2.0):
        rough = [
            replace(one, corners_px=(one.corners_px + rng.normal(0, sigma, one.corners_px.shape)).astype(np.float32))
            for one in sightings
        ]
        try:
            lens = solve(rough, table.chart).lens
        except BadSet:
            continue
        assert abs(lens.fx / table.lens.fx - 1) < 0.005
        assert np.hypot(lens.cx - table.lens.cx, lens.cy - table.lens.cy) < 3


def test_pictures_of_no_use(table):
    scene = table(7, **GOOD)
    turn, place = scene.pose(500, 10)
    good = scene.picture(turn, place)
    assert isinstance(find_chart(good, scene.chart), Sighting)
    blurred = cv2.GaussianBlur(good, (0, 0), 4.5)
    assert "blurred" in str(find_chart(blurred, scene.chart, "b.png").why)
    cut = good.copy()
    cut[:, 700:] = 110
    partial = find_chart(cut, scene.chart)
    assert isinstance(partial, Sighting)
    assert len(partial.ids) < 40
    cut[:, 530:] = 110
    assert "corners are seen" in str(find_chart(cut, scene.chart).why)
    assert str(find_chart(np.full((720, 1280, 3), 128, np.uint8), scene.chart).why) == "no chart is seen"
    assert "nearly black" in str(find_chart(np.zeros((720, 1280, 3), np.uint8), scene.chart).why)


@pytest.mark.parametrize(
    "picture",
    [np.zeros((3, 3, 3), np.uint8), np.zeros((100, 100), np.float32), np.zeros((100, 100, 4), np.uint8), "a.png", None],
)
def test_what_is_no_picture(picture):
    assert "not a picture" in str(find_chart(picture, Chart()).why)


def test_sharpness_is_measured_in_pixels(table):
    scene = table(8, **GOOD)
    turn, place = scene.pose(500, 10)
    widths = [
        find_chart(scene.picture(turn, place, blur=blur, noise=2), scene.chart).edge_px for blur in (0.5, 1.0, 1.5, 2.0)
    ]
    assert widths == sorted(widths)
    for blur, width in zip((1.0, 1.5, 2.0), widths[1:], strict=True):
        assert width == pytest.approx(2.56 * np.hypot(blur, 0.45), rel=0.15)


def test_mirrored_pictures_are_refused(tour):
    table, sightings = tour
    mirrored = [
        replace(one, corners_px=np.float32([1279, 0]) + np.float32([-1, 1]) * one.corners_px) for one in sightings
    ]
    with pytest.raises(BadSet, match="seen from behind: are pictures mirrored"):
        solve(mirrored, table.chart)
