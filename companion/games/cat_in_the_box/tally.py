"""What players of Cat in the Box count: points of all rounds."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Commas, Text, counted, say
from companion.games.cat_in_the_box.state import Phase, State


def _counts(state: State) -> tuple[int, ...]:
    return state.past.totals


def _unit(n: int) -> Text:
    return counted("{n} point", "{n} points", n)


def _why(state: State, seat: int) -> Text:
    """Return the points round by round, bonus, paradoxes, and whether the last round decided (R6.2). Rounds of other
    people, before the table changed, are one sum.
    """
    rounds = state.past.rounds
    earlier = state.past.totals[seat] - sum(done.scores[seat] for done in rounds)
    parts: list[Text] = [say("rounds: {points}", points=Commas(done.scores[seat] for done in rounds))] if rounds else []
    if earlier:
        parts.insert(0, say("before {n}", n=earlier))
    bonus = sum(done.bonus[seat] for done in rounds)
    paradoxes = sum(done.paradox == seat for done in rounds)
    if bonus:
        parts.append(say("bonus {n}", n=bonus))
    if paradoxes:
        parts.append(counted("{n} paradox", "{n} paradoxes", paradoxes))
    if state.phase is Phase.OVER and _is_ahead_by_last(state, seat):
        parts.append(say("ahead by the last round"))
    return say("{parts}", parts=Commas(parts))


def _is_ahead_by_last(state: State, seat: int) -> bool:
    """Return whether others have the same total and a worse last round, which decides between them."""
    totals, last = state.past.totals, state.past.rounds[-1].scores
    decides = state.setup.options.tie_break == "last-round"
    return decides and any(totals[seat] == total and last[seat] > last[at] for at, total in enumerate(totals))


TALLY = Tally(_counts, _unit, _why)
