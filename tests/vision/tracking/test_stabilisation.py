"""A trembling camera: rest and motion are distinguished, and dice are read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.grain import grain
from vision.frames import Frame
from vision.imaging.background import gain_between, in_light, shrink
from vision.imaging.quality import sharpest
from vision.imaging.registration import Registration, RegistrationParams, farthest
from vision.reading import Reading
from vision.tracking.motion import RestDetector, RestParams
from vision.tracking.watcher import AVERAGED, Rest, Watcher, averaged

FPS = 30
SIZE = (640, 480)


def table(contrast, seed=3):
    """A patterned table: grey blotches of some pixels, `contrast` grey levels (standard deviation) about 110."""
    rough = np.random.default_rng(seed).normal(0, 1, (SIZE[1] // 8, SIZE[0] // 8)).astype(np.float32)
    return 110 + contrast * cv2.resize(rough, SIZE, interpolation=cv2.INTER_CUBIC)


def with_die(ground, x, y=240.0, side=44.0):
    """A light square with a dark spot, its centre at a subpixel place, as through a lens."""
    columns, rows = np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32)
    for wide, level in ((side, 225.0), (side / 4, 30.0)):
        across = np.clip(wide / 2 - np.abs(columns - x) + 0.5, 0, 1)
        along = np.clip(wide / 2 - np.abs(rows - y) + 0.5, 0, 1)
        share = along[:, None] * across[None, :]
        ground = ground * (1 - share) + level * share
    return cv2.GaussianBlur(ground, (0, 0), 0.8)


def trembling(at, pixels):
    """The swing of a mount at `at` seconds: (dx, dy) px and a rotation in radians that moves the border as far."""
    turn = pixels / SIZE[0] * np.sin(2 * np.pi * 6.2 * at)
    return pixels * np.sin(2 * np.pi * 7.3 * at), pixels * np.sin(2 * np.pi * 5.1 * at + 1), turn


def moved(grey, dx, dy, turn=0.0, grow=0.0):
    middle = np.array([SIZE[0] - 1, SIZE[1] - 1]) / 2
    linear = (1 + grow) * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = np.hstack([linear, (middle - linear @ middle + (dx, dy))[:, None]])
    return cv2.warpAffine(grey, matrix, SIZE, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


def shot(grey, seed, noise=2.0):
    grey = grey + noise * grain(SIZE[::-1], seed % 7)
    return cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def filmed(scenes, pixels):
    return [shot(moved(scene, *trembling(k / FPS, pixels)), k) for k, scene in enumerate(scenes)]


def states(pictures):
    stillness = RestDetector()
    return [stillness.feed(picture, k / FPS) for k, picture in enumerate(pictures)]


@pytest.mark.parametrize("contrast", [6.0, 20.0, 45.0])
@pytest.mark.parametrize("pixels", [0.5, 1.0, 2.0])
def test_dice_lie_still_under_a_camera_that_trembles(pixels, contrast):
    ground = table(contrast)
    path = [with_die(ground, 100 + 25 * k) for k in range(8)] + [with_die(ground, 300)] * 40
    seen = states(filmed(path, pixels))
    assert "still" not in seen[:12]
    assert set(seen[18:]) == {"still"}


@pytest.mark.parametrize("contrast", [6.0, 20.0, 45.0])
@pytest.mark.parametrize("pixels", [0.0, 0.5, 1.0])
def test_a_die_that_creeps_over_a_patterned_table_never_lies_still(pixels, contrast):
    ground = table(contrast)
    seen = states(filmed([with_die(ground, 200 + 0.6 * k) for k in range(60)], pixels))
    assert "still" not in seen


def plain():
    return np.full(SIZE[::-1], 110.0, np.float32)


def lined(rows):
    """A plain table with dark lines from side to side, like walls whose ends are out of view."""
    ground = plain()
    for row in rows:
        ground[row : row + 4] = 60.0
    return cv2.GaussianBlur(ground, (0, 0), 0.8)


@pytest.mark.parametrize("rows", [(), (60,), (60, 420)])
@pytest.mark.parametrize(("side", "dice"), [(36.0, 1), (60.0, 2), (150.0, 1)])
def test_what_moves_along_a_line_or_over_a_plain_table_is_no_trembling(rows, side, dice):
    def seen(ways):
        scenes = [lined(rows)] * len(ways)
        for number in range(dice):
            scenes = [
                with_die(scene, 200 + 180 * number + way, 240 + 40 * number, side)
                for scene, way in zip(scenes, ways, strict=True)
            ]
        return states([shot(scene, k, 1.5) for k, scene in enumerate(scenes)])

    assert "still" not in seen([0.6 * k for k in range(24)])
    assert "still" not in seen([2.0 * np.sin(0.8 * k) for k in range(24)])


def test_a_camera_that_was_pushed_and_stands_again_is_compared_from_there():
    scene = with_die(table(20.0), 300)
    stillness = RestDetector()
    for k in range(40):
        assert stillness.feed(shot(moved(scene, 3.0 * (k >= 15), 0), k), k / FPS) != "moves"
        assert stillness.trembled is (15 <= k < 15 + RestParams().pushed_frames - 1)


@pytest.mark.parametrize("size", [(1220, 2712), (600, 1400), (48, 64), (4000, 16)])
def test_pictures_of_any_shape_may_tremble(size):
    rough = np.random.default_rng(1).integers(0, 255, (size[1] // 8, size[0] // 8, 3), np.uint8)
    picture = cv2.resize(rough, size, interpolation=cv2.INTER_CUBIC)
    seen = states([np.roll(picture, 2 * (k % 2), axis=1) for k in range(4)])
    assert seen[0] == "settling"


def test_what_came_from_beyond_the_border_is_not_known():
    grey = table(20.0)
    old, new = (shrink(shot(picture, 0, 0.0)) for picture in (grey, moved(grey, 4.0, 0.0)))
    known = Registration(old).register(old, new).known
    assert not known[:, -4:].any()
    assert known[4:-4, 4:-5].all()


def test_a_die_that_is_turned_while_the_camera_trembles_is_seen():
    ground = table(20.0)
    path = [with_die(ground, 300)] * 30 + [with_die(ground, 303)] * 30
    seen = states(filmed(path, 1.0))
    assert set(seen[10:30]) == {"still"}
    assert "moves" in seen[30:33]
    assert set(seen[42:]) == {"still"}


@pytest.mark.parametrize("gain", [0.8, 1.0, 1.15])
@pytest.mark.parametrize(
    ("dx", "dy", "turn", "grow"), [(0.4, -0.3, 0, 0), (-2.2, 1.5, 0.004, 0), (3.5, 3.0, -0.005, 0), (1, 1, 0, 0.004)]
)
def test_a_picture_is_put_back_where_it_was(dx, dy, turn, grow, gain):
    grey = with_die(table(20.0), 300)
    old = shrink(shot(grey, 0, 0.0))
    new = shrink(shot(moved(grey, dx, dy, turn, grow) * gain, 1, 0.0))
    lit = in_light(old, gain_between(old, new))
    steadied = Registration(old).register(lit, new)
    assert steadied is not None
    corners = [np.hypot(dx + grow * x - turn * y, dy + grow * y + turn * x) for x in (-320, 320) for y in (-240, 240)]
    assert farthest(steadied.motion, old.shape) == pytest.approx(max(corners) / 2, abs=0.06)
    left = np.abs(steadied.small - lit)[steadied.known == 1]
    assert np.quantile(left, 0.99) < 3.0
    assert np.quantile(np.abs(new - lit), 0.99) > 2 * np.quantile(left, 0.99)


def test_what_moved_far_is_not_moved_back():
    grey = table(20.0)
    old, new = (
        shrink(shot(picture, 0, 0.0)) for picture in (grey, moved(grey, 2 * RegistrationParams().farthest_px + 2, 0))
    )
    assert Registration(old).register(old, new) is None


def test_a_table_without_corners_gives_no_motion():
    plain = np.full((240, 320), 90, np.float32)
    assert Registration(plain).register(plain, plain) is None


def test_under_a_camera_that_trembles_the_sharpest_picture_is_read_else_the_mean_of_some():
    pictures = []

    class Reader:
        def read(self, image, *, at=0.0, frame=0):
            pictures.append(image)
            return Reading(sure=True, at=at, frame=frame)

    still = [with_die(table(20.0), 300)] * 12
    for film, chosen in ((filmed(still, 1.5), sharpest), ([shot(scene, k) for k, scene in enumerate(still)], averaged)):
        watcher = Watcher(Reader())
        seen = [event for k, picture in enumerate(film) for event in watcher.feed(Frame(picture, k / FPS, k))]
        assert [type(event) for event in seen] == [Rest]
        at = seen[0].reading.frame
        assert np.array_equal(pictures[-1], chosen(film[at - AVERAGED + 1 : at + 1]))


def test_the_sharpest_of_some_pictures_is_the_one_that_is_not_smeared():
    sharp = shot(with_die(table(20.0), 300), 0)
    smeared = cv2.blur(sharp, (5, 1))
    assert sharpest([smeared, sharp, cv2.blur(sharp, (3, 3))]) is sharp
