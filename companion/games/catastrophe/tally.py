"""What players of Catastrophe count: lives."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Text, counted, say
from companion.games.catastrophe.state import Phase, State


def _counts(state: State) -> tuple[int, ...]:
    return state.life


def _unit(n: int) -> Text:
    return counted("{n} life", "{n} lives", n)


def _why(state: State, seat: int) -> Text:
    """The yarn that is left, or when a player went out."""
    if state.life[seat] and state.phase is not Phase.OVER:
        return counted("still in; {n} ball of yarn left", "still in; {n} balls of yarn left", state.yarn[seat])
    if state.life[seat]:
        return counted(
            "the last one in; {n} ball of yarn left", "the last one in; {n} balls of yarn left", state.yarn[seat]
        )
    for number, group in enumerate(state.fallen, 1):
        if seat in group:
            return say("number {number} to go out", number=number)
    return say("out")


TALLY = Tally(_counts, _unit, _why)
