"""A throw means what was asked when it began: what people write down while dice roll is not guessed around."""

from contextlib import closing

import pytest

from companion.app.controller import TableController
from companion.core.events import Corrected, Ended, Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal, JournalError
from companion.record.rows import Origin
from companion.referee.messages import reading_question
from companion.referee.signals import DiceSeen, ReviewReason, SeenDie, TrayMoved, TraySettled
from companion.referee.verdicts import Accepted

ENTERED = "You entered a roll before these dice came to rest: were they thrown again?"
TAKEN_BACK = "Something was taken back before these dice came to rest: do they count now?"
CHANGED = "Another roll is due than when these dice were picked up or thrown: do they count for it?"
IN_PAUSE = "These dice were thrown while play was paused: do they count?"
IN_SET_UP = "These dice were thrown while the tray was being set up: do they count?"
SIDE = 0.06


def dice(*values, y=0.2, colours=(), **more):
    found = tuple(
        SeenDie(value, colours[k] if colours else "", box=(0.1 + 0.2 * k, y, 0.1 + 0.2 * k + SIDE, y + SIDE))
        for k, value in enumerate(values)
    )
    return DiceSeen(found, more.pop("sure", True), **more)


class Tray:
    def __init__(self, game="catch-up", names=("Ann", "Bo", "Cy"), colours=()):
        self.controller = TableController(Journal(":memory:"), shelf())
        self.controller.begin(game, Table(names, colours))

    def close(self):
        self.controller.journal.close()

    def moves(self):
        self.say(TrayMoved())

    def say(self, *signals):
        for signal in signals:
            self.controller.inbox.put(signal)
            self.controller.tick()

    @property
    def rolls(self):
        return [
            (entry.event.seat, [face.value for face in entry.event.faces])
            for entry in self.controller.session.entries
            if isinstance(entry.event, Rolled)
        ]

    @property
    def asked(self):
        return None if self.controller.pending_review is None else str(self.controller.pending_review.why)


@pytest.fixture
def tray():
    """Three dice are due from each in turn."""
    with closing(Tray()) as tray:
        yield tray


@pytest.fixture
def cats():
    """One die of a player's own colour is due from each."""
    with closing(Tray("catastrophe", ("Ann", "Bo"), ("red", "blue"))) as tray:
        yield tray


def entered(seat, *values):
    return Rolled(seat, tuple(map(Face, values)))


def test_dice_entered_while_rolling_count_once(tray):
    tray.moves()
    tray.controller.touch(entered(0, 6, 6, 5))
    tray.say(dice(5, 5, 1))
    assert (tray.rolls, tray.asked) == ([(0, [6, 6, 5])], ENTERED)
    tray.controller.settle((Face(5), Face(5), Face(1)))
    assert tray.rolls == [(0, [6, 6, 5]), (1, [5, 5, 1])]


def test_dice_matching_the_entry_have_counted(tray):
    tray.moves()
    tray.controller.touch(entered(0, 6, 6, 5))
    tray.say(dice(6, 5, 6))
    assert (tray.rolls, tray.asked) == ([(0, [6, 6, 5])], None)
    tray.moves()
    tray.say(dice(6, 5, 6))
    assert len(tray.rolls) == 1
    tray.moves()
    tray.say(dice(6, 5, 6, y=0.6))
    assert tray.rolls[1:] == [(1, [6, 5, 6])]


def test_scooped_up_dice_count_once(tray):
    tray.moves()
    tray.say(dice(1, 2, 3))
    tray.moves()
    tray.controller.touch(entered(1, 6, 6, 5))
    tray.say(dice(4, 4, 3, y=0.6))
    assert (tray.rolls, tray.asked) == ([(0, [1, 2, 3]), (1, [6, 6, 5])], ENTERED)


def test_throw_before_an_undo_is_asked_about(tray):
    tray.moves()
    tray.say(dice(1, 2, 3))
    tray.moves()  # Bo's
    tray.controller.undo()
    tray.say(dice(6, 6, 5, y=0.6))
    assert (tray.rolls, tray.asked) == ([], TAKEN_BACK)


def test_undo_and_redo_during_a_throw(tray):
    tray.moves()
    tray.say(dice(1, 2, 3))
    tray.moves()
    tray.controller.undo()
    tray.controller.redo()
    tray.say(dice(6, 6, 5, y=0.6))
    assert tray.rolls == [(0, [1, 2, 3]), (1, [6, 6, 5])]


def test_correction_during_the_next_throw(tray):
    tray.moves()
    tray.say(dice(1, 2, 3))
    read = tray.controller.last_roll_seen()
    tray.moves()
    tray.controller.undo()
    tray.controller.settle((Face(1), Face(2), Face(4)), read)
    tray.say(dice(6, 6, 5, y=0.6))
    assert tray.rolls == [(0, [1, 2, 4]), (1, [6, 6, 5])]


def test_review_answered_during_the_next_throw(tray):
    tray.moves()
    tray.say(dice(1, 2, 3, sure=False, reasons=(ReviewReason("too_dark"),)))
    tray.moves()
    tray.controller.settle((Face(1), Face(2), Face(3)))
    tray.say(dice(6, 6, 5, y=0.6))
    assert tray.rolls == [(0, [1, 2, 3]), (1, [6, 6, 5])]


def test_coloured_die_belongs_to_its_seat(cats):
    cats.moves()
    cats.controller.touch(Rolled(0, (Face(3, "red"),)))
    cats.say(dice(3, 5, colours=("red", "blue")))
    assert cats.rolls == [(0, [3]), (1, [5])]


def test_dice_at_rest_during_a_pause_are_asked_about_later(tray, monkeypatch):
    def full(*_):
        raise JournalError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(tray.controller.journal, "append", full)
        tray.say(dice(3, 4, 5))
        tray.say(dice(6, 6, 5, y=0.6))
    tray.controller.retry()
    assert (tray.rolls, tray.asked) == ([(0, [3, 4, 5])], IN_PAUSE)


def test_two_rolls_with_a_failed_write(cats, monkeypatch):
    append, calls = cats.controller.journal.append, []

    def second_is_refused(*args):
        calls.append(args)
        if len(calls) == 2:
            raise JournalError("the disk is full")
        return append(*args)

    with monkeypatch.context() as patched:
        patched.setattr(cats.controller.journal, "append", second_is_refused)
        cats.say(dice(3, 5, colours=("red", "blue")))
    assert (cats.rolls, str(cats.controller.paused)) == ([(0, [3])], "The disk is full.")
    cats.controller.retry()
    assert cats.rolls == [(0, [3]), (1, [5])]
    assert not any("Nobody throws" in str(notice.text) for notice in cats.controller.notifications)


def test_throw_for_another_game(tray):
    tray.controller.inbox.put(TrayMoved())
    tray.controller.tick()
    tray.controller.inbox.put(dice(1, 2, 3))
    tray.controller.begin("catch-up", Table(("Ann", "Bo")))
    assert not tray.controller.tray.moving


def test_question_about_turned_dice_survives_a_nudge(tray):
    tray.say(dice(1, 2, 3))
    tray.say(dice(4, 5, 6, disturbed=True))
    tray.say(dice(4, 5, 6, y=0.205, disturbed=True))
    assert [die.value for die in tray.controller.pending_review.seen.dice] == [4, 5, 6]


def test_dice_of_the_set_up_do_not_count(tray):
    tray.controller.tray.setting_up = True
    tray.say(dice(1, 1, 2))
    tray.moves()
    tray.controller.tray.setting_up = False
    tray.moves()
    tray.say(dice(6, 6, 5, y=0.6))
    assert (tray.rolls, tray.asked) == ([], IN_SET_UP)


def test_dice_after_the_set_up_count(tray):
    tray.controller.tray.setting_up = True
    tray.moves()
    tray.say(TraySettled(DiceSeen((), sure=False)))
    tray.controller.tray.setting_up = False
    tray.moves()
    tray.say(dice(6, 6, 5))
    assert (tray.rolls, tray.asked) == ([(0, [6, 6, 5])], None)


@pytest.mark.parametrize("between", [True, False], ids=["seen before the game is left", "seen between the games"])
def test_dice_of_the_previous_game_do_not_count(tray, between):
    if between:
        tray.say(dice(1, 1, 2))
    tray.controller.leave()
    if not between:
        tray.say(dice(1, 1, 2))
    tray.controller.begin("catch-up", Table(("Ann", "Bo")))
    tray.moves()
    tray.say(DiceSeen((), sure=False, reasons=(ReviewReason("obstructed"),)))
    assert tray.asked == str(reading_question((ReviewReason("obstructed"),)))
    tray.moves()
    tray.say(TraySettled(dice(1, 1, 2)))
    assert (tray.rolls, tray.asked) == ([], None)
    tray.moves()
    tray.say(dice(6, 6, 5, y=0.6))
    assert tray.rolls == [(0, [6, 6, 5])]


EMPTY = DiceSeen((), sure=True)
HELD = {
    "rolling": [TrayMoved()],
    "picked up": [TrayMoved(), TraySettled(EMPTY)],
    "picked up, seen as a throw of none": [TrayMoved(), EMPTY],
    "picked up one by one": [
        *(TrayMoved(), TraySettled(dice(1, 2))),
        *(TrayMoved(), TraySettled(dice(1))),
        *(TrayMoved(), TraySettled(EMPTY)),
    ],
    "picked up, and a hand passes": [TrayMoved(), TraySettled(EMPTY), TrayMoved(), TraySettled(EMPTY)],
    "picked up unseen": [TrayMoved(), TraySettled(DiceSeen((), sure=False))],
}
"""How dice that lay in the tray may have begun to be thrown while something else happens to the game."""


def corrects_who_rolls(table):
    facts = dict(table.session.facts())
    facts.update(faces=[None] * 3, rolls=[None] * 3, waiting=[0])
    assert isinstance(table.touch(Corrected(facts)), Accepted)


def changes_table(table, names):
    session = table.session
    table.begin("catch-up", Table(names), facts=session.facts(), continues=session.id)


def enters_it_anew(table):
    """Ann's roll is taken back and entered: Bo is to roll, as before."""
    table.undo()
    table.touch(entered(0, 1, 2, 3))


KINDS = {
    "nothing": (lambda _table: None, None),
    "a roll entered": (lambda table: table.touch(entered(1, 6, 6, 5)), ENTERED),
    "two rolls entered": (lambda table: [table.touch(entered(seat, 6, 5, 1)) for seat in (1, 2)], ENTERED),
    "undone": (lambda table: table.undo(), TAKEN_BACK),
    "undone and redone": (lambda table: (table.undo(), table.redo()), None),
    "undone and entered anew": (enters_it_anew, ENTERED),
    "removed": (lambda table: table.amend({table.session.entries[-1].seq: None}), TAKEN_BACK),
    "amended": (lambda table: table.amend({table.session.entries[-1].seq: entered(0, 1, 2, 4)}), None),
    "corrected from the tray's corner": (
        lambda table: table.correct((Face(1), Face(2), Face(4)), table.last_roll_seen()),
        None,
    ),
    "position corrected": (corrects_who_rolls, CHANGED),
    "table changed, another is to roll": (lambda table: changes_table(table, ("Bo", "Ann", "Cy")), CHANGED),
    "table changed, the same is to roll": (lambda table: changes_table(table, ("Ann", "Bo", "Di")), None),
    "stopped and brought back": (lambda table: (table.touch(Ended("late")), table.undo()), None),
}


@pytest.mark.parametrize(("happens", "question"), KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("held", HELD.values(), ids=HELD)
def test_dice_of_a_throw_begun_for_one_roll_count_for_no_other_unasked(tray, held, happens, question):
    tray.say(dice(1, 2, 3))
    tray.say(*held)
    happens(tray.controller)
    before = tray.rolls
    tray.say(TrayMoved(), dice(4, 4, 3, y=0.6))
    assert tray.asked == question
    if question is None:
        assert tray.rolls[len(before) :] == [(1, [4, 4, 3])]
    else:
        assert tray.rolls == before


def test_dice_thrown_in_one_game_are_asked_about_in_the_next(tray):
    tray.say(dice(1, 2, 3), TrayMoved())
    tray.controller.begin("catch-up", Table(("Ann", "Bo")))
    tray.say(dice(4, 4, 3, y=0.6))
    assert (tray.rolls, tray.asked) == ([], CHANGED)


def test_dice_picked_up_at_the_end_of_a_game_are_thrown_in_the_next(tray):
    tray.say(dice(1, 2, 3), TrayMoved(), TraySettled(EMPTY))
    tray.controller.begin("catch-up", Table(("Ann", "Bo")))
    tray.say(TrayMoved(), dice(4, 4, 3, y=0.6))
    assert (tray.rolls, tray.asked) == ([(0, [4, 4, 3])], None)


def test_rolls_entered_over_an_empty_tray_raise_no_question(tray):
    tray.say(TrayMoved(), TraySettled(EMPTY))
    tray.controller.touch(entered(0, 6, 6, 5))
    tray.say(TrayMoved(), dice(4, 4, 3))
    assert (tray.rolls, tray.asked) == ([(0, [6, 6, 5]), (1, [4, 4, 3])], None)


def test_dice_that_only_moved_raise_no_question_later(tray):
    tray.say(dice(1, 2, 3), TrayMoved(), TraySettled(EMPTY), TrayMoved(), TraySettled(dice(1, 2, 3)))
    tray.controller.undo()
    tray.say(TrayMoved(), dice(4, 4, 3, y=0.6))
    assert (tray.rolls, tray.asked) == ([(0, [4, 4, 3])], None)


@pytest.mark.parametrize(("held", "question"), [("picked up", None), ("rolling", ENTERED)])
def test_a_bots_roll_is_asked_about_only_if_dice_rolled_then(tray, held, question):
    """Bo is a bot: people pick dice up early, but a die that rolls then may have been thrown for Bo."""
    tray.controller.tray.bots = lambda _session: (1,)
    tray.say(dice(1, 2, 3), *HELD[held])
    tray.controller.touch(entered(1, 6, 6, 5), Origin.BOT)
    tray.say(TrayMoved(), dice(4, 4, 3, y=0.6))
    assert (len(tray.rolls), tray.asked) == (3 if question is None else 2, question)
