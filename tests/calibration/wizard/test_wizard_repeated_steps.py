"""The wizard with answers in another order, repeated answers, and pictures of another size."""

import cv2
import numpy as np
import pytest

from calibration.chart.page import Chart
from calibration.wizard.wizard import Wizard
from tests.support.wizard_steps import MADE, through, with_die, without


def tapped(wizard, film):
    """Tap the four corners."""
    for x, y in film["corners"]:
        progress = wizard.tap(x, y)
    return progress


@pytest.fixture
def wizard(film):
    """One at the corners, without lens and plane."""
    begun = Wizard("usb:0", MADE, Chart())
    begun.see(film["empty"])
    return without(begun, "lens", "plane")


def left_edge_mm(wizard, film):
    return float(wizard.draft.to_mm(np.array(film["corners"][:1]))[0][0])


def test_size_before_corners(wizard, film):
    wizard.size(280, 190)
    assert tapped(wizard, film).needs == ()
    assert left_edge_mm(wizard, film) == pytest.approx(-140)


def test_size_applies_to_new_corners(wizard, film):
    tapped(wizard, film)
    wizard.size(300, 200)
    wizard.untap()
    assert tapped(wizard, film).needs == ()
    assert left_edge_mm(wizard, film) == pytest.approx(-150)


def test_new_corners_forget_dice_but_new_size_does_not(wizard, film):
    tapped(wizard, film)
    through(without(wizard, "corners", "empty"), film, until="dice")
    for at in ((560, 300), (640, 380)):
        wizard.die("red", *with_die(film["empty"], "red", at))
    wizard.back()
    wizard.back()
    wizard.size(280, 190)
    without(wizard, "corners", "empty")
    assert str(wizard.die("red", *with_die(film["empty"], "red", (700, 330))).said) == "red is known"
    wizard.back()
    wizard.back()
    wizard.size(282, 190)
    assert [die.owner for die in wizard.draft.dice] == ["red"]
    wizard.untap()
    for x, y in film["corners"]:
        wizard.tap(x + 3, y + 3)
    assert wizard.draft.dice == ()


def test_throw_restarts_at_another_resolution(wizard, film):
    without(wizard, "corners", "empty")
    smaller = cv2.resize(film["empty"], (640, 360))
    progress = wizard.die("red", *with_die(smaller, "red", (300, 150)))
    assert progress.step == "lens"
    assert "640x360" in str(progress.said)


def test_a_throw_may_be_the_first_picture(film):
    wizard = without(Wizard("usb:0", MADE, Chart()), "lens", "plane", "corners", "empty")
    for at in ((560, 300), (640, 380), (700, 330)):
        progress = wizard.die("red", *with_die(film["empty"], "red", at))
    assert str(progress.said) == "red is known"
    assert wizard.draft.width == 1280
