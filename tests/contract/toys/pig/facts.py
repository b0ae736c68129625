"""The complete public position of a Pig table."""

from __future__ import annotations

from typing import Any

from companion.games.pig.asks import asks
from companion.games.pig.state import State

from companion.core.asks import waiting


def facts(state: State) -> dict[str, Any]:
    """The position as JSON-able values."""
    return {
        "phase": state.phase,
        "waiting": waiting(asks(state)),
        "turn": state.turn,
        "scores": list(state.scores),
        "collected": state.collected,
        "flags": [],
    }
