"""The simulated players end every game, whatever the table has agreed on."""

from random import Random

import pytest

from companion.bots.players import thrown
from companion.core.bots import decided
from companion.core.schema import fields_of
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.bot import make

MOST_EVENTS = 4000
"""The longest of 48 games with six players and pawns that turn round freely had 1463."""


def other_values():
    """Each option with each value but its default, and all of them at once."""
    everything = {}
    for name, option in fields_of(GAME.options).items():
        if name in ("board", "strict_counts", "target"):
            continue
        for value in option.shape.among():
            if value != option.default:
                everything[name] = value
                yield {name: value}
    yield everything


@pytest.mark.parametrize("options", [{}, {"target": 28}, *other_values()], ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_bots_end_the_game(options, players):
    chosen, table, random = GAME.options(**options), Table(("Ann", "Bo", "Cy", "Di", "Ed")[:players]), Random(4)
    bot, state = make(table, chosen, random), GAME.start(table, chosen)
    for _ in range(MOST_EVENTS):
        asks = GAME.asks(state)
        if not asks:
            break
        event = bot.volunteer(state) or decided(bot, state, asks[0]) or thrown(asks[0], random)
        state = GAME.apply(state, event).state
    assert GAME.outcome(state) is not None
