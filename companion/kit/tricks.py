"""What trick-taking games have in common: who takes a trick."""

from __future__ import annotations

from collections.abc import Sequence
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
