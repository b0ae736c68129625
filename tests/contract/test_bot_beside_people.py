"""A bot that may sit beside people knows only what the state says: a new one for each turn plays as well."""

import random
from importlib import import_module

import pytest

from companion.bots.players import thrown
from companion.core.bots import decided
from companion.core.table import Table
from tests.contract.all_games import all_games

BESIDE_PEOPLE = [game for game in all_games() if game.bot_beside_people]


@pytest.mark.parametrize("game", BESIDE_PEOPLE, ids=lambda game: game.id)
def test_a_new_bot_for_each_turn_plays_its_own_seat_to_the_end(game):
    chance, options = random.Random(5), game.options()
    table = Table(("Ann", "Bo", "Cy")[: max(2, game.player_counts[0])])
    state = game.start(table, options)
    for _ in range(5000):
        asks = game.asks(state)
        if not asks:
            break
        event = decided(import_module(game.bot).make(table, options, chance), state, asks[0])
        assert event is None or event.seat == asks[0].seat
        state = game.apply(state, event or thrown(asks[0], chance)).state
    assert game.outcome(state) is not None
