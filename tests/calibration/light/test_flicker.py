"""The last frames of a camera: flicker is measured in successive frames only."""

import numpy as np
import pytest

from calibration.light.flicker import FRAMES, Film
from calibration.profile.tray_profile import TrayProfile
from calibration.profile.update import with_empty
from tests.calibration.light.test_light import flickering

FPS = 29.0


def film_of(frames, times=None):
    film = Film()
    for number, frame in enumerate(frames):
        film.add(frame, number / FPS if times is None else times[number])
    return film


def test_a_flickering_lamp_is_reported():
    swing, mains = film_of(flickering(100, FPS, 0.12, count=FRAMES)).flicker()
    assert swing == pytest.approx(0.12, abs=0.03)
    assert mains == 100.0
    assert film_of(flickering(100, FPS, 0.0, count=FRAMES)).flicker()[0] < 0.01


def test_few_or_missed_frames_tell_nothing():
    frames = list(flickering(100, FPS, 0.12, count=FRAMES))
    assert film_of(frames[:-1]).flicker() == (None, 0.0)
    missed = [number / FPS + (0.1 if number > 10 else 0.0) for number in range(FRAMES)]
    assert film_of(frames, missed).flicker() == (None, 0.0)
    assert film_of(frames, [number / 4.0 for number in range(FRAMES)]).flicker() == (None, 0.0)
    film = film_of(frames)
    film.add(frames[0], 0.0)  # the camera began anew
    assert film.flicker() == (None, 0.0)


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((9, 9, 3), np.uint8),
        np.zeros((99, 99), np.uint8),
        np.zeros((99, 99, 1), np.uint8),
        np.zeros((99, 99, 3)),
    ],
)
def test_what_is_no_frame_is_passed_over(picture):
    film = Film()
    film.add(picture, 0.0)
    assert film.flicker() == (None, 0.0)


def test_flicker_is_reported_with_the_empty_tray():
    frames = list(flickering(120, FPS, 0.12, count=FRAMES))
    profile = TrayProfile("usb:0", 640, 360, "now")
    found, said = with_empty(profile, frames[-1], film_of(frames))
    assert found.light.mains_hz == 120.0
    assert "of 60 Hz mains: set the exposure to a multiple of 1/120 s" in str(said)
    assert TrayProfile.from_json(found.to_json()) == found
    assert with_empty(profile, frames[-1])[0].light.flicker is None
