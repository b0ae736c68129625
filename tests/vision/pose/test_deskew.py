"""Rolled cameras: the picture is rotated until dice point up, and the reading is rotated back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pipeline import reader as reading_module
from vision.pipeline.context import ReadContext
from vision.pipeline.reader import Reader
from vision.pipeline.tray_reader import TrayReader
from vision.pose.deskew import ROTATION, ImageRotation
from vision.pose.table_pose import TablePose
from vision.reading import DieReading, Reason, ReasonKind
from vision.trust.features import DIE

DATA = Path(__file__).parents[1] / "data"
STILLS = json.loads((DATA / "labels.json").read_text())["stills"]
WIDE, HIGH = 400, 240
ASKEW = ROTATION.least_degrees
ANGLES = (-170.0, -90.0, -37.0, 24.0, 90.0, 133.0, 180.0)


def pointing(degrees, top_offset=0.5, slope=0.6):
    """A table whose level dice point clockwise from up by these degrees."""
    right, down = top_offset * np.sin(np.radians(degrees)), -top_offset * np.cos(np.radians(degrees))
    return TablePose(np.array([right, down, slope], np.float32), np.diag([0.01, 0.04, 0.002]))


def die(box, *, value=4, top_offset=(0.0, -0.5), cocked=False, angle=10.0):
    return DieReading(
        value, "red", box, 0.99, 0.99, angle_deg=angle, cocked=cocked, top_offset=top_offset, top_offset_sigma=0.02
    )


# How far a picture is turned


@pytest.mark.parametrize("degrees", ANGLES)
def test_turn_follows_the_direction_of_dice(degrees):
    turn = ImageRotation.needed(pointing(degrees), WIDE, HIGH)
    assert (turn.degrees - degrees + 180) % 360 - 180 == pytest.approx(0, abs=15)
    if degrees % 90:
        assert turn.degrees == pytest.approx(degrees, abs=10.1)
    right, down = turn.table(pointing(degrees)).mean[:2]
    assert abs(np.degrees(np.arctan2(right, -down))) < ROTATION.least_degrees


@pytest.mark.parametrize(
    "table",
    [
        None,
        pointing(0),
        pointing(ROTATION.least_degrees - 1),
        pointing(1 - ROTATION.least_degrees),
        pointing(90, top_offset=ROTATION.least_offset - 0.01),
    ],
)
def test_no_turn_for_upright_or_unknown_tables(table):
    assert ImageRotation.needed(table, WIDE, HIGH) is None


def test_nearly_a_quarter_turn_is_exact():
    picture = np.random.default_rng(0).integers(0, 256, (HIGH, WIDE, 3), np.uint8)
    turn = ImageRotation.needed(pointing(98), WIDE, HIGH)
    assert turn.degrees == 90
    assert np.array_equal(turn.picture(picture), cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE))


# There and back


@pytest.mark.parametrize("degrees", ANGLES)
@pytest.mark.parametrize("corner", [(20, 30), (330, 180), (180, 110)])
def test_turned_boxes_map_back(degrees, corner):
    x, y = corner
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    cv2.circle(picture, (x + 10, y + 10), 10, (255, 255, 255), -1)
    turn = ImageRotation(degrees, WIDE, HIGH)
    seen = turn.picture(picture)
    ys, xs = np.nonzero(seen[..., 0] > 127)
    found = (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)
    assert min(found) >= 0
    assert turn.back(die(found)).box == pytest.approx((x, y, x + 21, y + 21), abs=1.6)


@pytest.mark.parametrize("degrees", ANGLES)
def test_turned_picture_is_complete(degrees):
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    for x, y in ((6, 6), (WIDE - 7, 6), (6, HIGH - 7), (WIDE - 7, HIGH - 7)):
        cv2.circle(picture, (x, y), 4, (255, 255, 255), -1)
    grey = cv2.cvtColor(ImageRotation(degrees, WIDE, HIGH).picture(picture), cv2.COLOR_BGR2GRAY)
    count, _ = cv2.connectedComponents((grey > 127).astype(np.uint8))
    assert count == 5


@pytest.mark.parametrize("degrees", ANGLES)
def test_offset_and_angle_map_back(degrees):
    back = ImageRotation(degrees, WIDE, HIGH).back(die((10, 10, 30, 30), angle=10.0))
    assert back.top_offset == pytest.approx(tuple(pointing(degrees).mean[:2]), abs=1e-3)
    assert (back.angle_deg - 10.0 - degrees + 45) % 90 == pytest.approx(45, abs=0.1)
    assert 0 <= back.angle_deg < 90


def test_a_quarter_turn_keeps_the_proportions_of_a_box():
    turn = ImageRotation(90.0, WIDE, HIGH)
    x0, y0, x1, y1 = turn.back(die((20, 30, 60, 50))).box
    assert (x1 - x0, y1 - y0) == (20, 40)


def test_missing_top_offset_stays_missing():
    assert ImageRotation(40.0, WIDE, HIGH).back(replace(die((10, 10, 30, 30)), top_offset=None)).top_offset is None


@pytest.mark.parametrize("degrees", ANGLES)
@pytest.mark.parametrize("place", [(200, 120), (30, 200), (380, 10)])
def test_table_pose_is_turned_with_the_picture(degrees, place):
    table, turn = pointing(25.0), ImageRotation(degrees, WIDE, HIGH)
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    turned_size = np.array(turn.picture(picture).shape[1::-1])
    x, y = np.array(place, float) - (WIDE / 2, HIGH / 2)
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    there = np.array([cos * x + sin * y, -sin * x + cos * y])
    (own,), (sigma,) = table.expected(np.array([[x, y]]) / WIDE)
    (seen,), (wide,) = turn.table(table).expected(there[None] / turned_size.max())
    assert seen == pytest.approx((cos * own[0] + sin * own[1], -sin * own[0] + cos * own[1]), abs=1e-4)
    assert np.linalg.eigvalsh(wide) == pytest.approx(np.linalg.eigvalsh(sigma), rel=1e-3)
    assert turn.table(None) is None


# Which reading counts, with fixed readings of the original picture first


class Readings:
    """`read_dice` with fixed answers, in order; records its arguments."""

    def __init__(self, *answers):
        self.answers, self.asked, self.empty = list(answers), [], []

    def __call__(self, image, _networks, context, _observer):
        self.asked.append((image.shape[:2], context.table))
        self.empty.append(None if context.background is None else context.background.shape[:2])
        return self.answers.pop(0)


def read(monkeypatch, *answers, table=None, empty=None, brightness=128):
    given = Readings(*answers)
    monkeypatch.setattr(reading_module, "read_dice", given)
    squares = np.random.default_rng(1).integers(0, 2, (HIGH // 8, WIDE // 8, 1)) * np.full(3, 2 * brightness - 1)
    picture = squares.repeat(8, axis=0).repeat(8, axis=1).astype(np.uint8)
    picture = cv2.GaussianBlur(picture, (0, 0), 2.0)  # nothing is wrong with it
    return Reader(object).read(picture, ReadContext(table, empty)), given


HERE, TURNED = (180, 100, 220, 140), (100, 180, 140, 220)  # the same place, before a quarter turn and after it
ASIDE = {"top_offset": (0.5, 0.0)}
SURE, SURE_TURNED = ((die(HERE, **ASIDE),), ()), ((die(TURNED),), ())
MAY_LEAN, UNLIKELY = (Reason(ReasonKind.MAY_LEAN, 0, 4),), (Reason(ReasonKind.LOW_CONFIDENCE, 0, 4, 0.7),)
NONE_FOUND = (Reason(ReasonKind.NONE_FOUND),)
TWO_WAYS = (Reason(ReasonKind.READ_TWO_WAYS),)


def test_what_is_read_upright_is_read_once(monkeypatch):
    reading, given = read(monkeypatch, ((die(HERE),), ()))
    assert (len(given.asked), reading.sure, reading.dice) == (1, True, (die(HERE),))


@pytest.mark.parametrize(
    ("first", "second", "reasons"),
    [
        (SURE, SURE_TURNED, ()),
        (SURE, (SURE_TURNED[0], UNLIKELY), ()),
        (SURE, (SURE_TURNED[0], MAY_LEAN), MAY_LEAN),
        ((SURE[0], MAY_LEAN), SURE_TURNED, ()),
        ((SURE[0], UNLIKELY), (SURE_TURNED[0], MAY_LEAN), MAY_LEAN),
        (SURE, ((die(TURNED, value=2),), ()), TWO_WAYS),
        (SURE, ((), NONE_FOUND), NONE_FOUND),
        (SURE, ((die(TURNED, cocked=True),), ()), TWO_WAYS),
    ],
    ids=["both sure", "one sure", "leans", "leant before", "both ask", "another value", "none", "marked"],
)
def test_what_is_read_askew_is_read_both_ways(monkeypatch, first, second, reasons):
    reading, given = read(monkeypatch, first, second)
    assert [shape for shape, _ in given.asked] == [(HIGH, WIDE), (WIDE, HIGH)]
    assert (reading.reasons, reading.sure) == (reasons, not reasons)
    assert [each.value for each in reading.dice] == [each.value for each in second[0]]
    for each in reading.dice:
        assert each.box == pytest.approx(HERE, abs=1)
        assert each.top_offset == pytest.approx((0.5, 0.0))


def test_known_turn_is_read_once(monkeypatch):
    reading, given = read(monkeypatch, SURE_TURNED, table=pointing(90))
    ((shape, table),) = given.asked
    assert shape == (WIDE, HIGH)
    assert table.mean == pytest.approx((0.0, -0.5, 0.6), abs=1e-6)
    assert reading.sure
    assert reading.dice[0].box == pytest.approx(HERE, abs=1)


def test_smaller_empty_picture_is_turned_too(monkeypatch):
    _, given = read(monkeypatch, SURE, SURE_TURNED, empty=np.zeros((HIGH // 2, WIDE // 2, 3), np.uint8))
    assert given.empty == [(HIGH // 2, WIDE // 2), (WIDE // 2, HIGH // 2)]


def test_cut_off_die_of_a_turned_picture_is_asked_about(monkeypatch):
    turn = ImageRotation.needed(pointing(45), WIDE, HIGH)
    size = np.array(turn.picture(np.zeros((HIGH, WIDE, 3), np.uint8)).shape[1::-1])
    out = np.array([-3.0, HIGH / 2]) - (WIDE / 2, HIGH / 2)
    cos = np.cos(np.radians(45))
    x, y = size / 2 + cos * np.array([out[0] + out[1], out[1] - out[0]])
    reading, _ = read(monkeypatch, ((die((x - 20, y - 20, x + 20, y + 20)),), ()), table=pointing(45))
    assert reading.has(ReasonKind.CUT_OFF)
    assert not reading.sure


def test_turned_dark_picture_is_not_sure(monkeypatch):
    reading, _ = read(monkeypatch, SURE, SURE_TURNED, brightness=20)
    assert reading.has(ReasonKind.TOO_DARK)


# The real networks


@pytest.mark.parametrize("path", sorted((DATA / "askew").glob("*.jpg")), ids=lambda path: path.stem)
def test_pictures_of_a_tilted_camera_are_read(path):
    values = tuple(int(value) for value in path.stem.split("_is_")[1])
    still, reader = cv2.imread(str(path)), Reader()
    reading = reader.read(still)
    assert reading.values == values
    for each in reading.dice:
        x0, y0, x1, y1 = each.box
        assert 0 < (x0 + x1) / 2 < still.shape[1]
        assert 0 < (y0 + y1) / 2 < still.shape[0]


def test_turn_is_learned_from_one_roll(monkeypatch):
    reads, really = [], reading_module.read_dice
    monkeypatch.setattr(reading_module, "read_dice", lambda *given: reads.append(1) or really(*given))
    reader = TrayReader(Reader())
    for name, values, times in (("d0007_is_2", (2,), 2), ("d0007_is_2", (2,), 1)):
        reads.clear()
        reading = reader.read(cv2.imread(str(DATA / "askew" / f"{name}.jpg")))
        assert (reading.values, len(reads)) == (values, times)


def test_observer_gets_each_rotation():
    still, given = cv2.imread(str(DATA / "askew" / "d0048_is_2245.jpg")), []
    reading = Reader().read(still, observer=lambda picture, found, _: given.append((picture, found)))
    (as_it_is, _), (turned, found) = given
    assert np.array_equal(as_it_is, still)
    assert turned.shape != still.shape
    assert tuple(sorted(each.value for each in found if each.probability > DIE)) == reading.values


def test_camera_on_its_side_reads_stills():
    reader, right, silent = Reader(), 0, 0
    for name, dice in STILLS.items():
        still, values = cv2.imread(str(DATA / name)), tuple(sorted(each["value"] for each in dice))
        for how in (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE):
            reading = reader.read(cv2.rotate(still, how))
            right += reading.values == values
            silent += reading.sure and reading.values != values
    assert right >= 2 * len(STILLS) - 2
    assert silent <= 1  # of one a die is passed over that way
