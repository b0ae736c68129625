"""What happened at a Pig table, as a line of its history."""

from __future__ import annotations

from companion.games.pig.state import State

from companion.core.events import Event, Rolled
from companion.core.text import Text, say


def describe(state: State, event: Event) -> Text:
    """One sentence about an event that happened in this state."""
    name = state.table.who(event.seat)
    if isinstance(event, Rolled):
        return say("{name} rolled {faces}", name=name, faces=tuple(face.value for face in event.faces))
    return say("{name} holds {n}", name=name, n=state.collected)
