from __future__ import annotations

import numpy as np
import pytest

from vision.detection.colour_names import NAMES, name_colour, white_of

BODIES = {
    "red": (35, 30, 190),
    "blue": (190, 80, 25),
    "green": (60, 140, 35),
    "yellow": (30, 200, 230),
    "black": (28, 26, 26),
    "white": (228, 232, 235),
    "purple": (150, 40, 105),
    "orange": (20, 115, 235),
}
LIGHTS = {"neutral": (255, 255, 255), "warm": (175, 220, 255), "cold": (255, 240, 215), "dim": (120, 120, 120)}


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("name", BODIES)
def test_the_name_stays_under_every_light_that_is_known(name, light):
    lamp = np.array(LIGHTS[light], np.float32)
    seen = np.array(BODIES[name], np.float32) * lamp / 255
    said, confidence = name_colour(seen, 255 * lamp / lamp.max(), brightest=240 * float(lamp.max()) / 255)
    assert said == name
    assert said in NAMES
    assert 0 < confidence <= 1


def test_the_white_of_a_sheet_of_paper_is_the_lights_colour():
    picture = np.full((120, 160, 3), (40, 90, 45), np.uint8)
    picture[30:90, 40:120] = (150, 195, 225)
    assert white_of(picture) == pytest.approx(np.array([170, 221, 255]), abs=3)


def test_without_anything_pale_the_light_is_taken_for_neutral():
    assert white_of(np.full((120, 160, 3), (20, 160, 30), np.uint8)).tolist() == [255, 255, 255]
