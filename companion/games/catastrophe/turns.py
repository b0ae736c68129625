"""Whose turn comes next, and phases that are left out (RULES.md R2.7 and R6.8)."""

from __future__ import annotations

from companion.core.game import Note
from companion.core.text import say
from companion.core.values import replaced
from companion.games.catastrophe.state import Phase, Skip, State, next_in, turn_of, turn_order

MOST_AHEAD = 9
"""Turns that one player can have ahead, or can have to pass over. The cards set no limit; no table needs more."""
PHASES = {Phase.PAW: say("Paw phase"), Phase.CATASTROPHE: say("CATastrophe phase")}
"""What a card can make somebody leave out, in words."""


def pass_turn(state: State, notes: list[Note]) -> State:
    """The turn goes to whoever has one more, else to the next in order whose turn is not passed over."""
    order = turn_of(state) if state.resumes_after is None else state.resumes_after
    extra = next((seat for seat in turn_order(state) if state.turns[seat] > 0), None)
    if extra is not None:
        notes.append(Note(say("{name} has one more turn.", name=state.table.name(extra)), extra, "R6.8"))
        turns, resumes = replaced(state.turns, extra, state.turns[extra] - 1), None if extra == order else order
        return state._replace(turn=extra, stage=Phase.CLAW, turns=turns, resumes_after=resumes)
    seat, turns = next_in(state, order), state.turns
    while turns[seat] < 0:
        notes.append(Note(say("{name}'s turn is passed over.", name=state.table.name(seat)), seat, "R6.8"))
        seat, turns = next_in(state, seat), replaced(turns, seat, turns[seat] + 1)
    notes.append(Note(say("It is {name}'s turn.", name=state.table.name(seat)), seat, "R2.7"))
    return state._replace(turn=seat, stage=Phase.CLAW, turns=turns, resumes_after=None)


def enter(state: State, phase: Phase, notes: list[Note]) -> State:
    """The turn goes on to this phase, or to what comes after it if the turn player leaves it out."""
    seat = turn_of(state)
    skip = Skip(seat, phase)
    if skip not in state.skips:
        return state._replace(stage=phase)
    at = state.skips.index(skip)
    said = say("{name} has no {phase} this time.", name=state.table.name(seat), phase=PHASES[phase])
    notes.append(Note(said, seat, "R6.8"))
    state = state._replace(skips=(*state.skips[:at], *state.skips[at + 1 :]))
    return enter(state, Phase.CATASTROPHE, notes) if phase is Phase.PAW else pass_turn(state, notes)
