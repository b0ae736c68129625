"""How turns begin and end, how the game is won, and the small tools for changing one seat's entry."""

from __future__ import annotations

from typing import TypeVar

from companion.core.game import Note, Step
from companion.core.text import say
from companion.games.catch_22.movement import every_roll_stuck
from companion.games.catch_22.state import Phase, State

T = TypeVar("T")


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The same tuple with another value in one place."""
    return (*values[:place], value, *values[place + 1 :])


def begin_turn(state: State, seat: int) -> State:
    """The table as a player's turn begins: he may place cubes, and nobody's cubes rest."""
    return state._replace(
        phase=Phase.PLACE, turn=seat, rolled=None, destinations=0, resting=(0,) * len(state.table.players)
    )


def end_turn(state: State) -> State:
    """The turn passes on clockwise."""
    assert state.turn is not None, "somebody's turn ends"
    return begin_turn(state, (state.turn + 1) % len(state.table.players))


def roll_again(state: State) -> State:
    """The same player owes another roll."""
    return state._replace(phase=Phase.ROLL, rolled=None, destinations=0)


def stuck(state: State, seat: int, pips: int) -> Step:
    """A roll that leaves nowhere to go: forfeited, or rolled again where that is the rule and some roll would help."""
    name = state.table.name(seat)
    if state.options.no_path == "reroll" and not every_roll_stuck(state, seat):
        again = say("{name} has nowhere to go with {n}: roll again.", name=name, n=pips)
        return Step(roll_again(state), (Note(again, seat, "R4.6"),))
    over = say("{name} has nowhere to go with {n}: the turn is over.", name=name, n=pips)
    return Step(end_turn(state), (Note(over, seat, "R4.6"),))


def win(state: State, seat: int, star: str) -> Step:
    """The game is won by a player whose pawn stands on this star."""
    note = say(
        "{name} reaches the star {star} with {n} tokens and wins!",
        name=state.table.name(seat),
        star=star,
        n=state.tokens[seat],
    )
    won = state._replace(phase=Phase.OVER, rolled=None, destinations=0)
    return Step(won, (Note(note, seat, "R9.1"),))
