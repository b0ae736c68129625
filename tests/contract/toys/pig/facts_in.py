"""A Pig table taken over in the middle."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.pig.options import PigOptions
from companion.games.pig.state import Phase, State

from companion.core.game import BadPosition
from companion.core.schema import BySeat, Seat, fact
from companion.core.table import Table
from companion.core.text import say
from companion.kit.validate import one_each, within


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a position that do not follow from others; None where they are left out."""

    phase: Phase | None = None
    turn: Seat | None = fact(say("Whose turn it is"))
    scores: BySeat[int] | None = fact(say("Points"))
    collected: int | None = fact(say("Points of this turn"))


def position(table: Table, options: PigOptions, facts: Facts) -> State:
    """The state with these facts; the rest is as at the start. Raises BadPosition."""
    phase, turn, collected = facts.phase or "turn", facts.turn or 0, facts.collected or 0
    within("turn", turn, 0, len(table.players) - 1)
    within("collected", collected, 0, 10_000)
    nothing = (0,) * len(table.players)
    scores = one_each("scores", nothing if facts.scores is None else facts.scores, len(table.players))
    won = [seat for seat, score in enumerate(scores) if score >= options.target]
    if min(scores) < 0:
        raise BadPosition("scores", say("nobody has fewer than 0 points"))
    if won != ([turn] if phase == "over" else []):
        raise BadPosition("scores", say("the game is over as soon as the player on turn has the points to win"))
    if phase == "over" and collected:
        raise BadPosition("collected", say("the winner has kept these points"))
    return State(table, options, phase, turn, scores, collected)
