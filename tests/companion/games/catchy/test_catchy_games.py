"""Whole games of Catchy!, played by bots."""

from __future__ import annotations

import random

from companion.core.table import Table
from companion.games.catchy import GAME, bot
from companion.games.catchy.options import CatchyOptions
from companion.record.codec import position_from_plain
from tests.contract.playing import played

TABLE = Table(("Pia", "Quin"))


def test_bots_play_the_whole_length_and_both_sides_win():
    wins = [0, 0]
    rounds = long = 0
    for seed in range(60):
        *_, (state, _) = played(GAME, random.Random(seed), CatchyOptions(), careless=0)
        for seat in GAME.outcome(state).places[0]:
            wins[seat] += 1
        rounds += state.round
        long += len(state.history) == 7
    assert min(wins) > 12
    assert rounds > 60 * 2
    assert long > 5


def test_hands_that_lie_open_are_the_hands_the_players_hold():
    tricks = [[{"seat": 0, "card": f"{suit}4"}, {"seat": 1, "card": f"{suit}2"}] for suit in "ABC"]
    open_cards = ["A1", "A3", "A5", "J"]
    facts = {"history": tricks, "scores": [3, 0], "shown": [None, open_cards]}
    state = position_from_plain(GAME, TABLE, CatchyOptions(), facts)
    (ask,) = [ask for ask in GAME.asks(state) if ask.forms]
    for seed in range(40):
        event = bot.make(TABLE, CatchyOptions(), random.Random(seed)).choose(state, ask)
        assert not set(event.cards) & set(open_cards)
        GAME.apply(state, event)
