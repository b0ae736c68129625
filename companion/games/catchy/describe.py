"""What happened at a Catchy! table, as a line of its history."""

from __future__ import annotations

from companion.core.events import Event
from companion.core.text import Text, say
from companion.games.catchy.state import SUIT, CardPlayed, CourseExchanged, HandShown, StartingCardShown, State, called


def describe(before: State, event: Event) -> Text:
    """One sentence about an event that happened in this state, whether the rules took it or not."""
    table = before.table
    name = table.players[event.seat] if event.seat in table.seats else f"seat {event.seat}"
    match event:
        case StartingCardShown():
            return say("{name} shows the Starting card", name=name)
        case CourseExchanged(_, place):
            ends = {0: table.players[0], 2: table.players[1]}
            if place in ends:
                return say("{name} swaps the card at {other}'s end", name=name, other=ends[place])
            return say("{name} swaps the card in the middle", name=name)
        case CardPlayed(_, card):
            return say("{name} lays the {card}", name=name, card=_named(card, before))
        case HandShown(_, cards):
            return say("{name} shows {cards}", name=name, cards=tuple(_named(card, before) for card in cards))
    return say("{name}: {what}", name=name, what=type(event).__name__)


def _named(card: str, state: State) -> str:
    return called(card, state.options) if card in SUIT else repr(card)
