"""What happened at a Cat in the Box table, as a line of its history."""

from __future__ import annotations

from companion.core.events import Event
from companion.core.text import Text, say
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.games.cat_in_the_box.setup import card_name
from companion.games.cat_in_the_box.state import State


def describe(state: State, event: Event) -> Text:
    """One sentence about an event that happened in this state, whether the rules took it or not."""
    name = state.setup.table.who(event.seat)
    match event:
        case NeutralRevealed(_, numbers):
            return say("{name} turns up {numbers}", name=name, numbers=numbers)
        case CardSetAside():
            return say("{name} sets a card aside", name=name)
        case Predicted(_, tricks):
            return say("{name} predicts {tricks}", name=name, tricks=tricks)
        case CardPlayed(_, number, colour, only_red):
            if only_red:
                return say("{name} lays {card}: only red left", name=name, card=card_name(colour, number))
            return say("{name} lays {card}", name=name, card=card_name(colour, number))
        case ParadoxShown(_, hand):
            return say("{name} shows a paradox: {hand}", name=name, hand=tuple(sorted(hand)))
    return say("{name}: {event}", name=name, event=type(event).__name__)
