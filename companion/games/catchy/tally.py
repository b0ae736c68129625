"""What players of Catchy! count: points."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Text, counted
from companion.games.catchy.state import State


def _counts(state: State) -> tuple[int, ...]:
    return state.scores


def _unit(n: int) -> Text:
    return counted("{n} point", "{n} points", n)


def _why(state: State, seat: int) -> Text:
    del seat
    return counted("after {n} round", "after {n} rounds", state.round)


TALLY = Tally(_counts, _unit, _why)
