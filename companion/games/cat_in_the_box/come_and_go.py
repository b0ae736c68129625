"""When people can come and go, and what of the game goes on with them."""

from __future__ import annotations

from typing import Any

from companion.core.text import Text, say
from companion.games.cat_in_the_box.facts import facts
from companion.games.cat_in_the_box.rounds import opened
from companion.games.cat_in_the_box.state import State


def taken_along(state: State) -> dict[str, Any] | Text:
    """Return what goes on with other people: the rounds that are over. Cards and board are for those who sit there."""
    if state != opened(state.setup, state.past):
        return say("In Cat in the Box people can come and go only between two rounds.")
    kept = facts(state)
    return {name: kept[name] for name in ("round", "totals", "rounds", "flags")}
