"""The complete public position of a Catch Up table."""

from __future__ import annotations

from typing import Any

from companion.core.asks import waiting
from companion.games.catch_up.asks import asks
from companion.games.catch_up.payments import ranks_of
from companion.games.catch_up.state import State, high_roll


def facts(state: State) -> dict[str, Any]:
    """The position as JSON-able values; RULES.md, R8, says what each key means."""
    suit = state.options.suit
    return {
        "phase": state.phase.value,
        "waiting": waiting(asks(state)),
        "round": state.round,
        "starter": state.starter,
        "cards": [list(ranks_of(hand)) for hand in state.hands],
        "rolls": list(state.rolls),
        "faces": [None if faces is None else list(faces) for faces in state.faces],
        "high": high_roll(state),
        "owes": list(state.owes),
        "set_aside": [list(ranks_of(suit & ~hand)) for hand in state.hands],
        "contenders": list(state.contenders),
        "holders": list(state.holders),
        "flags": [],
    }
