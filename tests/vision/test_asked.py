"""A reading of fewer or more dice than a game asks for is not sure and says which; the values stay."""

import numpy as np
import pytest

from vision.pipeline.context import ReadContext
from vision.pipeline.reader import Reader
from vision.reading import DieReading, Reading, ReasonKind
from vision.sim import SimTray, StepClock
from vision.trust.asked import AskedDice

MISSING, TOO_MANY = ReasonKind.DICE_MISSING, ReasonKind.TOO_MANY_DICE


def dice(*colours):
    return [DieReading(3, colour, (0.0, 0.0, 40.0, 40.0), 0.99, 0.99) for colour in colours]


def said(asked, *colours):
    return [(reason.kind, reason.colours) for reason in asked.reasons(dice(*colours))]


@pytest.mark.parametrize(
    ("asked", "colours", "expected"),
    [
        (AskedDice(("red", "blue")), ("blue", "red"), []),
        (AskedDice(("red", "blue")), ("blue",), [(MISSING, ("red",))]),
        (AskedDice(("red", "red")), ("red", "blue"), [(MISSING, ("red",))]),
        (AskedDice(("", "")), ("white",), [(MISSING, ("",))]),
        (AskedDice(("red", "")), ("red", "green"), []),
        (AskedDice(("red", "")), ("red",), [(MISSING, ("",))]),
        (AskedDice(("red",)), ("red", "blue"), []),
        (AskedDice(("red",), alone=True), ("red", "blue"), [(TOO_MANY, ("blue",))]),
        (AskedDice(("", ""), alone=True), ("red", "blue", "red"), [(TOO_MANY, ("",))]),
    ],
)
def test_says_which_dice_are_missing_or_too_many(asked, colours, expected):
    assert said(asked, *colours) == expected


def test_missing_die_makes_a_reading_unsure():
    clock = StepClock()
    tray = SimTray(seed=4, size=(640, 480), now=clock.now, sleep=clock.sleep)
    tray.hand.throw(["red", "blue"], values=[2, 5])
    clock.sleep(tray.hand.calm_at() + 0.2 - clock.now())
    image = np.ascontiguousarray(tray.read(1.0).image)
    reader = Reader()
    plain = reader.read(image)
    assert plain.sure
    fewer = reader.read(image, ReadContext(asked=AskedDice(("red", "blue", "white"))))
    assert not fewer.sure
    assert [(reason.kind, reason.colours) for reason in fewer.reasons] == [(MISSING, ("white",))]
    assert fewer.dice == plain.dice
    assert reader.read(image, ReadContext(asked=AskedDice(("red", "blue"), alone=True))).sure
    assert Reading.from_json(fewer.to_json()) == fewer


def test_some_of_the_asked_dice_may_come_alone():
    assert not said(AskedDice(("red", "blue"), fewer=True), "red")
    assert said(AskedDice(("red",), fewer=True, alone=True), "red", "blue") == [(TOO_MANY, ("blue",))]


@pytest.mark.parametrize("seed", range(6))
def test_known_number_changes_no_value(seed):
    clock = StepClock()
    tray = SimTray(seed=seed, size=(640, 480), now=clock.now, sleep=clock.sleep)
    tray.hand.throw(["red", "blue", "white"])
    clock.sleep(tray.hand.calm_at() + 0.2 - clock.now())
    image = np.ascontiguousarray(tray.read(1.0).image)
    image[20:70, 20:70] = (90, 160, 230)  # a thing that nobody knows
    reader = Reader()
    plain = reader.read(image)
    for number in range(1, 6):
        known = reader.read(image, ReadContext(asked=AskedDice(("",) * number, fewer=True)))
        assert known.dice == plain.dice
        assert known.sure >= plain.sure
        if number != len(plain.dice):
            assert known.reasons == plain.reasons


def test_complete_roll_makes_another_die_improbable():
    asked = AskedDice(("red", ""))
    assert asked.rarity(2) > asked.rarity(1) == asked.rarity(3) == 1.0
