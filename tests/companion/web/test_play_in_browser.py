"""Each game is played whole from the table's page, by tapping what it offers."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from companion.core.bots import decided
from companion.games import shelf
from companion.record import codec
from companion.sim.players import thrown
from tests.support.served_table import served
from tests.support.table_browser import TableBrowser

pytestmark = pytest.mark.usefixtures("faster_than_people")

OPTIONS = {"catch-22": {"target": 6}, "catchy": {"target": 3}}
"""Shorter games of the same kind."""
LONGEST = 400


def in_any_order(event):
    """An event with its lists of different seats or cards sorted: a form gives these in their usual order."""
    plain = {key: sorted(part, key=str) if isinstance(part, list) else part for key, part in codec.plain(event).items()}
    return type(event), plain


@pytest.mark.parametrize("game", sorted(shelf()))
def test_a_whole_game_is_played_by_taps(browser, game):
    with served() as table:
        page = TableBrowser(table, browser)
        table.begin(game, "Ann", "Bo", **OPTIONS.get(game, {}))
        session, random = table.do(lambda: table.controller.session), Random(3)
        bot = import_module(session.game.bot).make(session.table, session.options, random)
        said = []
        for _ in range(LONGEST):
            asks = [ask for ask in session.asks() if not ask.optional]
            if not asks:
                break
            event = decided(bot, session.state, asks[0]) or thrown(asks[0], random)
            page.wait_for(session.seq)
            seq = session.seq
            page.say(event, session.asks(), session.table.players)
            said.append(event)
            page.wait_for(seq + 1)
        assert [in_any_order(event) for event in table.events] == [in_any_order(event) for event in said]
        assert session.outcome() is not None
        page.page.wait_for_selector('[data-key="rematch"]')
        page.page.click('[data-key="rematch"]')
        page.page.wait_for_function("session => document.body.dataset.session !== session", arg=session.id)
        assert table.do(lambda: table.controller.session.game.id) == game
        assert page.errors == []
        page.close()
