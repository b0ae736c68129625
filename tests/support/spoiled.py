"""JSON values with something wrong in them."""

from __future__ import annotations

import copy


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
