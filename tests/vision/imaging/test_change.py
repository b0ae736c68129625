"""What came to an empty table with the dice, and what lay there before them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from training.thrown import draw_thrown
from vision.imaging.boxes import lying_in
from vision.imaging.change import Change
from vision.pipeline.context import ReadContext
from vision.pipeline.networks import Networks
from vision.pipeline.reader import Reader
from vision.pipeline.tray_reader import TrayReader
from vision.pose.deskew import ImageRotation
from vision.reading import DieReading, Reading, Reason, ReasonKind

SIZE = 40.0
DIE = np.array([[200, 150, 240, 190]], np.float32)
OTHER = (360, 230, 400, 270)
PLAIN_SCENES = (9800216, 9800239, 9800241)
"""Drawn tables on which all dice can be read, and old things look a little like dice."""


def cloth(seed=0):
    """A table with a pattern, and cards on it."""
    rng = np.random.default_rng(seed)
    table = cv2.GaussianBlur(rng.normal((110, 120, 130), 25, (360, 640, 3)).astype(np.float32), (0, 0), 2)
    cv2.rectangle(table, (40, 40), (140, 180), (220, 220, 225), -1)
    cv2.rectangle(table, (480, 60), (560, 170), (60, 50, 190), -1)
    return table


def shot(table, seed=1, noise=2.0):
    grain = np.random.default_rng(seed).normal(0, noise, table.shape)
    return np.clip(table + grain, 0, 255).astype(np.uint8)


def with_dice(table, *boxes):
    """White dice with pips in the boxes (x0, y0, x1, y1)."""
    table = table.copy()
    for x0, y0, x1, y1 in boxes:
        cv2.rectangle(table, (x0, y0), (x1 - 1, y1 - 1), (235, 235, 235), -1)
        for share in (0.25, 0.5, 0.75):
            at = (round(x0 + share * (x1 - x0)), round(y0 + share * (y1 - y0)))
            cv2.circle(table, at, (x1 - x0) // 10, (20, 20, 20), -1, cv2.LINE_AA)
    return table


def moved(picture, right, down):
    place = np.array([[1.0, 0.0, right], [0.0, 1.0, down]])
    return cv2.warpAffine(picture, place, (picture.shape[1], picture.shape[0]), borderMode=cv2.BORDER_REPLICATE)


def came(empty, picture, dice=DIE):
    """What came beside the dice, and is large enough for one."""
    return [each for each in Change.between(empty, picture, SIZE).arrivals(dice) if each.area > 0.06 * SIZE**2]


THROWN = shot(with_dice(cloth(), (200, 150, 240, 190)), 2)
WITH_ANOTHER = shot(with_dice(cloth(), (200, 150, 240, 190), OTHER), 2)


@pytest.mark.parametrize(
    "empty",
    [
        shot(cloth()),
        shot(cloth() * 1.2),  # exposed longer
        shot(cloth() * (0.93, 1.0, 1.07)),  # in warmer light
        shot(cloth() * 0.5),  # a lamp was off
        shot(cloth() * np.linspace(0.6, 1.4, 640)[None, :, None]),  # the light came from elsewhere
        shot(cloth(), noise=6.0),
        cv2.GaussianBlur(shot(cloth()), (0, 0), 1.2),  # focused elsewhere
        moved(shot(cloth()), 5, -3),  # before the camera was bumped
        moved(shot(cloth()), 0.5, 0.3),
    ],
)
def test_only_the_new_die_is_found(empty):
    assert not came(empty, THROWN)
    (one,) = came(empty, WITH_ANOTHER)
    assert one.box == pytest.approx(OTHER, abs=5)


def test_the_empty_tables_picture_may_be_smaller():
    large = cv2.resize(WITH_ANOTHER, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    (one,) = Change.between(shot(cloth()), large, 2 * SIZE).arrivals(2 * DIE)
    assert one.box == pytest.approx(2 * np.array(OTHER), abs=10)


def test_shadow_is_no_object():
    table = with_dice(cloth(), (200, 150, 240, 190))
    table[150:200, 300:380] *= 0.55
    change = Change.between(shot(cloth()), shot(table, 2), SIZE)
    assert not [each for each in change.arrivals(DIE) if each.area > 0.06 * SIZE**2]
    assert not change.unchanged(np.array([[310, 155, 350, 195]], np.float32)).any()


def test_object_cut_by_the_border_is_no_die():
    assert not came(shot(cloth()), shot(with_dice(cloth(), (200, 150, 240, 190), (620, 100, 640, 140)), 2))


def test_unchanged_objects_are_not_new():
    change = Change.between(shot(cloth()), WITH_ANOTHER, SIZE)
    boxes = np.array([(50, 60, 90, 100), (480, 60, 520, 100), OTHER, DIE[0], (700, 400, 740, 440)], np.float32)
    assert change.unchanged(boxes).tolist() == [True, True, False, False, False]


@pytest.mark.parametrize(
    "empty",
    [
        shot(cloth())[:300],  # another format
        shot(cloth(), noise=60.0),
    ],
)
def test_incomparable_pictures_give_no_change(empty):
    assert Change.between(empty, THROWN, SIZE) is None


def test_empty_table_is_turned_with_the_picture():
    turn = ImageRotation(33.0, 1280, 720)
    large = cv2.resize(WITH_ANOTHER, None, fx=2, fy=2)
    small = shot(cloth())
    assert Change.between(turn.of(small).picture(small), turn.picture(large), 2 * SIZE) is not None


class FixedReader:
    """A reader that reads what it is given, and keeps what it was shown of the empty table."""

    def __init__(self):
        self.next, self.shown = Reading(), []

    def read(self, image, context, *, at=0.0, frame=0):
        self.shown.append(context.background)
        return self.next


ONE = Reading((DieReading(3, "white", (200, 150, 240, 190), 0.99, 0.9),), sure=True)
NONE = Reading(reasons=(Reason(ReasonKind.NONE_FOUND),))


def shown(readings, images):
    fixed = FixedReader()
    reader = TrayReader(fixed)
    for fixed.next, image in zip(readings, images, strict=True):
        reader.read(image)
    return fixed.shown


def test_the_last_picture_without_dice_is_shown():
    first, second = shot(cloth(1)), shot(cloth(2))
    known = shown([NONE, ONE, ONE, Reading(sure=True), ONE], [first, THROWN, THROWN, second, THROWN])
    assert known[0] is None
    assert np.array_equal(known[1], first)
    assert np.array_equal(known[2], first)
    assert np.array_equal(known[4], second)


def test_it_is_kept_reduced_and_as_a_copy():
    large = np.repeat(np.repeat(shot(cloth()), 2, axis=0), 2, axis=1)
    small = shot(cloth())
    kept = shown([NONE, NONE], [large, THROWN])[1]
    assert kept.shape == (360, 640, 3)
    before = small.copy()
    fixed = FixedReader()
    reader = TrayReader(fixed)
    fixed.next = NONE
    reader.read(small)
    small[:] = 0
    reader.read(THROWN)
    assert np.array_equal(fixed.shown[1], before)


@pytest.mark.parametrize("kind", [ReasonKind.TOO_DARK, ReasonKind.NO_PICTURE])
def test_bad_picture_is_no_empty_table(kind):
    assert shown([Reading(reasons=(Reason(kind),)), ONE], [THROWN, THROWN])[1] is None


def test_pictures_with_a_hand_are_not_compared():
    arm = cloth()
    cv2.rectangle(arm, (250, 140), (420, 360), (90, 130, 190), -1)
    assert shown([NONE, ONE, ONE], [shot(cloth()), shot(arm), THROWN])[1] is None
    assert shown([NONE, ONE], [shot(arm), THROWN])[1] is None


def test_what_is_no_picture_is_read_as_ever():
    assert TrayReader(Reader()).read(None).has(ReasonKind.NO_PICTURE)


class Missing:
    """The shipped networks, but the detector misses what lies in a box."""

    def __init__(self, box):
        self.networks, self.box = Networks(), np.array([box], np.float32)
        self.classifier, self.pose_net, self.detector = self.networks.classifier, self.networks.pose_net, self
        self.object_net = self.networks.object_net

    def levels(self, image, *where):
        for found, largest in self.networks.detector.levels(image, *where):
            yield found.chosen(lying_in(self.box, found.boxes)[0] == 0.0), largest


@pytest.mark.parametrize("seed", PLAIN_SCENES)
def test_missed_die_is_asked_about_on_a_known_table(seed):
    empty, scene = draw_thrown(np.random.default_rng((seed, 7)), ordinary=True)
    reader = Reader(Missing(scene.dice[0].box))
    reading = reader.read(scene.picture, ReadContext(background=empty))
    assert len(reading.dice) < len(scene.dice)
    assert not reading.sure


@pytest.mark.parametrize("seed", PLAIN_SCENES)
def test_furniture_is_not_asked_about(seed):
    empty, scene = draw_thrown(np.random.default_rng((seed, 7)), ordinary=True)
    since = Reader().read(scene.picture, ReadContext(background=empty))
    assert since.sure
    assert sorted(die.value for die in since.dice) == sorted(die.value for die in scene.dice)


def test_die_on_the_empty_table_is_asked_about():
    _, scene = draw_thrown(np.random.default_rng((PLAIN_SCENES[0], 7)), ordinary=True)
    alone = Reader().read(scene.picture, ReadContext(background=scene.picture))
    assert [reason.kind for reason in alone.reasons] == [ReasonKind.LAY_THERE_BEFORE] * len(alone.dice)
