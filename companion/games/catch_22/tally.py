"""What players of CATCH 22 count: tokens."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Text, counted, say
from companion.games.catch_22.state import State


def _counts(state: State) -> tuple[int, ...]:
    return state.tokens


def _unit(n: int) -> Text:
    return counted("{n} token", "{n} tokens", n)


def _why(state: State, seat: int) -> Text:
    """Return whether the star was reached; the cubes captured."""
    place, cubes = state.pawns[seat], sum(state.captured[seat])
    captured = counted("{n} cube captured", "{n} cubes captured", cubes)
    if place is not None and state.board.stars >> place & 1 and state.tokens[seat] >= state.options.target:
        return say("reached a star; {cubes}", cubes=captured) if cubes else say("reached a star")
    return captured if cubes else say("no cube captured")


TALLY = Tally(_counts, _unit, _why)
