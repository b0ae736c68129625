"""The state of a Pig table."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.games.pig.options import PigOptions

from companion.core.table import Table

Phase = Literal["turn", "over"]


class State(NamedTuple):
    """Everything on the table. `turn` is the seat that plays (or has won), `collected` the points of this turn."""

    table: Table
    options: PigOptions
    phase: Phase
    turn: int
    scores: tuple[int, ...]
    collected: int
