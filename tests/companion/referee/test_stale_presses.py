"""A press that arrives late acts on no other situation than the one it was made in."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.app.controller import TableController
from companion.core.asks import Key
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal, JournalError
from companion.referee.signals import KeyPressed, PressMark

TABLE = Table(("Ann", "Bo", "Cy"))
ONE_EACH = {"phase": "discarding", "round": 1, "rolls": [15, 16, 15], "faces": [[6, 6, 3], [6, 6, 4], [6, 6, 3]]}
BEGAN = 100.0
ANN, CY = 0, 2


class Clock:
    """The time, as the test sets it; on the wall it may be set `back`."""

    def __init__(self) -> None:
        self.now, self.back = BEGAN, 0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def journal(clock):
    """A game in which Ann and Cy have one card each they can give up, and the app was killed."""
    journal = Journal(":memory:", now=lambda: datetime.fromtimestamp(10**9 + clock.now - clock.back, UTC).isoformat())
    clock.now = BEGAN - 90
    TableController(journal, shelf(), now=clock).begin("catch-up", TABLE, facts=ONE_EACH)
    clock.now = BEGAN
    yield journal
    journal.close()


@pytest.fixture
def controller(journal, clock):
    return TableController(journal, shelf(), now=clock)


def press(at, seat=ANN, key=Key.YES, number=0):
    return KeyPressed(seat, key, at, PressMark(f"b{seat}", 1, number))


def arrive(controller, *presses):
    for each in presses:
        controller.inbox.put(each)
    controller.tick()


def touch(controller, seat):
    """This seat's only card, given up by touch."""
    ask = next(ask for ask in controller.session.asks() if ask.seat == seat)
    controller.touch(ask.choices[0].event)


def said(controller):
    return [str(notice.text) for notice in controller.notifications]


def counted(controller):
    return [(entry.event.seat, entry.origin) for entry in controller.session.entries]


def test_old_press_does_not_count_after_resuming(controller):
    controller.resume("last")
    arrive(controller, press(BEGAN - 65.5), press(BEGAN - 40, CY))
    assert counted(controller) == []
    assert said(controller) == [f"A press by {name} came too late and does not count." for name in ("Cy", "Ann")]
    arrive(controller, press(BEGAN - 20, number=2))
    assert counted(controller) == [(ANN, "box")]


def test_overtaken_press_does_not_count_after_a_restart(journal, clock):
    clock.now = BEGAN - 3
    killed = TableController(journal, shelf(), now=clock)
    killed.resume("last")
    touch(killed, CY)
    clock.now = BEGAN
    controller = TableController(journal, shelf(), now=clock)
    controller.resume("last")
    arrive(controller, press(BEGAN - 5))
    assert counted(controller) == [(CY, "touch")]
    assert "too late" in said(controller)[0]
    arrive(controller, press(BEGAN - 2.5, number=1))
    assert counted(controller) == [(CY, "touch"), (ANN, "box")]


def test_clock_set_back(journal, clock):
    """The last row seems to lie ahead: nobody can say whether the press was made before it."""
    clock.back = 3600
    controller = TableController(journal, shelf(), now=clock)
    controller.resume("last")
    arrive(controller, press(BEGAN - 5))
    assert counted(controller) == []
    assert "too late" in said(controller)[0]
    arrive(controller, press(BEGAN, number=1))
    assert counted(controller) == [(ANN, "box")]


@pytest.mark.parametrize(("read", "failing"), [("rows", 1), ("readings", 1), ("rows", 2)])
def test_failing_journal_while_resuming_keeps_the_press(controller, journal, monkeypatch, read, failing):
    reads, calls = getattr(journal, read), []

    def sometimes(*which):
        calls.append(which)
        if len(calls) == failing:
            raise JournalError("the disk is away")
        return reads(*which)

    controller.inbox.put(press(BEGAN - 1))
    controller.tick()
    monkeypatch.setattr(journal, read, sometimes)
    with pytest.raises(JournalError):
        controller.resume("last")
    assert controller.session is None
    controller.resume("last")
    assert counted(controller) == [(ANN, "box")]


def test_damaged_time(journal):
    assert journal.since("not a date") == 0.0
    assert journal.since("2026-01-01T00:00:00") == 0.0  # without a zone


def test_old_presses_are_reported_once_per_seat(controller):
    controller.resume("last")
    arrive(controller, *(press(BEGAN - 60 + step, number=step) for step in range(20)))
    assert said(controller) == ["A press by Ann came too late and does not count."]


def test_press_overtaken_by_a_touch(controller, clock):
    controller.resume("last")
    clock.now += 3
    touch(controller, CY)
    clock.now += 1
    arrive(controller, press(BEGAN - 1))
    assert counted(controller) == [(CY, "touch")]
    assert "too late" in said(controller)[0]
    arrive(controller, press(clock.now - 0.1, number=2))
    assert counted(controller) == [(CY, "touch"), (ANN, "box")]


def test_old_presses_of_two_boxes_both_count(controller, clock):
    controller.resume("last")
    clock.now += 3
    arrive(controller, press(BEGAN - 1, CY), press(BEGAN - 2, ANN))
    assert sorted(counted(controller)) == [(ANN, "box"), (CY, "box")]


def test_late_press_does_not_count_after_a_change(controller, clock):
    controller.resume("last")
    clock.now += 60
    pressed = clock.now
    clock.now += 4
    touch(controller, CY)
    clock.now += 4
    arrive(controller, press(pressed))
    assert counted(controller) == [(CY, "touch")]


def test_late_press_counts_without_a_change(controller, clock):
    controller.resume("last")
    clock.now += 60
    touch(controller, CY)
    pressed = clock.now + 4
    clock.now += 8
    arrive(controller, press(pressed))
    assert counted(controller) == [(CY, "touch"), (ANN, "box")]


def test_simultaneous_presses_both_count(controller, clock):
    controller.resume("last")
    clock.now += 60
    arrive(controller, press(clock.now - 0.02, CY), press(clock.now - 0.03, ANN))
    assert sorted(counted(controller)) == [(ANN, "box"), (CY, "box")]


def test_presses_survive_a_hanging_app(controller, clock):
    controller.resume("last")
    clock.now += 60
    arrive(controller, press(clock.now - 8, ANN), press(clock.now - 7, CY))
    assert counted(controller) == [(ANN, "box"), (CY, "box")]


def test_press_at_the_same_instant_as_a_tap(controller):
    controller.inbox.put(press(BEGAN - 1))
    controller.resume("last")
    assert counted(controller) == [(ANN, "box")]


def test_old_press_after_stepping_does_not_count(journal, clock):
    """The steps before it were made in the killed app, and are forgotten: what it took is not known."""
    several = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 4, 2], [6, 6, 4], [4, 4, 4]]}
    TableController(journal, shelf()).begin("catch-up", TABLE, facts=several)
    controller = TableController(journal, shelf(), now=clock)
    controller.resume("last")
    assert sum(len(ask.choices) for ask in controller.session.asks() if ask.seat == ANN) > 1
    arrive(controller, press(BEGAN - 2, key=Key.NEXT), press(BEGAN - 1, number=2))
    assert counted(controller) == []
    assert controller.pointers == {}
    assert "too late" in said(controller)[0]


def test_repeated_late_press_is_reported_as_counted(controller, clock):
    controller.resume("last")
    arrive(controller, press(BEGAN - 1))
    touch(controller, CY)
    again = TableController(controller.journal, shelf(), now=clock)
    again.resume("last")
    clock.now += 20
    arrive(again, press(BEGAN - 1))
    assert said(again)[0] == "That press has already been counted."


def test_press_before_a_new_game_does_not_count(controller, clock):
    clock.now += 50
    controller.begin("catch-up", TABLE, facts=ONE_EACH)
    clock.now += 1
    arrive(controller, press(clock.now - 5))
    assert counted(controller) == []


def test_undo_overtakes_presses(controller, clock):
    controller.resume("last")
    clock.now += 60
    touch(controller, CY)
    pressed = clock.now + 3
    clock.now += 4
    controller.undo()
    clock.now += 4
    arrive(controller, press(pressed))
    assert counted(controller) == []
    assert "too late" in said(controller)[0]


class Box:
    """A box that notes which presses it no longer needs to keep."""

    def __init__(self) -> None:
        self.thanked = []

    def done(self, mark):
        self.thanked.append(mark.number)

    def show(self, asks, pointers, marks):
        pass


@pytest.fixture
def box(controller):
    controller.devices.box_device = Box()
    return controller.devices.box_device


def full(*_):
    raise JournalError("the disk is full")


def test_unwritten_press_stays_in_its_box(controller, box, journal, monkeypatch):
    controller.resume("last")
    with monkeypatch.context() as patched:
        patched.setattr(journal, "append", full)
        arrive(controller, press(BEGAN, number=1), press(BEGAN, CY, number=2))
        assert controller.paused
        assert box.thanked == [2]  # while play is paused a press comes to nothing
        controller.retry()
        assert box.thanked == [2]
    controller.retry()
    assert box.thanked == [2, 1]
    assert counted(controller) == [(ANN, "box")]


def test_repeated_unwritten_press_stays_in_its_box(controller, box, journal, monkeypatch):
    controller.resume("last")
    with monkeypatch.context() as patched:
        patched.setattr(journal, "append", full)
        arrive(controller, press(BEGAN, number=1))
        arrive(controller, press(BEGAN, number=1))
    assert box.thanked == []
    controller.retry()
    assert box.thanked == [1]
    assert counted(controller) == [(ANN, "box")]


def test_unwritten_press_is_dropped_with_the_game(controller, box, journal, monkeypatch):
    controller.resume("last")
    monkeypatch.setattr(journal, "append", full)
    arrive(controller, press(BEGAN, number=1))
    controller.leave()
    assert box.thanked == [1]


def test_unjudged_press_waits_for_its_game(controller, box):
    arrive(controller, press(BEGAN - 5, number=1), press(BEGAN, number=2))
    assert box.thanked == [2]
    controller.resume("last")
    assert box.thanked == [2, 1]
    assert counted(controller) == [(ANN, "box")]


def test_unjudged_press_does_not_count_in_another_game(controller, box):
    arrive(controller, press(BEGAN - 5, number=1))
    controller.begin("catch-up", TABLE)
    assert box.thanked == [1]


def test_unjudged_press_does_not_wait_for_ever(controller, box, clock):
    arrive(controller, press(BEGAN - 5, number=1))
    clock.now += 26.0
    controller.tick()
    assert box.thanked == [1]
    controller.resume("last")
    assert counted(controller) == []
