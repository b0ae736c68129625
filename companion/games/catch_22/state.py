"""The position of a game of CATCH 22, and questions about it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.table import Table
from companion.games.catch_22.board_map import Board, Kind
from companion.games.catch_22.graph import squares
from companion.games.catch_22.options import Catch22Options

CUBES = 5
"""Cubes each player has (rulebook)."""


class Phase(StrEnum):
    """The part of the game that is being played."""

    STARS = "stars"
    START_ROLL = "start-roll"
    PLACE = "place"
    ROLL = "roll"
    MOVE = "move"
    ROB = "rob"
    SWITCH = "switch"
    REMOVE = "remove"
    OVER = "over"


class State(NamedTuple):
    """The complete position. Squares are indices into the board's; sets of squares are bits (see `graph`).

    `cubes` holds one set of squares for each seat, `captured[captor][owner]` counts; `jackpots` has an entry for every
    square of the board (tokens lying there). `destinations` is the set of squares that may be moved to (empty but in
    "move").
    """

    table: Table
    options: Catch22Options
    board: Board
    phase: Phase
    turn: int | None
    starter: int | None
    contenders: tuple[int, ...]
    start_rolls: tuple[int | None, ...]
    pawns: tuple[int | None, ...]
    tokens: tuple[int, ...]
    supply: tuple[int, ...]
    resting: tuple[int, ...]
    cubes: tuple[int, ...]
    captured: tuple[tuple[int, ...], ...]
    jackpots: tuple[int, ...]
    rolled: int | None
    destinations: int


def asked(state: State) -> tuple[int, ...]:
    """The seats that must act now, ascending."""
    if state.phase is Phase.STARS:
        return (state.pawns.index(None),)
    if state.phase is Phase.START_ROLL:
        return tuple(seat for seat in state.contenders if state.start_rolls[seat] is None)
    if state.phase is Phase.OVER or state.turn is None:
        return ()
    return (state.turn,)


def at(state: State, seat: int) -> int:
    """The square of a pawn that stands on the board."""
    place = state.pawns[seat]
    assert place is not None, "after the stars are chosen every pawn stands somewhere"
    return place


def all_cubes(state: State) -> int:
    """The set of squares with a cube."""
    found = 0
    for some in state.cubes:
        found |= some
    return found


def foreign_cubes(state: State, seat: int) -> int:
    """The set of squares with a cube of somebody else."""
    return all_cubes(state) & ~state.cubes[seat]


def owner_of(state: State, place: int) -> int | None:
    """Return whose cube lies on a square."""
    for seat, some in enumerate(state.cubes):
        if some >> place & 1:
            return seat
    return None


def protected(state: State, seat: int) -> bool:
    """Return whether a pawn stands on a cube of its own colour."""
    return bool(state.cubes[seat] >> at(state, seat) & 1)


def victims(state: State, seat: int) -> tuple[int, ...]:
    """Return whom a player can rob on the square where they stand."""
    place = at(state, seat)
    if state.options.stars_safe and state.board.stars >> place & 1:
        return ()
    return tuple(
        other
        for other in state.table.seats
        if other != seat and state.pawns[other] == place and not protected(state, other)
    )


def partners(state: State, seat: int) -> tuple[int, ...]:
    """With whom a player on a switch square can change places."""
    place = at(state, seat)
    return tuple(
        other
        for other in state.table.seats
        if other != seat
        and state.pawns[other] != place
        and (state.options.switch_protected or not protected(state, other))
    )


def must_choose_victim(state: State, seat: int) -> bool:
    """Return whether the option lets a player choose whom to rob, and there are several."""
    return state.options.several_pawns == "one" and len(victims(state, seat)) > 1


def standing_on(state: State, seat: int, kind: Kind) -> bool:
    """Return whether a pawn stands on a square of this kind."""
    return state.board.squares[at(state, seat)].kind is kind


def free_plain(state: State) -> int:
    """The set of squares on which a cube could lie: plain, no cube, no pawn."""
    free = state.board.plain & ~all_cubes(state)
    for place in state.pawns:
        if place is not None:
            free &= ~(1 << place)
    return free


def in_hand(state: State, seat: int) -> int:
    """Return how many cubes a player may place now: their supply without the resting ones."""
    return state.supply[seat] - state.resting[seat]


def cubes_by_square(state: State) -> dict[int, int]:
    """For each square with a cube, whose it is, in the board's order."""
    found = {place: seat for seat, some in enumerate(state.cubes) for place in squares(some)}
    return dict(sorted(found.items()))


def listed_squares(state: State, some: int) -> tuple[int, ...]:
    """A set of squares, sorted by their ids as strings."""
    return tuple(place for place in state.board.by_id if some >> place & 1) if some else ()
