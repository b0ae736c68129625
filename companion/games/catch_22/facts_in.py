"""A game of CATCH 22 taken over in the middle: from facts to a state, or a reason why they cannot be true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

from companion.core.game import BadPosition
from companion.core.schema import Bounds, BySeat, Different, OneOf, Seat, fact
from companion.core.table import Table
from companion.core.text import Text, say
from companion.games.catch_22.board_map import Kind
from companion.games.catch_22.movement import destinations
from companion.games.catch_22.options import Catch22Options
from companion.games.catch_22.rules import start
from companion.games.catch_22.square_names import named
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
)
from companion.kit.validate import within

Pips = Literal[1, 2, 3, 4, 5, 6]


_PHASES = {
    "stars": say("choosing stars"),
    "start-roll": say("rolling for the start"),
    "place": say("placing cubes"),
    "roll": say("rolling again"),
    "move": say("moving"),
    "rob": say("robbing"),
    "switch": say("switching"),
    "remove": say("taking a cube off"),
    "over": say("the game is over"),
}


def _squares(state: State) -> tuple[str, ...]:
    return tuple(state.board.index)


Square = Annotated[str, OneOf(_squares)]


def _supply_anew(before: Facts, now: Facts) -> tuple[int, ...]:
    """The cubes that neither lie on the board nor are captured."""
    lying, held = [*(now.cubes or {}).values()], now.captured or ()
    captured = [sum(row[seat] for row in held if seat < len(row)) for seat in range(len(before.supply or ()))]
    return tuple(CUBES - lying.count(seat) - count for seat, count in enumerate(captured))


def _resting_anew(before: Facts, now: Facts) -> tuple[int, ...]:
    """Cubes rest only in their owner's turn, after its first roll."""
    rest = before.resting or ()
    return tuple(n if seat == now.turn and now.phase is not Phase.PLACE else 0 for seat, n in enumerate(rest))


def _rolled_anew(before: Facts, now: Facts) -> Pips | None:
    """The number rolled counts only while a move is due."""
    return before.rolled if now.phase is Phase.MOVE else None


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that do not follow from others; None if they are left out. Squares by id, the rest by seat."""

    phase: Annotated[Phase, OneOf(_PHASES)] | None = fact(say("What is going on"))
    turn: Seat | None = fact(say("Whose turn it is"))
    starter: Seat | None = fact(say("Who began"))
    contenders: Different[Seat] | None = fact(say("Who rolls for the start"))
    start_rolls: BySeat[Pips | None] | None = fact(say("Start rolls"))
    pawns: BySeat[Square | None] | None = fact(say("Pawns"))
    tokens: BySeat[Annotated[int, Bounds(0)]] | None = fact(say("Tokens"))
    supply: BySeat[Annotated[int, Bounds(0, CUBES)]] | None = fact(
        say("Cubes in hand"), follows=("cubes", "captured"), anew=_supply_anew
    )
    resting: BySeat[Annotated[int, Bounds(0, CUBES)]] | None = fact(
        say("Cubes that rest this turn"), follows=("turn", "phase"), anew=_resting_anew
    )
    cubes: dict[Square, Seat] | None = fact(say("Cubes on the board"))
    captured: BySeat[BySeat[Annotated[int, Bounds(0, CUBES)]]] | None = fact(say("Cubes captured"))
    jackpots: dict[str, int] | None = fact(say("Tokens in the jackpots"))
    rolled: Pips | None = fact(say("Rolled"), follows=("phase",), anew=_rolled_anew)


def position(table: Table, options: Catch22Options, facts: Facts) -> State:
    """The state with these facts, the rest as at the start. Raises BadPosition for what cannot be true of a table."""
    fresh = start(table, options)
    state = _read(fresh, facts)
    _check_tokens(state)
    _check_cubes(state)
    if state.phase in (Phase.STARS, Phase.START_ROLL):
        _check_beginning(state, fresh)
        return state
    _check_later(state)
    if (state.phase is Phase.MOVE) != (state.rolled is not None):
        raise BadPosition("rolled", say("it is needed while a move is due, and only then"))
    if state.phase is Phase.MOVE:
        state = _with_destinations(state)
    _check_phase(state)
    return state


def _read(fresh: State, facts: Facts) -> State:
    """The state with every fact that is given, each checked by itself; the others as in `fresh`."""
    given = {entry.name: getattr(facts, entry.name) for entry in fields(facts)}
    read = {key: value for key, value in given.items() if value is not None}
    checked = {key: check(fresh, key, read[key]) for key, check in _READERS.items() if key in read}
    return fresh._replace(**{**read, **checked})


def _pawns(fresh: State, key: str, pawns: tuple[str | None, ...]) -> tuple[int | None, ...]:
    return tuple(None if name is None else _place(fresh, key, name) for name in pawns)


def _place(fresh: State, key: str, name: str) -> int:
    if name not in fresh.board.index:
        raise BadPosition(key, say("there is no square “{square}” on this board", square=name[:40]))
    return fresh.board.index[name]


def _cubes(fresh: State, key: str, cubes: Mapping[str, int]) -> tuple[int, ...]:
    found = [0] * len(fresh.table.players)
    for name, owner in cubes.items():
        place = _place(fresh, key, name)
        if not fresh.board.plain >> place & 1:
            text = say("cubes go on plain squares, not on {square}", square=named(fresh.board, place))
            raise BadPosition(key, text)
        found[owner] |= 1 << place
    return tuple(found)


def _captured(fresh: State, key: str, captured: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    for captor, row in enumerate(captured):
        if row[captor]:
            raise BadPosition(key, say("{name} cannot hold cubes of their own", name=fresh.table.name(captor)))
    return captured


def _jackpots(fresh: State, key: str, jackpots: Mapping[str, int]) -> tuple[int, ...]:
    board = fresh.board
    if jackpots.keys() != {board.id(place) for place in board.jackpots}:
        raise BadPosition(key, say("each jackpot of the board must be named, and nothing else"))
    found = [0] * len(board.squares)
    for place in board.jackpots:
        found[place] = within(key, jackpots[board.id(place)], 0, board.full[place])
    return tuple(found)


_READERS: Mapping[str, Callable[[State, str, Any], Any]] = {
    "contenders": lambda _fresh, _key, some: tuple(sorted(some)),
    "pawns": _pawns,
    "cubes": _cubes,
    "captured": _captured,
    "jackpots": _jackpots,
}
"""How a fact is read and checked by itself, if its marks do not say everything already."""


def _check_tokens(state: State) -> None:
    found = sum(state.tokens) + sum(state.jackpots)
    if found != state.board.total:
        text = say(
            "players and jackpots hold {found} tokens together, not {total}", found=found, total=state.board.total
        )
        raise BadPosition("tokens", text)


def _check_cubes(state: State) -> None:
    for seat in state.table.seats:
        hand, lying, held = state.supply[seat], state.cubes[seat].bit_count(), sum(row[seat] for row in state.captured)
        if hand + lying + held != CUBES:
            text = say(
                "{name} has {cubes} cubes, not {hand} in hand, {lying} on the board and {held} captured",
                name=state.table.name(seat),
                cubes=CUBES,
                hand=hand,
                lying=lying,
                held=held,
            )
            raise BadPosition("cubes", text)


def _check_beginning(state: State, fresh: State) -> None:
    same = fresh._replace(
        phase=state.phase, pawns=state.pawns, contenders=state.contenders, start_rolls=state.start_rolls
    )
    if state != same:
        raise BadPosition("phase", say("before the first turn only pawns and start rolls differ from the start"))
    for place in state.pawns:
        if place is not None and not state.board.stars >> place & 1:
            raise BadPosition("pawns", say("pawns start on stars, not on {square}", square=named(state.board, place)))
    if state.phase is Phase.STARS:
        _check_stars(state)
    else:
        _check_start_roll(state)


def _check_stars(state: State) -> None:
    chosen = sum(place is not None for place in state.pawns)
    if None not in state.pawns:
        raise BadPosition("pawns", say("every pawn has its star already: the start rolls come next"))
    if None in state.pawns[:chosen]:
        raise BadPosition("pawns", say("stars are chosen in the order of the seats"))
    if state.contenders or any(state.start_rolls):
        raise BadPosition("start_rolls", say("nobody rolls before all stars are chosen"))


def _check_start_roll(state: State) -> None:
    if None in state.pawns:
        raise BadPosition("pawns", say("a pawn is missing: stars are chosen before the start rolls"))
    if len(state.contenders) < 2:
        raise BadPosition("contenders", say("at least two players roll for the start"))
    if any(roll is not None and seat not in state.contenders for seat, roll in enumerate(state.start_rolls)):
        raise BadPosition("start_rolls", say("only contenders roll for the start"))
    if all(state.start_rolls[seat] is not None for seat in state.contenders):
        raise BadPosition("start_rolls", say("all contenders have rolled, so somebody begins or the tied roll again"))


def _check_later(state: State) -> None:
    if None in state.pawns:
        raise BadPosition("pawns", say("a pawn is missing from the board"))
    if state.turn is None:
        raise BadPosition("turn", say("say whose turn it is"))
    if state.contenders or any(roll is not None for roll in state.start_rolls):
        raise BadPosition("contenders", say("players roll for the start only before the first turn"))
    if not state.options.switch_protected:
        for seat in state.table.seats:
            if foreign_cubes(state, seat) >> at(state, seat) & 1:
                text = say("the pawn of {name} stands on another player's cube", name=state.table.name(seat))
                raise BadPosition("pawns", text)
    for seat in state.table.seats:
        if state.resting[seat] and (seat != state.turn or state.phase is Phase.PLACE):
            raise BadPosition("resting", say("cubes rest only in their owner's turn, after its first roll"))
        if state.resting[seat] > state.supply[seat]:
            raise BadPosition("resting", say("more cubes rest than there are in hand"))


def _with_destinations(state: State) -> State:
    assert state.turn is not None, "checked before"
    assert state.rolled is not None, "checked before"
    found = destinations(state, state.turn, state.rolled)
    if not found:
        raise BadPosition("rolled", say("a {n} leaves nowhere to go, so no move is due", n=state.rolled))
    return state._replace(destinations=found)


def _check_phase(state: State) -> None:
    """The square under the turn player's pawn fits the phase."""
    seat = state.turn
    assert seat is not None, "checked before"
    bonus = standing_on(state, seat, Kind.JACKPOT) or standing_on(state, seat, Kind.ROLL_AGAIN)
    enough = state.tokens[seat] >= state.options.target
    fits: dict[Phase, tuple[bool, Text]] = {
        Phase.ROLL: (
            bonus or state.options.no_path == "reroll",
            say("another roll is due only on a jackpot or a roll-again square"),
        ),
        Phase.ROB: (must_choose_victim(state, seat), say("there are not several pawns to choose from")),
        Phase.SWITCH: (
            standing_on(state, seat, Kind.SWITCH) and bool(partners(state, seat)),
            say("there is no switch square or nobody to change places with"),
        ),
        Phase.REMOVE: (
            standing_on(state, seat, Kind.REMOVE_CUBE) and bool(all_cubes(state)),
            say("there is no take-a-cube square or no cube to take off"),
        ),
        Phase.OVER: (
            enough and bool(state.board.stars >> at(state, seat) & 1),
            say("the winner has {n} tokens and stands on a star", n=state.options.target),
        ),
    }
    good, text = fits.get(state.phase, (True, say("")))
    if not good:
        raise BadPosition("phase", text)
