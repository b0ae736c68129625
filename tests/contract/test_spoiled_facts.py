"""Facts with something wrong in them are refused with a reason, or stand in the position; never a surprise."""

import json
from itertools import islice
from random import Random

import pytest

from companion.core.game import BadPosition
from companion.record.codec import position_from_plain
from tests.contract.all_games import all_games
from tests.contract.playing import any_options, played, table_of
from tests.contract.test_corrections import agrees, in_order
from tests.support.spoiled import spoiled

JUNK = (
    *(None, True, False, 0, 1, 2, 7, -1, 10**40, 1.5),
    *("", "red", "A5", "J", "play", "over", [], [0], [None], [[]], {}, {"seat": 0}),
)
POSITIONS = 120
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


@each_game
def test_spoiled_facts_are_refused_or_make_a_table_with_these_facts(game):
    random = Random(game.id)
    refused = kept = 0
    for _ in range(3):
        options, seats = any_options(game, random), random.choice(game.player_counts)
        for state, _ in islice(played(game, random, options, seats), POSITIONS):
            for changes in (1, 1, 2):
                given = json.loads(json.dumps(game.facts(state)))
                for _ in range(changes):
                    given = spoiled(given, JUNK, random)
                if not isinstance(given, dict):
                    continue
                try:
                    found = game.facts(position_from_plain(game, table_of(seats), options, given))
                except BadPosition:
                    refused += 1
                    continue
                kept += 1
                changed = {name for name, part in given.items() if not agrees(in_order(found[name]), in_order(part))}
                assert changed == set(), [(found[name], given[name]) for name in changed]
                assert game.facts(position_from_plain(game, table_of(seats), options, found)) == found
    assert refused > kept > 0
