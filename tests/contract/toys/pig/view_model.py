"""What the panel of Pig shows, computed without a screen."""

from __future__ import annotations

from companion.games.pig.state import State

from companion.core.text import Text, counted, say


def heading(state: State) -> Text:
    """Who plays, or who has won."""
    name = state.table.name(state.turn)
    return say("{name} has won", name=name) if state.phase == "over" else say("{name} plays", name=name)


def collected(state: State) -> Text:
    """The points of this turn."""
    return counted("{n} point so far", "{n} points so far", state.collected)
