"""A table of Pig players who hold at 20."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.pig.events import Held

if TYPE_CHECKING:
    from random import Random

    from companion.games.pig.options import PigOptions
    from companion.games.pig.state import State

    from companion.core.asks import Ask
    from companion.core.events import Event
    from companion.core.table import Table

ENOUGH = 20
"""Points at which rolling again no longer pays: the next roll would win 20 / 6 points and lose collected / 6."""


class PigBot:
    """Rolls until 20 points are collected."""

    def choose(self, state: State, ask: Ask) -> Event | None:
        """Hold, or None to roll."""
        return Held(ask.seat) if state.collected >= ENOUGH else None


def make(table: Table, options: PigOptions, random: Random) -> PigBot:
    """Bots for all seats of a table."""
    del table, options, random
    return PigBot()
