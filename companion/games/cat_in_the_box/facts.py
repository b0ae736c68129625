"""The complete public position of a Cat in the Box table."""

from __future__ import annotations

from typing import Any

from companion.core.asks import waiting
from companion.games.cat_in_the_box.asks import asks
from companion.games.cat_in_the_box.state import State, cards_left, starter


def facts(state: State) -> dict[str, Any]:
    """The position as JSON-able values; RULES.md, R9, says what each key means."""
    setup, past = state.setup, state.past
    seats = setup.table.seats
    return {
        "phase": state.phase.value,
        "waiting": waiting(asks(state)),
        "round": past.round,
        "starter": starter(state),
        "board": _board(state),
        "x": [[colour for row, colour in enumerate(setup.rows) if x >> row & 1] for x in state.x],
        "set_aside": [bool(state.away >> seat & 1) for seat in seats],
        "predictions": list(state.predictions),
        "tricks": list(state.won),
        "cards_left": [cards_left(state, seat) for seat in seats],
        "trick": [{"seat": play.seat, "number": play.number, "colour": play.suit} for play in state.trick],
        "leader": state.leader,
        "turn": state.turn,
        "red_broken": bool(state.taken & setup.red),
        "revealed": list(state.revealed),
        "claims": [
            {"seat": claim.seat, "trick": claim.trick, "cells": [list(cell) for cell in setup.listed(claim.cells)]}
            for claim in state.claims
        ],
        "totals": list(past.totals),
        "rounds": [
            {
                "scores": list(done.scores),
                "tricks": list(done.tricks),
                "bonus": list(done.bonus),
                "paradox": done.paradox,
            }
            for done in past.rounds
        ],
        "flags": [{"kind": "false-only-red", **flag._asdict()} for flag in past.flags],
    }


def _board(state: State) -> dict[str, list[int | None]]:
    """The research board: for each colour, over the numbers, the owner's seat, -1 for neutral, or None."""
    setup = state.setup
    owner = {bit: seat for seat, tokens in enumerate(state.tokens) for bit in _bits(tokens)}
    return {
        colour: [
            owner.get(bit, -1) if state.taken & bit else None
            for bit in (1 << (row * setup.numbers + column) for column in range(setup.numbers))
        ]
        for row, colour in enumerate(setup.rows)
    }


def _bits(cells: int) -> list[int]:
    return [1 << place for place in range(cells.bit_length()) if cells >> place & 1]
