"""What the panel of CATCH 22 shows, computed without a screen."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.asks import open_to_people
from companion.core.events import Event
from companion.core.game import Figure
from companion.core.text import Text, counted, say
from companion.games.catch_22.asks import asks
from companion.games.catch_22.board_files.layout import Layout, Point
from companion.games.catch_22.board_map import Board, Kind
from companion.games.catch_22.cubes import open_for_cubes
from companion.games.catch_22.events import CubeRansomed, CubeRemoved, CubesPlaced, Moved, StarChosen, Switched
from companion.games.catch_22.movement import a_way, reachable
from companion.games.catch_22.state import (
    Phase,
    State,
    all_cubes,
    asked,
    at,
    cubes_by_square,
    in_hand,
    listed_squares,
    partners,
)

_COORDINATE = re.compile(r"([a-z]+)(\d+)")


@dataclass(frozen=True, slots=True)
class SquareView:
    """One square as it stands. `tokens` lie in a jackpot now; `cube` is a seat; `lit`: it can be chosen now."""

    place: int
    kind: Kind
    tokens: int
    cube: int | None
    pawns: tuple[int, ...]
    lit: bool


class Fitted(NamedTuple):
    """A board laid into a box of the screen: centres (y upwards), the width of a square, and where the board lies."""

    centres: tuple[Point, ...]
    square: float
    left: float
    bottom: float
    width: float
    height: float


class Ransom(NamedTuple):
    """A captured cube that may be bought back, and the most that its owner can pay."""

    captor: int
    owner: int
    most: int


class AuditLine(NamedTuple):
    """Tokens that lie in one place; `seat` for a player's, None for the jackpots."""

    seat: int | None
    label: Text
    tokens: int


def fitted(shape: Layout, box: tuple[float, float, float, float]) -> Fitted:
    """A board's drawing as large as fits a box (x, y, width, height), turned by a quarter if that makes it larger."""
    x, y, width, height = box
    upright = min(width / shape.width, height / shape.height)
    turned = min(width / shape.height, height / shape.width)
    if turned > 1.15 * upright:
        shape = Layout(
            tuple((py, shape.width - px) for px, py in shape.centres), shape.square, shape.height, shape.width
        )
    scale = min(width / shape.width, height / shape.height)
    wide, high = shape.width * scale, shape.height * scale
    left, bottom = x + (width - wide) / 2, y + (height - high) / 2
    centres = tuple((left + px * scale, bottom + high - py * scale) for px, py in shape.centres)
    return Fitted(centres, shape.square * scale, left, bottom, wide, high)


def has_coordinates(board: Board) -> bool:
    """Return whether the squares are called by letters for columns and numbers for rows ("l3")."""
    spots = {square.id: (square.x, square.y) for square in board.squares}
    lines: dict[str, set[float | None]] = {}
    for name, (x, y) in spots.items():
        letters, digits = _COORDINATE.fullmatch(name), x is not None and y is not None
        if letters is None or not digits:
            return False
        lines.setdefault(letters[1], set()).add(x)
        lines.setdefault(letters[2], set()).add(y)
    return all(len(places) == 1 for places in lines.values())


def coordinates(board: Board, fit: Fitted) -> tuple[dict[str, float], dict[str, float]]:
    """The names at the left with the heights of their lines, and those below with how far right theirs are.

    Numbers stand at the left; below if the board lies turned.
    """
    found = [
        (_COORDINATE.fullmatch(square.id), centre) for square, centre in zip(board.squares, fit.centres, strict=True)
    ]
    named = [(each[1], each[2], centre) for each, centre in found if each is not None]
    upright = len({round(x) for letters, _, (x, _) in named if letters == named[0][0]}) == 1
    rows: dict[str, float] = {}
    columns: dict[str, float] = {}
    for letters, digits, (x, y) in named:
        column, row = (letters, digits) if upright else (digits, letters)
        columns[column], rows[row] = x, y
    return rows, columns


def square_views(state: State) -> tuple[SquareView, ...]:
    """Every square of the board, in its order."""
    cubes = cubes_by_square(state)
    pawns: dict[int, list[int]] = {}
    for seat, place in enumerate(state.pawns):
        if place is not None:
            pawns.setdefault(place, []).append(seat)
    lit = choosable(state)
    return tuple(
        SquareView(
            place,
            square.kind,
            state.jackpots[place],
            cubes.get(place),
            tuple(pawns.get(place, ())),
            bool(lit >> place & 1),
        )
        for place, square in enumerate(state.board.squares)
    )


def choosable(state: State) -> int:
    """The set of squares whose touch means something now (cubes aside)."""
    seat = state.turn
    if state.phase is Phase.STARS:
        return state.board.stars
    if state.phase is Phase.MOVE:
        return state.destinations
    if state.phase is Phase.REMOVE:
        return all_cubes(state)
    if state.phase is Phase.SWITCH and seat is not None:
        found = 0
        for other in partners(state, seat):
            found |= 1 << at(state, other)
        return found
    return 0


def meaning(state: State, place: int) -> Event | None:
    """The event that a touch of a square means, legal or not. None if it means nothing.

    A square for cubes is picked, not played: see `cube_squares`. On a switch square a place with several pawns means
    nothing, as it would not be clear whose.
    """
    due = asked(state)
    name = state.board.id(place)
    if not due:
        return None
    match state.phase:
        case Phase.STARS:
            return StarChosen(due[0], name)
        case Phase.MOVE:
            return Moved(due[0], name)
        case Phase.REMOVE:
            return CubeRemoved(due[0], name)
        case Phase.SWITCH:
            there = [seat for seat, spot in enumerate(state.pawns) if spot == place and seat != due[0]]
            return Switched(due[0], there[0]) if len(there) == 1 else None
        case Phase.PLACE | Phase.ROLL:
            return CubesPlaced(due[0], (name,))
        case _:
            return None


def cube_squares(state: State) -> int:
    """The set of squares where a cube could be picked or dropped now."""
    return open_for_cubes(state, state.turn) if state.turn is not None else 0


def cubes_to_place(state: State) -> tuple[int, int]:
    """Return whose cubes may be dragged now and how many: (seat, count); (0, 0) if none may."""
    if state.turn is None or not cube_squares(state):
        return 0, 0
    return state.turn, in_hand(state, state.turn)


def square_of(event: Event | None) -> str:
    """The square an event is about, to be pointed at; "" if it is about none."""
    match event:
        case StarChosen(square=name) | Moved(to=name):
            return name
        case CubeRemoved(square=str() as name):
            return name
        case _:
            return ""


def way_to(state: State, place: int) -> tuple[int, ...]:
    """The squares of the path to a destination, the starting one first; empty if it is none."""
    if state.phase is not Phase.MOVE or state.turn is None or state.rolled is None:
        return ()
    if not state.destinations >> place & 1:
        return ()
    return (at(state, state.turn), *a_way(state, state.turn, state.rolled, place))


def pips_to(state: State) -> dict[int, tuple[int, ...]]:
    """For each square the numbers that would let the player whose turn it is go there; empty before the first turn."""
    if state.turn is None or state.phase is Phase.OVER:
        return {}
    found: dict[int, tuple[int, ...]] = {}
    for pips, some in enumerate(reachable(state, state.turn), 1):
        for place in listed_squares(state, some):
            found[place] = (*found.get(place, ()), pips)
    return found


def ransoms(state: State, bots: Container[int] = ()) -> tuple[Ransom, ...]:
    """Return which captured cubes people may buy back now: both must agree, and nobody agrees for a bot."""
    forms = [form for ask in open_to_people(asks(state), bots) for form in ask.forms if form.event is CubeRansomed]
    return tuple(Ransom(form.seat, owner, state.tokens[owner]) for form in forms for owner in form.partners)


def audit(state: State) -> tuple[tuple[AuditLine, ...], int]:
    """Return where all tokens must lie now, and how many they are together."""
    names = state.table.players
    lines = [AuditLine(seat, say("{name}", name=names[seat]), state.tokens[seat]) for seat in state.table.seats]
    lines.append(AuditLine(None, say("on the board"), sum(state.jackpots)))
    return tuple(lines), state.board.total


def figures(state: State, seat: int) -> tuple[Figure, ...]:
    """Tokens, bright when they are enough to win, cubes in hand, and captured cubes if there are any."""
    tokens, supply, captured = state.tokens[seat], state.supply[seat], sum(state.captured[seat])
    ink = "good" if tokens >= state.options.target else "ink"
    return (
        Figure(counted("token", "tokens", tokens), str(tokens), ink),
        Figure(counted("cube", "cubes", supply), str(supply), "ink" if supply else "quiet"),
        *([Figure(counted("captive", "captives", captured), str(captured))] if captured else []),
    )
