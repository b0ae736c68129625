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
from companion.games.catch_22.square_names import named
from companion.games.catch_22.state import State, owner_of


def describe(state: State, event: Event) -> Text:
    """The event in words; `state` is the one before it, and the event may be one that the rules refuse."""
    return _WORDS[type(event)](state, event)


def _star(state: State, event: StarChosen) -> Text:
    return say("{name} starts on {square}", name=_name(state, event.seat), square=_square(state, event.square))


def _rolled(state: State, event: Rolled) -> Text:
    faces = listed((face.value for face in event.faces), "and")
    return say("{name} rolls {faces}", name=_name(state, event.seat), faces=faces)


def _cubes_placed(state: State, event: CubesPlaced) -> Text:
    return counted(
        "{name} places a cube on {squares}",
        "{name} places cubes on {squares}",
        len(event.squares),
        name=_name(state, event.seat),
        squares=listed((_square(state, name) for name in event.squares), "and"),
    )


def _moved(state: State, event: Moved) -> Text:
    return say("{name} moves to {square}", name=_name(state, event.seat), square=_square(state, event.to))


def _robbed(state: State, event: PawnRobbed) -> Text:
    return say("{name} robs {other}", name=_name(state, event.seat), other=_name(state, event.victim))


def _switched(state: State, event: Switched) -> Text:
    return say("{name} changes places with {other}", name=_name(state, event.seat), other=_name(state, event.other))


def _removed(state: State, event: CubeRemoved) -> Text:
    name = _name(state, event.seat)
    if event.square is None:
        return say("{name} takes no cube off", name=name)
    place = state.board.index.get(event.square)
    owner = None if place is None else owner_of(state, place)
    square = _square(state, event.square)
    if owner is None:
        return say("{name} takes a cube off {square}", name=name, square=square)
    return say("{name} takes the cube of {owner} off {square}", name=name, owner=_name(state, owner), square=square)


def _ransomed(state: State, event: CubeRansomed) -> Text:
    return counted(
        "{owner} buys a cube back from {name} for {n} token",
        "{owner} buys a cube back from {name} for {n} tokens",
        event.price,
        owner=_name(state, event.owner),
        name=_name(state, event.seat),
    )


_WORDS: Mapping[type[Event], Callable[[State, Any], Text]] = {
    StarChosen: _star,
    Rolled: _rolled,
    CubesPlaced: _cubes_placed,
    Moved: _moved,
    PawnRobbed: _robbed,
    Switched: _switched,
    CubeRemoved: _removed,
    CubeRansomed: _ransomed,
}


def _name(state: State, seat: int) -> Text:
    if seat in state.table.seats:
        return say("{name}", name=state.table.name(seat))
    return say("seat {seat}", seat=seat)


def _square(state: State, name: str) -> Text:
    place = state.board.index.get(name)
    return say("square {id}", id=name[:40]) if place is None else named(state.board, place)
