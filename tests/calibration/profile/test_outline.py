"""Dice at the walls of a tray seen from one side: a die's centre is higher than the outline of the ground."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.profile.outline import place_of
from calibration.profile.tray_profile import DIE_MM, TrayProfile
from calibration.solve.lens import Lens
from calibration.solve.plane import plane_from_corners

LENS = Lens(1280, 720, 1150.0, 1150.0, 639.5, 359.5)
WIDE, DEEP = 280.0, 180.0
FAR, NEAR, SIDE = DEEP / 2, -DEEP / 2, WIDE / 2


def seen(points_mm, tilt_deg):
    """Points (n, 3), right, away and up from the tray's centre, in the picture of a camera tilted by these degrees."""
    tilt = np.radians(tilt_deg)
    turn = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
    found, _ = cv2.projectPoints(
        np.asarray(points_mm, float), cv2.Rodrigues(turn)[0], np.array([0, 0, 600.0]), LENS.matrix, None
    )
    return found.reshape(-1, 2)


def tray(tilt_deg):
    corners = seen([(-SIDE, FAR, 0), (SIDE, FAR, 0), (SIDE, NEAR, 0), (-SIDE, NEAR, 0)], tilt_deg)
    region = tuple((float(x), float(y)) for x, y in corners)
    plane = plane_from_corners(region, WIDE, DEEP, LENS, 1280)
    return TrayProfile("usb:0", 1280, 720, "now", lens=LENS, plane=plane, region=region)


def die_at(x, y, tilt_deg):
    """The box of a die whose centre is above this place."""
    half = DIE_MM / 2
    corners = [(x + a * half, y + b * half, z) for a in (-1, 1) for b in (-1, 1) for z in (0, DIE_MM)]
    around = seen(corners, tilt_deg)
    return (*around.min(axis=0), *around.max(axis=0))


TILTS = (0, 25, 45, 55)
AT_WALLS = [(0, FAR - 8), (100, FAR - 8), (-SIDE + 8, FAR - 8), (SIDE - 8, 0), (0, NEAR + 8), (0, 0)]


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("at", AT_WALLS, ids=str)
def test_a_die_at_the_wall_lies_in_the_tray(tilt, at):
    profile = tray(tilt)
    assert place_of(profile, die_at(*at, tilt)) == "inside"
    for unknown in (replace(profile, lens=None), replace(profile, plane=None), replace(profile, lens=None, plane=None)):
        assert place_of(unknown, die_at(*at, tilt)) == "inside"


def test_by_the_outline_alone_such_a_die_would_lie_outside():
    _, top, _, bottom = die_at(0, FAR - 8, 55)
    assert (top + bottom) / 2 < tray(55).region[0][1]


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("at", [(0, FAR + 5), (SIDE + 5, 20), (0, NEAR - 5)], ids=str)
def test_a_die_on_the_outline_is_at_the_edge(tilt, at):
    assert place_of(tray(tilt), die_at(*at, tilt)) == "edge"


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("at", [(0, FAR + 40), (SIDE + 30, 20), (0, NEAR - 40)], ids=str)
def test_a_die_beside_the_tray_is_none_of_it(tilt, at):
    profile = tray(tilt)
    for one in (profile, replace(profile, lens=None, plane=None)):
        assert place_of(one, die_at(*at, tilt)) == "outside"


def test_everything_is_in_a_tray_without_outline():
    assert place_of(replace(tray(0), region=(), plane=None), (0, 0, 9, 9)) == "inside"
