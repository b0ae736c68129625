"""Buying a captured cube back."""

from __future__ import annotations

from companion.core.events import IllegalEvent
from companion.core.game import Note, Step
from companion.core.text import say
from companion.games.catch_22.movement import destinations
from companion.games.catch_22.state import Phase, State
from companion.games.catch_22.turns import changed, stuck


def ransom(state: State, captor: int, owner: int, price: int) -> Step:
    """A cube goes back to its owner's supply, tokens to the captor, and a move that is due is looked at anew.

    Raises IllegalEvent.
    """
    name = state.table.name(captor)
    if state.options.ransom == "off":
        raise IllegalEvent("R8.1", "Captured cubes are not sold at this table.")
    if owner not in state.table.seats:
        raise IllegalEvent("R8.1", f"There is no seat {owner} at this table.")
    if not state.captured[captor][owner]:
        raise IllegalEvent("R8.1", f"{name} holds no cube of {state.table.name(owner)}.")
    purse = state.tokens[owner]
    if not 0 <= price <= purse:
        raise IllegalEvent("R8.2", f"{state.table.name(owner)} can pay from 0 to {purse} tokens, not {price}.")
    tokens = changed(state.tokens, captor, state.tokens[captor] + price)
    held = changed(state.captured[captor], owner, state.captured[captor][owner] - 1)
    state = state._replace(
        tokens=changed(tokens, owner, purse - price),
        captured=changed(state.captured, captor, held),
        supply=changed(state.supply, owner, state.supply[owner] + 1),
    )
    if owner == state.turn and state.phase is not Phase.PLACE:
        state = state._replace(resting=changed(state.resting, owner, state.resting[owner] + 1))
    note = Note(
        say("{name} gives a cube back to {owner} for {n}.", name=name, owner=state.table.name(owner), n=price),
        captor,
        "R8.2",
    )
    if state.phase is not Phase.MOVE:
        return Step(state, (note,))
    return _look_again(state, note)


def _look_again(state: State, note: Note) -> Step:
    """Tokens changed hands while a move is due: stars on the way count for others now."""
    assert state.turn is not None, "a move is due"
    assert state.rolled is not None, "a move is due"
    found = destinations(state, state.turn, state.rolled)
    if found:
        return Step(state._replace(destinations=found), (note,))
    after, notes = stuck(state, state.turn, state.rolled)
    return Step(after, (note, *notes))
