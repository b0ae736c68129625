"""What is known of a tray: used before reading, taught by people's answers, dropped when the view changes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.imaging.outline import Outline
from vision.pipeline.context import ReadContext
from vision.pipeline.reader import Reader
from vision.pipeline.tray_reader import TrayReader
from vision.reading import DieReading, Reading, Reason, ReasonKind
from vision.sim import SimTray, StepClock
from vision.tray.facts import Origin
from vision.tray.tray import Tray
from vision.trust.asked import AskedDice

SIZE = (1280, 720)
TRAY = Outline(((330.0, 90.0), (950.0, 90.0), (950.0, 630.0), (330.0, 630.0)))


def view(seed=1):
    rng = np.random.default_rng(seed)
    table = cv2.resize(rng.integers(70, 190, (45, 80, 3), np.uint8), SIZE, interpolation=cv2.INTER_CUBIC)
    cv2.rectangle(table, (330, 90), (950, 630), (70, 100, 60), -1)
    return table


def block(picture, x, y, colour=(235, 235, 235), side=50):
    picture = picture.copy()
    cv2.rectangle(picture, (x, y), (x + side, y + side), colour, -1)
    cv2.circle(picture, (x + side // 2, y + side // 2), side // 8, (20, 20, 20), -1, cv2.LINE_AA)
    return picture


def die(x, y, value=1, side=50):
    return DieReading(value, "white", (float(x), float(y), float(x + side), float(y + side)), 0.99, 0.9)


class Fixed:
    """A reader with fixed readings that keeps what it was told."""

    def __init__(self):
        self.next, self.told = Reading(), []

    def read(self, image, context, *, at=0.0, frame=0):
        self.told.append(context)
        return Reading(self.next.dice, self.next.sure, self.next.reasons, at, frame)


@pytest.fixture(name="fixed")
def _fixed():
    return Fixed()


def test_the_outline_and_the_empty_picture_are_told_before_reading(fixed):
    reader = TrayReader(fixed, tray=Tray(outline=TRAY, empty=view()))
    reader.read(block(view(), 500, 300))
    (told,) = fixed.told
    assert told.outline == TRAY
    assert told.confirmed
    assert np.array_equal(told.background, view())


def test_that_the_tray_is_empty_counts_even_if_the_reader_doubts_it(fixed):
    reader = TrayReader(fixed)
    doubtful = block(view(), 500, 300)
    fixed.next = Reading((die(500, 300),), sure=False, reasons=(Reason(ReasonKind.MAY_BE_NO_DIE, 0, 1),))
    reader.read(doubtful)
    assert fixed.told[-1].background is None
    reader.tray.is_empty(doubtful, 1.0)
    reader.read(block(doubtful, 700, 400), at=2.0)
    assert fixed.told[-1].confirmed
    assert [fact.origin for fact in reader.tray.facts()] == [Origin.CONFIRMED]


def test_what_people_call_no_die_is_none_for_as_long_as_it_lies_there(fixed):
    reader = TrayReader(fixed)
    there = block(view(), 500, 300)
    fixed.next = Reading((), reasons=(Reason(ReasonKind.UNEXPLAINED_OBJECT, box=(500.0, 300.0, 550.0, 350.0)),))
    reader.read(there)
    reader.tray.is_no_die((500 / 1280, 300 / 720, 550 / 1280, 350 / 720))
    reader.read((there * 0.8).astype(np.uint8), at=1.0)
    assert fixed.told[-1].furniture == (pytest.approx((500.0, 300.0, 550.0, 350.0)),)
    reader.read(view(), at=2.0)
    assert fixed.told[-1].furniture == ()


def test_everything_is_dropped_when_the_view_changes_and_nothing_by_a_passing_body(fixed):
    reader = TrayReader(fixed, tray=Tray(outline=TRAY, empty=view()))
    reader.read(view(7), at=1.0)
    assert fixed.told[-1].outline is None  # somebody may be in front of the camera
    reader.read(view(), at=2.0)
    assert fixed.told[-1].outline == TRAY
    reader.read(view(7), at=3.0)
    reader.read(view(7), at=4.0)
    assert fixed.told[-1].outline is None
    assert fixed.told[-1].background is None
    reader.read(view(), at=5.0)
    reader.read(view(), at=6.0)
    assert fixed.told[-1].outline is None
    assert not [fact for fact in reader.tray.facts() if fact.origin is Origin.SET_UP]


def test_an_outline_does_not_fit_pictures_of_another_size(fixed):
    reader = TrayReader(fixed, tray=Tray(outline=TRAY, empty=view()))
    half = cv2.resize(view(), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    reader.read(view(), at=1.0)
    assert fixed.told[-1].outline == TRAY
    reader.read(half, at=2.0)
    assert fixed.told[-1].outline is None
    reader.read(half, at=3.0)
    assert reader.tray.outline is None


def test_a_die_that_is_none_of_tonights_is_asked_about_until_people_confirm_it(fixed):
    tray = Tray(outline=TRAY, empty=view())
    reader = TrayReader(fixed, tray=tray)
    places = [(400 + 90 * k, 200 + 60 * k) for k in range(4)]
    for throw in range(8):
        picture = view()
        for x, y in places:
            picture = block(picture, x + 5 * throw, y)
        fixed.next = Reading(tuple(die(x + 5 * throw, y) for x, y in places), sure=True)
        assert reader.read(picture, at=float(throw)).sure
    fixed.next = Reading((die(500, 300), die(700, 500)), sure=True)
    strange = block(block(view(), 500, 300), 700, 500, (60, 40, 200))
    reading = reader.read(strange, at=10.0)
    assert [(reason.kind, reason.die) for reason in reading.reasons] == [(ReasonKind.NOT_OURS, 1)]
    assert reading.dice == fixed.next.dice
    tray.confirm((1, 1), reading.at)
    assert reader.read(strange, at=20.0).sure


def test_dice_of_another_game_are_not_asked_about(fixed):
    tray = Tray(outline=TRAY, empty=view())
    reader = TrayReader(fixed, tray=tray)
    blue, white = (200, 60, 40), (235, 235, 235)

    def throws(colours, at):
        """Whether each of some throws of four dice is sure."""
        sure = []
        for throw, colour in enumerate(colours):
            places = [(400 + 90 * k + 5 * throw, 200 + 60 * k) for k in range(4)]
            picture = view()
            for x, y in places:
                picture = block(picture, x, y, colour)
            fixed.next = Reading(tuple(die(x, y) for x, y in places), sure=True)
            sure.append(reader.read(picture, at=at + throw).sure)
        return sure

    assert all(throws([blue] * 8, 0.0))
    tray.other_dice_may_come()
    assert all(throws([white] * 8, 10.0))
    assert throws([(40, 60, 200)], 20.0) == [False], "the dice of this game are known by now"


def test_an_answer_about_another_picture_teaches_nothing(fixed):
    reader = TrayReader(fixed, tray=Tray(outline=TRAY, empty=view()))
    fixed.next = Reading((die(500, 300),), sure=False, reasons=(Reason(ReasonKind.MAY_LEAN, 0, 1),))
    reader.read(block(view(), 500, 300), at=1.0)
    before = reader.tray.facts()
    reader.tray.confirm((1,), 0.5)
    reader.tray.confirm((), 0.5)
    assert reader.tray.facts() == before


def thrown(colours, values):
    """The picture of an empty simulated tray, and of dice thrown into it."""
    clock = StepClock()
    tray = SimTray(seed=4, size=(640, 480), now=clock.now, sleep=clock.sleep)
    empty = np.ascontiguousarray(tray.read(1.0).image)
    tray.hand.throw(colours, values=values)
    clock.sleep(tray.hand.calm_at() + 0.2 - clock.now())
    return empty, np.ascontiguousarray(tray.read(1.0).image)


def test_dice_and_things_beside_the_tray_are_neither_read_nor_asked_about():
    empty, picture = thrown(["red", "blue", "white"], [2, 5, 3])
    reader, asked = Reader(), AskedDice(("",) * 3, alone=True)
    (alone,) = (reader.read(picture, ReadContext(asked=asked)),)
    assert alone.sure
    wide = cv2.copyMakeBorder(picture, 0, 0, 0, 640, cv2.BORDER_CONSTANT, value=(60, 60, 60))
    wide[:, 640:] = picture  # another tray with dice beside this one
    before = cv2.copyMakeBorder(empty, 0, 0, 0, 640, cv2.BORDER_CONSTANT, value=(60, 60, 60))
    outline = Outline(((0.0, 0.0), (600.0, 0.0), (600.0, 480.0), (0.0, 480.0)))
    known = ReadContext(background=before, confirmed=True, outline=outline, asked=asked)
    reading = reader.read(wide, known)
    assert reading.values == (2, 3, 5)
    assert reading.sure


def test_a_die_that_stands_at_the_outline_is_asked_about():
    _, picture = thrown(["red"], [4])
    (die_,) = Reader().read(picture).dice
    x0, _, x1, _ = die_.box
    half = Outline(((0.0, 0.0), (x0 + 0.1 * (x1 - x0), 0.0), (x0 + 0.1 * (x1 - x0), 480.0), (0.0, 480.0)))
    reading = Reader().read(picture, ReadContext(outline=half))
    assert [reason.kind for reason in reading.reasons] == [ReasonKind.AT_TRAY_EDGE]
