"""What players of Catchy! count: points."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Text, counted, say
from companion.games.catchy.state import Phase, State


def _counts(state: State) -> tuple[int, ...]:
    return state.scores


def _unit(n: int) -> Text:
    return counted("{n} point", "{n} points", n)


def _why(state: State, seat: int) -> Text:
    """Return how many rounds were played, or in which of them the game was stopped."""
    del seat
    if state.phase is Phase.OVER or (state.phase is Phase.DEAL and state.history):
        return counted("after {n} round", "after {n} rounds", state.round)
    return say("stopped in round {n}", n=state.round)


TALLY = Tally(_counts, _unit, _why)
