"""What trick-taking games have in common: who takes a trick, and what a play says about a hidden hand."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple


class Play(NamedTuple):
    """One card of a trick: who laid it, as what suit, with what number."""

    seat: int
    suit: str
    number: int


def taker(plays: Sequence[Play], trump: str | None = None) -> int:
    """The seat that takes the trick: the highest trump, else the highest card of the suit led.

    The first play leads. Other suits never win; of equal cards the earlier one does. Raises ValueError for no play.
    """
    if not plays:
        raise ValueError("nobody takes an empty trick")
    seat, led, high = plays[0]
    for play in plays[1:]:
        suit = play.suit
        if suit == led:
            if play.number > high:
                seat, high = play.seat, play.number
        elif suit == trump:
            seat, led, high = play
    return seat


class Denial(NamedTuple):
    """In trick `trick` (from 1) a player acted as if they held none of `cards`."""

    seat: int
    trick: int
    cards: frozenset[Hashable]


def contradicted(denials: Iterable[Denial], seat: int, card: Hashable) -> tuple[Denial, ...]:
    """The earlier denials of a player that this card of theirs disproves, in the order given."""
    return tuple(denial for denial in denials if denial.seat == seat and card in denial.cards)
