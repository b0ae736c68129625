"""What players of CATCH 22 count: tokens."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Text, counted, say
from companion.games.catch_22.state import Phase, State


def _counts(state: State) -> tuple[int, ...]:
    return state.tokens


def _unit(n: int) -> Text:
    return counted("{n} token", "{n} tokens", n)


def _why(state: State, seat: int) -> Text:
    """Return whether the player won by reaching a star, and the captives they have; some may have been bought back."""
    cubes = sum(state.captured[seat])
    holds = counted("holds {n} captured cube", "holds {n} captured cubes", cubes)
    if state.phase is Phase.OVER and state.turn == seat:
        return say("reached a star; {cubes}", cubes=holds) if cubes else say("reached a star")
    return holds if cubes else say("holds no captured cube")


TALLY = Tally(_counts, _unit, _why)
