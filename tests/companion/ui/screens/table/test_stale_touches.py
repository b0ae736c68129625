"""Fingers, cards, timers and pictures of something that is gone have no effect."""

from dataclasses import replace
from time import time
from types import SimpleNamespace

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.tests.common import UnitTestTouch

from companion.core.events import Face, Rolled
from companion.games.catch_up.events import Discarded
from companion.record.journal import JournalError
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui import glance, stage
from companion.ui.screens.table.dialogs import PausedCard
from companion.ui.widgets.die_button import DieButton
from companion.ui.widgets.refusal_note import Toast

ONES, TWOS = (Face(1),) * 3, (Face(2),) * 3


def finger_on(shown, widget):
    touch = UnitTestTouch(*widget.to_window(*widget.center))
    touch.touch_down()
    shown.frames(2)
    return touch


def seen(*values):
    boxes = [(0.1 * k, 0.1, 0.1 * k + 0.05, 0.2) for k in range(len(values))]
    dice = tuple(SeenDie(value, "white", box=box) for value, box in zip(values, boxes, strict=True))
    return DiceSeen(dice, sure=True, picture=b"x")


def happens(shown, controller, *signals):
    for signal in signals:
        controller.inbox.put(signal)
    controller.tick()
    shown.app.screen.refresh()
    shown.frames(2)


def rolls(controller):
    return [(entry.event.seat, [face.value for face in entry.event.faces]) for entry in controller.session.entries]


def said(shown):
    return [toast.words for toast in shown.all(Toast)]


def full(*_):
    raise JournalError("the disk is full")


@pytest.mark.parametrize("tool", ["undo", "redo", "history", "rules"])
def test_finger_lifted_after_leaving_does_nothing(begin, driver, tool):
    controller = begin(3)
    shown = driver()
    controller.touch(Rolled(0, ONES))
    controller.touch(Rolled(1, TWOS))
    controller.undo()
    shown.app.screen.refresh()
    touch = finger_on(shown, getattr(shown.app.screen.tools, tool))
    shown.tap_on(shown.app.screen.tools.home)
    touch.touch_up()
    shown.frames(2)
    assert shown.app.screen_name == "home"


@pytest.mark.parametrize("game", ["catch-up", "catchy", "cat-in-the-box", "catch-22", "catastrophe"])
def test_left_table_is_not_painted(begin, driver, game):
    controller = begin(2, game=game, colours=("red", "blue"))
    shown = driver()
    screen = shown.app.screen
    screen.panel.again()
    for hand in screen.hands.values():
        hand.again()
    shown.app.go("home")
    shown.frames(2)
    assert shown.app.screen_name == "home"
    assert controller.session is None


def test_card_of_the_last_roll_corrects_no_other(begin, driver):
    controller = begin(3)
    shown = driver()
    happens(shown, controller, seen(6, 6, 2))
    shown.app.screen.dice.open_tray()
    card = shown.app.screen.opened
    happens(shown, controller, seen(1, 2, 3))
    shown.tap_on(next(each for each in shown.all(DieButton) if each not in card.faces))
    shown.tap_on(card.faces[4])
    shown.tap_on(shown.button("Accept"))
    assert rolls(controller) == [(0, [6, 6, 2]), (1, [1, 2, 3])]
    assert "More has happened" in said(shown)[0]


def test_card_of_the_last_roll_undoes_no_other(begin, driver):
    controller = begin(3)
    shown = driver()
    happens(shown, controller, seen(6, 6, 2))
    shown.app.screen.dice.open_tray()
    shown.frames(2)
    happens(shown, controller, seen(1, 2, 3))
    shown.tap_on(shown.button("This was no throw"))
    assert len(rolls(controller)) == 2
    shown.app.screen.dice.open_tray()
    shown.frames(2)
    shown.tap_on(shown.button("This was no throw"))
    assert rolls(controller) == [(0, [6, 6, 2])]


@pytest.mark.parametrize("instead", ["undo", "tell"])
def test_try_again_stays_while_play_is_paused(begin, driver, monkeypatch, instead):
    controller = begin(3)
    shown = driver()
    controller.touch(Rolled(0, ONES))
    shown.app.screen.refresh()
    with monkeypatch.context() as patched:
        patched.setattr(controller.journal, "append", full)
        shown.app.screen.submit(Rolled(1, TWOS))
        shown.frames(2)
        if instead == "undo":
            shown.tap_on(shown.app.screen.tools.undo)
        else:
            shown.app.screen.dice.enter(1)
            shown.frames(2)
            shown.app.screen.close()
        shown.frames(2)
        assert isinstance(shown.app.screen.opened, PausedCard)
    shown.tap_on(shown.button("Try again"))
    assert rolls(controller) == [(0, [1, 1, 1]), (1, [2, 2, 2])]


def test_refused_return_in_the_history_says_why(begin, driver, monkeypatch):
    controller = begin(3)
    shown = driver()
    controller.touch(Rolled(0, ONES))
    shown.app.go("history")
    shown.frames(3)
    monkeypatch.setattr(controller.journal, "append", full)
    shown.tap_on(shown.button("Undo this"))
    shown.frames(2)
    assert shown.app.screen_name == "history"
    assert "The disk is full" in said(shown)[0]


LAST_PAYMENT = {
    "phase": "discarding", "round": 3, "rolls": [9, 14], "cards": [[4], [13]], "holders": [0, 1], "owes": [5, 0],
    "starter": 0,
}  # fmt: skip


@pytest.fixture
def tap_after(monkeypatch):
    """Return a tap on a widget, made this many seconds after the screen was drawn."""
    drawn = 1000.0
    for clock in (glance, stage):
        monkeypatch.setattr(clock, "time", lambda: drawn)

    def tap(shown, widget, seconds):
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.time_start = drawn + seconds
        touch.touch_down()
        touch.touch_up()
        shown.frames(2)

    return tap


def test_a_result_that_has_just_appeared_takes_no_tap(begin, driver, tap_after):
    controller = begin(2, facts=LAST_PAYMENT, options={"short": False})
    shown = driver()
    controller.touch(Discarded(0, (4,)))
    shown.app.screen.refresh()
    shown.frames(3)
    session = controller.session.id
    tap_after(shown, shown.button("Rematch"), glance.UNSEEN_S / 2)
    assert controller.session.id == session
    tap_after(shown, shown.button("Rematch"), 2 * glance.UNSEEN_S)
    assert controller.session.id != session


def test_a_review_that_has_just_appeared_takes_no_tap_but_leaves_other_places_theirs(begin, driver, tap_after):
    controller = begin(2)
    shown = driver()
    happens(shown, controller, replace(seen(1, 2, 3), sure=False))
    card = shown.app.screen.opened
    accept = shown.button("Accept", within=card)
    tap_after(shown, accept, glance.UNSEEN_S / 2)
    assert controller.session.entries == []
    tap_after(shown, shown.app.screen.tools.rules, glance.UNSEEN_S / 2)
    assert shown.app.screen_name == "rules"


def test_a_screen_that_comes_by_itself_takes_no_tap_at_first(begin, driver, tap_after):
    begin(3)
    shown = driver()
    shown.app.go("history")
    shown.frames(2)
    shown.app.stage.forget_touch()
    shown.app.go("table")  # as after the tray was set up
    shown.frames(2)
    tap_after(shown, shown.app.screen.tools.rules, glance.UNSEEN_S / 2)
    assert shown.app.screen_name == "table"
    tap_after(shown, shown.app.screen.tools.rules, 2 * glance.UNSEEN_S)
    assert shown.app.screen_name == "rules"


ATTACKED = {
    "phase": "roll", "turn": 0, "stack": [{"card": "attack", "seat": 0, "target": 1, "number": 4}], "yarn": [3, 3],
}  # fmt: skip


def attacked(begin, driver):
    """Bo is to roll the blue die, and Accept comes up in the strip once it is read."""
    controller = begin(2, game="catastrophe", colours=("red", "blue"), facts=ATTACKED, options={"first": 0})
    shown = driver()
    place = shown.button("Enter dice", within=shown.app.screen.strips[1])
    blue = SeenDie(6, "blue", box=(0.1, 0.1, 0.2, 0.2))
    return controller, shown, place, DiceSeen((blue,), sure=True, picture=b"x")


def test_accept_that_a_throw_brings_up_takes_no_tap_at_first(begin, driver, tap_after):
    controller, shown, _, dice = attacked(begin, driver)
    happens(shown, controller, dice)
    accept = shown.button("Accept", within=shown.app.screen.strips[1])
    count = len(controller.session.entries)
    tap_after(shown, accept, glance.UNSEEN_S / 2)
    assert len(controller.session.entries) == count
    tap_after(shown, accept, 2 * glance.UNSEEN_S)
    assert type(controller.session.entries[-1].event).__name__ == "RollsAccepted"


def test_what_stays_takes_taps_while_other_things_come_up(begin, driver, tap_after):
    controller = begin(3)
    shown = driver()
    happens(shown, controller, seen(1, 2, 3))
    happens(shown, controller, seen(4, 5, 5))
    tap_after(shown, shown.app.screen.tools.rules, glance.UNSEEN_S / 2)
    assert shown.app.screen_name == "rules"


def test_what_one_has_just_chosen_is_known_while_others_move(begin, driver, tap_after):
    controller = begin(3)
    shown = driver()
    happens(shown, controller, seen(6, 6, 2))
    shown.app.screen.dice.open_tray()
    shown.frames(2)
    card = shown.app.screen.opened
    shown.app.stage.forget_touch()
    controller.touch(Rolled(1, TWOS))  # as a bot does
    shown.frames(3)
    die = next(each for each in shown.all(DieButton) if each not in card.faces)
    tap_after(shown, die, glance.UNSEEN_S / 3)
    tap_after(shown, card.faces[3], glance.UNSEEN_S / 2)
    assert [slot.value for slot in card.slots] == [4, 6, 2]


def test_undo_takes_back_nothing_that_could_not_be_seen(begin, driver, tap_after):
    controller = begin(3)
    shown = driver()
    happens(shown, controller, seen(1, 2, 3))
    happens(shown, controller, seen(4, 5, 5))
    tap_after(shown, shown.app.screen.tools.undo, glance.UNSEEN_S / 2)
    assert len(rolls(controller)) == 2
    tap_after(shown, shown.app.screen.tools.undo, 2 * glance.UNSEEN_S)
    assert rolls(controller) == [(0, [1, 2, 3])]


@pytest.mark.parametrize(("apart_s", "steps"), [(0.2, 1), (0.5, 2)])
def test_a_double_tap_on_undo_or_redo_is_one_step_and_steady_taps_are_a_step_each(begin, driver, apart_s, steps):
    controller = begin(3)
    shown = driver()
    for seat in (0, 1, 2):
        controller.touch(Rolled(seat, ONES))
    shown.app.screen.refresh()
    counted = []
    for tool in (shown.app.screen.tools.undo, shown.app.screen.tools.redo):
        shown.app.stage.forget_touch()
        began = time()
        for tap in range(2):
            touch = UnitTestTouch(*tool.to_window(*tool.center))
            touch.time_start = began + tap * apart_s
            touch.touch_down()
            touch.touch_up()
            shown.frames(3)
        counted.append(len(rolls(controller)))
    assert counted == [3 - steps, 3]


def test_what_a_tap_brought_up_in_ones_own_strip_can_be_tapped_at_once(begin, driver):
    facts = ATTACKED | {"phase": "react"}
    begin(2, game="catastrophe", colours=("red", "blue"), facts=facts, options={"first": 0})
    shown = driver()
    strip = shown.app.screen.strips[1]
    before = len(shown.controller.session.entries)
    shown.tap_on(shown.button("Cucumber", within=strip))
    again = shown.button("No reaction", within=strip)
    shown.tap(*again.to_window(*again.center), at_once=True)
    assert len(shown.controller.session.entries) == before + 2


def test_a_guard_does_not_last_when_frames_are_slow(begin, driver, monkeypatch):
    now = 1000.0
    for clock in (glance, stage):
        monkeypatch.setattr(clock, "time", lambda: now)
    facts = ATTACKED | {"phase": "react"}
    controller = begin(2, game="catastrophe", colours=("red", "blue"), facts=facts, options={"first": 0})
    shown = driver()
    button = shown.button("No reaction", within=shown.app.screen.strips[1])
    place = button.to_window(*button.center)
    counted = []
    for at in (1000.0, 1000.2, 1000.9):  # the third means what the first brought up
        touch = UnitTestTouch(*place)
        touch.time_start = now = at
        touch.touch_down()
        touch.touch_up()
        now = at + 0.7  # so long do these frames take
        shown.frames(4)
        counted.append((len(controller.session.entries), shown.app.screen.opened is not None))
    assert counted == [(1, False), (1, False), (1, True)]


@pytest.mark.parametrize(("frame_s", "opens"), [(0.9, False), (0.02, True)])
def test_a_tap_that_waited_for_a_slow_frame_means_what_was_seen_before_it(begin, driver, monkeypatch, frame_s, opens):
    now = 1000.0
    for clock in ("kivy.input.motionevent.time", "companion.ui.stage.time", "companion.ui.glance.time"):
        monkeypatch.setattr(clock, lambda: now)
    facts = ATTACKED | {"phase": "react"}
    controller = begin(2, game="catastrophe", colours=("red", "blue"), facts=facts, options={"first": 0})
    shown = driver()
    button = shown.button("No reaction", within=shown.app.screen.strips[1])
    place = button.to_window(*button.center)
    for frame in (0.02, frame_s):
        clock = SimpleNamespace(frametime=frame, schedule_once=Clock.schedule_once)
        monkeypatch.setattr(stage, "Clock", clock)
        touch = UnitTestTouch(*place)
        for phase in ("begin", "end"):  # as a window reports them, to be read with the next frame
            EventLoop.input_events.append((phase, touch))
            shown.frames(2)
        now += 0.9
    assert len(controller.session.entries) == 1
    assert (shown.app.screen.opened is not None) == opens  # the card to enter dice
