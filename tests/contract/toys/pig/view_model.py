"""What the panel of Pig shows, computed without a screen."""

from __future__ import annotations

from companion.games.pig.state import State

from companion.core.game import Figure
from companion.core.text import NOTHING, Text, counted, say


def heading(state: State) -> Text:
    """Who plays, or who has won."""
    name = state.table.name(state.turn)
    return say("{name} has won", name=name) if state.phase == "over" else say("{name} plays", name=name)


def collected(state: State) -> Text:
    """The points of this turn."""
    return counted("{n} point so far", "{n} points so far", state.collected)


def figures(state: State, seat: int) -> tuple[Figure, ...]:
    """Points."""
    return (Figure(NOTHING, str(state.scores[seat])),)
