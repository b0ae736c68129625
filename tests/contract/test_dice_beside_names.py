"""In every game dice beside a name are that player's last roll, and go before the player is asked for another one."""

from random import Random

import pytest

from companion.app.controller import TableController
from companion.core.events import Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import TrayMoved
from companion.views.presenter import table_view
from tests.contract.playing import COLOURS, NAMES, played

EVENTS = 150


@pytest.fixture
def controller():
    made = TableController(Journal(":memory:"), shelf())
    yield made
    made.stop()


@pytest.mark.parametrize(
    ("game", "seats"),
    [(each.id, seats) for each in shelf().values() if each.dice for seats in (2, 3)],
)
def test_dice_beside_a_name_are_no_older_than_what_is_asked(controller, game, seats):
    controller.begin(game, Table(NAMES[:seats], COLOURS[:seats]))
    shown, last, kept = 0, {}, None
    for step, (_, event) in enumerate(played(shelf()[game], Random(5), controller.session.options, seats)):
        view = table_view(controller)
        for seat in view.seats:
            if any(ask.roll for ask in controller.session.asks() if ask.seat == seat.seat):
                assert seat.rolled == (), "dice of a roll before the one that is asked for"
            if seat.rolled:
                shown += 1
                assert [die.value for die in seat.rolled] == last[seat.seat]
        if isinstance(kept, Rolled):
            assert kept.seat in {roll.seat for roll in view.rolls}, "every roll is shown as it counts"
        controller.inbox.put(TrayMoved())
        controller.tick()
        assert all(
            seat.rolled or not now.rolled for seat, now in zip(view.seats, table_view(controller).seats, strict=True)
        )
        controller.tray.lose()
        if event is None or step == EVENTS:
            break
        if isinstance(event, Rolled):
            last[event.seat] = [face.value for face in event.faces]
        controller.touch(event)
        kept = event
    assert shown
