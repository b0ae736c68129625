"""The rules of Pig: how it starts, what follows from an event, how it ends. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.pig.events import Held
from companion.games.pig.options import PigOptions
from companion.games.pig.state import State

from companion.core.events import Event, IllegalEvent, Rolled, dice_in
from companion.core.game import Note, Outcome, Refusals, Rule, Step
from companion.core.table import Table
from companion.core.text import say


def start(table: Table, options: PigOptions) -> State:
    """Nobody has points, and seat 0 begins."""
    return State(table, options, "turn", 0, (0,) * len(table.players), 0)


def outcome(state: State) -> Outcome | None:
    """The winner, then all others by their points; None while the game goes on."""
    if state.phase != "over":
        return None
    points = sorted(set(state.scores), reverse=True)
    places = tuple(tuple(seat for seat in state.table.seats if state.scores[seat] == each) for each in points)
    return Outcome(places, dict(enumerate(state.scores)))


def _rolled(state: State, event: Rolled) -> Step:
    _check_turn(state, event)
    (value,) = dice_in(event, 1, "R2.1")
    if value > 1:
        return Step(state._replace(collected=state.collected + value))
    lost = say("{name} rolled a 1 and loses this turn's points", name=state.table.name(state.turn))
    return Step(_next_turn(state), (Note(lost, state.turn, "R2.2"),))


def _held(state: State, event: Held) -> Step:
    _check_turn(state, event)
    if not state.collected:
        raise IllegalEvent("R2.3", say("{name} must roll before holding.", name=state.table.name(event.seat)))
    seat, scores = state.turn, list(state.scores)
    scores[seat] += state.collected
    state = state._replace(scores=tuple(scores), collected=0)
    if scores[seat] < state.options.target:
        return Step(_next_turn(state))
    won = Note(say("{name} wins", name=state.table.name(seat)), seat, "R3.1")
    return Step(state._replace(phase="over"), (won,))


def _check_turn(state: State, event: Event) -> None:
    name, turn = state.table.name(event.seat), state.table.name(state.turn)
    if event.seat != state.turn:
        raise IllegalEvent("R2.1", say("{name} is not on turn: it is {turn}'s turn.", name=name, turn=turn))


def _next_turn(state: State) -> State:
    return state._replace(turn=(state.turn + 1) % len(state.scores), collected=0)


REFUSALS = Refusals(over="R3.1")
RULES: Mapping[type[Event], Rule] = {Rolled: _rolled, Held: _held}
