"""What players of Cat in the Box count: points of all rounds."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Commas, Text, counted, say
from companion.games.cat_in_the_box.state import State


def _counts(state: State) -> tuple[int, ...]:
    return state.past.totals


def _unit(n: int) -> Text:
    return counted("{n} point", "{n} points", n)


def _why(state: State, seat: int) -> Text:
    """Tricks, bonus and paradoxes of all rounds, and the points round by round."""
    rounds = state.past.rounds
    parts: list[Text] = [say("rounds: {points}", points=Commas(done.scores[seat] for done in rounds))]
    bonus = sum(done.bonus[seat] for done in rounds)
    paradoxes = sum(done.paradox == seat for done in rounds)
    if bonus:
        parts.append(say("bonus {n}", n=bonus))
    if paradoxes:
        parts.append(counted("{n} paradox", "{n} paradoxes", paradoxes))
    return say("{parts}", parts=Commas(parts))


TALLY = Tally(_counts, _unit, _why)
