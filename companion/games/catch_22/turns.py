"""How turns begin and end, and how the game is won."""

from __future__ import annotations

from companion.core.game import Note, Step
from companion.core.text import counted, say
from companion.games.catch_22.movement import every_roll_stuck
from companion.games.catch_22.square_names import named
from companion.games.catch_22.state import Phase, State, at


def begin_turn(state: State, seat: int) -> State:
    """A player's turn begins: they may place cubes, and no cube rests."""
    return state._replace(
        phase=Phase.PLACE, turn=seat, rolled=None, destinations=0, resting=(0,) * len(state.table.players)
    )


def end_turn(state: State) -> State:
    """The turn passes on clockwise."""
    assert state.turn is not None, "somebody's turn ends"
    return begin_turn(state, (state.turn + 1) % len(state.table.players))


def roll_again(state: State) -> State:
    """The same player must roll once more."""
    return state._replace(phase=Phase.ROLL, rolled=None, destinations=0)


def stuck(state: State, seat: int, pips: int) -> Step:
    """A roll leaves nowhere to go: the turn is over, or they roll again if that is the option and can help."""
    name = state.table.name(seat)
    if state.options.no_path == "reroll" and not every_roll_stuck(state, seat):
        again = say("{name} has nowhere to go with {n}: roll again.", name=name, n=pips)
        return Step(roll_again(state), (Note(again, seat, "R4.6"),))
    over = say("{name} has nowhere to go with {n}: the turn is over.", name=name, n=pips)
    return Step(end_turn(state), (Note(over, seat, "R4.6"),))


def win(state: State, seat: int) -> Step:
    """The game is won by a player whose pawn stands on a star now."""
    note = counted(
        "{name} reaches {star} with {n} token and wins!",
        "{name} reaches {star} with {n} tokens and wins!",
        state.tokens[seat],
        name=state.table.name(seat),
        star=named(state.board, at(state, seat)),
    )
    won = state._replace(phase=Phase.OVER, rolled=None, destinations=0)
    return Step(won, (Note(note, seat, "R9.1"),))
