"""A reading in doubt while play goes on: it stays as long as its roll is waited for, and goes with it."""

import pytest

from companion.app.controller import Desk
from companion.core.asks import Ask, RollCall
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.games.catastrophe.events import AttackPlayed, CountsCorrected, ReactionsClosed
from companion.record.journal import Journal
from companion.referee.pending_review import OTHERS, left_of
from companion.referee.referee import Accepted, Doubtful
from companion.referee.signals import DiceSeen, SeenDie

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
SIX = Table(("Ann", "Bo", "Cyril", "Dot", "Eli", "Fay"), COLOURS)


@pytest.fixture(name="desk")
def _desk():
    desk = Desk(Journal(":memory:"), shelf())
    yield desk
    desk.stop()


def seen(*colours, doubtful=0):
    """Dice of these colours, all showing 3; one of them is hard to read."""
    dice = [SeenDie(3, colour, 0.5 if at == doubtful else 1.0) for at, colour in enumerate(colours)]
    return DiceSeen(tuple(dice), sure=False, why="please look")


def arrives(desk, reading):
    desk.inbox.put(reading)
    desk.tick()
    assert desk.doubt is not None


def bo_rolls(desk):
    """Bo is to roll against Ann's Attack, and what he rolled is in doubt."""
    desk.begin("catastrophe", SIX, {"first": 0})
    desk.touch(AttackPlayed(0, 1, 4))
    desk.touch(ReactionsClosed(1))
    arrives(desk, seen("blue"))


def all_roll(desk):
    """All six have rolled to begin, and one die is hard to read."""
    desk.begin("catastrophe", SIX)
    arrives(desk, seen(*COLOURS, doubtful=2))


def told(seat, value=4):
    return Rolled(seat, (Face(value, COLOURS[seat]),))


def lying(desk):
    return [die.colour for die in desk.doubt.seen.dice]


def test_a_count_that_is_corrected_taken_back_and_brought_back_leaves_a_doubt_as_it_is(desk):
    bo_rolls(desk)
    doubt = desk.doubt
    desk.touch(CountsCorrected(3, hand=6))
    assert desk.doubt is doubt
    desk.undo()
    assert desk.doubt is doubt
    desk.redo()
    assert desk.doubt is doubt
    desk.settle((Face(5, "blue"),))
    assert desk.doubt is None
    assert desk.session.entries[-1].event == Rolled(1, (Face(5, "blue"),))


def test_a_doubt_goes_with_the_roll_that_is_taken_back_from_being_due(desk):
    bo_rolls(desk)
    desk.undo()
    assert desk.doubt is None


def test_a_doubt_goes_when_the_roll_is_told_by_hand(desk):
    bo_rolls(desk)
    desk.touch(told(1))
    assert desk.doubt is None


def test_a_doubt_goes_when_more_is_taken_back_though_another_roll_of_these_dice_was_due_there(desk):
    bo_rolls(desk)
    desk.dismiss()
    for event in (told(1), CountsCorrected(3, hand=6)):
        desk.touch(event)
    accept = next(choice.event for ask in desk.session.asks() for choice in ask.choices)
    desk.touch(accept)
    for event in (AttackPlayed(0, 1, 4), ReactionsClosed(1)):
        assert isinstance(desk.touch(event), Accepted)
    arrives(desk, seen("blue"))
    desk.undo(5)
    assert [ask.seat for ask in desk.session.asks() if ask.roll] == [1]
    assert desk.doubt is None


def test_what_one_tells_by_hand_is_taken_out_of_the_doubt_about_all(desk):
    all_roll(desk)
    desk.touch(told(2))
    assert lying(desk) == ["red", "blue", "yellow", "black", "white"]
    assert (desk.doubt.seat, desk.doubt.why) == (0, OTHERS)
    desk.touch(told(0))
    assert desk.doubt.seat == 1
    desk.settle(tuple(Face(3, colour) for colour in lying(desk)))
    assert desk.doubt is None
    assert len(desk.session.entries) == 6


def test_a_doubt_stays_when_a_roll_told_before_it_came_up_is_taken_back(desk):
    desk.begin("catastrophe", SIX)
    desk.touch(told(2))
    arrives(desk, seen("red", "blue"))
    doubt = desk.doubt
    desk.undo()
    assert desk.doubt is doubt


def test_a_doubt_goes_when_nobodys_dice_are_left_in_it(desk):
    desk.begin("catastrophe", SIX)
    arrives(desk, seen("green"))
    desk.touch(told(2))
    assert desk.doubt is None
    assert len([ask for ask in desk.session.asks() if ask.roll]) == 5


def test_dice_of_no_colour_are_the_first_ones():
    asks = [Ask(seat, say("roll"), roll=RollCall(3)) for seat in range(3)]
    doubt = Doubtful(seen("white"), say("look"), 0)
    assert left_of(doubt, asks, [[asks[0], asks[2]]], [Rolled(1, ())]) is doubt
    assert left_of(doubt, asks, [asks[1:]], [Rolled(0, ())]) is None


def test_another_roll_of_the_same_seat_is_another_one():
    asks = [Ask(0, say("roll"), roll=RollCall(1, ("red",)))]
    doubt = Doubtful(seen("red"), say("look"), 0)
    assert left_of(doubt, asks, [asks], [Rolled(0, (Face(3, "red"),))]) is None
    assert left_of(doubt, asks, [[], asks], [CountsCorrected(1, hand=3)] * 2) is None
    assert left_of(doubt, asks, [[Ask(0, say("roll"), roll=RollCall(2, ("red", "red")))]], []) is None
