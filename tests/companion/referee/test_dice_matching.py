"""Whose dice are these?"""

from companion.core.asks import Ask, RollCall
from companion.core.events import Face, Rolled
from companion.core.text import say
from companion.referee.dice_matching import match, rolls_due, whose_unknown


def wants(seat, *colours, count=None, kept=()):
    return Ask(seat, say("roll"), roll=RollCall(count or len(colours), colours, kept))


def faces(*dice):
    return tuple(Face(int(die.split()[-1]), die.rpartition(" ")[0]) for die in dice)


def test_dice_of_any_colour():
    dice = faces("red 3", "white 4", "5")
    assert match(dice, rolls_due([wants(1, count=3), wants(2, count=3)])).rolls == (Rolled(1, dice),)


def test_wrong_number_is_no_roll():
    for dice in (faces("3", "4"), faces("1", "2", "3", "4")):
        matched = match(dice, rolls_due([wants(0, count=3)]))
        assert matched.rolls == ()
        assert f"{len(dice)} dice" in str(matched.left_out[0].sentence)


def test_no_roll_due():
    matched = match(faces("3"), rolls_due([Ask(0, say("choose"))]))
    assert matched.rolls == ()
    assert "No roll is due" in str(matched.left_out[0].sentence)


def test_dice_by_colour():
    asks = [wants(0, "red"), wants(1, "blue"), wants(2, "white")]
    matched = match(faces("blue 2", "green 6", "red 5"), rolls_due(asks))
    assert matched.rolls == (Rolled(0, faces("red 5")), Rolled(1, faces("blue 2")))
    assert len(matched.left_out) == 1
    assert "green 6" in str(matched.left_out[0].sentence)


def test_too_many_dice_of_a_colour():
    matched = match(faces("red 2", "red 6"), rolls_due([wants(0, "red")]))
    assert matched.rolls == ()
    assert "red 2 and red 6" in str(matched.left_out[0].sentence)


def test_wrong_colour():
    matched = match(faces("red 6"), rolls_due([wants(0, "blue")]))
    assert matched.rolls == ()
    assert "red 6" in str(matched.left_out[0].sentence)
    assert "blue" in str(matched.left_out[0].sentence)


def test_kept_dice_are_ignored():
    matched = match(faces("white 6", "white 2"), rolls_due([wants(0, count=1, kept=faces("white 6"))]))
    assert matched.rolls == (Rolled(0, faces("white 2")),)


def test_dice_of_several_seats_that_nothing_tells_apart():
    three = rolls_due([wants(seat, count=1) for seat in range(3)])
    assert whose_unknown(faces("3", "4", "5"), three)
    assert whose_unknown(faces("3", "4"), three)
    assert not whose_unknown(faces("3"), three), "a lone die is the first seat's"
    assert not whose_unknown(faces("3", "4", "5", "6"), three)
    assert not whose_unknown(faces("3", "4"), rolls_due([wants(0, count=2), wants(1, count=2)]))
    coloured = rolls_due([wants(0, "red"), wants(1, "blue")])
    assert whose_unknown(faces("3", "red 4"), coloured)
    assert not whose_unknown(faces("blue 3", "red 4"), coloured)
