"""The board to point at a square of it, for a table that is taken over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.catch_22.state import Phase, State
from companion.games.catch_22.ui.board_widget import BoardWidget


def square_picker(state: State, entered: Mapping[str, Any], tapped: Callable[[str], object]) -> BoardWidget:
    """The board with the pawns and cubes that were entered; `tapped` gets the id of the square under the finger."""
    board = state.board
    picker = BoardWidget(lambda place, _at: tapped(board.id(place)), lambda _place, _at: None)
    picker.show(_with(state, entered)._replace(phase=Phase.OVER, turn=None), "")
    return picker


def _with(state: State, entered: Mapping[str, Any]) -> State:
    """The table at its start with what was entered; squares that the board does not have are left out."""
    index = state.board.index
    named: list[str | None] = entered.get("pawns") or [None] * len(state.pawns)
    pawns = tuple(None if square is None else index.get(square) for square in named)
    cubes = [0] * len(state.table.players)
    for square, seat in (entered.get("cubes") or {}).items():
        if square in index and 0 <= seat < len(cubes):
            cubes[seat] |= 1 << index[square]
    return state._replace(pawns=pawns, cubes=tuple(cubes))
