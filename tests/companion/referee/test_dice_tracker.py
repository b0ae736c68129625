"""Dice that counted once do not count again, however they are seen: beside a throw, under a hand, or unsure."""

from contextlib import closing

import pytest

from companion.app.controller import TableController
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, ReviewReason, SeenDie, TraySettled

SIDE = 0.06


def die(value, x, colour="", y=0.5, **more):
    return SeenDie(value, colour, box=(x, y, x + SIDE, y + SIDE), **more)


class Tray:
    """What the camera says, taken at once."""

    def __init__(self, game, colours=()):
        self.controller = TableController(Journal(":memory:"), shelf())
        self.controller.begin(game, Table(("Ann", "Bo"), colours))

    def close(self):
        self.controller.journal.close()

    def rest(self, *dice, sure=True, reasons=(), disturbed=False):
        self.controller.inbox.put(DiceSeen(dice, sure, reasons, disturbed=disturbed))
        self.controller.tick()

    def again(self, *dice, sure=True):
        self.controller.inbox.put(TraySettled(DiceSeen(dice, sure)))
        self.controller.tick()

    @property
    def rolls(self):
        return [entry.event for entry in self.controller.session.entries]

    @property
    def said(self):
        return [str(notice.text) for notice in self.controller.notifications]


@pytest.fixture
def cats():
    """The throw for who begins: everybody's own die."""
    with closing(Tray("catastrophe", ("red", "blue"))) as tray:
        yield tray


@pytest.fixture
def sums():
    """Two dice are due, again and again."""
    with closing(Tray("catch-up")) as tray:
        tray.controller.begin("catch-up", Table(("Ann", "Bo")), {"short": True})
        yield tray


def rolled(seat, *faces):
    return Rolled(seat, tuple(Face(*face) if isinstance(face, tuple) else Face(face) for face in faces))


def test_unthrown_die_does_not_count_again(cats):
    cats.rest(die(5, 0.2, "red"))
    cats.rest(die(5, 0.2, "red"), die(5, 0.6, "blue"))
    assert cats.rolls == [rolled(0, (5, "red")), rolled(1, (5, "blue"))]
    cats.rest(die(2, 0.4, "red"), die(5, 0.6, "blue"))
    assert cats.rolls[2:] == [rolled(0, (2, "red"))]
    cats.rest(die(2, 0.4, "red"), die(6, 0.7, "blue"))
    assert cats.rolls[3:] == [rolled(1, (6, "blue"))]


def tie(cats):
    """Red and blue have thrown a 5 each; red is to throw again."""
    cats.rest(die(5, 0.2, "red"), die(5, 0.6, "blue"))
    assert len(cats.rolls) == 2


def test_early_change_with_a_throw_due_is_asked_about(cats):
    tie(cats)
    cats.rest(die(2, 0.3, "red"), die(5, 0.6, "blue"), disturbed=True)
    assert (
        str(cats.controller.pending_review.why)
        == "A die that counted shows another value now: was it thrown, or turned?"
    )
    assert [each.value for each in cats.controller.pending_review.seen.dice] == [2]
    assert len(cats.rolls) == 2
    cats.controller.settle((Face(2, "red"),))
    assert cats.rolls[2:] == [rolled(0, (2, "red"))]
    cats.rest(die(2, 0.3, "red"), die(5, 0.6, "blue"))
    assert len(cats.rolls) == 3


def test_turned_die_is_no_throw(cats):
    tie(cats)
    cats.rest(die(2, 0.3, "red"), die(5, 0.6, "blue"), disturbed=True)
    cats.controller.dismiss()
    cats.rest(die(2, 0.3, "red"), die(5, 0.6, "blue"))
    assert cats.controller.pending_review is None
    cats.rest(die(6, 0.8, "red"), die(5, 0.6, "blue"))
    assert cats.rolls[2:] == [rolled(0, (6, "red"))]


def test_pushed_die_is_not_asked_about(cats):
    tie(cats)
    cats.rest(die(5, 0.3, "red"), die(5, 0.6, "blue"), disturbed=True)
    assert cats.controller.pending_review is None
    assert cats.said[0] == "These dice moved, but show the same as before: if they were thrown, enter the roll."


def test_old_dice_are_not_the_next_roll(sums):
    sums.rest(die(3, 0.2), die(5, 0.6))
    sums.rest(die(3, 0.2 + 0.3 * SIDE), die(5, 0.6))  # a camera that came back, or saw more of the tray
    assert sums.rolls == [rolled(0, 3, 5)]
    assert sums.said[0] == "These dice already counted: nobody threw them again."
    sums.rest(die(3, 0.2 + 0.7 * SIDE), die(5, 0.7))
    assert sums.rolls == [rolled(0, 3, 5), rolled(1, 3, 5)]


def test_die_left_in_the_tray_is_asked_about(sums):
    sums.rest(die(3, 0.2), die(5, 0.6))
    sums.rest(die(4, 0.3), die(5, 0.6))
    assert len(sums.rolls) == 1
    assert str(sums.controller.pending_review.why).startswith("Some of these dice are where they were")
    assert [each.value for each in sums.controller.pending_review.seen.dice] == [4, 5]
    sums.controller.settle((Face(4), Face(5)))
    assert sums.rolls[1:] == [rolled(1, 4, 5)]


def test_pushed_die_is_tracked(sums):
    sums.rest(die(3, 0.2), die(5, 0.6))
    sums.rest(die(3, 0.3), die(1, 0.62), disturbed=True)  # two are due: one that was turned is no throw
    assert sums.controller.pending_review is None
    sums.rest(die(3, 0.3), die(1, 0.62))
    assert len(sums.rolls) == 1


def test_removed_die_may_be_thrown_to_the_same_place(sums):
    sums.rest(die(3, 0.2), die(5, 0.6))
    sums.rest()
    sums.rest(die(3, 0.2), die(5, 0.6))
    assert len(sums.rolls) == 2


def test_hand_over_dice_is_no_roll(sums):
    sums.rest(die(3, 0.2), die(5, 0.6))
    sums.rest(die(3, 0.2), sure=False, reasons=(ReviewReason("obstructed"),))
    sums.rest(die(3, 0.2), die(5, 0.6))
    assert len(sums.rolls) == 1


def test_hidden_dice_belong_to_the_entered_roll(sums):
    sums.rest(die(6, 0.2), sure=False, reasons=(ReviewReason("obstructed"),))
    sums.controller.settle((Face(3), Face(5)))
    sums.rest(die(3, 0.2), die(5, 0.6))
    assert sums.rolls == [rolled(0, 3, 5)]
    sums.rest(die(3, 0.4), die(5, 0.8))
    assert sums.rolls[1:] == [rolled(1, 3, 5)]


def test_a_die_of_another_colour_is_not_the_one_that_was_entered(cats):
    cats.rest(die(1, 0.2, "red"), die(1, 0.6, "blue"))
    cats.controller.touch(rolled(0, (6, "red")))  # again, after the tie; the picture still shows the dice of before
    cats.rest(die(6, 0.8, "blue"))
    assert cats.rolls[2:] == [rolled(0, (6, "red")), rolled(1, (6, "blue"))]


def test_a_die_in_the_colour_that_was_entered_is_that_one(cats):
    cats.rest(die(1, 0.2, "red"), die(1, 0.6, "blue"))
    cats.controller.touch(rolled(0, (6, "red")))
    cats.rest(die(6, 0.8, "red"))
    assert cats.rolls[2:] == [rolled(0, (6, "red"))]


def test_entered_dice_from_the_dark_are_no_roll(sums):
    sums.rest(die(3, 0.2), die(5, 0.6))
    sums.rest(sure=False, reasons=(ReviewReason("too_dark"),))
    sums.controller.settle((Face(2), Face(6)))
    sums.rest(die(2, 0.3), die(6, 0.8))
    assert sums.rolls == [rolled(0, 3, 5), rolled(1, 2, 6)]
    assert sums.said[0] == "These dice already counted: nobody threw them again."


def test_entered_dice_of_a_frozen_picture_are_no_roll(sums):
    sums.rest(die(3, 0.2), die(5, 0.6))
    sums.controller.touch(rolled(1, 2, 6))  # the picture still shows the dice of before
    sums.rest(die(2, 0.3), die(6, 0.8))
    assert sums.rolls == [rolled(0, 3, 5), rolled(1, 2, 6)]
    assert sums.said[0] == "These dice already counted: nobody threw them again."


def test_entered_dice_are_recognised_later(sums):
    sums.rest(sure=False, reasons=(ReviewReason("too_dark"),))
    sums.controller.settle((Face(2), Face(6)))
    sums.rest(die(2, 0.3), die(6, 0.8), sure=False, reasons=(ReviewReason("throw_not_seen"),))
    sums.controller.dismiss()
    sums.controller.touch(rolled(1, 1, 4))  # the picture is frozen now, and still shows the dice of before
    sums.rest(die(1, 0.1), die(4, 0.6))
    assert sums.rolls == [rolled(0, 2, 6), rolled(1, 1, 4)]


def test_entered_dice_count_whatever_was_read(sums):
    sums.rest(die(3, 0.2), die(5, 0.6), die(1, 0.8))
    assert not sums.rolls  # one too many
    sums.controller.touch(rolled(0, 3, 5))
    sums.rest(die(3, 0.2), die(5, 0.6))
    assert len(sums.rolls) == 1


def test_old_dice_are_forgotten_by_an_unsure_camera(sums):
    for number, x in enumerate((0.1, 0.3, 0.5)):
        sums.rest(die(1 + number, x), die(5, x, y=0.2), sure=False, reasons=(ReviewReason("too_dark"),))
        sums.controller.settle((Face(1 + number), Face(5)))
    sums.rest(die(6, 0.1), die(4, 0.1, y=0.2), sure=False, reasons=(ReviewReason("too_dark"),))
    assert [each.value for each in sums.controller.pending_review.seen.dice] == [6, 4]


def test_die_hidden_by_a_hand_is_judged_later(sums):
    sums.rest(die(3, 0.2), die(5, 0.6), sure=False, reasons=(ReviewReason("obstructed"),))
    assert sums.controller.pending_review is not None
    sums.again(die(3, 0.2), die(5, 0.6))
    assert sums.controller.pending_review is None
    assert sums.rolls == [rolled(0, 3, 5)]


def test_review_ends_with_the_hand(sums):
    sums.rest(die(3, 0.2), die(5, 0.6))
    sums.rest(die(3, 0.2), die(4, 0.6), sure=False, reasons=(ReviewReason("may_lean", 4),))
    assert sums.controller.pending_review is not None
    sums.again(die(3, 0.2), die(5, 0.6))
    assert sums.controller.pending_review is None
    assert len(sums.rolls) == 1


def test_dice_seen_again_are_no_roll(sums):
    sums.rest(die(3, 0.2))
    sums.again(die(3, 0.2), die(5, 0.6))
    assert not sums.rolls
    assert len(sums.controller.seen.dice) == 2


def test_dice_moved_under_review_are_asked_about(sums):
    sums.rest(die(5, 0.2, cocked=True), die(4, 0.6), sure=False)
    sums.rest(die(2, 0.3), die(5, 0.5), disturbed=True)
    assert not sums.rolls
    assert str(sums.controller.pending_review.why) == "These dice moved after they were read: what do they show?"
    assert [each.value for each in sums.controller.pending_review.seen.dice] == [2, 5]
    sums.again(die(2, 0.3), die(5, 0.5), sure=False)
    assert sums.controller.pending_review is not None


def test_dice_without_a_place(sums):
    for _ in range(2):
        sums.rest(SeenDie(3), SeenDie(5))
    assert len(sums.rolls) == 2
