"""The state of a Catch Up table, and what follows directly from it."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import NamedTuple

from companion.core.table import Table
from companion.core.text import say
from companion.games.catch_up.options import CatchUpOptions


class Phase(StrEnum):
    """The part of the game that is being played."""

    START_ROLL = "start-roll"
    ROLLING = "rolling"
    DISCARDING = "discarding"
    ROLL_OFF = "roll-off"
    OVER = "over"


class State(NamedTuple):
    """Everything that lies on the table; one entry a seat in `hands`, `faces`, `rolls` and `owes`.

    `hands` are sets of cards (see `payments`). `faces` may be unknown beside a known total in `rolls`. In a start-roll
    and a roll-off, `contenders` roll, and `rolls` are theirs. `holders` had cards when the round began.
    """

    table: Table
    options: CatchUpOptions
    phase: Phase
    round: int
    starter: int | None
    hands: tuple[int, ...]
    faces: tuple[tuple[int, ...] | None, ...]
    rolls: tuple[int | None, ...]
    owes: tuple[int, ...]
    contenders: tuple[int, ...]
    holders: tuple[int, ...]


def rolling_order(state: State) -> tuple[int, ...]:
    """The seats of this round, start-roll or roll-off in the order in which they roll; nobody in the other phases."""
    if state.phase is Phase.ROLLING:
        return state.table.clockwise(state.starter or 0)
    return state.contenders


def next_to_roll(state: State) -> int | None:
    """The seat that rolls next, or None."""
    rolls = state.rolls
    for seat in rolling_order(state):
        if rolls[seat] is None:
            return seat
    return None


def high_roll(state: State) -> int | None:
    """The high roll of the round, once everybody has rolled."""
    if state.phase not in (Phase.DISCARDING, Phase.OVER):
        return None
    known = [roll for roll in state.rolls if roll is not None]
    return max(known) if len(known) == len(state.rolls) else None


class Spared(Enum):
    """Why a player pays nothing in a round (R4.6)."""

    OUT = say("{name} has no cards left and gives up nothing.")
    HIGH = say("{name} rolled {total}, the high roll, and keeps all cards.")
    EXEMPT = say("{name} has three of a kind and gives up nothing.")


def spared(state: State, seat: int, high: int) -> Spared | None:
    """Return why a seat pays nothing once all have rolled and `high` is the high roll; None if it pays."""
    if seat not in state.holders:
        return Spared.OUT
    if state.rolls[seat] == high:
        return Spared.HIGH
    if not state.options.triples_exempt:
        return None
    faces = state.faces[seat]
    return Spared.EXEMPT if faces is not None and len(faces) == 3 and len(set(faces)) == 1 else None


def differences(state: State) -> tuple[int, ...]:
    """Return what each seat has to pay once all have rolled."""
    rolls = [roll or 0 for roll in state.rolls]
    high = max(rolls)
    return tuple(0 if spared(state, seat, high) else high - roll for seat, roll in enumerate(rolls))


def best(rolls: tuple[int | None, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return which of these seats have the highest roll; seats without a roll do not count."""
    highest = max(rolls[seat] or 0 for seat in seats)
    return tuple(seat for seat in seats if rolls[seat] == highest)


def winners(state: State) -> tuple[int, ...]:
    """Return who has won a finished game, sorted (section R6)."""
    left = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    if left:
        return left
    return best(state.rolls, state.holders if high_roll(state) is not None else tuple(state.table.seats))
