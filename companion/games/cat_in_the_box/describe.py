"""What happened at a Cat in the Box table, as a line of its history."""

from __future__ import annotations

from companion.core.events import Event
from companion.core.text import Text, say
from companion.games.cat_in_the_box.state import (
    CardPlayed,
    CardSetAside,
    NeutralRevealed,
    ParadoxShown,
    Predicted,
    State,
)


def describe(before: State, event: Event) -> Text:
    """One sentence about an event that happened in this state, whether the rules took it or not."""
    table = before.house.table
    name = table.players[event.seat] if event.seat in table.seats else f"seat {event.seat}"
    match event:
        case NeutralRevealed(_, numbers):
            return say("{name} turns up {numbers}", name=name, numbers=numbers)
        case CardSetAside():
            return say("{name} sets a card aside", name=name)
        case Predicted(_, tricks):
            return say("{name} predicts {n}", name=name, n=tricks)
        case CardPlayed(_, number, colour, only_red):
            if only_red:
                return say("{name} lays {n} {colour}: only red left", name=name, n=number, colour=colour)
            return say("{name} lays {n} {colour}", name=name, n=number, colour=colour)
        case ParadoxShown(_, hand):
            return say("{name} shows a paradox: {hand}", name=name, hand=tuple(sorted(hand)))
    return say("{name}: {what}", name=name, what=type(event).__name__)
