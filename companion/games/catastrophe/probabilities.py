"""How likely a defence succeeds, and what a ball of yarn is worth (shown on request, R9.9)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from companion.games.catastrophe.stack import ATTACK
from companion.games.catastrophe.state import Phase, State

FACES = 6


class Odds(NamedTuple):
    """Chances that the target survives the Attack: as it stands, and if they spend one ball of yarn more."""

    seat: int
    now: Fraction
    with_yarn: Fraction


@cache
def defence(need: int, rolls: int, yarn: int) -> Fraction:
    """The chance of `rolls` throws of `need` or more in a row, with `yarn` balls for throws that fail.

    One die, each throw by itself: p = (7 - need) / 6, and P(r, y) = p P(r-1, y) + (1-p) P(r, y-1), with
    P(0, y) = 1 and nothing after a failure without yarn. Nobody else spends yarn against it.
    """
    if rolls == 0:
        return Fraction(1)
    success = Fraction(min(FACES, max(0, FACES + 1 - need)), FACES)
    again = defence(need, rolls, yarn - 1) if yarn else Fraction(0)
    return success * defence(need, rolls - 1, yarn) + (1 - success) * again


def of_stack(state: State) -> Odds | None:
    """The odds for the newest card if it is an Attack that waits for reactions, its die or its acceptance."""
    if not state.stack or state.stack[-1].card != ATTACK:
        return None
    top = state.stack[-1]
    if len(top.targets) != 1 or top.rollers or top.more:
        return None  # several defences would be several figures
    assert top.target is not None
    assert top.number is not None
    value = state.rolls[0].value if state.phase in (Phase.ROLL, Phase.YARN) and state.rolls else None
    if value is None:
        return Odds(top.target, defence(top.number, top.rolls, 0), defence(top.number, top.rolls, 1))
    after_this = defence(top.number, top.rolls - 1, 0)
    if value >= top.number:
        return Odds(top.target, after_this, defence(top.number, top.rolls - 1, 1))
    return Odds(top.target, Fraction(0), defence(top.number, top.rolls, 0))


def percent(chance: Fraction) -> int:
    """A chance in whole per cent, never 0 or 100 unless it is certain."""
    if chance in (0, 1):
        return int(chance * 100)
    return min(99, max(1, round(chance * 100)))
