"""Each game is played to its end from the table's page, by tapping what it offers."""

from __future__ import annotations

from collections import Counter
from functools import partial
from importlib import import_module
from random import Random

import pytest

from companion.bots.players import thrown
from companion.core.bots import decided
from companion.games import shelf
from companion.record import codec
from tests.support.served_table import served
from tests.support.table_browser import TableBrowser

pytestmark = pytest.mark.usefixtures("faster_than_people")

OPTIONS = {"catch-22": {"target": 6}, "catchy": {"target": 3}}
"""Shorter games of the same kind."""
LONGEST = 400
ENDS = 10
"""Events at the beginning and at the end of a game that are tapped, beside the first two of each kind in each phase."""


def in_any_order(event):
    """Return an event with its sets of seats or cards sorted, as a form gives them."""
    plain = {key: sorted(part, key=str) if isinstance(part, list) else part for key, part in codec.plain(event).items()}
    return type(event), plain


def game_of_bots(session):
    """Return the events of a whole game, and the places of those that show every kind of tap."""
    game, state, random, events, seen = session.game, session.state, Random(3), [], Counter()
    bot = import_module(game.bot).make(session.table, session.options, random)
    shown = set(range(ENDS))
    while asks := [ask for ask in game.asks(state) if not ask.optional]:
        event = decided(bot, state, asks[0]) or thrown(asks[0], random)
        kind = type(event), state.phase
        seen[kind] += 1
        if seen[kind] <= 2:
            shown.add(len(events))
        events.append(event)
        state = game.apply(state, event).state
        assert len(events) < LONGEST
    return events, shown | set(range(len(events) - ENDS, len(events)))


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["some taps", "every tap"])
@pytest.mark.parametrize("game", sorted(shelf()))
def test_a_whole_game_is_played_by_taps(browser, game, every):
    """Without `every`, what has been tapped a few times happens at the table, and the page follows."""
    with served() as table:
        page = TableBrowser(table, browser)
        table.begin(game, "Ann", "Bo", **OPTIONS.get(game, {}))
        session = table.do(lambda: table.controller.session)
        said, shown = game_of_bots(session)
        for place, event in enumerate(said):
            seq = session.seq
            if every or place in shown:
                page.wait_for(seq)
                page.say(event, session.asks(), session.table.players)
                page.wait_for(seq + 1)
            else:
                table.do(partial(table.controller.touch, event))
        assert [in_any_order(event) for event in table.events] == [in_any_order(event) for event in said]
        assert session.outcome() is not None
        page.page.wait_for_selector('[data-key="rematch"]')
        page.page.click('[data-key="rematch"]')
        page.page.wait_for_function("session => document.body.dataset.session !== session", arg=session.id)
        assert table.do(lambda: table.controller.session.game.id) == game
        assert page.errors == []
        page.close()
