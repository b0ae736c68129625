"""The screen follows the table, whoever changes it."""

import random

import pytest

from companion import i18n
from companion.app.device_manager import DeviceManager
from companion.bots.seat_bots import THINKING_S, SeatBots
from companion.core.asks import Key
from companion.core.events import Face, Rolled
from companion.core.text import say
from companion.referee.signals import DeviceChanged, DiceSeen, KeyPressed, SeenDie, TrayMoved
from companion.ui.screens.history_row import LineRow
from companion.ui.screens.table import dice
from companion.ui.widgets.refusal_note import Toast
from companion.views.presenter import PanelParts, table_view
from tests.support.waiting import until


def roll(seat, *values, colour=""):
    return Rolled(seat, tuple(Face(value, colour) for value in values))


def arrives(*signals):
    def put(controller):
        for signal in signals:
            controller.inbox.put(signal)

    return put


@pytest.fixture(name="shown")
def _shown(begin, driver, monkeypatch):
    monkeypatch.setattr(DeviceManager, "can_throw", True)
    begin(3, colours=("red", "blue", "white"))
    shown = driver()
    shown.frames(2)
    return shown


CHANGES = {
    "a touch": lambda table: table.touch(roll(0, 4, 5, 3)),
    "undo": lambda table: table.undo(),
    "redo": lambda table: table.redo(),
    "dice": arrives(DiceSeen(tuple(SeenDie(value, "red") for value in (4, 4, 4)), sure=True)),
    "a throw that begins": arrives(TrayMoved()),
    "dice that are asked about": arrives(DiceSeen(tuple(SeenDie(value, "blue") for value in (1, 2, 2)), sure=False)),
    "no roll": lambda table: table.dismiss(),
    "a correction": lambda table: table.amend({1: roll(0, 6, 6, 6)}),
    "a camera that comes": arrives(DeviceChanged("tray", ok=True)),
    "a camera that is gone": arrives(DeviceChanged("tray", ok=False, why=say("the camera was unplugged"))),
    "something is lacking": lambda table: table.notify_trouble(say("no sound")),
    "a press": arrives(KeyPressed(2, Key.NEXT)),
}


def test_each_way_the_table_can_change_reaches_the_screen(shown):
    table = shown.controller
    for number, (name, change) in enumerate(CHANGES.items()):
        before = shown.app.screen.view
        change(table)
        shown.frames(2)
        parts = PanelParts(shown.app.screen.panel.covers, shown.app.bots.of(table.session.id))
        view = table_view(table, parts, i18n.translate)
        assert shown.app.screen.view == view, name
        assert shown.app.screen.view != before or number == len(CHANGES) - 1, f"{name} changes nothing"


@pytest.mark.parametrize("game", ["catch-up", "catch-22"])
def test_a_bots_roll_is_shown_at_once_and_as_the_bots(controller, begin, driver, game):
    begin(3, game=game, colours=("red", "blue", "white"))
    shown = driver()
    shown.app.bots.choose(controller.session.id, [1, 2])
    shown.app.go("table")
    now = [0.0]
    bots = SeatBots(controller, shown.app.bots, random.Random(1), now=lambda: now[0])
    while not any(ask.seat for ask in controller.session.asks() if not ask.optional):
        ask = controller.session.asks()[0]
        if ask.choices:
            controller.touch(ask.choices[0].event)
        else:
            controller.touch(roll(0, *[1] * ask.roll.count, colour=ask.roll.colours[0] if ask.roll.colours else ""))
    shown.frames(2)
    entries = len(controller.session.entries)
    for _ in range(2):
        bots.step()
        now[0] += THINKING_S
    shown.frames(2)
    assert len(controller.session.entries) == entries + 1
    view = shown.app.screen.view
    assert view.seq == controller.session.seq
    asked = {ask.seat for ask in controller.session.asks() if not ask.optional}
    assert {seat.seat for seat in view.seats if seat.asked} == asked
    shown.app.go("history")
    shown.frames(3)
    newest = max((row.line for row in shown.all(LineRow)), key=lambda line: line.seq)
    assert (newest.origin, newest.seat) == ("bot", controller.session.entries[-1].event.seat)


def test_throw_button_throws_only_its_own_dice(shown, monkeypatch):
    table, thrown = shown.controller, []
    monkeypatch.setattr(table.devices, "throw", lambda colours, again: colours and thrown.append(tuple(colours)))
    act = shown.button("Throw").tapped
    act()
    assert thrown.pop() == ("red",) * 3
    table.touch(roll(0, 4, 5, 3))
    act()  # Ann's button, a moment too late: it is Bo's turn
    assert thrown == []
    shown.frames(2)
    act = shown.button("Throw").tapped
    table.touch(roll(1, 1, 1, 2))
    act()
    assert thrown == []


def test_a_throw_before_the_last_one_is_read_says_so_until_it_is(shown, monkeypatch):
    table, thrown, now = shown.controller, [], 1000.0
    monkeypatch.setattr(dice, "monotonic", lambda: now)
    monkeypatch.setattr(table.devices, "throw", lambda colours, again: thrown.append(tuple(colours)))
    shown.tap_on(shown.button("Throw"))
    assert (len(thrown), [*shown.all(Toast)]) == (1, [])
    table.inbox.put(TrayMoved())
    shown.frames(2)
    now += dice.QUICK_S / 5
    shown.tap_on(shown.button("Throw"))
    assert (len(thrown), [*shown.all(Toast)]) == (1, [])
    now += dice.QUICK_S
    shown.tap_on(shown.button("Throw"))
    assert len(thrown) == 1
    assert [toast.words for toast in shown.all(Toast)] == ["The dice in the tray are not read yet."]
    table.inbox.put(DiceSeen((SeenDie(4, "red"),), sure=True))  # too few: it does not count
    until(lambda: not [*shown.all(Toast)], meanwhile=shown.frames)
    assert not table.tray.moving


def test_an_event_by_touch_stays_one(shown):
    shown.controller.touch(roll(0, 4, 5, 3))
    assert shown.controller.history()[0].origin == "touch"
