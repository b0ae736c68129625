"""What an event was, in one short sentence for the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.events import Event, Rolled
from companion.core.text import Text, counted, listed, say
from companion.games.catch_22.events import (
    CubeRansomed,
    CubeRemoved,
    CubesPlaced,
    Moved,
    PawnRobbed,
    StarChosen,
    Switched,
)
from companion.games.catch_22.movement import winning_star
from companion.games.catch_22.square_names import named
from companion.games.catch_22.state import State, owner_of


def describe(state: State, event: Event) -> Text:
    """The event in words; `state` is the one before it, and the event may be one that the rules refuse."""
    return _WORDS[type(event)](state, event)


def _cubes_placed(state: State, event: CubesPlaced) -> Text:
    return counted(
        "{name} places a cube on {squares}",
        "{name} places cubes on {squares}",
        len(event.squares),
        name=state.table.who(event.seat),
        squares=listed((_square(state, name) for name in event.squares), "and"),
    )


def _removed(state: State, event: CubeRemoved) -> Text:
    name = state.table.who(event.seat)
    if event.square is None:
        return say("{name} takes no cube off", name=name)
    place = state.board.index.get(event.square)
    owner = None if place is None else owner_of(state, place)
    square = _square(state, event.square)
    if owner is None:
        return say("{name} takes a cube off {square}", name=name, square=square)
    return say("{name} takes the cube of {owner} off {square}", name=name, owner=state.table.who(owner), square=square)


def _stop(state: State, event: Moved) -> str:
    """The square where the pawn comes to stand: a star that it wins on (R9.3), else the one that was said."""
    to = state.board.index.get(event.to)
    if event.path is not None or to is None or state.rolled is None or not state.destinations >> to & 1:
        return event.to
    star = winning_star(state, event.seat, state.rolled, to)
    return event.to if star is None else state.board.id(star)


def _ransomed(state: State, event: CubeRansomed) -> Text:
    bought = counted(
        "{owner} buys a cube back from {name} for {n} token",
        "{owner} buys a cube back from {name} for {n} tokens",
        event.price,
        owner=state.table.who(event.owner),
        name=state.table.who(event.seat),
    )
    if not event.besides:
        return bought
    if not event.price:
        names = {"owner": state.table.who(event.owner), "name": state.table.who(event.seat)}
        return say("{owner} buys a cube back from {name} for: {besides}", **names, besides=event.besides)
    return say("{text}, and: {besides}", text=bought, besides=event.besides)


_WORDS: Mapping[type[Event], Callable[[State, Any], Text]] = {
    StarChosen: lambda state, event: say(
        "{name} starts on {square}", name=state.table.who(event.seat), square=_square(state, event.square)
    ),
    Rolled: lambda state, event: say(
        "{name} rolls {faces}",
        name=state.table.who(event.seat),
        faces=listed((face.value for face in event.faces), "and"),
    ),
    CubesPlaced: _cubes_placed,
    Moved: lambda state, event: say(
        "{name} moves to {square}", name=state.table.who(event.seat), square=_square(state, _stop(state, event))
    ),
    PawnRobbed: lambda state, event: say(
        "{name} robs {other}", name=state.table.who(event.seat), other=state.table.who(event.victim)
    ),
    Switched: lambda state, event: say(
        "{name} changes places with {other}", name=state.table.who(event.seat), other=state.table.who(event.other)
    ),
    CubeRemoved: _removed,
    CubeRansomed: _ransomed,
}


def _square(state: State, name: str) -> Text:
    place = state.board.index.get(name)
    return say("square {id}", id=name[:40]) if place is None else named(state.board, place)
