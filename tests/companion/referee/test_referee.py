"""Signals become events only through the asks."""

import pytest

from companion.core.asks import Key
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions
from companion.record.session import Session
from companion.referee.commands import Amend, Settle, Touch
from companion.referee.referee import Referee
from companion.referee.signals import DiceSeen, KeyPressed, PressMark, ReviewReason, SeenDie
from companion.referee.verdicts import Accepted, Ignored, NeedsReview, SelectionMoved
from companion.views.amending import misfits

CATCH_UP = shelf()["catch-up"]
DISCARDING = {"phase": "discarding", "faces": [[3, 3, 3], [6, 5, 5]], "starter": 0}


def referee(journal, facts=None):
    return Referee(Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CatchUpOptions(), facts))


def seen(*values, sure=True, **more):
    return DiceSeen(tuple(SeenDie(value, "white") for value in values), sure, picture=b"jpeg", reading=b"{}", **more)


def judged(judge, reading):
    """The verdict on dice at rest; None where there is nothing to judge."""
    decision = judge.tray.observe(reading, judge.session)
    return None if decision is None else judge.judge(decision)


def test_sure_reading_counts(journal):
    judge = referee(journal)
    assert isinstance(judged(judge, seen(3, 4, 5)), Accepted)
    assert judge.session.facts()["rolls"] == [12, None]
    assert judge.session.entries[0].origin == "tray"
    assert journal.evidence(judge.session.id, 1).picture == b"jpeg"


@pytest.mark.parametrize("values", [(3, 4), (3, 4, 5, 6)])
def test_wrong_number_of_dice_never_counts(journal, values):
    judge = referee(journal)
    verdict = judged(judge, seen(*values))
    assert isinstance(verdict, Ignored)
    assert f"{len(values)} dice" in str(verdict.why)
    assert judge.session.seq == 0


def test_unasked_roll_never_counts(journal):
    judge = referee(journal, DISCARDING)
    verdict = judged(judge, seen(3, 4, 5))
    assert isinstance(verdict, Ignored)
    assert "No roll is due" in str(verdict.why)
    assert judge.session.seq == 0


def test_unsure_reading_is_asked_about(journal):
    judge = referee(journal)
    verdict = judged(judge, seen(3, 4, 5, sure=False, reasons=(ReviewReason("overexposed"),)))
    assert isinstance(verdict, NeedsReview)
    assert "overexposed" in str(verdict.why)
    assert judge.session.seq == 0
    settled = judge.judge(Settle((Face(3), Face(4), Face(6)), verdict.seen))
    assert isinstance(settled, Accepted)
    assert judge.session.facts()["rolls"] == [13, None]
    assert journal.evidence(judge.session.id, 1).picture == b"jpeg"


def test_leaning_die_is_asked_about(journal):
    judge = referee(journal)
    leaning = DiceSeen((SeenDie(3), SeenDie(4), SeenDie(5, cocked=True)), sure=True)
    assert isinstance(judged(judge, leaning), NeedsReview)


def test_disturbed_dice_are_no_roll(journal):
    judge = referee(journal)
    assert isinstance(judged(judge, seen(3, 4, 5, disturbed=True)), Ignored)
    assert judge.session.seq == 0


def test_refused_touch_quotes_its_paragraph(journal):
    judge = referee(journal, DISCARDING)
    verdict = judge.judge(Touch(Discarded(0, (10,))))
    assert isinstance(verdict, Ignored)
    assert verdict.rule.startswith("R")


def press(seat, key, number=None):
    return KeyPressed(seat, Key(key), 0.0, PressMark("box", 1, number) if number is not None else None)


def test_buttons_step_through_choices(journal):
    judge = referee(journal, DISCARDING)
    choices = judge.choices_of(0)
    assert judge.judge(press(0, "next")) == SelectionMoved(0, 0)
    assert judge.judge(press(0, "next")) == SelectionMoved(0, 1)
    for at in (*range(2, len(choices)), 0, 1):
        assert judge.judge(press(0, "next")) == SelectionMoved(0, at)
    assert isinstance(judge.judge(press(0, "yes")), Accepted)
    assert judge.session.entries[0].event == choices[1].event
    assert judge.session.entries[0].origin == "box"
    assert judge.pointers == {}


def test_yes_shows_the_choice_first(journal):
    judge = referee(journal, DISCARDING)
    assert judge.judge(press(0, "yes")) == SelectionMoved(0, 0)
    assert judge.judge(press(0, "no")) == SelectionMoved(0, None)
    assert judge.session.seq == 0


def test_press_of_a_seat_not_asked(journal):
    judge = referee(journal, DISCARDING)
    verdict = judge.judge(press(1, "yes"))
    assert isinstance(verdict, Ignored)
    assert "Bo" in str(verdict.why)
    assert isinstance(judge.judge(press(5, "yes")), Ignored)


def test_repeated_press_counts_once(journal):
    judge = referee(journal, DISCARDING)
    judge.judge(press(0, "next", 1))
    assert isinstance(judge.judge(press(0, "yes", 2)), Accepted)
    again = Referee(Session.resume(journal, shelf(), judge.session.id))
    before = again.session.seq
    verdict = again.judge(press(0, "yes", 2))
    assert isinstance(verdict, Ignored)
    assert "already" in str(verdict.why)
    assert again.session.seq == before


@pytest.mark.parametrize("reading", [b"", b"{}", b"[1]", b'{"device": 1}', b"\xff"])
def test_damaged_mark_is_ignored(journal, monkeypatch, reading):
    judge = referee(journal, DISCARDING)
    judge.judge(press(0, "next", 1))
    assert isinstance(judge.judge(press(0, "yes", 2)), Accepted)
    monkeypatch.setattr(journal, "readings", lambda *_: [reading])
    again = Referee(Session.resume(journal, shelf(), judge.session.id))
    assert not again.has_counted(press(0, "yes", 2).mark)


def test_touched_roll_counts(journal):
    judge = referee(journal)
    assert isinstance(judge.judge(Touch(Rolled(0, (Face(1), Face(2), Face(3))))), Accepted)


def test_emptied_tray_is_ignored(journal):
    judge = referee(journal)
    assert judged(judge, seen()) is None
    assert not judge.session.entries
    assert isinstance(judged(judge, seen(sure=False, reasons=(ReviewReason("none_found"),))), NeedsReview)


def test_what_a_change_makes_impossible_is_named_as_it_was_then(journal):
    """Only Ann is to roll at the start; the entries about which is spoken are long past."""
    judge = referee(journal)
    for values in ((3, 4, 5), (1, 1, 2), (6, 6, 4)):
        judge.judge(Touch(Rolled(judge.session.asks()[0].seat, tuple(map(Face, values)))))
    removed, anothers = judge.judge(Amend({1: None})), judge.judge(Amend({1: Rolled(1, (Face(1),) * 3)}))
    refused = "“Bo is too early: it is Ann's turn to roll.”"
    assert str(removed.why) == f"Nothing was changed. “Bo rolls 1 1 2: 4” could not have happened then: {refused}"
    assert str(anothers.why) == f"That could not have happened then: {refused}"
    title, ((event, why), *_), _ = misfits(judge.session, {1: None})
    assert str(title) == "A later entry no longer fits"
    assert (str(event), str(why)) == ("Bo rolls 1 1 2: 4", str(anothers.why))
    assert len(judge.session.entries) == 3
