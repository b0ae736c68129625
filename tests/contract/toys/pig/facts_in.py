"""A Pig table taken over in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.games.pig.options import PigOptions
from companion.games.pig.state import Phase, State

from companion.core.game import BadPosition
from companion.core.schema import Bounds, BySeat, Seat, fact
from companion.core.table import Table
from companion.core.text import say


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a position that do not follow from others; None where they are left out."""

    phase: Phase | None = None
    turn: Seat | None = fact(say("Whose turn it is"))
    scores: BySeat[Annotated[int, Bounds(0)]] | None = fact(say("Points"))
    collected: Annotated[int, Bounds(0, 10_000)] | None = fact(say("Points of this turn"))


def position(table: Table, options: PigOptions, facts: Facts) -> State:
    """The state with these facts; the rest is as at the start. Raises BadPosition."""
    phase, turn, collected = facts.phase or "turn", facts.turn or 0, facts.collected or 0
    nothing = (0,) * len(table.players)
    scores = nothing if facts.scores is None else facts.scores
    won = [seat for seat, score in enumerate(scores) if score >= options.target]
    if won != ([turn] if phase == "over" else []):
        raise BadPosition("scores", say("the game is over as soon as the player on turn has the points to win"))
    if phase == "over" and collected:
        raise BadPosition("collected", say("the winner has kept these points"))
    return State(table, options, phase, turn, scores, collected)
