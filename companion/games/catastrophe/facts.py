"""The public position as JSON-able values."""

from __future__ import annotations

from typing import Any

from companion.core.asks import waiting
from companion.games.catastrophe.asks import asks
from companion.games.catastrophe.stack import Card
from companion.games.catastrophe.state import Phase, State, seats_in


def facts(state: State) -> dict[str, Any]:
    """The complete public position; the keys are those of the record.

    In "react" and "yarn" the record waits for all players still in, as each of them may react. The asks have one
    player who is asked first, so that their LED lights.
    """
    everyone = state.phase in (Phase.REACT, Phase.YARN)
    return {
        "phase": state.phase.value,
        "stage": None if state.stage is None else state.stage.value,
        "turn": state.turn,
        "waiting": seats_in(state) if everyone else waiting(asks(state)),
        "contenders": list(state.contenders),
        "life": list(state.life),
        "yarn": list(state.yarn),
        "hand": list(state.hand),
        "held": list(state.held),
        "power": list(state.power),
        "out": [life == 0 for life in state.life],
        "fallen": [list(group) for group in state.fallen],
        "reapurr": state.reapurr,
        "sanctuary": state.sanctuary,
        "decks": {
            "main": state.main._asdict(),
            "power": state.powers._asdict(),
            "catastrophe": state.catastrophes._asdict(),
        },
        "colours": list(state.table.colours) or None,
        "stack": [_card(card) for card in state.stack],
        "rolls": [roll._asdict() for roll in state.rolls],
        "turns": list(state.turns),
        "skips": [{"seat": skip.seat, "phase": skip.phase.value} for skip in state.skips],
        "resumes_after": state.resumes_after,
        "flags": [],
    }


def _card(card: Card) -> dict[str, Any]:
    """A card of the stack. What few cards have is a key only if it is something."""
    plain = {**card._asdict(), "rollers": list(card.rollers), "also": list(card.also)}
    return {name: value for name, value in plain.items() if value or name not in _IF_ANYTHING}


_IF_ANYTHING = ("stays", "more", "also", "effects", "failed")
