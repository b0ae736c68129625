"""What happened at a Catchy! table, as a line of its history."""

from __future__ import annotations

from companion.core.events import Event
from companion.core.text import Text, say
from companion.games.catchy.cards import card_name
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.state import State


def describe(state: State, event: Event) -> Text:
    """One sentence about an event that happened in this state, whether the rules took it or not."""
    table = state.table
    name = table.who(event.seat)
    match event:
        case StartingCardShown():
            return say("{name} shows the Starting card", name=name)
        case CourseExchanged(_, 0 | 2 as place):
            return say("{name} swaps the card at {other}'s end", name=name, other=table.name(place // 2))
        case CourseExchanged():
            return say("{name} swaps the card in the middle", name=name)
        case CardPlayed(_, card):
            return say("{name} lays the {card}", name=name, card=card_name(card, state.options))
        case HandShown(_, cards):
            shown = tuple(card_name(card, state.options) for card in cards)
            return say("{name} shows {cards}", name=name, cards=shown)
    return say("{name}: {event}", name=name, event=type(event).__name__)
