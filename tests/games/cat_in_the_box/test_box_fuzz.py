"""Facts with something wrong in them are refused with a reason, never with a surprise."""

from __future__ import annotations

import copy
import json
import random

import pytest

from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.cat_in_the_box import GAME, bot
from companion.games.cat_in_the_box.house import BoxOptions

JUNK = [
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    8,
    10**40,
    1.5,
    "",
    "red",
    "play",
    "over",
    [],
    [0],
    [None],
    [[]],
    {},
    {"seat": 0},
]


def spoiled(value, dice):
    """A copy of the value with one thing in it changed, however deep."""
    if isinstance(value, (dict, list)) and value and dice.random() < 0.8:
        made = copy.copy(value)
        key = dice.choice(list(value)) if isinstance(value, dict) else dice.randrange(len(value))
        what = dice.random()
        if what < 0.1:
            del made[key]
        elif what < 0.2 and isinstance(made, list):
            made.insert(key, dice.choice(JUNK))
        else:
            made[key] = spoiled(value[key], dice)
        return made
    return dice.choice(JUNK)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_spoiled_facts_are_refused_or_make_a_table_with_these_facts(players):
    dice = random.Random(players)
    table, options = Table(("Ann", "Bo", "Cy", "Di", "Ed")[:players]), BoxOptions()
    player = bot.make(table, options, dice)
    kept = refused = 0
    for _ in range(2):
        state = GAME.start(table, options)
        while asks := GAME.asks(state):
            state = GAME.apply(state, player.choose(state, dice.choice(asks))).state
            for _ in range(6):
                given = json.loads(json.dumps(GAME.facts(state)))
                for _ in range(dice.choice((1, 1, 2))):
                    given = spoiled(given, dice)
                if not isinstance(given, dict):
                    continue
                try:
                    found = GAME.facts(GAME.position(table, options, given))
                except BadPosition:
                    refused += 1
                else:
                    kept += 1
                    for key, value in given.items():
                        assert key in ("x", "claims") or json.dumps(found[key]) == json.dumps(value)
                    assert GAME.facts(GAME.position(table, options, found)) == found
    assert refused > 200
    assert kept > 5
