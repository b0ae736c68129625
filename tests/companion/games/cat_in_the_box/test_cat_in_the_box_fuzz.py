"""Facts with something wrong in them are refused with a reason, never with a surprise."""

from __future__ import annotations

import random

import pytest

from companion.core.table import Table
from companion.games.cat_in_the_box import GAME, bot
from companion.games.cat_in_the_box.options import BoxOptions
from tests.companion.games.corruption import refused_and_kept

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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_spoiled_facts_are_refused_or_make_a_table_with_these_facts(players):
    dice = random.Random(players)
    table, options = Table(("Ann", "Bo", "Cy", "Di", "Ed")[:players]), BoxOptions()
    player = bot.make(table, options, dice)
    refused, kept = refused_and_kept(GAME, table, options, player, JUNK, dice, games=2, completed=("x", "claims"))
    assert refused > 200
    assert kept > 5
