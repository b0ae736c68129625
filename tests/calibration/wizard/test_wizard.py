"""The wizard from the first picture to the verdict, interrupted and resumed, never worse than before."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.chart.page import Chart
from calibration.light.colours import DieColour
from calibration.profile.tray_profile import TrayProfile
from calibration.profile.verdict import better_than, verdict
from calibration.solve.plane import plane_from_die
from calibration.wizard.wizard import Wizard
from catseye.text import NOTHING
from tests.support.wizard_steps import BODIES, MADE, through, with_die, without


def test_from_the_first_picture_to_the_verdict(film, tour_pictures):
    scene, _ = tour_pictures
    wizard = through(Wizard("usb:0", MADE, Chart()), film)
    profile, better, said = wizard.result()
    assert better
    assert str(said).startswith("ready: +-0.")
    assert str(said).endswith("mm, three dice apart")
    assert abs(profile.lens.fx / scene.lens.fx - 1) < 0.005
    assert profile.plane.method == "chart"
    corners = profile.to_mm(np.array(film["corners"]))
    assert np.abs(corners - [(-140, -95), (140, -95), (140, 95), (-140, 95)]).max() < 0.5
    assert len(profile.region) == 4
    assert {die.owner for die in profile.dice} == set(BODIES)
    assert profile.drift_watch() is not None
    assert TrayProfile.from_json(profile.to_json()) == profile


def test_it_says_what_is_needed(film):
    wizard = Wizard("usb:0", MADE, Chart())
    assert str(wizard.progress.title) == "Show the chart from all sides"
    assert "hold the chart" in str(wizard.progress.needs[0])
    assert not wizard.progress.may
    assert str(wizard.see(film["empty"]).said).startswith("no chart is seen")
    assert str(wizard.see(film["tour"][0]).said) == "hold still"
    progress = wizard.see(film["tour"][0])
    assert str(progress.said) == "kept"
    assert str(progress.needs[0]).startswith("11 more positions")
    assert any("of the picture" in str(one) for one in progress.needs)
    assert str(wizard.see(film["tour"][0]).said).startswith("kept; move it")
    assert wizard.go_on().step == "lens"
    assert "too few" in str(wizard.progress.said)


def test_left_and_gone_on_with(film):
    wizard = Wizard("usb:0", MADE, Chart())
    for picture in film["tour"][:5]:
        wizard.see(picture)
        wizard.see(picture)
    left = TrayProfile.from_json(wizard.draft.to_json())
    again = Wizard("usb:0", MADE, Chart(), draft=left)
    assert again.step == "lens"
    assert again.progress.share == pytest.approx(5 / 12)
    for step in ("plane", "corners", "empty", "dice"):
        through(again, film, until=step)
        again = Wizard("usb:0", MADE, Chart(), draft=TrayProfile.from_json(again.draft.to_json()))
        assert again.step == step
    assert through(again, film).result()[1]


def test_without_a_chart(film):
    wizard = Wizard("usb:0", MADE, Chart())
    wizard.see(film["empty"])
    wizard.skip()
    assert wizard.step == "plane"
    wizard.skip()
    for x, y in film["corners"]:
        progress = wizard.tap(x, y)
    assert tuple(map(str, progress.needs)) == ("how wide and deep the tray is inside",)
    wizard.size(280, 190)
    assert wizard.draft.plane.method == "corners"
    assert wizard.draft.lens is None
    assert np.abs(wizard.draft.to_mm(np.array(film["corners"][:1])) - [(-140, -95)]).max() < 0.01


def test_die_gives_the_scale(film):
    wizard = Wizard("usb:0", MADE, Chart())
    wizard.see(film["empty"])
    wizard.skip()
    assert "one die" in str(wizard.progress.needs[1])
    turned = 30.0
    side = 48 * (np.cos(np.radians(turned)) + np.sin(np.radians(turned)))
    progress = wizard.scale((600, 300, 600 + side, 300 + side), turned, 16.0)
    assert progress.may
    assert "by the die alone" in str(progress.said)
    near = wizard.draft.to_mm([(639.5, 359.5), (639.5 + 48, 359.5)])
    assert near[1][0] - near[0][0] == pytest.approx(16.0)
    assert "too small" in str(wizard.scale((600, 300, 602, 302), 0.0, 16.0).said)
    for _ in range(3):
        wizard.see(film["lying"])
    assert wizard.draft.plane.method == "chart"
    wizard.scale((600, 300, 648, 348), 0.0, 16.0)
    assert wizard.draft.plane.method == "chart"


def test_taps_that_are_no_tray_are_taken_back(film):
    wizard = Wizard("usb:0", MADE, Chart())
    wizard.see(film["empty"])
    wizard.skip()
    wizard.skip()
    for _ in range(4):
        progress = wizard.tap(100, 100)
    assert "tap them again" in str(progress.said)
    assert progress.share == 0
    wizard.tap(10, 10)
    assert wizard.untap().share == 0


def test_unfitting_size_gives_no_scale(film):
    wizard = through(Wizard("usb:0", MADE, Chart()), film, until="plane")
    wizard.skip()
    for x, y in film["corners"]:
        wizard.tap(x, y)
    progress = wizard.size(190, 280)
    assert "do not fit" in str(progress.said)
    assert wizard.draft.plane is None
    assert str(wizard.size(280, 190).said) == "the tray's outline is known"
    assert wizard.draft.plane.method == "corners"


def test_undone_taps_drop_the_scale(film):
    wizard = through(Wizard("usb:0", MADE, Chart()), film, until="plane")
    wizard.skip()
    for x, y in film["corners"]:
        wizard.tap(x, y)
    wizard.size(280, 190)
    wizard.untap()
    assert (wizard.draft.region, wizard.draft.plane) == ((), None)


def test_size_can_be_added_to_a_draft(film):
    wizard = through(Wizard("usb:0", MADE, Chart()), film, until="plane")
    wizard.skip()
    for x, y in film["corners"]:
        wizard.tap(x, y)
    again = Wizard("usb:0", MADE, Chart(), draft=wizard.draft)
    again.see(film["empty"])
    while again.step != "corners":
        again.skip()
    again.size(280, 190)
    assert again.draft.plane.method == "corners"


def test_chart_must_be_removed_for_the_empty_tray(film):
    wizard = through(Wizard("usb:0", MADE, Chart()), film, until="empty")
    for _ in range(4):
        assert str(wizard.see(film["lying"]).said) == "the chart is still there"
    assert not wizard.progress.may


def test_dice_of_similar_colour_are_reported(film):
    wizard = through(Wizard("usb:0", MADE, Chart()), film, until="dice")
    for name in ("Ann", "Bo"):
        for at in ((560, 300), (640, 380), (700, 330)):
            progress = wizard.die(name, *with_die(film["empty"], "red", at))
    assert "look alike under this lamp" in str(progress.said)
    assert "look alike" in str(verdict(wizard.draft))
    assert str(wizard.forget_dice().needs[0]).startswith("throw one die alone")


def test_another_size_of_picture_begins_again(film):
    wizard = through(Wizard("usb:0", MADE, Chart()), film, until="corners")
    progress = wizard.see(cv2.resize(film["empty"], (640, 360)))
    assert progress.step == "lens"
    assert "640x360" in str(progress.said)
    assert wizard.draft.lens is None


def test_only_a_better_profile_takes_the_place(film):
    good = through(Wizard("usb:0", MADE, Chart()), film).result()[0]
    rough = replace(good, plane=plane_from_die(60, 16, 1280, 720))
    assert better_than(good, None) == (True, NOTHING)
    assert better_than(good, rough)[0]
    better, why = better_than(rough, good)
    assert (better, str(why)) == (False, f"the one in use is more exact (+-{good.plane.error_mm:.1f} mm)")
    assert not better_than(replace(good, lens=None), good)[0]
    assert not better_than(replace(good, plane=None), good)[0]
    similar = DieColour("pink", good.dice[0].lab, good.dice[0].spread, good.dice[0].pips, good.dice[0].ground, 3)
    assert not better_than(replace(good, dice=(*good.dice, similar)), good)[0]
    assert better_than(rough, replace(good, camera="usb:1"))[0]
    assert (
        str(verdict(replace(good, plane=None, dice=good.dice[:1]))) == "ready: no places in millimetres, one die known"
    )


def test_set_up_again_in_part_it_loses_nothing(film):
    good = through(Wizard("usb:0", MADE, Chart()), film).result()[0]
    again = Wizard("usb:0", "later", Chart(), kept=good)
    again.see(film["empty"])
    without(again, "lens", "plane")
    assert again.draft.lens == good.lens, "what is measured now rests on the lens that is known"
    through(again, film, until="empty")
    found, better, said = without(again, "empty", "dice").result()
    assert better
    assert (found.lens, found.plane, found.backdrop) == (good.lens, good.plane, good.backdrop)
    assert set(found.dice) == set(good.dice)
    assert "from before: the millimetres, the watch for moves, the dice red, blue, white" in str(said)


def test_old_lens_is_kept_with_a_late_first_picture(film):
    good = through(Wizard("usb:0", MADE, Chart()), film).result()[0]
    again = without(Wizard("usb:0", "later", Chart(), kept=good), "lens")
    assert again.draft.lens is None
    again.see(film["lying"])
    assert again.draft.lens == good.lens


def test_forgotten_dice_stay_forgotten(film):
    good = through(Wizard("usb:0", MADE, Chart()), film).result()[0]
    again = Wizard("usb:0", "later", Chart(), kept=good)
    again.see(film["empty"])
    through(without(again, "lens", "plane"), film, until="dice").forget_dice()
    found, better, _ = without(again, "dice").result()
    assert better
    assert found.dice == ()


@pytest.mark.parametrize("shown", [None, (1280, 720), (640, 480)])
def test_nothing_measured_is_nothing_to_keep(film, shown):
    good = through(Wizard("usb:0", MADE, Chart()), film).result()[0]
    wizard = Wizard("usb:0", "later", Chart(), kept=good)
    if shown is not None:
        wizard.see(cv2.resize(film["empty"], shown))
    without(wizard, "lens", "plane", "corners", "empty", "dice")
    _, better, said = wizard.result()
    assert not better
    assert "nothing to keep" in str(said) or "the one in use stays" in str(said)


def test_another_resolution_forgets_taps(film):
    wizard = through(Wizard("usb:0", MADE, Chart()), film, until="empty")
    small = cv2.resize(film["empty"], (640, 360))
    progress = without_lens_and_plane(wizard, small)
    assert (progress.step, progress.share) == ("corners", 0)
    assert wizard.outline == ()
    wizard.size(280, 190)
    assert wizard.draft.region == ()
    for x, y in film["corners"]:
        progress = wizard.tap(x / 2, y / 2)
    assert str(progress.said) == "the tray's outline is known"
    assert wizard.draft.checked().region[2][0] < 640


def without_lens_and_plane(wizard, picture):
    """See a picture of another size, and go on to the corners."""
    wizard.see(picture)
    return without(wizard, "lens", "plane").progress


@pytest.mark.parametrize("blur", [False, True])
def test_unclear_chart_is_no_empty_tray(film, blur):
    wizard = through(Wizard("usb:0", MADE, Chart()), film, until="empty")
    picture = cv2.GaussianBlur(film["lying"], (0, 0), 5.0) if blur else film["lying"].copy()
    if not blur:
        picture[:, 600:] = picture[400:] = 110
    for _ in range(4):
        assert str(wizard.see(picture).said) == "the chart is still there"
    assert not wizard.progress.may
    assert wizard.draft.backdrop is None


def test_new_lens_asks_for_the_plane_again(film):
    wizard = Wizard("usb:0", MADE, Chart())
    wizard.see(film["empty"])
    without(wizard, "lens")
    for _ in range(3):
        wizard.see(film["lying"])
    assert wizard.progress.may
    wizard.back()
    progress = through(wizard, film, until="plane").progress
    assert wizard.draft.lens is not None
    assert not progress.may
    assert progress.needs
    for _ in range(3):
        wizard.see(film["lying"])
    corners = wizard.draft.to_mm(np.array(film["corners"]))
    assert np.abs(corners - [(-140, -95), (140, -95), (140, 95), (-140, 95)]).max() < 0.5
