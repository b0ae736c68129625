"""Pixels to millimetres: from the chart, from four taps, from a die."""

import cv2
import numpy as np
import pytest

from calibration.chart.detection import find_chart
from calibration.solve.lens import Lens
from calibration.solve.plane import (
    BadPlane,
    Plane,
    level_top_offset,
    plane_from_chart,
    plane_from_corners,
    plane_from_die,
    pose,
    rows,
    size_misfit,
    to_picture,
    to_table,
)
from catseye.text import NOTHING
from vision.sim.camera import looking_at

LENS = {"width": 1280, "height": 720, "fx": 1150.0, "fy": 1150.0, "cx": 644.0, "cy": 363.0}
BENT = {**LENS, "distortion": (-0.19, 0.05, 0.0, 0.0, 0.0)}


def tray_points():
    x, y = np.meshgrid(np.linspace(-150, 150, 9), np.linspace(-95, 95, 7))
    return np.stack([x.ravel(), y.ravel()], axis=1)


def seen(lens, turn, place, middle, points, height=0.0):
    """Places in the picture of points of the table, `height` above it (towards the camera)."""
    scene = np.column_stack([points + middle, np.full(len(points), -height)])
    found, _ = cv2.projectPoints(scene, cv2.Rodrigues(turn)[0], place, lens.matrix, np.array(lens.distortion))
    found = found.reshape(-1, 2)
    within = (found >= 0).all(axis=1) & (found < (lens.width, lens.height)).all(axis=1)
    return found[within], points[within]


@pytest.mark.parametrize(("tilt", "azimuth"), [(0, 0), (12, 40), (25, 200), (35, 310)])
def test_one_picture_of_the_chart_at_60_cm(table, tilt, azimuth):
    scene = table(1, **BENT)
    turn, place = scene.pose(600, tilt, azimuth, roll=7)
    sighting = find_chart(scene.picture(turn, place), scene.chart)
    plane = plane_from_chart(sighting, scene.chart, scene.lens)
    middle = np.array(scene.chart.size_mm) / 2
    for height in (0.0, 16.0):
        pixels, truth = seen(scene.lens, turn, place, middle, tray_points(), height)
        assert len(truth) > 40
        off = np.linalg.norm(to_table(plane, scene.lens, pixels, height) - truth, axis=1)
        assert off.max() < 0.25
        assert off.max() < 3 * plane.error_mm
        assert np.abs(to_picture(plane, scene.lens, truth, height) - pixels).max() < 0.6
    found_turn, found_place = pose(plane, scene.lens)
    assert np.abs(found_turn - turn).max() < 0.005
    assert np.abs(found_place - (place + turn @ np.array([*middle, 0]))).max() < 2.0


def test_chart_without_lens_has_an_error_estimate(table):
    straight = table(2, **LENS)
    turn, place = straight.pose(600, 10, 30)
    good = plane_from_chart(find_chart(straight.picture(turn, place), straight.chart), straight.chart, None)
    bent = table(2, **BENT)
    turn, place = bent.pose(600, 10, 30)
    worse = plane_from_chart(find_chart(bent.picture(turn, place), bent.chart), bent.chart, None)
    assert good.error_mm < 0.8
    pixels, truth = seen(bent.lens, turn, place, np.array(bent.chart.size_mm) / 2, tray_points())
    off = np.linalg.norm(to_table(worse, None, pixels) - truth, axis=1)
    assert 1.0 < off.max() < worse.error_mm


def test_a_covered_chart_is_turned_down(table):
    scene = table(3, **LENS)
    picture = scene.picture(*scene.pose(600))
    picture[:, 580:] = 100
    with pytest.raises(BadPlane, match="corners of the chart are seen"):
        plane_from_chart(find_chart(picture, scene.chart), scene.chart, scene.lens)


def test_a_lens_of_another_size_is_turned_down(table):
    scene = table(3, **LENS)
    sighting = find_chart(scene.picture(*scene.pose(600)), scene.chart)
    with pytest.raises(BadPlane, match="measured at 640x360"):
        plane_from_chart(sighting, scene.chart, scene.lens.scaled(640, 360))


def test_four_taps(table):
    scene = table(4, **BENT)
    turn, place = scene.pose(600, 20, 100, roll=-4)
    corners = np.array([(-140, -90), (140, -90), (140, 90), (-140, 90)], float)
    middle = np.array(scene.chart.size_mm) / 2
    pixels, _ = seen(scene.lens, turn, place, middle, corners)
    plane = plane_from_corners([tuple(one) for one in pixels], 280, 180, scene.lens, 1280)
    inner, truth = seen(scene.lens, turn, place, middle, tray_points() * 0.85)
    assert np.linalg.norm(to_table(plane, scene.lens, inner) - truth, axis=1).max() < 0.05
    rng = np.random.default_rng(0)
    worst = []
    for _ in range(40):
        tapped = pixels + rng.normal(0, 3.0, pixels.shape)
        again = plane_from_corners([tuple(one) for one in tapped], 280, 180, scene.lens, 1280)
        worst.append(np.linalg.norm(to_table(again, scene.lens, inner) - truth, axis=1).mean())
    assert np.mean(np.array(worst) < plane.error_mm) > 0.9, "the error said covers what taps do"


@pytest.mark.parametrize(
    "corners",
    [
        [(100, 100), (500, 100), (500, 400)],
        [(100, 100), (100, 400), (500, 400), (500, 100)],
        [(100, 100), (500, 400), (500, 100), (100, 400)],
        [(100, 100), (101, 100), (101, 101), (100, 101)],
        [(100, 100), (300, 100), (500, 100), (300, 400)],
    ],
)
def test_corners_that_are_none(corners):
    with pytest.raises(BadPlane, match="corners"):
        plane_from_corners(corners, 280, 180, None, 1280)


def tapped(table, lens, width=280, height=190, **pose):
    """A tray's corners in the picture, and places in it with theirs in the picture."""
    scene = table(4, **lens)
    turn, place = scene.pose(600, **pose)
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, 9), np.linspace(-0.5, 0.5, 9))
    inner = np.stack([x.ravel() * width, y.ravel() * height], axis=1)
    middle = np.array(scene.chart.size_mm) / 2
    pixels, inner = seen(scene.lens, turn, place, middle, inner)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
    return scene.lens, seen(scene.lens, turn, place, middle, corners)[0], pixels, inner


@pytest.mark.parametrize("size", [(380, 190), (190, 280), (280, 60)])
@pytest.mark.parametrize("tilt", [0, 20, 40])
def test_wrong_size_is_found_with_a_lens(table, tilt, size):
    lens, corners, pixels, truth = tapped(table, BENT, tilt=tilt, azimuth=20, roll=5)
    said = size_misfit(corners, *size, lens, 1280)
    assert str(said).startswith(
        f"these corners do not fit a tray of {size[0]} x {size[1]} mm: see its size and which corner"
    )
    plane = plane_from_corners(corners, *size, lens, 1280)
    off = np.linalg.norm(to_table(plane, lens, pixels) - truth, axis=1).max()
    assert 40 < off < 1.25 * plane.error_mm


@pytest.mark.parametrize("size", [(380, 190), (190, 280), (280, 60)])
def test_gross_size_error_is_found_without_a_lens(table, size):
    _, corners, pixels, truth = tapped(table, BENT, tilt=3, azimuth=20, roll=5)
    assert size_misfit(corners, *size, None, 1280)
    plane = plane_from_corners(corners, *size, None, 1280)
    assert np.linalg.norm(to_table(plane, None, pixels) - truth, axis=1).max() < 1.25 * plane.error_mm


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("size", [(280, 190), (190, 260), (200, 200)])
@pytest.mark.parametrize("tilt", [0, 20, 45])
def test_right_size_fits_inexact_taps(table, tilt, size, known):
    lens, corners, _, _ = tapped(table, BENT, *size, tilt=tilt, azimuth=70, roll=-8)
    rng = np.random.default_rng(0)
    for _ in range(20):
        off = corners + rng.normal(0, 3.0, corners.shape)
        assert size_misfit(off, size[0] + 1, size[1] - 1, lens if known else None, 1280) == NOTHING


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("first", [1, 2, 3])
def test_corners_must_start_at_the_upper_left(table, first, known):
    lens, corners, _, _ = tapped(table, BENT, 220, 220, tilt=20, azimuth=200, roll=20)
    assert plane_from_corners(corners, 220, 220, lens if known else None, 1280)
    with pytest.raises(BadPlane, match="tapped first is not the upper left one"):
        plane_from_corners(np.roll(corners, -first, axis=0), 220, 220, lens if known else None, 1280)


@pytest.mark.parametrize("bend", [-0.28, -0.25, -0.1, 0.1])
@pytest.mark.parametrize("tilt", [0, 15, 30])
def test_error_without_lens_covers_distortion(table, tilt, bend):
    bent = {**LENS, "distortion": (bend, 0.0, 0.0, 0.0, 0.0)}
    lens, corners, pixels, truth = tapped(table, bent, tilt=tilt, azimuth=40)
    plane = plane_from_corners(corners, 280, 190, None, 1280)
    off = np.linalg.norm(to_table(plane, None, pixels) - truth, axis=1).max()
    assert off < plane.error_mm < 15
    assert plane_from_corners(corners, 280, 190, lens, 1280).error_mm < 4


def test_a_tray_of_no_size():
    with pytest.raises(BadPlane, match="20 to 2000"):
        plane_from_corners([(0, 0), (9, 0), (9, 9), (0, 9)], 0, 180, None, 1280)


def test_a_die_gives_the_scale():
    plane = plane_from_die(48.0, 16.0, 1280, 720)
    middle = to_table(plane, None, np.array([[639.5, 359.5], [639.5 + 48, 359.5]]))
    assert np.allclose(middle, [(0, 0), (16, 0)])
    assert plane.error_mm > 5
    for edge, size in ((48, 0), (48, 200), (2, 16), (700, 16)):
        with pytest.raises(BadPlane):
            plane_from_die(edge, size, 1280, 720)


def test_a_lens_goes_both_ways():
    lens = Lens(**{**BENT, "distortion": (-0.28, 0.1, 0.001, -0.001, 0.0)})
    points = np.stack(np.meshgrid(np.linspace(0, 1279, 17), np.linspace(0, 719, 11)), -1).reshape(-1, 2)
    assert np.abs(lens.distorted(lens.undistorted(points)) - points).max() < 1e-3
    assert lens.holds()
    half = lens.scaled(640, 360)
    doubled = half.undistorted((points + 0.5) / 2 - 0.5)
    assert np.abs(doubled - ((lens.undistorted(points) + 0.5) / 2 - 0.5)).max() < 1e-3


def test_folding_lens_is_invalid():
    assert not Lens(**{**BENT, "distortion": (-1.4, 0.0, 0.0, 0.0, 0.0)}).holds()


@pytest.mark.parametrize("tilt", [0, 25, 50])
@pytest.mark.parametrize("roll", [0, 90, 200])
def test_direction_of_level_dice_matches_the_simulator(tilt, roll):
    camera = looking_at((0, 0, 0), distance_mm=500, tilt_deg=tilt, size=(1280, 720), hfov_deg=60, roll_deg=roll)
    lens = Lens(1280, 720, camera.focal_px, camera.focal_px, *camera.middle)
    mirrored = camera.table_homography() @ np.diag([1.0, -1.0, 1.0])  # this module's tables have z pointing down
    plane = Plane("corners", rows(np.linalg.inv(mirrored)), 0.1)
    for x, y in ((0, 0), (120, 40), (-90, -60)):
        middle, top = np.array([x, y, 8.0]), np.array([x, y, 16.0])
        seen_at, seen_top = camera.project(np.stack([middle, top]))
        truth = (seen_top - seen_at) / (8.0 * camera.px_per_mm(middle))
        assert level_top_offset(plane, lens, seen_at[None], 16.0) == pytest.approx(truth, abs=0.01)
