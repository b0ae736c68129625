"""Where a pawn may go: exact counts, cubes in the way, and stars crossed with enough tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.catch_22.graph import Revisit, Walk, bits, ends, first_fault, ways, ways_by
from companion.games.catch_22.state import State, at, foreign_cubes


def walk_of(state: State, seat: int) -> Walk:
    """The conditions under which a player's pawn walks now."""
    pawns = 0
    if not state.options.pass_pawns:
        pawns = bits(place for other, place in enumerate(state.pawns) if other != seat and place is not None)
    return Walk(state.board.graph, foreign_cubes(state, seat), pawns, Revisit(state.options.reverse))


def ready(state: State, seat: int) -> bool:
    """Return whether a player holds enough tokens to win on the next star they enter."""
    return state.tokens[seat] >= state.options.target


def destinations(state: State, seat: int, pips: int) -> int:
    """The squares a player may name after rolling `pips`: exact ends, and with enough tokens every star on the way."""
    return _ends(state, seat, walk_of(state, seat), pips)


def _ends(state: State, seat: int, walk: Walk, pips: int) -> int:
    place = at(state, seat)
    found = ends(walk, place, pips)
    if ready(state, seat):
        for fewer in range(1, pips):
            found |= ends(walk, place, fewer) & state.board.stars
    return found


def shut_in(state: State, seat: int) -> bool:
    """Return whether every neighbour of a pawn's square carries a foreign cube."""
    return not state.board.graph.near[at(state, seat)] & ~foreign_cubes(state, seat)


def some_roll_stuck(state: State, seat: int) -> bool:
    """Return whether one of 1 to 6 would leave a player nowhere to go.

    The first part of a way is itself a way, so a six with somewhere to go answers for all smaller numbers.
    """
    return not destinations(state, seat, 6)


def keys(state: State, seat: int) -> int:
    """The squares of which one closed square more would leave a player nowhere to go with a six; all if they have
    nowhere to go as it is.

    They lie on every way, so those on one of them are tried.
    """
    walk, found = walk_of(state, seat), 0
    six = destinations(state, seat, 6)
    if not six:
        return (1 << len(state.board.squares)) - 1
    for place in set(a_way(state, seat, 6, (six & -six).bit_length() - 1)):
        if not _ends(state, seat, replace(walk, closed=walk.closed | 1 << place), 6):
            found |= 1 << place
    return found


def every_roll_stuck(state: State, seat: int) -> bool:
    """Return whether none of 1 to 6 would leave a player anywhere to go (a one answers for all, as above)."""
    return not destinations(state, seat, 1)


def fault_of(state: State, seat: int, path: tuple[int, ...], pips: int) -> tuple[int, str] | None:
    """Return what is wrong with a path: the step (from 0) and one of the words of `graph.first_fault` or "length"."""
    fault = first_fault(walk_of(state, seat), at(state, seat), path)
    if fault is not None:
        return fault
    shorter = len(path) < pips and ready(state, seat) and state.board.stars >> path[-1] & 1
    return None if len(path) == pips or shorter else (len(path) - 1, "length")


def star_on(state: State, path: tuple[int, ...]) -> int | None:
    """The first star that a path enters; whether its walker has enough tokens to win there is another question."""
    return next((place for place in path if state.board.stars >> place & 1), None)


def winning_star(state: State, seat: int, pips: int, to: int) -> int | None:
    """The star on which a player with enough tokens wins who names only the destination.

    Of all legal ways there, the one that enters a star after the fewest steps; equal ones: the smaller id. None where
    no way to `to` enters a star.
    """
    if not ready(state, seat):
        return None
    walk, place, stars = walk_of(state, seat), at(state, seat), state.board.stars
    lengths = range(1, pips + 1) if stars >> to & 1 else (pips,)
    found = [
        (step, state.board.id(star), star)
        for length in lengths
        for step, star in _earliest(ways_by(walk, place, length, to, stars))
    ]
    return min(found)[2] if found else None


def a_way(state: State, seat: int, pips: int, to: int) -> tuple[int, ...]:
    """A legal way to a destination, to be drawn: one that wins if there is one. Empty if there is none."""
    walk, place = walk_of(state, seat), at(state, seat)
    star = winning_star(state, seat, pips, to)
    lengths = range(1, pips + 1) if star is not None and state.board.stars >> to & 1 else (pips,)
    for length in lengths:
        for path in ways(walk, place, length, to):
            if star is None or star_on(state, path) == star:
                return path
    return ()


def reachable(state: State, seat: int) -> tuple[int, ...]:
    """For each of 1 to 6 the set of destinations it would give a player now."""
    return tuple(destinations(state, seat, pips) for pips in range(1, 7))


def _earliest(entries: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Those (step, star) with the fewest steps, of pairs that come in the order of their steps."""
    least: int | None = None
    for step, star in entries:
        if least is not None and step > least:
            return
        least = step
        yield step, star
