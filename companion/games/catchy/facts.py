"""The complete public position of a Catchy! table."""

from __future__ import annotations

from typing import Any

from companion.core.asks import waiting
from companion.games.catchy.asks import asks
from companion.games.catchy.rounds import voids
from companion.games.catchy.state import Phase, State


def facts(state: State) -> dict[str, Any]:
    """The position as JSON-able values; RULES.md, R7, says what each key means.

    In DEAL the record names both seats as waiting, also where the options say who gets the Starting card.
    """
    return {
        "phase": state.phase.value,
        "waiting": [0, 1] if state.phase is Phase.DEAL else waiting(asks(state)),
        "round": state.round,
        "scores": list(state.scores),
        "cat": {"position": state.position, "side": "blue" if state.blue else "red"},
        "holder": state.holder,
        "leader": state.leader,
        "trick": [laid._asdict() for laid in state.trick],
        "history": [[laid._asdict() for laid in trick] for trick in state.history],
        "tricks": len(state.history),
        "voids": [voids(state, 0), voids(state, 1)],
        "shown": [None if hand is None else list(hand) for hand in state.shown],
        "flags": [{"kind": "revoke", **flag._asdict()} for flag in state.flags],
    }
