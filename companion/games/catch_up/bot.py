"""A whole table of sensible Catch Up players: pay with what leaves the hand that lasts longest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.catch_up.events import Discarded
from companion.games.catch_up.payments import cards_of
from companion.games.catch_up.survival import Lasting, lasting

if TYPE_CHECKING:
    from random import Random

    from companion.core.asks import Ask
    from companion.core.events import Event
    from companion.core.table import Table
    from companion.games.catch_up.options import CatchUpOptions
    from companion.games.catch_up.state import State


class CatchUpBot:
    """Keeps the hand that lasts longest; ties are broken by chance."""

    def __init__(self, lasting: Lasting, random: Random) -> None:
        self._lasting, self._random = lasting, random

    def choose(self, state: State, ask: Ask) -> Event:
        """One of the listed payments. Raises ValueError for an ask without any (the caller throws dice)."""
        hand = state.hands[ask.seat]
        rounds: dict[Event, float] = {}
        for choice in ask.choices:
            assert isinstance(choice.event, Discarded)
            rounds[choice.event] = self._lasting(hand & ~cards_of(choice.event.cards))
        if not rounds:
            raise ValueError("nothing to choose from: the caller throws the dice")
        longest = max(rounds.values())
        best = [event for event, lasts in rounds.items() if lasts == longest]
        return best[0] if len(best) == 1 else self._random.choice(best)


def make(table: Table, options: CatchUpOptions, random: Random) -> CatchUpBot:
    """Bots for all seats of a table."""
    return CatchUpBot(lasting(len(table.players), options.dice), random)
