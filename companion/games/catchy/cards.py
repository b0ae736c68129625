"""The cards of Catchy!: three suits of five, and the Joker."""

from __future__ import annotations

from catseye.colours import suit as called
from companion.core.text import Text, quoted, say
from companion.games.catchy.options import CatchyOptions

SUITS = "ABC"
SIGNS = dict(zip(SUITS, "●▲■", strict=True))
"""The sign beside a suit's name, whatever the table calls it."""
JOKER = "J"
CARDS = (*(f"{suit}{number}" for suit in SUITS for number in range(1, 6)), JOKER)
HAND = 7
"""Cards that each player plays with in a round."""
SUIT = {card: card[0] if card != JOKER else "" for card in CARDS}
"""The suit of each card; the Joker has none."""
PRINTED = {card: int(card[1]) if card != JOKER else 0 for card in CARDS}
"""The number printed on each card; what the Joker counts is an option."""


def number_of(card: str, options: CatchyOptions) -> int:
    """Return what a card counts; the Joker counts what the option says."""
    return PRINTED[card] or options.joker_number


def suit_name(suit: str, options: CatchyOptions) -> Text:
    """Return what the table calls a suit: "red"; "Joker" for the suit "" of the Joker."""
    return called(options.suits[SUITS.index(suit)]) if suit else say("Joker")


def card_name(card: str, options: CatchyOptions) -> Text:
    """Return what the table calls a card: "red 5", "Joker"; a card that does not exist is quoted."""
    if card not in SUIT:
        return say("{card}", card=quoted(card))
    if card == JOKER:
        return say("Joker")
    return say("{colour} {number}", colour=suit_name(SUIT[card], options), number=PRINTED[card])
