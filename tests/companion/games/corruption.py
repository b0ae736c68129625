"""Facts with something wrong in them, for the games whose positions are whole tables."""

from __future__ import annotations

import copy
import json

from companion.core.game import BadPosition
from companion.record.codec import position_from_plain


def spoiled(value, junk, dice):
    """A copy of the value with one thing in it changed, however deep."""
    if isinstance(value, (dict, list)) and value and dice.random() < 0.8:
        made = copy.copy(value)
        key = dice.choice(list(value)) if isinstance(value, dict) else dice.randrange(len(value))
        what = dice.random()
        if what < 0.1:
            del made[key]
        elif what < 0.2 and isinstance(made, list):
            made.insert(key, dice.choice(junk))
        else:
            made[key] = spoiled(value[key], junk, dice)
        return made
    return dice.choice(junk)


def spoiled_again_and_again(game, state, junk, dice):
    """Yield six times the facts of a state with one or two things changed; what is no table of facts is passed over."""
    for _ in range(6):
        given = json.loads(json.dumps(game.facts(state)))
        for _ in range(dice.choice((1, 1, 2))):
            given = spoiled(given, junk, dice)
        if isinstance(given, dict):
            yield given


def refused_and_kept(game, table, options, player, junk, dice, games, completed=()):
    """Spoil the facts of every state of some games; count what is refused and what makes a table with these facts.

    `completed` names the facts the referee may say more about than was given. Any surprise but BadPosition,
    any fact that comes out changed, and any position that does not come back from its own facts is a failure.
    """
    refused = kept = 0
    for _ in range(games):
        state = game.start(table, options)
        while asks := game.asks(state):
            state = game.apply(state, player.choose(state, dice.choice(asks))).state
            for given in spoiled_again_and_again(game, state, junk, dice):
                try:
                    found = game.facts(position_from_plain(game, table, options, given))
                except BadPosition:
                    refused += 1
                    continue
                kept += 1
                changed = {key for key in given if json.dumps(found[key]) != json.dumps(given[key])}
                assert changed <= set(completed), (changed, given, found)
                again = game.facts(position_from_plain(game, table, options, found))
                assert again == found, (given, found, again)
    return refused, kept
