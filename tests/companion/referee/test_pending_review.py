"""An unsure reading while the game continues: it stays as long as its roll is waited for, and goes with it."""

import pytest

from companion.app.controller import TableController
from companion.core.asks import Ask, RollCall
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.games.catastrophe.events import AttackPlayed, CountsCorrected, ReactionsClosed
from companion.record.journal import Journal
from companion.referee.messages import DiceReason, Why
from companion.referee.pending_review import review_left
from companion.referee.signals import DiceSeen, SeenDie
from companion.referee.verdicts import Accepted, NeedsReview

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
SIX = Table(("Ann", "Bo", "Cyril", "Dot", "Eli", "Fay"), COLOURS)


@pytest.fixture(name="controller")
def _controller():
    controller = TableController(Journal(":memory:"), shelf())
    yield controller
    controller.stop()


def seen(*colours, unsure=0):
    """Dice of these colours, all showing 3; one of them is hard to read."""
    dice = [SeenDie(3, colour, 0.5 if at == unsure else 1.0) for at, colour in enumerate(colours)]
    return DiceSeen(tuple(dice), sure=False)


def arrives(controller, reading):
    controller.inbox.put(reading)
    controller.tick()
    assert controller.pending_review is not None


def bo_rolls(controller):
    """Bo is to roll against Ann's Attack, and the reading of that roll is under review."""
    controller.begin("catastrophe", SIX, {"first": 0})
    controller.touch(AttackPlayed(0, 1, 4))
    controller.touch(ReactionsClosed(1))
    arrives(controller, seen("blue"))


def all_roll(controller):
    """All six have rolled to begin, and one die is hard to read."""
    controller.begin("catastrophe", SIX)
    arrives(controller, seen(*COLOURS, unsure=2))


def entered(seat, value=4):
    return Rolled(seat, (Face(value, COLOURS[seat]),))


def lying(controller):
    return [die.colour for die in controller.pending_review.seen.dice]


def test_unrelated_changes_keep_a_review(controller):
    bo_rolls(controller)
    pending_review = controller.pending_review
    controller.touch(CountsCorrected(3, hand=6))
    assert controller.pending_review is pending_review
    controller.undo()
    assert controller.pending_review is pending_review
    controller.redo()
    assert controller.pending_review is pending_review
    controller.settle((Face(5, "blue"),))
    assert controller.pending_review is None
    assert controller.session.entries[-1].event == Rolled(1, (Face(5, "blue"),))


def test_review_ends_when_its_roll_is_no_longer_due(controller):
    bo_rolls(controller)
    controller.undo()
    assert controller.pending_review is None


def test_review_ends_when_the_roll_is_entered(controller):
    bo_rolls(controller)
    controller.touch(entered(1))
    assert controller.pending_review is None


def test_review_ends_at_an_earlier_roll(controller):
    bo_rolls(controller)
    controller.dismiss()
    for event in (entered(1), CountsCorrected(3, hand=6)):
        controller.touch(event)
    accept = next(choice.event for ask in controller.session.asks() for choice in ask.choices)
    controller.touch(accept)
    for event in (AttackPlayed(0, 1, 4), ReactionsClosed(1)):
        assert isinstance(controller.touch(event), Accepted)
    arrives(controller, seen("blue"))
    controller.undo(5)
    assert [ask.seat for ask in controller.session.asks() if ask.roll] == [1]
    assert controller.pending_review is None


def test_entered_roll_is_removed_from_the_review(controller):
    all_roll(controller)
    controller.touch(entered(2))
    assert lying(controller) == ["red", "blue", "yellow", "black", "white"]
    assert (controller.pending_review.seat, controller.pending_review.reason.why) == (0, Why.OTHERS_ENTERED)
    controller.touch(entered(0))
    assert controller.pending_review.seat == 1
    controller.settle(tuple(Face(3, colour) for colour in lying(controller)))
    assert controller.pending_review is None
    assert len(controller.session.entries) == 6


def test_review_survives_undo_of_an_earlier_roll(controller):
    controller.begin("catastrophe", SIX)
    controller.touch(entered(2))
    arrives(controller, seen("red", "blue"))
    pending_review = controller.pending_review
    controller.undo()
    assert controller.pending_review is pending_review


def test_review_without_dice_ends(controller):
    controller.begin("catastrophe", SIX)
    arrives(controller, seen("green"))
    controller.touch(entered(2))
    assert controller.pending_review is None
    assert len([ask for ask in controller.session.asks() if ask.roll]) == 5


def test_dice_of_any_colour_are_the_first_seat_s():
    asks = [Ask(seat, say("roll"), roll=RollCall(3)) for seat in range(3)]
    pending_review = NeedsReview(seen("white"), DiceReason(Why.UNSURE), 0)
    assert review_left(pending_review, asks, [[asks[0], asks[2]]], [Rolled(1, ())]) is pending_review
    assert review_left(pending_review, asks, [asks[1:]], [Rolled(0, ())]) is None


def test_another_roll_of_the_same_seat():
    asks = [Ask(0, say("roll"), roll=RollCall(1, ("red",)))]
    pending_review = NeedsReview(seen("red"), DiceReason(Why.UNSURE), 0)
    assert review_left(pending_review, asks, [asks], [Rolled(0, (Face(3, "red"),))]) is None
    assert review_left(pending_review, asks, [[], asks], [CountsCorrected(1, hand=3)] * 2) is None
    assert review_left(pending_review, asks, [[Ask(0, say("roll"), roll=RollCall(2, ("red", "red")))]], []) is None
