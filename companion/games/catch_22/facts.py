"""The public position as JSON-able values."""

from __future__ import annotations

from typing import Any

from companion.core.asks import waiting
from companion.games.catch_22.asks import asks
from companion.games.catch_22.state import Phase, State, cubes_by_square


def facts(state: State) -> dict[str, Any]:
    """Everything on the table, by the keys of the record."""
    board = state.board
    return {
        "phase": state.phase.value,
        "waiting": waiting(asks(state)),
        "turn": state.turn,
        "starter": state.starter,
        "contenders": list(state.contenders),
        "start_rolls": list(state.start_rolls),
        "pawns": [None if place is None else board.id(place) for place in state.pawns],
        "tokens": list(state.tokens),
        "supply": list(state.supply),
        "resting": list(state.resting),
        "cubes": {board.id(place): seat for place, seat in cubes_by_square(state).items()},
        "captured": [list(held) for held in state.captured],
        "jackpots": {board.id(place): state.jackpots[place] for place in board.jackpots},
        "rolled": state.rolled,
        "destinations": board.ids(state.destinations) if state.phase is Phase.MOVE else [],
        "flags": [],
    }
