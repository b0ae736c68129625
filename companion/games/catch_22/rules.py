"""What each event does to the table, or why it may not happen. Paragraphs are those of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from companion.core.events import Event, IllegalEvent, Rolled, dice_in
from companion.core.game import Note, Outcome, Step
from companion.core.text import listed, say
from companion.games.catch_22.events import (
    CubeRansomed,
    CubeRemoved,
    CubesPlaced,
    Moved,
    PawnRobbed,
    StarChosen,
    Switched,
)
from companion.games.catch_22.landing import land, remove_cube, rob, switch
from companion.games.catch_22.movement import (
    destinations,
    fault_of,
    ready,
    shut_in,
    some_roll_stuck,
    star_on,
    winning_star,
)
from companion.games.catch_22.ransom import ransom
from companion.games.catch_22.state import Phase, State, at, in_hand, owner_of, waiting
from companion.games.catch_22.turns import begin_turn, changed, stuck, win
from companion.kit.graph import bits

_WANTED = {
    Phase.STARS: ("R2.1", "{who} chooses a star first."),
    Phase.START_ROLL: ("R2.2", "the start is being rolled for, by {who}."),
    Phase.PLACE: ("R3.1", "{who} places cubes or rolls."),
    Phase.ROLL: ("R4.1", "{who} must roll again first."),
    Phase.MOVE: ("R4.2", "{who} must move first."),
    Phase.ROB: ("R5.2", "{who} must say whom he robs first."),
    Phase.SWITCH: ("R6.1", "{who} must choose first with whom he changes places."),
    Phase.REMOVE: ("R7.1", "{who} must say first which cube he takes off."),
    Phase.OVER: ("R9.4", "the game is over."),
}


def apply(state: State, event: Event) -> Step:
    """What follows from an event. Raises IllegalEvent, quoting the paragraph, and then nothing has changed."""
    if event.seat not in state.table.seats:
        raise IllegalEvent("R1.4", f"There is no seat {event.seat} at this table.")
    if state.phase is Phase.OVER:
        raise IllegalEvent("R9.4", "The game is over: nothing more happens.")
    rule = _RULES.get(type(event))
    if rule is None:
        raise IllegalEvent("R1.4", f"{type(event).__name__} does not happen in this game.")
    return rule(state, event)


def outcome(state: State) -> Outcome | None:
    """The winner, then the others by their tokens, equal ones together; scores are tokens. None while it goes on."""
    if state.phase is not Phase.OVER or state.turn is None:
        return None
    others = [seat for seat in state.table.seats if seat != state.turn]
    heights = sorted({state.tokens[seat] for seat in others}, reverse=True)
    groups = tuple(tuple(seat for seat in others if state.tokens[seat] == height) for height in heights)
    return Outcome(((state.turn,), *groups), dict(enumerate(state.tokens)))


def _star_chosen(state: State, event: StarChosen) -> Step:
    _expect(state, event, "choose a star", Phase.STARS)
    place = _square(state, event.square, "R2.1")
    if not state.board.stars >> place & 1:
        stars = listed(state.board.ids(state.board.stars))
        _refuse(state, event, "R2.1", f"starts on a star: {event.square} is none, {stars} are.")
    pawns = changed(state.pawns, event.seat, place)
    state = state._replace(pawns=pawns)
    if None not in pawns:
        everybody = tuple(state.table.seats)
        state = state._replace(phase=Phase.START_ROLL, contenders=everybody)
    return Step(state)


def _rolled(state: State, event: Rolled) -> Step:
    _expect(state, event, "roll", Phase.START_ROLL, Phase.PLACE, Phase.ROLL)
    (pips,) = dice_in(event, 1, "R4.1" if state.phase is not Phase.START_ROLL else "R2.2")
    if state.phase is Phase.START_ROLL:
        return _start_roll(state, event.seat, pips)
    found = destinations(state, event.seat, pips)
    if found:
        return Step(state._replace(phase=Phase.MOVE, rolled=pips, destinations=found))
    return stuck(state, event.seat, pips)


def _start_roll(state: State, seat: int, pips: int) -> Step:
    rolls = changed(state.start_rolls, seat, pips)
    if any(rolls[one] is None for one in state.contenders):
        return Step(state._replace(start_rolls=rolls))
    none: tuple[None, ...] = (None,) * len(rolls)
    highest = max(roll for roll in rolls if roll is not None)
    best = tuple(one for one in state.contenders if rolls[one] == highest)
    state = state._replace(start_rolls=none, contenders=best)
    if len(best) > 1:
        names = tuple(state.table.name(one) for one in best)
        return Step(
            state, (Note(say("{names} are level at {n}: they roll again.", names=names, n=highest), None, "R2.3"),)
        )
    state = begin_turn(state._replace(contenders=(), starter=best[0]), best[0])
    return Step(state, (Note(say("{name} begins.", name=state.table.name(best[0])), best[0], "R2.2"),))


def _cubes_placed(state: State, event: CubesPlaced) -> Step:
    phases = (Phase.PLACE, Phase.ROLL) if state.options.cubes_before == "every-roll" else (Phase.PLACE,)
    if event.seat == state.turn and state.phase in (Phase.ROLL, Phase.MOVE) and state.phase not in phases:
        _refuse(state, event, "R3.2", "places cubes only before he rolls.")
    _expect(state, event, "place cubes", *phases)
    places = [_square(state, name, "R3.3") for name in event.squares]
    if not places:
        _refuse(state, event, "R3.2", "places no cube: then nothing needs to be told.")
    some = bits(places)
    if some.bit_count() < len(places):
        _refuse(state, event, "R3.3", "may put only one cube on a square.")
    for place in places:
        _check_square_for_cube(state, event, place)
    hand = in_hand(state, event.seat)
    if len(places) > hand:
        resting = (
            f" ({state.resting[event.seat]} more rest until his turn is over)" if state.resting[event.seat] else ""
        )
        _refuse(state, event, "R3.4", f"places {len(places)} cubes but has {hand} to place{resting}.")
    after = state._replace(
        cubes=changed(state.cubes, event.seat, state.cubes[event.seat] | some),
        supply=changed(state.supply, event.seat, state.supply[event.seat] - len(places)),
    )
    _check_ways_out(after, event)
    return Step(after)


def _check_square_for_cube(state: State, event: Event, place: int) -> None:
    name = state.board.id(place)
    if not state.board.plain >> place & 1:
        kind = _NAMES[state.board.squares[place].kind]
        _refuse(state, event, "R3.3", f"may put cubes on plain squares only: {name} is {kind}.")
    owner = owner_of(state, place)
    if owner is not None:
        whose = "his own cube" if owner == event.seat else f"a cube of {state.table.name(owner)}"
        _refuse(state, event, "R3.3", f"cannot put a cube on {name}: {whose} lies there.")
    if place in state.pawns:
        other = state.pawns.index(place)
        whose = "his own pawn" if state.pawns[event.seat] == place else f"the pawn of {state.table.name(other)}"
        _refuse(state, event, "R3.3", f"cannot put a cube on {name}: {whose} stands there.")


def _check_ways_out(after: State, event: CubesPlaced) -> None:
    for other in after.table.seats:
        if other == event.seat:
            continue
        name, square = after.table.name(other), after.board.id(at(after, other))
        if shut_in(after, other):
            _refuse(
                after, event, "R3.5", f"must leave {name} on {square} a neighbouring square without a foreign cube."
            )
        if after.options.block_rule == "every-roll" and some_roll_stuck(after, other):
            _refuse(after, event, "R3.6", f"must leave {name} on {square} somewhere to go with each of 1 to 6.")


def _moved(state: State, event: Moved) -> Step:
    _expect(state, event, "move", Phase.MOVE)
    seat, pips = event.seat, state.rolled
    assert pips is not None, "a move follows a roll"
    to = _square(state, event.to, "R4.2")
    if event.path is None:
        if not state.destinations >> to & 1:
            reach = listed(state.board.ids(state.destinations))
            _refuse(state, event, "R4.2", f"cannot reach {event.to} with {pips}: {reach} would be right.")
        star = winning_star(state, seat, pips, to)
    else:
        path = tuple(_square(state, name, "R4.2") for name in event.path)
        _check_path(state, event, path, to, pips)
        star = star_on(state, path) if ready(state, seat) else None
    moved = state._replace(pawns=changed(state.pawns, seat, to if star is None else star), rolled=None, destinations=0)
    if star is not None:
        return win(moved, seat, state.board.id(star))
    return land(moved, seat)


def _check_path(state: State, event: Moved, path: tuple[int, ...], to: int, pips: int) -> None:
    if not path or path[-1] != to:
        _refuse(state, event, "R4.2", f"moves to {event.to}, but the way told does not end there.")
    fault = fault_of(state, event.seat, path, pips)
    if fault is None:
        return
    step, why = fault
    here = state.board.id(path[step])
    before = state.board.id(path[step - 1] if step else at(state, event.seat))
    if why == "apart":
        _refuse(state, event, "R4.2", f"cannot step from {before} to {here}: no path joins them.")
    if why == "closed":
        _refuse(state, event, "R4.3", f"cannot step on {here}: a foreign cube lies there.")
    if why == "again":
        _refuse(state, event, "R4.4", f"cannot step on {here} again in the same move.")
    if why == "through":
        _refuse(state, event, "R4.5", f"cannot go on from {here}: a pawn stands there.")
    _refuse(state, event, "R4.2", f"rolled {pips}, but the way told has {len(path)} steps.")


def _robbed(state: State, event: PawnRobbed) -> Step:
    _expect(state, event, "rob", Phase.ROB)
    return rob(state, event.seat, event.victim)


def _switched(state: State, event: Switched) -> Step:
    _expect(state, event, "change places", Phase.SWITCH)
    return switch(state, event.seat, event.other)


def _cube_removed(state: State, event: CubeRemoved) -> Step:
    _expect(state, event, "take off a cube", Phase.REMOVE)
    place = None if event.square is None else _square(state, event.square, "R7.1")
    return remove_cube(state, event.seat, place)


def _ransomed(state: State, event: CubeRansomed) -> Step:
    if state.phase not in (Phase.PLACE, Phase.ROLL, Phase.MOVE):
        rule, wanted = _WANTED[state.phase]
        who = listed((state.table.name(seat) for seat in waiting(state)), "and")
        raise IllegalEvent("R8.1", f"No cube is ransomed now: {wanted.format(who=who)} ({rule})")
    return ransom(state, event.seat, event.owner, event.price)


_NAMES = {
    "star": "a star",
    "jackpot": "a jackpot",
    "roll-again": "a roll-again square",
    "switch": "a switch square",
    "remove-cube": "a remove-a-cube square",
}

_RULES: Mapping[type[Event], Callable[[State, Any], Step]] = {
    StarChosen: _star_chosen,
    Rolled: _rolled,
    CubesPlaced: _cubes_placed,
    Moved: _moved,
    PawnRobbed: _robbed,
    Switched: _switched,
    CubeRemoved: _cube_removed,
    CubeRansomed: _ransomed,
}


def _expect(state: State, event: Event, what: str, *phases: Phase) -> None:
    """Refuses an event of somebody who is not asked, or one that another thing must come before."""
    turn = waiting(state)
    if state.phase in phases and event.seat in turn:
        return
    rule, wanted = _WANTED[state.phase]
    who = listed((state.table.name(seat) for seat in turn), "and")
    raise IllegalEvent(rule, f"{state.table.name(event.seat)} cannot {what} now: {wanted.format(who=who)}")


def _refuse(state: State, event: Event, rule: str, why: str) -> NoReturn:
    raise IllegalEvent(rule, f"{state.table.name(event.seat)} {why}")


def _square(state: State, name: str, rule: str) -> int:
    """The square of this id. Raises IllegalEvent where the board has none."""
    place = state.board.index.get(name)
    if place is None:
        raise IllegalEvent(rule, f"There is no square {name[:40]!r} on this board.")
    return place
