"""A board of CATCH 22 that people set right: what a finger takes up, and where it lies then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.drawing.scene import Corrects, OpensRow, Takes
from companion.games.catch_22.state import State, cubes_by_square


def with_pieces(state: State, entered: Mapping[str, Any]) -> State:
    """Return the state with pawns and cubes where these facts say, without squares that the board does not have."""
    index = state.board.index
    named: list[str | None] = entered.get("pawns") or [None] * len(state.pawns)
    pawns = tuple(None if square is None else index.get(square) for square in named)
    cubes = [0] * len(state.table.players)
    for square, seat in (entered.get("cubes") or {}).items():
        if square in index and 0 <= seat < len(cubes):
            cubes[seat] |= 1 << index[square]
    return state._replace(pawns=pawns, cubes=tuple(cubes))


def piece_at(state: State, place: int, taken: Takes | None = None) -> Takes | OpensRow | None:
    """Return what a finger takes up from a square while the table is set right (`taken`, if that is there), or the row
    of its tokens.
    """
    cube = cubes_by_square(state).get(place)
    there = [Takes(("pawn", seat)) for seat, spot in enumerate(state.pawns) if spot == place]
    there += [] if cube is None else [Takes(("cube", cube, state.board.id(place)))]
    if there:
        return taken if taken in there else there[0]
    return OpensRow("jackpots") if place in state.board.jackpots else None


def put_at(state: State, facts: Mapping[str, Any], taken: Takes, place: int) -> Corrects:
    """Return that the piece that was taken up lies on a square."""
    square, (kind, seat, *source) = state.board.id(place), taken.what
    if kind == "pawn":
        return Corrects({"pawns": [square if at == seat else name for at, name in enumerate(facts["pawns"])]})
    others = {name: owner for name, owner in facts["cubes"].items() if name not in source}
    return Corrects({"cubes": {**others, square: seat}})


def hand_of(facts: Mapping[str, Any], taken: Takes | None, seat: int) -> Takes | Corrects | OpensRow | None:
    """Return what a finger means on a player's cubes in hand: one is taken, or their cube from the board lies there."""
    if taken is not None:
        kind, owner, *source = taken.what
        others = {name: whose for name, whose in facts["cubes"].items() if name not in source}
        return Corrects({"cubes": others}) if (kind, owner) == ("cube", seat) else None
    return Takes(("hand", seat)) if facts["supply"][seat] else OpensRow("supply")
