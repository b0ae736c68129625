"""The verdict of the tray's set-up, word by word in the language of the app."""

import gettext
from dataclasses import replace

import pytest

from calibration.colours import DieColour
from calibration.plane import plane_from_corners
from calibration.profile import TrayProfile
from calibration.verdict import judged, verdict
from calibration.wizard_words import LENS_TOO, NO_PICTURE
from companion import i18n
from companion.ui.screens.tray_setup.verdict_words import verdict_words

CORNERS = [(250.0, 120.0), (1030.0, 130.0), (1090.0, 600.0), (190.0, 590.0)]
RED = DieColour("red", (120.0, 180.0, 160.0), (2.0, 2.0, 2.0), "light", (0.1, 0.2, 0.1), 5)
BLUE = replace(RED, owner="blue", lab=(80.0, 130.0, 80.0))
PROFILE = TrayProfile("usb:0", 1280, 720, "now", plane=plane_from_corners(CORNERS, 280, 180, None, 1280))

KNOWN = {
    "Ready: {parts}": "Bereit: {parts}",
    "{whole}.{part}": "{whole},{part}",
    "no millimetres": "keine Millimeter",
    LENS_TOO: "die bisherige kennt auch das Objektiv",
    NO_PICTURE: "Es war kein Bild zu sehen.",
}


class German(gettext.NullTranslations):
    """A few of the messages."""

    def gettext(self, message):
        return KNOWN.get(message, message)

    def ngettext(self, one, _many, n):
        return {"{n} die known": "{n} Würfel"}[one] if n else ""


@pytest.fixture(autouse=True)
def _german():
    i18n.use(German())
    yield
    i18n.set_language("")


def test_figures_and_dice_are_written_in_the_language():
    profile = replace(PROFILE, dice=(RED, BLUE))
    exact = f"{PROFILE.plane.error_mm:.1f}".replace(".", ",")
    assert verdict_words(profile, verdict(profile)) == f"Bereit: ±{exact} mm, 2 Würfel"
    assert verdict_words(replace(PROFILE, plane=None), "ready: no millimetres") == "Bereit: keine Millimeter"


def test_what_speaks_against_it_follows():
    words = verdict_words(PROFILE, f"{verdict(PROFILE)}; {LENS_TOO}")
    assert words.endswith(" mm; die bisherige kennt auch das Objektiv")


def test_a_sentence_without_figures_is_translated_whole():
    nothing = replace(PROFILE, width=0, height=0, plane=None)
    kept, better, said = judged(nothing, None)
    assert not better
    assert verdict_words(kept, said) == "Es war kein Bild zu sehen."
