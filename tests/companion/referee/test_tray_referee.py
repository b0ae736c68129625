"""One owner for dice: what a reading comes to, and that the reading itself stays as it was."""

import pytest

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.state import CatchUpOptions
from companion.record.session import Session
from companion.referee.commands import SubmitRolls
from companion.referee.messages import DiceReason, Why
from companion.referee.signals import DiceSeen, ReviewReason, SeenDie, TrayMoved, TraySettled
from companion.referee.tray_referee import TrayReferee
from companion.referee.verdicts import NeedsReview

SIDE = 0.06


@pytest.fixture
def session(journal):
    return Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions())


@pytest.fixture
def discarding(journal):
    """A game in which no roll is due."""
    facts = {"phase": "discarding", "faces": [[3, 3, 3], [6, 5, 5]], "starter": 0}
    return Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions(), facts)


@pytest.fixture
def tray():
    return TrayReferee()


def dice(*values, sure=True, y=0.2, **more):
    boxes = [(0.1 + 0.2 * k, y, 0.1 + 0.2 * k + SIDE, y + SIDE) for k in range(len(values))]
    return DiceSeen(tuple(SeenDie(value, box=box) for value, box in zip(values, boxes, strict=True)), sure, **more)


def test_asked_dice_are_submitted(tray, session):
    seen = dice(3, 4, 5)
    decision = tray.observe(seen, session)
    assert isinstance(decision, SubmitRolls)
    assert decision.matched.rolls == (Rolled(0, (Face(3), Face(4), Face(5))),)
    assert decision.seen is tray.seen is seen
    assert session.entries == [], "only the referee writes"


def test_question_keeps_the_reading(tray, session):
    seen = dice(3, 4, 5, sure=False)
    decision = tray.observe(seen, session)
    assert isinstance(decision, NeedsReview)
    assert (decision.seen, decision.reason.why) == (seen, Why.UNSURE)
    assert decision is tray.review


def test_dice_thrown_in_the_set_up_are_asked_about(tray, session):
    tray.setting_up = True
    tray.observe(TrayMoved(), session)
    tray.setting_up = False
    seen = dice(3, 4, 5)
    decision = tray.observe(seen, session)
    assert (decision.seen, decision.seen.sure, decision.reason.why) == (seen, True, Why.IN_SET_UP)


def test_question_about_a_throw_survives_a_better_view(tray, session):
    tray.setting_up = True
    tray.observe(TrayMoved(), session)
    tray.setting_up = False
    asked = tray.observe(dice(3, 4, 5), session)
    tray.observe(TrayMoved(), session)
    assert tray.observe(TraySettled(dice(3, 4, 5)), session) is None
    assert tray.review is asked


def test_too_few_dice_are_ignored(tray, session):
    reason = tray.observe(dice(3, 4), session)
    assert isinstance(reason, DiceReason)
    assert (reason.why, reason.wanted, len(reason.faces)) == (Why.WRONG_NUMBER, 3, 2)


def test_dice_without_a_session_never_count(tray, session):
    assert tray.observe(dice(3, 4, 5), None) is None
    tray.leave(None)
    assert tray.observe(dice(3, 4, 5), session).why is Why.COUNTED


def test_dice_of_a_pause_are_asked_about(tray, session):
    assert tray.observe(dice(3, 4, 5), session, paused=True) is None
    assert tray.review is None
    assert tray.resume(session).reason.why is Why.IN_PAUSE
    assert tray.resume(session) is None


def test_settling_tray_is_no_throw(tray, session):
    assert tray.observe(TrayMoved(), session) is None
    assert tray.moving
    assert tray.observe(TraySettled(dice(3, 4, 5)), session) is None
    assert not tray.moving


def test_paused_dice_do_not_count_during_set_up(tray, session):
    tray.observe(dice(3, 4, 5), session, paused=True)
    tray.setting_up = True
    assert tray.resume(session) is None
    tray.setting_up = False
    assert tray.observe(dice(3, 4, 5), session).why is Why.COUNTED


def test_early_dice_are_no_later_roll(tray, session, discarding):
    thrown = dice(3, 4, 5)
    assert tray.observe(thrown, discarding).why is Why.NO_ROLL_DUE
    assert isinstance(tray.observe(DiceSeen((), sure=False), session), NeedsReview), (
        "a roll is due, and nothing is seen"
    )
    assert tray.observe(TraySettled(thrown), session) is None
    assert tray.review is None


def so_far(decision):
    assert isinstance(decision, DiceReason)
    return decision.why, [face.value for face in decision.faces]


def test_single_dice_count_together_when_the_table_says_so(tray, session):
    tray.throw_one_by_one(begins=True)
    assert tray.expected(session) == (), "one die is no reading that lacks two"
    assert so_far(tray.observe(dice(3), session)) == (Why.COLLECTED, [3])
    assert so_far(tray.observe(dice(3, 5), session)) == (Why.COLLECTED, [3, 5]), "the first still lies there"
    decision = tray.observe(dice(6, y=0.6), session)
    assert decision.matched.rolls == (Rolled(0, (Face(3), Face(5), Face(6))),)
    tray.counted(decision.seen)
    assert so_far(tray.observe(dice(6, y=0.6), session)) == (Why.COUNTED, [])


def test_single_dice_are_forgotten_when_the_roll_is_entered_or_the_table_says_so(tray, session):
    tray.throw_one_by_one(begins=True)
    tray.observe(dice(3), session)
    tray.entered((Face(1), Face(2), Face(3)), (1,))
    assert so_far(tray.observe(dice(4, y=0.5), session)) == (Why.COLLECTED, [4])
    tray.throw_one_by_one(begins=False)
    assert tray.expected(session) == ("", "", "")
    assert so_far(tray.observe(dice(5, y=0.7), session))[0] is Why.WRONG_NUMBER


def test_all_dice_at_once_count_one_by_one_too(tray, session):
    tray.throw_one_by_one(begins=True)
    assert isinstance(tray.observe(dice(3, 4, 5), session), SubmitRolls)


def test_dice_of_which_none_was_turned_are_not_called_turned(tray, discarding):
    tray.observe(dice(3, 4, 5), discarding)
    moved = [tray.observe(dice(*values, y=0.22, disturbed=True), discarding).why for values in ((3, 4, 5), (3, 6, 5))]
    assert moved == [Why.SHIFTED, Why.TURNED]


SQUARE = ((0.05, 0.1), (0.65, 0.1), (0.65, 0.9), (0.05, 0.9))


def test_dice_beside_the_tray_are_not_asked_about_once_people_showed_it(tray, session):
    beside = ReviewReason("extra_dice"), ReviewReason("value", 5, 0.8, (0.7, 0.2, 0.76, 0.26))
    tray.observe(dice(3, 4, 6, 5, sure=False, reasons=beside), session)
    tray.shown(SQUARE)
    assert [die.value for die in tray.review.seen.dice] == [3, 4, 6]
    assert str(tray.review.why) == "Please look: what do the dice show?"


def test_a_question_stays_if_the_outline_of_the_tray_was_left_out(tray, session):
    tray.observe(dice(3, 4, 6, sure=False), session)
    asked = tray.review
    tray.shown(())
    assert tray.review is asked


@pytest.mark.parametrize("y", [0.2, 0.95])
def test_a_question_stays_if_all_its_dice_lie_in_the_tray_and_goes_if_none_does(tray, session, y):
    tray.observe(dice(3, 4, 6, sure=False, y=y), session)
    asked = tray.review
    tray.shown(SQUARE)
    assert tray.review is (asked if y < 0.9 else None)
