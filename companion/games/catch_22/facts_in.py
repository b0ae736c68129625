"""From facts back to a state: strict, so that a table is either taken over as it stands or refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.catch_22.board import Kind
from companion.games.catch_22.facts import facts
from companion.games.catch_22.movement import destinations
from companion.games.catch_22.options import Catch22Options
from companion.games.catch_22.state import (
    CUBES,
    Phase,
    State,
    all_cubes,
    at,
    foreign_cubes,
    must_choose_victim,
    partners,
    standing_on,
    start,
)
from companion.kit.validate import all_agree, items, known, record, seats, whole, word

_DERIVED = ("waiting", "destinations", "flags")


def position(table: Table, options: Catch22Options, given: Mapping[str, Any]) -> State:
    """The state with these facts, the rest as at the start. Raises BadPosition for what cannot stand on a table."""
    fresh = start(table, options)
    shown = facts(fresh)
    known(given, shown)
    state = _read(fresh, given)
    _check_tokens(state)
    _check_cubes(state)
    if state.phase in (Phase.STARS, Phase.START_ROLL):
        _check_beginning(state, fresh)
    else:
        _check_later(state)
        _check_rolled(state)
        if state.phase is Phase.MOVE:
            state = _with_destinations(state)
        _check_phase(state)
    all_agree({key: value for key, value in given.items() if key in _DERIVED}, facts(state))
    return state


def _read(fresh: State, given: Mapping[str, Any]) -> State:
    """Every fact that is given, its type and range checked; the others stay as in `fresh`."""
    read: dict[str, Any] = {}
    for key, value in given.items():
        if key not in _DERIVED:
            read[key] = _READERS[key](fresh, key, value)
    return fresh._replace(**read)


def _phase(fresh: State, key: str, value: Any) -> Phase:
    del fresh
    return Phase(word(key, value, [phase.value for phase in Phase]))


def _seat(fresh: State, key: str, value: Any) -> int | None:
    return None if value is None else whole(key, value, 0, len(fresh.table.players) - 1)


def _contenders(fresh: State, key: str, value: Any) -> tuple[int, ...]:
    return tuple(sorted(seats(key, value, len(fresh.table.players))))


def _start_rolls(fresh: State, key: str, value: Any) -> tuple[int | None, ...]:
    return tuple(None if roll is None else whole(key, roll, 1, 6) for roll in _per_seat(fresh, key, value))


def _pawns(fresh: State, key: str, value: Any) -> tuple[int | None, ...]:
    return tuple(None if name is None else _place(fresh, key, name) for name in _per_seat(fresh, key, value))


def _counts(fresh: State, key: str, value: Any) -> tuple[int, ...]:
    return tuple(whole(key, count, 0) for count in _per_seat(fresh, key, value))


def _supply(fresh: State, key: str, value: Any) -> tuple[int, ...]:
    return tuple(whole(key, count, 0, CUBES) for count in _per_seat(fresh, key, value))


def _captured(fresh: State, key: str, value: Any) -> tuple[tuple[int, ...], ...]:
    rows = [_supply(fresh, key, row) for row in _per_seat(fresh, key, value)]
    for captor, row in enumerate(rows):
        if row[captor]:
            raise BadPosition(key, f"{fresh.table.name(captor)} cannot hold captive cubes of his own")
    return tuple(rows)


def _cubes(fresh: State, key: str, value: Any) -> tuple[int, ...]:
    found = [0] * len(fresh.table.players)
    for name, owner in record(key, value, list(fresh.board.index), whole_record=False).items():
        place = fresh.board.index[name]
        if not fresh.board.plain >> place & 1:
            raise BadPosition(key, f"{name} is no plain square: no cube can lie there")
        found[whole(key, owner, 0, len(found) - 1)] |= 1 << place
    return tuple(found)


def _jackpots(fresh: State, key: str, value: Any) -> tuple[int, ...]:
    board = fresh.board
    left = record(key, value, [board.id(place) for place in board.jackpots])
    found = [0] * len(board.squares)
    for place in board.jackpots:
        found[place] = whole(key, left[board.id(place)], 0, board.full[place])
    return tuple(found)


def _rolled(fresh: State, key: str, value: Any) -> int | None:
    del fresh
    return None if value is None else whole(key, value, 1, 6)


_READERS = {
    "phase": _phase,
    "turn": _seat,
    "starter": _seat,
    "contenders": _contenders,
    "start_rolls": _start_rolls,
    "pawns": _pawns,
    "tokens": _counts,
    "supply": _supply,
    "resting": _supply,
    "cubes": _cubes,
    "captured": _captured,
    "jackpots": _jackpots,
    "rolled": _rolled,
}


def _per_seat(fresh: State, key: str, value: Any) -> list[Any]:
    return items(key, value, len(fresh.table.players))


def _place(fresh: State, key: str, name: Any) -> int:
    if type(name) is not str or name not in fresh.board.index:
        raise BadPosition(key, f"{str(name)[:40]!r} is no square of this board")
    return fresh.board.index[name]


def _check_tokens(state: State) -> None:
    found = sum(state.tokens) + sum(state.jackpots)
    if found != state.board.total:
        raise BadPosition(
            "tokens", f"players and jackpots hold {found} tokens together, but the board has {state.board.total}"
        )


def _check_cubes(state: State) -> None:
    for seat in state.table.seats:
        lying, held = state.cubes[seat].bit_count(), sum(row[seat] for row in state.captured)
        count = state.supply[seat] + lying + held
        if count != CUBES:
            raise BadPosition(
                "cubes",
                f"{state.table.name(seat)} has {CUBES} cubes: {state.supply[seat]} in hand, {lying} on the board and "
                f"{held} captured are {count}",
            )


def _check_beginning(state: State, fresh: State) -> None:
    same = fresh._replace(
        phase=state.phase, pawns=state.pawns, contenders=state.contenders, start_rolls=state.start_rolls
    )
    if state != same:
        raise BadPosition("phase", "before the first turn nothing but pawns and start rolls can differ from the start")
    for place in state.pawns:
        if place is not None and not state.board.stars >> place & 1:
            raise BadPosition("pawns", f"{state.board.id(place)} is no star: pawns start on stars")
    if state.phase is Phase.STARS:
        _check_stars(state)
    else:
        _check_start_roll(state)


def _check_stars(state: State) -> None:
    chosen = sum(place is not None for place in state.pawns)
    if None not in state.pawns:
        raise BadPosition("pawns", "every pawn has its star already: the start is rolled for next")
    if None in state.pawns[:chosen]:
        raise BadPosition("pawns", "stars are chosen in the order of the seats")
    if state.contenders or any(state.start_rolls):
        raise BadPosition("start_rolls", "nobody rolls before all stars are chosen")


def _check_start_roll(state: State) -> None:
    if None in state.pawns:
        raise BadPosition("pawns", "a pawn is missing: stars are chosen before the start is rolled for")
    if len(state.contenders) < 2:
        raise BadPosition("contenders", "at least two roll for the start")
    if any(roll is not None and seat not in state.contenders for seat, roll in enumerate(state.start_rolls)):
        raise BadPosition("start_rolls", "somebody rolled who is not among the contenders")
    if all(state.start_rolls[seat] is not None for seat in state.contenders):
        raise BadPosition("start_rolls", "everybody has rolled: then it is known who begins, or who rolls again")


def _check_later(state: State) -> None:
    if None in state.pawns:
        raise BadPosition("pawns", "a pawn is missing from the board")
    if state.turn is None:
        raise BadPosition("turn", "whose turn it is must be told")
    if state.contenders or any(roll is not None for roll in state.start_rolls):
        raise BadPosition("contenders", "the start is rolled for before the first turn only")
    if not state.options.switch_protected:
        for seat in state.table.seats:
            if foreign_cubes(state, seat) >> at(state, seat) & 1:
                raise BadPosition("pawns", f"the pawn of {state.table.name(seat)} stands on a foreign cube")
    _check_resting(state)


def _check_resting(state: State) -> None:
    for seat in state.table.seats:
        if not state.resting[seat]:
            continue
        if seat != state.turn or state.phase is Phase.PLACE:
            raise BadPosition("resting", "cubes rest only in their owner's turn, after its first roll")
        if state.resting[seat] > state.supply[seat]:
            raise BadPosition("resting", "more cubes rest than there are in hand")


def _check_rolled(state: State) -> None:
    if (state.phase is Phase.MOVE) != (state.rolled is not None):
        raise BadPosition("rolled", "a number is rolled exactly where a move is due")


def _with_destinations(state: State) -> State:
    assert state.turn is not None, "checked before"
    assert state.rolled is not None, "checked before"
    found = destinations(state, state.turn, state.rolled)
    if not found:
        raise BadPosition("rolled", f"a {state.rolled} leaves nowhere to go: no move can be due")
    return state._replace(destinations=found)


def _check_phase(state: State) -> None:
    """What the square under the turn player's pawn must be for this phase."""
    seat = state.turn
    assert seat is not None, "checked before"
    match state.phase:
        case Phase.ROLL:
            bonus = standing_on(state, seat, Kind.JACKPOT) or standing_on(state, seat, Kind.ROLL_AGAIN)
            good, why = (
                bonus or state.options.no_path == "reroll",
                "another roll is due on a jackpot or roll-again square",
            )
        case Phase.ROB:
            good, why = must_choose_victim(state, seat), "there are not several pawns to choose from"
        case Phase.SWITCH:
            good = standing_on(state, seat, Kind.SWITCH) and bool(partners(state, seat))
            why = "there is nobody to change places with, or no switch square"
        case Phase.REMOVE:
            good = standing_on(state, seat, Kind.REMOVE_CUBE) and bool(all_cubes(state))
            why = "there is no cube to take off, or no remove-a-cube square"
        case Phase.OVER:
            good = state.tokens[seat] >= state.options.target and bool(state.board.stars >> at(state, seat) & 1)
            why = f"a winner has {state.options.target} tokens and stands on a star"
        case _:
            good, why = True, ""
    if not good:
        raise BadPosition("phase", f"{state.phase.value!r}: {why}")
