"""What happens where a move ends: robbing, jackpots, another roll, changing places."""

from __future__ import annotations

from companion.core.events import IllegalEvent
from companion.core.game import Note, Step
from companion.core.text import Text, counted, listed, say
from companion.core.values import replaced
from companion.games.catch_22.board_map import Kind
from companion.games.catch_22.movement import ready
from companion.games.catch_22.state import (
    Phase,
    State,
    all_cubes,
    at,
    must_choose_victim,
    partners,
    protected,
    victims,
)
from companion.games.catch_22.turns import end_turn, roll_again, win


def land(state: State, seat: int) -> Step:
    """A pawn stops: robbing comes first, or the question whom."""
    if must_choose_victim(state, seat):
        return Step(state._replace(phase=Phase.ROB))
    return _rob_all(state, seat, victims(state, seat))


def rob(state: State, seat: int, victim: int) -> Step:
    """A player chose whom they rob. Raises IllegalEvent."""
    possible = victims(state, seat)
    if victim not in possible:
        names = listed(state.table.name(one) for one in possible)
        raise IllegalEvent("R5.2", say("{name} can rob only {names} there.", name=state.table.name(seat), names=names))
    return _rob_all(state, seat, (victim,))


def _rob_all(state: State, seat: int, robbed: tuple[int, ...]) -> Step:
    name = state.table.name(seat)
    notes: list[Note] = []
    tokens = list(state.tokens)
    for other in robbed:
        loot, tokens[other] = tokens[other], 0
        tokens[seat] += loot
        names = {"name": name, "other": state.table.name(other)}
        if loot:
            said = counted("{name} robs {other} of {n} token.", "{name} robs {other} of {n} tokens.", loot, **names)
        else:
            said = say("{name} robs {other}, who has no tokens.", **names)
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
        said = counted(
            "{name} takes {n} token from the jackpot.", "{name} takes {n} tokens from the jackpot.", loot, name=name
        )
        notes.append(Note(said, seat, "R5.3"))
    state = state._replace(
        tokens=replaced(state.tokens, seat, state.tokens[seat] + loot), jackpots=replaced(state.jackpots, place, 0)
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
        raise IllegalEvent("R6.2", _no_partner(state, seat, other, names))
    place, there = at(state, seat), at(state, other)
    state = state._replace(pawns=replaced(replaced(state.pawns, seat, there), other, place))
    if state.options.switch_wins and ready(state, seat) and state.board.stars >> there & 1:
        return win(state, seat)
    note = say("{name} and {other} change places.", name=name, other=state.table.name(other))
    return Step(end_turn(state), (Note(note, seat, "R6.1"),))


def _no_partner(state: State, seat: int, other: int, names: Text) -> Text:
    """Return why two players cannot change places, and who could be chosen."""
    name = state.table.name(seat)
    if other not in state.table.seats or other == seat:
        return say("{name} can change places only with {names}.", name=name, names=names)
    if protected(state, other):
        template = say("{other} stands on a cube of their own. {name} can change places only with {names}.")
    else:
        template = say("{other} is on the same square. {name} can change places only with {names}.")
    return say(template.template, other=state.table.name(other), name=name, names=names)
