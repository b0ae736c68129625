"""What a Cat in the Box table is asked for, and its complete public position."""

from __future__ import annotations

from typing import Any

from companion.core.asks import Ask, Choice, Form, Key
from companion.core.text import say
from companion.games.cat_in_the_box.options import TRUMP
from companion.games.cat_in_the_box.state import (
    CardPlayed,
    CardSetAside,
    NeutralRevealed,
    ParadoxShown,
    Predicted,
    State,
    cards_left,
    needs_claim,
    openings,
    red_is_open,
    starter,
)


def asks(state: State) -> tuple[Ask, ...]:
    """What the table is asked for; empty exactly when the game is over."""
    turn = state.turn
    match state.phase:
        case "reveal" if turn is not None:
            numbers = {"from": 1, "to": state.house.numbers}
            form = Form(NeutralRevealed, {"seat": {"is": turn}, "numbers": {"list_of": numbers, "count": 3}})
            return (Ask(turn, say("Turn up three of the undealt cards"), forms=(form,)),)
        case "set-aside":
            return tuple(
                Ask(seat, say("Set a card aside"), (Choice(CardSetAside(seat), say("Done"), Key.YES),))
                for seat in state.house.table.seats
                if not state.away >> seat & 1
            )
        case "predict" if turn is not None:
            choices = tuple(Choice(Predicted(turn, n), say("{n}", n=n)) for n in sorted(state.house.allowed))
            return (Ask(turn, say("How many tricks?"), choices),)
        case "play" if turn is not None:
            return (_card_ask(state, turn),)
    return ()


def _card_ask(state: State, seat: int) -> Ask:
    house, claim = state.house, needs_claim(state)
    choices = tuple(
        Choice(
            CardPlayed(seat, number, colour, only_red=claim and colour == TRUMP),
            say("{n} {colour}, nothing else", n=number, colour=colour)
            if claim and colour == TRUMP
            else say("{n} {colour}", n=number, colour=colour),
        )
        for colour, number in house.listed(openings(state, seat))
    )
    forms: tuple[Form, ...] = ()
    if not red_is_open(state):  # no hand is a paradox then
        numbers = {"list_of": {"from": 1, "to": house.numbers}, "count": cards_left(state, seat)}
        forms = (Form(ParadoxShown, {"seat": {"is": seat}, "hand": numbers}),)
    if state.trick:
        return Ask(seat, say("Lay a card: {colour} led", colour=state.trick[0].suit), choices, forms)
    return Ask(seat, say("Lead a card"), choices, forms)


def waiting(state: State) -> list[int]:
    """The seats that may act now."""
    if state.phase == "set-aside":
        return [seat for seat in state.house.table.seats if not state.away >> seat & 1]
    return [] if state.turn is None else [state.turn]


def board(state: State) -> dict[str, list[int | None]]:
    """The research board: for each colour, over the numbers, the owner's seat, -1 for neutral, or None."""
    house = state.house
    owner = {bit: seat for seat, tokens in enumerate(state.tokens) for bit in _bits(tokens)}
    return {
        colour: [
            owner.get(bit, -1) if state.taken & bit else None
            for bit in (1 << (row * house.numbers + column) for column in range(house.numbers))
        ]
        for row, colour in enumerate(house.rows)
    }


def _bits(cells: int) -> list[int]:
    return [1 << place for place in range(cells.bit_length()) if cells >> place & 1]


def facts(state: State) -> dict[str, Any]:
    """The complete public position, JSON-able; RULES.md, R9, says what each key means."""
    house, past = state.house, state.past
    seats = house.table.seats
    return {
        "phase": state.phase,
        "waiting": waiting(state),
        "round": past.round,
        "starter": starter(state),
        "board": board(state),
        "x": [[colour for row, colour in enumerate(house.rows) if x >> row & 1] for x in state.x],
        "set_aside": [bool(state.away >> seat & 1) for seat in seats],
        "predictions": list(state.predictions),
        "tricks": list(state.won),
        "cards_left": [cards_left(state, seat) for seat in seats],
        "trick": [{"seat": play.seat, "number": play.number, "colour": play.suit} for play in state.trick],
        "leader": state.leader,
        "turn": state.turn,
        "red_broken": bool(state.taken & house.red),
        "revealed": list(state.revealed),
        "claims": [
            {"seat": claim.seat, "trick": claim.trick, "cells": [list(cell) for cell in house.listed(claim.cells)]}
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
