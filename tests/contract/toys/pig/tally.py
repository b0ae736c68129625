"""What players of Pig count: points."""

from __future__ import annotations

from companion.games.pig.state import State

from companion.core.game import Tally
from companion.core.text import Text, counted


def _counts(state: State) -> tuple[int, ...]:
    return state.scores


def _unit(n: int) -> Text:
    return counted("{n} point", "{n} points", n)


def _why(state: State, seat: int) -> Text:
    missing = max(0, state.options.target - state.scores[seat])
    return counted("{n} point short", "{n} points short", missing)


TALLY = Tally(_counts, _unit, _why)
