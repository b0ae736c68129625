"""What happens on the last square of a move: robbing, jackpots, another roll, changing places, taking cubes off."""

from __future__ import annotations

from companion.core.events import IllegalEvent
from companion.core.game import Note, Step
from companion.core.text import listed, say
from companion.games.catch_22.board import Kind
from companion.games.catch_22.movement import ready
from companion.games.catch_22.state import (
    Phase,
    State,
    all_cubes,
    at,
    must_choose_victim,
    owner_of,
    partners,
    protected,
    victims,
)
from companion.games.catch_22.turns import changed, end_turn, roll_again, win
from companion.kit.graph import squares


def land(state: State, seat: int) -> Step:
    """A pawn came to rest: robbing first, or the question whom."""
    if must_choose_victim(state, seat):
        return Step(state._replace(phase=Phase.ROB))
    return _rob_all(state, seat, victims(state, seat))


def rob(state: State, seat: int, victim: int) -> Step:
    """A player chose whom he robs. Raises IllegalEvent."""
    possible = victims(state, seat)
    if victim not in possible:
        names = listed(state.table.name(one) for one in possible)
        raise IllegalEvent("R5.2", f"{state.table.name(seat)} can rob only {names} there.")
    return _rob_all(state, seat, (victim,))


def _rob_all(state: State, seat: int, robbed: tuple[int, ...]) -> Step:
    name = state.table.name(seat)
    notes: list[Note] = []
    tokens = list(state.tokens)
    for other in robbed:
        loot, tokens[other] = tokens[other], 0
        tokens[seat] += loot
        said = say("{name} takes all {n} tokens of {other}.", name=name, n=loot, other=state.table.name(other))
        notes.append(Note(said, seat, "R5.1"))
    return _square(state._replace(tokens=tuple(tokens)), seat, bool(robbed), notes)


def _square(state: State, seat: int, stole: bool, notes: list[Note]) -> Step:
    """The square takes effect, after the robbing."""
    kind = state.board.squares[at(state, seat)].kind
    if kind is Kind.JACKPOT:
        return _jackpot(state, seat, stole, notes)
    if kind is Kind.ROLL_AGAIN:
        return _bonus(state, seat, "R5.4", stole, notes)
    if kind is Kind.SWITCH:
        if partners(state, seat):
            return Step(state._replace(phase=Phase.SWITCH), tuple(notes))
        notes.append(Note(say("There is nobody to change places with."), seat, "R6.2"))
    elif kind is Kind.REMOVE_CUBE:
        if all_cubes(state):
            return Step(state._replace(phase=Phase.REMOVE), tuple(notes))
        notes.append(Note(say("There is no cube on the board to take off."), seat, "R7.3"))
    return Step(end_turn(state), tuple(notes))


def _jackpot(state: State, seat: int, stole: bool, notes: list[Note]) -> Step:
    place, name = at(state, seat), state.table.name(seat)
    loot = state.jackpots[place]
    if loot:
        notes.append(Note(say("{name} collects {n} from the jackpot.", name=name, n=loot), seat, "R5.3"))
    state = state._replace(
        tokens=changed(state.tokens, seat, state.tokens[seat] + loot), jackpots=changed(state.jackpots, place, 0)
    )
    if not loot and state.options.empty_jackpot == "turn-over":
        notes.append(Note(say("This jackpot is empty: the turn is over."), seat, "R5.3"))
        return Step(end_turn(state), tuple(notes))
    return _bonus(state, seat, "R5.3", stole, notes)


def _bonus(state: State, seat: int, rule: str, stole: bool, notes: list[Note]) -> Step:
    if stole and state.options.steal_on_bonus == "turn-over":
        return Step(end_turn(state), tuple(notes))
    notes.append(Note(say("{name} rolls again.", name=state.table.name(seat)), seat, rule))
    return Step(roll_again(state), tuple(notes))


def switch(state: State, seat: int, other: int) -> Step:
    """Two pawns change places; nothing else happens there. Raises IllegalEvent."""
    name = state.table.name(seat)
    possible = partners(state, seat)
    if other not in possible:
        names = listed(state.table.name(one) for one in possible)
        why = ""
        if other in state.table.seats and other != seat:
            reason = "stands on a cube of his own" if protected(state, other) else "is on the same square"
            why = f" {state.table.name(other)} {reason}."
        raise IllegalEvent("R6.2", f"{name} can change places only with {names}.{why}")
    place, there = at(state, seat), at(state, other)
    state = state._replace(pawns=changed(changed(state.pawns, seat, there), other, place))
    if state.options.switch_wins and ready(state, seat) and state.board.stars >> there & 1:
        return win(state, seat, state.board.id(there))
    note = say("{name} and {other} change places.", name=name, other=state.table.name(other))
    return Step(end_turn(state), (Note(note, seat, "R6.1"),))


def remove_cube(state: State, seat: int, place: int | None) -> Step:
    """A cube leaves the board, or all of them stay. Raises IllegalEvent."""
    name = state.table.name(seat)
    if place is None:
        if state.options.remove == "obligatory":
            raise IllegalEvent("R7.1", f"{name} must take a cube off: that is the rule at this table.")
        return Step(end_turn(state))
    owner = owner_of(state, place)
    if owner is None:
        lying = listed(state.board.id(one) for one in squares(all_cubes(state)))
        raise IllegalEvent("R7.1", f"{name} cannot take a cube off {state.board.id(place)}: cubes lie on {lying}.")
    state = state._replace(cubes=changed(state.cubes, owner, state.cubes[owner] & ~(1 << place)))
    if owner == seat:
        state = state._replace(supply=changed(state.supply, seat, state.supply[seat] + 1))
        return Step(end_turn(state), (Note(say("{name} takes a cube of his own back.", name=name), seat, "R7.2"),))
    held = changed(state.captured[seat], owner, state.captured[seat][owner] + 1)
    state = state._replace(captured=changed(state.captured, seat, held))
    note = say("{name} captures a cube of {other}.", name=name, other=state.table.name(owner))
    return Step(end_turn(state), (Note(note, seat, "R7.2"),))
