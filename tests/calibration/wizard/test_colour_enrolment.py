"""Enrolment of dice: a second die of the same name is not mixed into the first."""

import numpy as np
import pytest

from calibration.light.colours import ColourSample
from calibration.profile.tray_profile import TrayProfile
from calibration.wizard.colour_enrolment import ColourEnrolment

GROUND = (0.1, 0.12, 0.1)
BLUE, DARKER = (95.0, 132.0, 88.0), (55.0, 133.0, 104.0)


def sample(lab, rng):
    return ColourSample(tuple(float(one) for one in rng.normal(lab, (4.0, 1.5, 1.5))), "light", GROUND)


@pytest.fixture
def taught():
    """An enrolment with a blue die, its profile, and a random generator."""
    rng, enrolment, profile = np.random.default_rng(3), ColourEnrolment(), TrayProfile("usb:0", 1280, 720, "now")
    for wanted in ("blue: 2 more", "blue: 1 more", "blue is known"):
        profile, said = enrolment.add(profile, "blue", sample(BLUE, rng))
        assert str(said) == wanted
    return enrolment, profile, rng


def test_two_dice_of_one_name_are_not_merged(taught):
    enrolment, profile, rng = taught
    for wanted in ("is it another die?", "is it another die?", "two different dice are called blue"):
        found, said = enrolment.add(profile, "blue", sample(DARKER, rng))
        assert wanted in str(said)
        assert found == profile


def test_more_throws_improve_a_die(taught):
    enrolment, profile, rng = taught
    for throws in range(4, 10):
        profile, said = enrolment.add(profile, "blue", sample(BLUE, rng))
        assert str(said) == f"blue is known, by {throws} throws", "shows that a second equal die was enrolled into it"
    assert profile.dice[0].looks == 9


def test_a_shadow_over_one_throw_changes_nothing(taught):
    enrolment, profile, rng = taught
    profile, _ = enrolment.add(profile, "blue", sample(DARKER, rng))
    profile, said = enrolment.add(profile, "blue", sample(BLUE, rng))
    assert (str(said), profile.dice[0].looks) == ("blue is known, by 4 throws", 4)
    for _ in range(2):
        _, said = enrolment.add(profile, "blue", sample(DARKER, rng))
        assert "is it another die?" in str(said)


def test_draft_die_is_not_replaced(taught):
    _, profile, rng = taught
    again = ColourEnrolment()
    for _ in range(3):
        found, said = again.add(profile, "blue", sample(DARKER, rng))
        assert found == profile
    assert "two different dice" in str(said)
    again.clear()
    for _ in range(3):
        found, said = again.add(profile, "blue", sample(BLUE, rng))
        assert str(said) == "blue is known"
    assert found.dice[0].looks == 3
