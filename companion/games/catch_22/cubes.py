"""Cubes on their way: placed on the board, taken off it, and bought back."""

from __future__ import annotations

from companion.core.events import IllegalEvent
from companion.core.game import Note, Step
from companion.core.text import counted, listed, say
from companion.core.values import replaced
from companion.games.catch_22.events import CubeRansomed, CubeRemoved, CubesPlaced
from companion.games.catch_22.graph import bits
from companion.games.catch_22.movement import destinations, keys, shut_in, some_roll_stuck
from companion.games.catch_22.square_names import named, named_all
from companion.games.catch_22.state import (
    Phase,
    State,
    all_cubes,
    at,
    foreign_cubes,
    free_plain,
    in_hand,
    owner_of,
)
from companion.games.catch_22.turns import end_turn, stuck

LONGEST_PROMISE = 200
"""Letters of what players agree on besides tokens, as of the reason for which a game is stopped."""


def place(state: State, event: CubesPlaced, squares: tuple[int, ...]) -> Step:
    """Cubes go on these squares, all at once. Raises IllegalEvent."""
    seat, name = event.seat, state.table.name(event.seat)
    if not squares:
        raise IllegalEvent("R3.2", say("{name} places no cubes. Just roll the die instead.", name=name))
    some = bits(squares)
    if some.bit_count() < len(squares):
        raise IllegalEvent("R3.3", say("{name} can put only one cube on a square.", name=name))
    for square in squares:
        _check_square(state, seat, square)
    hand, resting = in_hand(state, seat), state.resting[seat]
    if len(squares) > hand:
        wanted = counted("{name} wants to place {n} cube", "{name} wants to place {n} cubes", len(squares), name=name)
        if resting:
            text = say(
                "{wanted} but has {hand}: {resting} more must wait until the next turn.",
                resting=resting,
                wanted=wanted,
                hand=hand,
            )
        else:
            text = say("{wanted} but has {hand} in hand.", wanted=wanted, hand=hand)
        raise IllegalEvent("R3.4", text)
    after = state._replace(
        cubes=replaced(state.cubes, seat, state.cubes[seat] | some),
        supply=replaced(state.supply, seat, state.supply[seat] - len(squares)),
    )
    for other in state.table.seats:
        if other != seat:
            _check_way_out(after, seat, other)
    return Step(after)


def _check_square(state: State, seat: int, square: int) -> None:
    """A cube may go on a plain square without a cube and without a pawn (R3.3)."""
    name, where = state.table.name(seat), named(state.board, square)
    if not state.board.plain >> square & 1:
        text = say("{name} cannot put a cube on {square}: cubes go on plain squares.", name=name, square=where)
        raise IllegalEvent("R3.3", text)
    owner = owner_of(state, square)
    if owner is not None:
        text = say("{name} cannot put a cube on {square}: a cube is there already.", name=name, square=where)
        raise IllegalEvent("R3.3", text)
    if square in state.pawns:
        text = say("{name} cannot put a cube on {square}: a pawn stands there.", name=name, square=where)
        raise IllegalEvent("R3.3", text)


def _check_way_out(after: State, seat: int, other: int) -> None:
    """Everyone else can still leave their square (R3.5, R3.6)."""
    names = {"name": after.table.name(seat), "other": after.table.name(other)}
    where = named(after.board, at(after, other))
    if shut_in(after, other):
        text = say(
            "{name} must leave {other} on {square} at least one free neighbouring square.", **names, square=where
        )
        raise IllegalEvent("R3.5", text)
    if after.options.block_rule == "every-roll" and some_roll_stuck(after, other):
        text = say("{name} must leave {other} on {square} a way for every number from 1 to 6.", **names, square=where)
        raise IllegalEvent("R3.6", text)


def remove(state: State, event: CubeRemoved, square: int | None) -> Step:
    """A cube leaves the board, or all of them stay. Raises IllegalEvent."""
    seat, name = event.seat, state.table.name(event.seat)
    if square is None:
        if state.options.remove == "obligatory":
            raise IllegalEvent("R7.1", say("{name} must take a cube off.", name=name))
        return Step(end_turn(state))
    owner = owner_of(state, square)
    if owner is None:
        lying = listed(named_all(state.board, all_cubes(state)))
        text = say(
            "No cube on {square}. {name} can take one off {squares}.",
            name=name,
            squares=lying,
            square=named(state.board, square),
        )
        raise IllegalEvent("R7.1", text)
    state = state._replace(cubes=replaced(state.cubes, owner, state.cubes[owner] & ~(1 << square)))
    if owner == seat:
        state = state._replace(supply=replaced(state.supply, seat, state.supply[seat] + 1))
        note = say("{name} takes back a cube of their own.", name=name)
    else:
        held = replaced(state.captured[seat], owner, state.captured[seat][owner] + 1)
        state = state._replace(captured=replaced(state.captured, seat, held))
        note = say("{name} captures a cube of {other}.", name=name, other=state.table.name(owner))
    return Step(end_turn(state), (Note(note, seat, "R7.2"),))


def ransom(state: State, event: CubeRansomed) -> Step:
    """A cube goes back to its owner's hand and tokens to the captor; a move that is due is looked at again (R8.4).

    Raises IllegalEvent.
    """
    captor, owner, price = event.seat, event.owner, event.price
    if state.options.ransom == "off":
        raise IllegalEvent("R8.1", say("At this table captured cubes cannot be bought back."))
    if owner not in state.table.seats:
        raise IllegalEvent("R8.1", say("There is no seat {seat} at this table.", seat=owner))
    names = {"name": state.table.name(captor), "owner": state.table.name(owner)}
    if not state.captured[captor][owner]:
        raise IllegalEvent("R8.1", say("{name} holds no cube of {owner}.", **names))
    purse = state.tokens[owner]
    if not 0 <= price <= purse:
        text = say("{owner} can pay 0 to {most} tokens, not {price}.", owner=names["owner"], most=purse, price=price)
        raise IllegalEvent("R8.2", text)
    if len(event.besides) > LONGEST_PROMISE:
        raise IllegalEvent("R8.2", say("What else was agreed has room for {most} letters.", most=LONGEST_PROMISE))
    held = replaced(state.captured[captor], owner, state.captured[captor][owner] - 1)
    tokens = replaced(state.tokens, captor, state.tokens[captor] + price)
    state = state._replace(
        tokens=replaced(tokens, owner, purse - price),
        captured=replaced(state.captured, captor, held),
        supply=replaced(state.supply, owner, state.supply[owner] + 1),
    )
    if owner == state.turn and state.phase is not Phase.PLACE:
        state = state._replace(resting=replaced(state.resting, owner, state.resting[owner] + 1))
    said = counted(
        "{name} gives a cube back to {owner} for {n} token.",
        "{name} gives a cube back to {owner} for {n} tokens.",
        price,
        **names,
    )
    if event.besides and not price:
        said = say("{name} gives a cube back to {owner} for: {besides}", **names, besides=event.besides)
    elif event.besides:
        said = counted(
            "{name} gives a cube back to {owner} for {n} token, and: {besides}",
            "{name} gives a cube back to {owner} for {n} tokens, and: {besides}",
            price,
            **names,
            besides=event.besides,
        )
    note = Note(said, captor, "R8.2")
    return Step(state, (note,)) if state.phase is not Phase.MOVE else _look_again(state, note)


def _look_again(state: State, note: Note) -> Step:
    """Tokens changed hands while a move is due: other stars may count now, or none."""
    assert state.turn is not None, "a move is due"
    assert state.rolled is not None, "a move is due"
    found = destinations(state, state.turn, state.rolled)
    if found:
        return Step(state._replace(destinations=found), (note,))
    after, notes = stuck(state, state.turn, state.rolled)
    return Step(after, (note, *notes))


def open_for_cubes(state: State, seat: int) -> int:
    """The set of squares where a player could place a single cube now; empty if they may place none."""
    phases = (Phase.PLACE, Phase.ROLL) if state.options.cubes_before == "every-roll" else (Phase.PLACE,)
    if seat != state.turn or state.phase not in phases or in_hand(state, seat) < 1:
        return 0
    free = free_plain(state)
    for other in state.table.seats:
        if other == seat:
            continue
        if shut_in(state, other):
            return 0
        if state.options.block_rule == "every-roll":
            free &= ~keys(state, other)
        ways_out = _ways_out(state, other)
        if ways_out.bit_count() == 1:
            free &= ~ways_out
    return free


def _ways_out(state: State, seat: int) -> int:
    return state.board.graph.near[at(state, seat)] & ~foreign_cubes(state, seat)
