"""Light: each fault is simulated, measured and reported."""

import cv2
import numpy as np
import pytest

from calibration.light.flicker import frame_rate
from calibration.light.measurement import LightWatch, advise, measure


def tray(level=0.5, tint=(1.0, 1.0, 1.0), blur=0.6, seed=0):
    """A felt tray with a pale rim and a few printed edges, 0-255 BGR, float."""
    rng = np.random.default_rng(seed)
    picture = np.full((360, 640, 3), (70, 120, 60), np.float32)
    picture[:40], picture[-40:], picture[:, :60], picture[:, -60:] = 205, 205, 205, 205
    for x in range(90, 560, 60):
        cv2.rectangle(picture, (x, 150), (x + 24, 174), (225, 225, 225), -1)
    picture = cv2.GaussianBlur(picture * np.array(tint, np.float32) * (level / 0.5), (0, 0), blur)
    return picture + rng.normal(0, 2, picture.shape).astype(np.float32)


def eight_bit(picture):
    return np.clip(picture + 0.5, 0, 255).astype(np.uint8)


def grades(pictures, fps=0.0, mask=None):
    return {one.about: one for one in advise(measure(pictures, fps, mask))}


def test_good_light_is_called_good():
    found = grades([eight_bit(tray())])
    assert {about: one.grade for about, one in found.items()} == dict.fromkeys(
        ("exposure", "glare", "colour", "focus"), "good"
    )


def test_dark_and_bright():
    dark = grades([eight_bit(tray(0.1))])["exposure"]
    assert (dark.grade, "Far too dark" in str(dark.text)) == ("bad", True)
    assert grades([eight_bit(tray(0.24))])["exposure"].grade == "fair"
    bright = grades([eight_bit(tray(1.4))])["exposure"]
    assert (bright.grade, "washed out" in str(bright.text)) == ("bad", True)


def test_only_the_tray_counts():
    picture = tray()
    picture[:40] = 400
    mask = np.zeros(picture.shape[:2], np.uint8)
    mask[60:300, 80:560] = 255
    assert grades([eight_bit(picture)])["exposure"].grade == "bad"
    assert grades([eight_bit(picture)], mask=mask)["exposure"].grade == "good"


def test_a_mirrored_lamp():
    picture = tray()
    cv2.circle(picture, (320, 250), 17, (400, 400, 400), -1)
    glare = grades([eight_bit(picture)])["glare"]
    assert (glare.grade, "mirrored" in str(glare.text)) == ("fair", False) or glare.grade == "bad"
    for x in range(100, 600, 90):
        cv2.circle(picture, (x, 260), 14, (400, 400, 400), -1)
    assert grades([eight_bit(picture)])["glare"].grade == "bad"


def test_a_coloured_lamp():
    warm = grades([eight_bit(tray(0.45, (0.62, 0.9, 1.1)))])["colour"]
    assert (warm.grade, "yellow" in str(warm.text)) == ("fair", True)
    assert grades([eight_bit(tray(0.45, (0.35, 0.8, 1.1)))])["colour"].grade == "bad"
    assert "blue" in str(grades([eight_bit(tray(0.45, (1.15, 0.9, 0.6)))])["colour"].text)


def test_focus():
    widths = [measure([eight_bit(tray(blur=blur))]).edge_px for blur in (0.6, 1.5, 2.5)]
    assert widths == sorted(widths)
    found = grades([eight_bit(tray(blur=2.8))])["focus"]
    assert (found.grade, "Out of focus" in str(found.text)) == ("bad", True)


def flickering(mains, fps, depth, count=48, seed=1):
    """Frames of a rolling shutter under a lamp that swings by `depth` at `mains` a second."""
    base = tray(0.4)
    lines = np.arange(base.shape[0]) / base.shape[0] * 0.8 / fps
    for number in range(count):
        swing = 1 + depth / 2 * np.sin(2 * np.pi * mains * (number / fps + lines))
        noise = np.random.default_rng((seed, number)).normal(0, 2, base.shape)
        yield eight_bit(base * swing[:, None, None] + noise)


@pytest.mark.parametrize(("mains", "fps"), [(100, 29.0), (120, 29.0), (100, 24.0), (120, 25.0), (100, 27.0)])
def test_flicker_is_measured_and_its_mains_named(mains, fps):
    figures = measure(list(flickering(mains, fps, 0.12)), fps)
    assert figures.flicker == pytest.approx(0.12, abs=0.03)
    assert figures.mains_hz == mains
    found = {one.about: one for one in advise(figures)}["flicker"]
    assert (found.grade, f"{mains // 2} Hz" in str(found.text)) == ("bad", True)


def test_ambiguous_mains_are_not_named():
    figures = measure(list(flickering(100, 31.5, 0.12)), 31.5)
    assert figures.flicker == pytest.approx(0.12, abs=0.03)
    assert figures.mains_hz == 0.0
    assert "try another lamp" in str({one.about: one for one in advise(figures)}["flicker"].text)


def test_a_hand_is_no_flicker():
    frames = list(flickering(100, 30.0, 0.0))
    for number, frame in enumerate(frames):
        frame[:, 40 + 4 * number : 160 + 4 * number] = (120, 150, 210)
    figures = measure(frames, 30.0)
    assert figures.flicker < 0.025
    assert figures.mains_hz == 0


def test_steady_light_and_a_cloud():
    assert measure(list(flickering(100, 30.0, 0.0)), 30.0).flicker < 0.01
    clouded = [eight_bit(tray(0.5 - 0.003 * n, seed=n)) for n in range(48)]
    assert measure(clouded, 30.0).flicker < 0.025


@pytest.mark.parametrize("fps", [1e-308, 0.01, 1e6, float("inf"), float("nan"), -30.0])
def test_no_flicker_without_a_frame_rate(fps):
    figures = measure(list(flickering(100, 29.0, 0.12)), fps)
    assert (figures.flicker, figures.mains_hz) == (None, 0.0)
    with pytest.raises(ValueError, match="films have 1 to 1000 frames a second, not"):
        frame_rate(fps)


def test_frame_rates_that_are_some():
    assert [frame_rate(fps) for fps in (0.0, 1.0, 29.97, 240.0)] == [0.0, 1.0, 29.97, 240.0]


@pytest.mark.parametrize("pictures", [[], [np.zeros((9, 9, 3), np.uint8)], [np.zeros((100, 100), np.uint8)], ["x"]])
def test_what_is_no_picture(pictures):
    assert measure(pictures) is None


def test_the_quiet_watch_speaks_once():
    watch = LightWatch(measure([eight_bit(tray(0.5))]))
    said = []
    for second in range(30):
        level = 0.5 if second < 8 else 0.2
        said += [(second, one.about) for one in watch.feed(eight_bit(tray(level)), float(second))]
    assert said == [(12, "exposure")]


def test_watch_reports_flicker():
    watch, said = LightWatch(measure([eight_bit(tray(0.4))]), every_s=1.0), []
    for number, frame in enumerate(flickering(100, 29.0, 0.12, count=160)):
        said += [(one.about, str(one.text)) for one in watch.feed(frame, number / 29.0)]
    assert [about for about, _ in said] == ["flicker"]
    assert "50 Hz mains" in said[0][1]


@pytest.mark.parametrize("times", [3, 6])
def test_a_large_picture_gives_the_same_advice(times):
    def figures(picture):
        return [(one.about, one.grade) for one in advise(measure([picture]))]

    for level in (0.1, 0.24, 0.5, 1.4):
        small = eight_bit(tray(level, blur=1.0))
        large = cv2.resize(small, None, fx=times, fy=times, interpolation=cv2.INTER_NEAREST)
        assert [one for one in figures(large) if one[0] != "focus"] == [
            one for one in figures(small) if one[0] != "focus"
        ]


def test_watch_ignores_a_passing_hand():
    watch = LightWatch(measure([eight_bit(tray(0.5))]))
    for second in range(40):
        assert not watch.feed(eight_bit(tray(0.2 if second % 10 < 3 else 0.5)), float(second))
