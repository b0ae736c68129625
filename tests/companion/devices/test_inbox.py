"""The inbox of an app that is busy: bounded, no press is dropped, and no roll counts or is lost in silence."""

import threading

import pytest

from companion.app.controller import TableController
from companion.core.asks import Key
from companion.core.table import Table
from companion.core.text import say
from companion.devices.inbox import MOST, Inbox
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import DeviceChanged, DeviceSaid, DiceSeen, KeyPressed, SeenDie, TrayMoved


@pytest.fixture
def inbox():
    return Inbox()


def dice(*values):
    return DiceSeen(tuple(map(SeenDie, values)), sure=True)


def taken(inbox):
    signals = []
    while (signal := inbox.take()) is not None:
        signals.append(signal)
    return signals


def test_inbox_is_bounded_but_drops_no_press(inbox):
    presses = [KeyPressed(0, Key.YES, float(number)) for number in range(200)]
    for number in range(20_000):
        inbox.put(TrayMoved() if number % 2 else dice(1, 2, 3))
        inbox.put(DeviceSaid("tray", say("{n}", n=number)))
        inbox.put(DeviceChanged("box", ok=bool(number % 2)))
        if number % 100 == 0:
            inbox.put(presses[number // 100])
    waiting = taken(inbox)
    assert [signal for signal in waiting if isinstance(signal, KeyPressed)] == presses
    assert len(waiting) - len(presses) <= MOST + 2
    assert DeviceSaid("tray", say("{n}", n=19999)) in waiting
    assert DeviceChanged("box", ok=True) in waiting


def test_last_reading_is_kept_and_marked(inbox):
    for _ in range(MOST):
        inbox.put(dice(6, 6, 6))
    inbox.put(TrayMoved())
    inbox.put(dice(1, 2, 3))
    *_, last = taken(inbox)
    assert [die.value for die in last.dice] == [1, 2, 3]
    assert last.after_gap
    inbox.put(dice(4, 4, 4))
    assert inbox.take() == dice(4, 4, 4)


def test_prompt_app_gets_every_signal(inbox):
    said = [TrayMoved(), dice(1, 2, 3), DeviceSaid("tray", say("dark")), KeyPressed(0, Key.YES)] * (MOST // 4)
    for signal in said:
        inbox.put(signal)
    assert taken(inbox) == said


def test_dice_thrown_while_busy_are_asked_about():
    controller = TableController(Journal(":memory:"), shelf())
    controller.begin("catch-up", Table(("Ann", "Bo")))
    for number in range(MOST + 10):
        controller.inbox.put(TrayMoved())
        controller.inbox.put(dice(1 + number % 6, 2, 3))
    controller.tick()
    assert controller.session.seq == 0
    assert controller.pending_review is not None
    controller.stop()


def test_inbox_with_several_threads(inbox):
    presses = [[KeyPressed(seat, Key.YES, float(number)) for number in range(2000)] for seat in range(4)]
    threads = [threading.Thread(target=lambda mine=mine: [inbox.put(press) for press in mine]) for mine in presses]
    for thread in threads:
        thread.start()
    found = []
    while any(thread.is_alive() for thread in threads):
        found += taken(inbox)
    found += taken(inbox)
    assert [[press for press in found if press.seat == seat] for seat in range(4)] == presses
