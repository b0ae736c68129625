"""What each event does to the table, or why it is refused. Paragraphs are those of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.events import Event, IllegalEvent, Rolled, dice_in
from companion.core.game import Note, Outcome, Refusals, Rule, Step
from companion.core.table import Table
from companion.core.text import Text, counted, listed, say
from companion.core.values import replaced
from companion.games.catch_22 import cubes, landing
from companion.games.catch_22.events import (
    CubeRansomed,
    CubeRemoved,
    CubesPlaced,
    Moved,
    PawnRobbed,
    StarChosen,
    Switched,
)
from companion.games.catch_22.movement import destinations, fault_of, ready, star_on, winning_star
from companion.games.catch_22.options import Catch22Options
from companion.games.catch_22.square_names import named, named_all
from companion.games.catch_22.state import CUBES, Phase, State, asked, at
from companion.games.catch_22.turns import begin_turn, stuck, win

FEW = 4
"""Squares that a refusal names with their kinds; more would not find room on the screen."""
_DUE = {
    Phase.STARS: ("R2.1", say("{who} must choose a star first.")),
    Phase.START_ROLL: ("R2.2", say("{who} must roll for the start first.")),
    Phase.PLACE: ("R3.1", say("It is {who}'s turn: place cubes or roll.")),
    Phase.ROLL: ("R4.1", say("{who} must roll again first.")),
    Phase.MOVE: ("R4.2", say("{who} must move first.")),
    Phase.ROB: ("R5.2", say("{who} must first choose whom to rob.")),
    Phase.SWITCH: ("R6.1", say("{who} must first choose whom to change places with.")),
    Phase.REMOVE: ("R7.1", say("{who} must first choose a cube to take off.")),
}


def start(table: Table, options: Catch22Options) -> State:
    """Return the state before anything happened: pawns in hand, jackpots full."""
    seats = len(table.players)
    none: tuple[None, ...] = (None,) * seats
    zeros = (0,) * seats
    board = options.plan
    return State(
        table=table,
        options=options,
        board=board,
        phase=Phase.STARS,
        turn=None,
        starter=None,
        contenders=(),
        start_rolls=none,
        pawns=none,
        tokens=zeros,
        supply=(CUBES,) * seats,
        resting=zeros,
        cubes=zeros,
        captured=(zeros,) * seats,
        jackpots=board.full,
        rolled=None,
        destinations=0,
    )


def outcome(state: State) -> Outcome | None:
    """The winner, then the others by their tokens, equal ones together; scores are tokens. None while it goes on."""
    if state.phase is not Phase.OVER or state.turn is None:
        return None
    others = [seat for seat in state.table.seats if seat != state.turn]
    heights = sorted({state.tokens[seat] for seat in others}, reverse=True)
    groups = tuple(tuple(seat for seat in others if state.tokens[seat] == height) for height in heights)
    return Outcome(((state.turn,), *groups), dict(enumerate(state.tokens)))


def _star_chosen(state: State, event: StarChosen) -> Step:
    _expect(state, event, Phase.STARS)
    place = _square(state, event.square, "R2.1")
    if not state.board.stars >> place & 1:
        stars = listed(named_all(state.board, state.board.stars))
        text = say(
            "{square} is not a star. {name} can choose {stars}.",
            square=named(state.board, place),
            name=state.table.name(event.seat),
            stars=stars,
        )
        raise IllegalEvent("R2.1", text)
    state = state._replace(pawns=replaced(state.pawns, event.seat, place))
    if None not in state.pawns:
        state = state._replace(phase=Phase.START_ROLL, contenders=tuple(state.table.seats))
    return Step(state)


def _rolled(state: State, event: Rolled) -> Step:
    _expect(state, event, Phase.START_ROLL, Phase.PLACE, Phase.ROLL)
    (pips,) = dice_in(event, 1, "R4.1" if state.phase is not Phase.START_ROLL else "R2.2")
    if state.phase is Phase.START_ROLL:
        return _start_roll(state, event.seat, pips)
    found = destinations(state, event.seat, pips)
    if found:
        return Step(state._replace(phase=Phase.MOVE, rolled=pips, destinations=found))
    return stuck(state, event.seat, pips)


def _start_roll(state: State, seat: int, pips: int) -> Step:
    rolls = replaced(state.start_rolls, seat, pips)
    if any(rolls[one] is None for one in state.contenders):
        return Step(state._replace(start_rolls=rolls))
    none: tuple[None, ...] = (None,) * len(rolls)
    highest = max(roll for roll in rolls if roll is not None)
    best = tuple(one for one in state.contenders if rolls[one] == highest)
    state = state._replace(start_rolls=none, contenders=best)
    if len(best) > 1:
        names = listed((state.table.name(one) for one in best), "and")
        tie = say("{names} are level at {n} and roll again.", names=names, n=highest)
        return Step(state, (Note(tie, None, "R2.3"),))
    state = begin_turn(state._replace(contenders=(), starter=best[0]), best[0])
    return Step(state, (Note(say("{name} begins.", name=state.table.name(best[0])), best[0], "R2.2"),))


def _cubes_placed(state: State, event: CubesPlaced) -> Step:
    every_roll = state.options.cubes_before == "every-roll"
    phases = (Phase.PLACE, Phase.ROLL) if every_roll else (Phase.PLACE,)
    if event.seat == state.turn and state.phase in (Phase.ROLL, Phase.MOVE) and state.phase not in phases:
        text = say("{name} can place cubes only before the first roll of a turn.")
        if every_roll:
            text = say("{name} can place cubes only before a roll.")
        raise IllegalEvent("R3.2", say(text.template, name=state.table.name(event.seat)))
    _expect(state, event, *phases)
    return cubes.place(state, event, tuple(_square(state, name, "R3.3") for name in event.squares))


def _moved(state: State, event: Moved) -> Step:
    _expect(state, event, Phase.MOVE)
    seat, pips = event.seat, state.rolled
    assert pips is not None, "a move follows a roll"
    to = _square(state, event.to, "R4.2")
    if event.path is None:
        if not state.destinations >> to & 1:
            raise IllegalEvent("R4.2", _out_of_reach(state, seat, to))
        star = winning_star(state, seat, pips, to)
    else:
        path = tuple(_square(state, name, "R4.2") for name in event.path)
        _check_path(state, event, path, to, pips)
        star = star_on(state, path) if ready(state, seat) else None
    moved = state._replace(pawns=replaced(state.pawns, seat, to if star is None else star), rolled=None, destinations=0)
    return landing.land(moved, seat) if star is None else win(moved, seat)


def _out_of_reach(state: State, seat: int, to: int) -> Text:
    board, there = state.board, state.destinations
    possible: list[Text] | list[str] = named_all(board, there) if there.bit_count() <= FEW else board.ids(there)
    return say(
        "{name} cannot reach {square} with {n}. Possible: {squares}.",
        name=state.table.name(seat),
        square=named(state.board, to),
        n=state.rolled,
        squares=listed(possible),
    )


def _check_path(state: State, event: Moved, path: tuple[int, ...], to: int, pips: int) -> None:
    name = state.table.name(event.seat)
    if not path or path[-1] != to:
        text = say(
            "{name} moves to {square}, but the way given ends elsewhere.", name=name, square=named(state.board, to)
        )
        raise IllegalEvent("R4.2", text)
    fault = fault_of(state, event.seat, path, pips)
    if fault is None:
        return
    step, why = fault
    here = named(state.board, path[step])
    match why:
        case "apart":
            before = named(state.board, path[step - 1] if step else at(state, event.seat))
            raise IllegalEvent("R4.2", say("No path joins {before} and {square}.", before=before, square=here))
        case "closed":
            text = say("{name} cannot step on {square}: another player's cube is there.", name=name, square=here)
            raise IllegalEvent("R4.3", text)
        case "again":
            raise IllegalEvent(
                "R4.4", say("{name} cannot step on {square} again in the same move.", name=name, square=here)
            )
        case "through":
            raise IllegalEvent(
                "R4.5", say("{name} cannot go on from {square}: a pawn stands there.", name=name, square=here)
            )
        case _:
            text = counted(
                "{name} rolled {pips}, but the way given has {n} step.",
                "{name} rolled {pips}, but the way given has {n} steps.",
                len(path),
                name=name,
                pips=pips,
            )
            raise IllegalEvent("R4.2", text)


def _robbed(state: State, event: PawnRobbed) -> Step:
    _expect(state, event, Phase.ROB)
    return landing.rob(state, event.seat, event.victim)


def _switched(state: State, event: Switched) -> Step:
    _expect(state, event, Phase.SWITCH)
    return landing.switch(state, event.seat, event.other)


def _cube_removed(state: State, event: CubeRemoved) -> Step:
    _expect(state, event, Phase.REMOVE)
    return cubes.remove(state, event, None if event.square is None else _square(state, event.square, "R7.1"))


def _ransomed(state: State, event: CubeRansomed) -> Step:
    if state.phase not in (Phase.PLACE, Phase.ROLL, Phase.MOVE):
        raise IllegalEvent("R8.1", say("No cube can be bought back now. {due}", due=_due(state)[1]))
    return cubes.ransom(state, event)


def _expect(state: State, event: Event, *phases: Phase) -> None:
    """Refuses an event of somebody who is not asked, or one that comes too early or too late."""
    if state.phase not in phases or event.seat not in asked(state):
        raise IllegalEvent(*_due(state))


def _due(state: State) -> tuple[str, Text]:
    """Return what must happen first, and the paragraph that says so."""
    rule, text = _DUE[state.phase]
    return rule, say(text.template, who=listed((state.table.name(seat) for seat in asked(state)), "and"))


def _square(state: State, name: str, rule: str) -> int:
    """The square of this id. Raises IllegalEvent if the board has none."""
    place = state.board.index.get(name)
    if place is None:
        raise IllegalEvent(rule, say("There is no square “{square}” on this board.", square=name[:40]))
    return place


REFUSALS = Refusals(seat="R1.4", event="R1.4", over="R9.4")
RULES: Mapping[type[Event], Rule] = {
    StarChosen: _star_chosen,
    Rolled: _rolled,
    CubesPlaced: _cubes_placed,
    Moved: _moved,
    PawnRobbed: _robbed,
    Switched: _switched,
    CubeRemoved: _cube_removed,
    CubeRansomed: _ransomed,
}
