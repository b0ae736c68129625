"""What a new profile takes from an older one, and what is reported of the rest."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.drift.reference import drift_reference_of
from calibration.light.colours import DieColour
from calibration.light.measurement import measure
from calibration.profile.merge import losses, merged
from calibration.profile.tray_profile import TrayProfile
from calibration.profile.verdict import better_than, merged_verdict
from calibration.solve.lens import Lens
from calibration.solve.plane import plane_from_corners
from catseye.text import NOTHING

LENS = Lens(1280, 720, 1150.0, 1150.0, 644.0, 363.0, (-0.19, 0.05, 0.0, 0.0, 0.0), 0.1, 0.0002, 0.3)
CORNERS = ((250.0, 120.0), (1030.0, 130.0), (1090.0, 600.0), (190.0, 590.0))
ELSEWHERE = tuple((x + 60.0, y) for x, y in CORNERS)


def die(owner, *lab):
    return DieColour(owner, lab, (7.0, 3.0, 3.0), "light", (0.1, 0.2, 0.1), 5)


DICE = (die("Ann", 120.0, 180.0, 160.0), die("Bo", 120.0, 90.0, 90.0), die("Cy", 230.0, 128.0, 128.0))


@pytest.fixture(scope="module")
def room():
    """The empty tray and the table around it."""
    rng = np.random.default_rng(3)
    table = cv2.resize(rng.integers(80, 190, (90, 160, 3), np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC)
    return cv2.fillConvexPoly(table, np.array(CORNERS).astype(np.int32), (70, 100, 60))


@pytest.fixture(scope="module")
def rich(room):
    plane = replace(plane_from_corners(CORNERS, 280, 180, LENS, 1280), method="chart", error_mm=0.05)
    backdrop, light = drift_reference_of(room, CORNERS), measure([room])
    return TrayProfile("usb:0", 1280, 720, "then", LENS, plane, CORNERS, DICE, backdrop, light)


def new(**parts):
    return TrayProfile("usb:0", 1280, 720, "now", **parts)


def test_unmeasured_parts_are_kept(rich, room):
    found, better, said = merged_verdict(new(region=CORNERS), rich, room)
    assert better
    assert found == replace(rich, made_at="now")
    assert str(said).startswith("ready: +-0.1 mm, three dice apart; from before: the lens, the millimetres")
    assert "lost" not in str(said)


def test_plane_of_another_lens_is_dropped(rich, room):
    found, better, said = merged_verdict(new(lens=replace(LENS, fx=1140.0)), rich, room)
    assert found.plane is None
    assert not better
    assert "more exact" in str(said)


def test_more_precise_plane_of_an_unmoved_tray_wins(rich, room):
    rough = replace(rich.plane, method="corners", error_mm=1.9)
    measured = new(lens=LENS, plane=rough)
    assert merged(measured, rich, room).profile.plane == rich.plane
    assert merged(measured, replace(rich, backdrop=None), room).profile.plane == rough
    assert not merged_verdict(measured, replace(rich, backdrop=None), room)[1]


def test_moved_camera_keeps_lens_and_dice(rich, room):
    moved = np.roll(room, 60, axis=1)
    measured = new(region=ELSEWHERE, backdrop=drift_reference_of(moved, ELSEWHERE), light=measure([moved]))
    found, better, said = merged_verdict(measured, rich, moved)
    assert better, "the one in use does not hold any more"
    assert (found.lens, found.dice, found.plane) == (LENS, DICE, None)
    assert "was moved since; this would be lost: the millimetres" in str(said)


def test_hands_in_the_picture_prove_nothing(rich, room):
    covered = np.full_like(room, 120)
    found, better, _ = merged_verdict(new(region=CORNERS), rich, covered)
    assert found.plane is None
    assert not better


def test_different_outline_drops_the_rest(rich):
    unwatched = replace(rich, backdrop=None)
    assert merged(new(region=ELSEWHERE), unwatched).profile.plane is None
    near = tuple((x + 5.0, y - 4.0) for x, y in CORNERS)
    assert merged(new(region=near), unwatched).profile.plane == rich.plane


def test_other_tray_has_its_own_scale(rich, room):
    """The drift watch covers the surroundings of the tray only; other corners mean another tray."""
    tapped = plane_from_corners(ELSEWHERE, 280, 180, LENS, 1280)
    found, better, said = merged_verdict(new(lens=LENS, region=ELSEWHERE, plane=tapped), rich, room)
    assert found.plane == tapped
    assert better
    assert "was moved since" in str(said)


def test_unverified_old_scale_is_reported(rich):
    found, better, said = merged_verdict(new(dice=DICE), replace(rich, backdrop=None, dice=()))
    assert better
    assert found.plane == rich.plane
    assert "no watch to tell" in str(said)


def test_newly_taught_die_replaces_the_old(rich):
    again, renamed = die("Bo", 125.0, 92.0, 90.0), die("Anna", 121.0, 180.0, 160.0)
    found = merged(new(dice=(again, renamed)), rich).profile
    assert {one.owner for one in found.dice} == {"Bo", "Anna", "Cy"}
    assert again in found.dice


def test_dice_of_another_background_are_reported_lost(rich, room):
    bare = replace(rich, region=())
    found, better, said = merged_verdict(new(region=CORNERS), bare, room)
    assert better
    assert found.dice == ()
    assert str(said).endswith("; this would be lost: the dice Ann, Bo, Cy")


@pytest.mark.parametrize("part", ["region", "dice", "backdrop"])
def test_losses_are_always_reported(rich, part):
    poorer = replace(rich, **{part: None if part == "backdrop" else ()})
    assert losses(poorer, rich)
    assert "this would be lost" in str(better_than(poorer, rich)[1])
    assert better_than(rich, poorer) == (True, NOTHING)


@pytest.mark.parametrize("spoil", [{"focal_sd": 0.001}, {"centre_sd_px": 3.0}])
def test_less_certain_lens_is_not_better(rich, spoil):
    assert not better_than(replace(rich, lens=replace(LENS, **spoil)), rich)[0]


@pytest.mark.parametrize("size", [(0, 0), (640, 480), (640, 360), (1280, 720)])
def test_nothing_is_never_better(rich, size):
    nothing = TrayProfile("usb:0", *size, "now")
    for old in (None, rich):
        _, better, said = merged_verdict(nothing, old)
        assert not better
        assert str(said).startswith(("Nothing was measured", "No picture was seen"))
        assert not better_than(nothing, old)[0]


def test_another_aspect_ratio_reports_lost_parts(rich):
    outline = ((10.0, 10.0), (600.0, 10.0), (600.0, 400.0), (10.0, 400.0))
    found, better, said = merged_verdict(TrayProfile("usb:0", 640, 480, "now", region=outline), rich)
    assert better
    assert found.lens is None
    assert found.dice == DICE
    assert "pictures of 1280x720; this would be lost: the lens, the millimetres, the watch for moves" in str(said)


def test_smaller_pictures_scale_the_profile(rich):
    outline = tuple((x / 2, y / 2) for x, y in CORNERS)
    found, better, _ = merged_verdict(TrayProfile("usb:0", 640, 360, "now", region=outline), rich)
    assert better
    assert found.lens.width == 640
    assert found.checked() == found


def test_profile_without_camera_applies(rich):
    found = merged(replace(new(lens=LENS), camera="unknown"), rich).profile
    assert found.camera == "usb:0"
    assert found.dice == DICE
    assert merged(replace(new(lens=LENS), camera="usb:1"), rich).profile.dice == ()
