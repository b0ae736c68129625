"""Whose dice are these?"""

from companion.core.asks import Ask, RollCall
from companion.core.events import Face, Rolled
from companion.core.text import say
from companion.referee.dice_matching import match, rolls_due


def wants(seat, *colours, count=None, kept=()):
    return Ask(seat, say("roll"), roll=RollCall(count or len(colours), colours, kept))


def faces(*dice):
    return tuple(Face(int(die.split()[-1]), die.rpartition(" ")[0]) for die in dice)


def test_dice_of_any_colour_go_to_the_first_who_is_asked():
    dice = faces("red 3", "white 4", "5")
    assert match(dice, rolls_due([wants(1, count=3), wants(2, count=3)])).rolls == (Rolled(1, dice),)


def test_too_few_or_too_many_are_no_roll_and_said_so():
    for dice in (faces("3", "4"), faces("1", "2", "3", "4")):
        matched = match(dice, rolls_due([wants(0, count=3)]))
        assert matched.rolls == ()
        assert f"{len(dice)} dice" in str(matched.left_out[0].sentence)


def test_nobody_is_asked():
    matched = match(faces("3"), rolls_due([Ask(0, say("choose"))]))
    assert matched.rolls == ()
    assert "No roll is due" in str(matched.left_out[0].sentence)


def test_each_colour_goes_to_its_player_and_a_strange_die_is_named():
    asks = [wants(0, "red"), wants(1, "blue"), wants(2, "white")]
    matched = match(faces("blue 2", "green 6", "red 5"), rolls_due(asks))
    assert matched.rolls == (Rolled(0, faces("red 5")), Rolled(1, faces("blue 2")))
    assert len(matched.left_out) == 1
    assert "green 6" in str(matched.left_out[0].sentence)


def test_two_dice_of_one_colour_where_one_is_asked_do_not_count():
    matched = match(faces("red 2", "red 6"), rolls_due([wants(0, "red")]))
    assert matched.rolls == ()
    assert "red 2 and red 6" in str(matched.left_out[0].sentence)


def test_a_wrong_colour_alone_is_named_with_what_is_waited_for():
    matched = match(faces("red 6"), rolls_due([wants(0, "blue")]))
    assert matched.rolls == ()
    assert "red 6" in str(matched.left_out[0].sentence)
    assert "blue" in str(matched.left_out[0].sentence)


def test_dice_that_are_kept_may_go_on_lying_there():
    matched = match(faces("white 6", "white 2"), rolls_due([wants(0, count=1, kept=faces("white 6"))]))
    assert matched.rolls == (Rolled(0, faces("white 2")),)
