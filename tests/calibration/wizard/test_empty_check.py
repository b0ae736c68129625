"""The chart is gone only when no part of it is visible."""

import cv2
import numpy as np
import pytest

from calibration.chart.detection import find_chart
from calibration.chart.page import Chart
from calibration.profile.tray_profile import TrayProfile
from calibration.solve.plane import plane_from_chart
from calibration.wizard.empty_check import EmptyCheck, chart_in, chart_left


@pytest.fixture(scope="module")
def laid(film, tour_pictures):
    """A profile with the plane of the chart that lies in the tray."""
    scene, _ = tour_pictures
    plane = plane_from_chart(find_chart(film["lying"], Chart()), Chart(), scene.lens)
    return TrayProfile("usb:0", 1280, 720, "now", lens=scene.lens, plane=plane)


def covered(picture):
    """All but a corner of it hidden by a cloth."""
    hidden = picture.copy()
    hidden[:, 600:] = hidden[400:] = 110
    return hidden


@pytest.mark.parametrize(
    "seen", [lambda p: p, covered, lambda p: cv2.GaussianBlur(p, (0, 0), 2.5)], ids=["open", "covered", "blurred"]
)
def test_blurred_chart_is_noticed(film, seen):
    assert chart_in(seen(film["lying"]), Chart())


@pytest.mark.parametrize("blur", [4, 6, 9])
def test_chart_is_noticed_without_markers(film, laid, blur):
    picture = cv2.GaussianBlur(film["lying"], (0, 0), blur)
    assert not chart_in(picture, Chart())
    assert chart_left(picture, Chart(), laid)
    assert not chart_left(cv2.GaussianBlur(film["empty"], (0, 0), blur), Chart(), laid)
    assert not chart_left(np.full_like(film["empty"], 90), Chart(), laid)


def test_a_table_and_dice_are_no_chart(film):
    assert not chart_in(film["empty"], Chart())
    rng = np.random.default_rng(0)
    for across in (20, 60, 130, 250):
        small = rng.integers(0, 255, (across // 2, across), np.uint8)
        assert not chart_in(cv2.resize(small, (1280, 720), interpolation=cv2.INTER_NEAREST), Chart())


def test_what_is_no_picture_shows_none():
    assert not chart_in(np.zeros((20, 20, 3), np.uint8), Chart())


def test_dice_in_the_tray_are_reported_until_removed():
    """Not "hands off" in between, nor two thirds of the way: only the dice keep it from going on."""
    check, profile, dice = EmptyCheck(Chart()), TrayProfile("usb:0", 320, 180, "now"), [3]
    picture = np.full((180, 320, 3), 90, np.uint8)
    said = []
    for _ in range(12):
        profile = check.see(profile, picture, None, lambda _picture: dice[0])
        said.append((str(check.said), check.still))
    assert said[:2] == [("take your hands away for a moment", 1), ("take your hands away for a moment", 2)]
    assert set(said[2:]) == {("there are dice in the tray: take them out", 0)}
    assert profile.light is None
    dice[0] = 0
    for _ in range(3):
        profile = check.see(profile, picture, None, lambda _picture: dice[0])
    assert profile.light is not None
