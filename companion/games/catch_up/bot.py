"""A whole table of sensible Catch Up players: pay with what leaves the most ways to pay later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.catch_up.events import Discarded
from companion.games.catch_up.payments import payable, total

if TYPE_CHECKING:
    from random import Random

    from companion.core.asks import Ask
    from companion.core.events import Event
    from companion.core.table import Table
    from companion.games.catch_up.options import CatchUpOptions
    from companion.games.catch_up.state import State

DIFFERENCES = ((1 << 16) - 1) & ~1
"""The differences that can come up, 1 to 15, as bits."""


class CatchUpBot:
    """Keeps a hand that can answer many differences exactly; ties are broken by chance."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, state: State, ask: Ask) -> Event:
        """One of the listed payments. Raises ValueError for an ask without any (the caller throws dice)."""
        hand = state.hands[ask.seat]
        best: list[Event] = []
        highest = (-1, -1)
        for choice in ask.choices:
            event = choice.event
            assert isinstance(event, Discarded)
            left = hand
            for rank in event.cards:
                left &= ~(1 << rank)
            worth = ((payable(left) & DIFFERENCES).bit_count(), total(left))
            if worth > highest:
                highest, best = worth, []
            if worth == highest:
                best.append(event)
        if not best:
            raise ValueError("nothing to choose from: the caller throws the dice")
        return best[0] if len(best) == 1 else self._random.choice(best)


def make(table: Table, options: CatchUpOptions, random: Random) -> CatchUpBot:
    """Bots for all seats of a table."""
    del table, options
    return CatchUpBot(random)
