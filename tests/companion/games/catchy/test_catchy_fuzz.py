"""Facts with something wrong in them are refused with a reason, never with a surprise."""

from __future__ import annotations

import random

from companion.core.table import Table
from companion.games.catchy import GAME, bot
from companion.games.catchy.options import CatchyOptions
from tests.companion.games.corruption import refused_and_kept

JUNK = [None, True, False, 0, 1, -1, 7, 10**40, 1.5, "", "A5", "J", "deal", "lead", [], [0], [[]], {}, {"seat": 0}]
TABLE = Table(("Pia", "Quin"))


def test_spoiled_facts_are_refused_or_make_a_table_with_these_facts():
    dice = random.Random(3)
    options = CatchyOptions(revoke="penalty", cat_side="keep")
    player = bot.make(TABLE, options, dice)
    refused, kept = refused_and_kept(GAME, TABLE, options, player, JUNK, dice, games=6, completed=("cat", "shown"))
    assert refused > 500
    assert kept > 50
