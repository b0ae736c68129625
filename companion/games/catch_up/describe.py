"""What an event was, in one short sentence for the history and the transcript."""

from __future__ import annotations

from companion.core.events import Rolled
from companion.core.text import Text, say
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.payments import NAMES
from companion.games.catch_up.state import State


def describe(state: State, event: Rolled | Discarded) -> Text:
    """One sentence about an event that happened in `state`."""
    name = state.table.name(event.seat)
    if isinstance(event, Discarded):
        cards = tuple(NAMES[rank] for rank in sorted(event.cards))
        return say("{name} gives up {cards}", name=name, cards=cards)
    values = [face.value for face in event.faces]
    return say("{name} rolls {faces}: {total}", name=name, faces=" ".join(map(str, values)), total=sum(values))
