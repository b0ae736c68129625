"""What the table is asked for in a game of CATCH 22."""

from __future__ import annotations

from companion.core.asks import Ask, Choice, Form, Key, RollCall, some_of
from companion.core.schema import Bounds
from companion.core.text import Text, counted, say
from companion.games.catch_22.board_map import Kind
from companion.games.catch_22.cubes import open_for_cubes
from companion.games.catch_22.events import (
    CubeRansomed,
    CubeRemoved,
    CubesPlaced,
    Moved,
    PawnRobbed,
    StarChosen,
    Switched,
)
from companion.games.catch_22.graph import squares
from companion.games.catch_22.square_names import named
from companion.games.catch_22.state import (
    Phase,
    State,
    all_cubes,
    asked,
    in_hand,
    owner_of,
    partners,
    victims,
)


def asks(state: State) -> tuple[Ask, ...]:
    """Return who may do what now; empty exactly when the game is over."""
    return _ASKS[state.phase](state) if state.phase in _ASKS else ()


def _stars(state: State) -> tuple[Ask, ...]:
    (seat,) = asked(state)
    choices = tuple(
        Choice(StarChosen(seat, name), named(state.board, state.board.index[name]))
        for name in state.board.ids(state.board.stars)
    )
    return (Ask(seat, say("Choose your star"), choices),)


def _start_rolls(state: State) -> tuple[Ask, ...]:
    return tuple(Ask(seat, say("Roll for the start"), roll=_call(state, seat)) for seat in asked(state))


def _place_and_roll(state: State) -> tuple[Ask, ...]:
    (seat,) = asked(state)
    text = say("Roll") if state.phase is Phase.PLACE else say("Roll again")
    found = [Ask(seat, text, roll=_call(state, seat))]
    free = open_for_cubes(state, seat)
    if free:
        form = Form(CubesPlaced, {"seat": seat}, {"squares": some_of(state.board.ids(free))})
        found.append(Ask(seat, say("Place cubes: {n} in hand", n=in_hand(state, seat)), forms=(form,), optional=True))
    return (*found, *_ransoms(state))


def _moves(state: State) -> tuple[Ask, ...]:
    (seat,) = asked(state)
    board = state.board
    choices = tuple(
        Choice(Moved(seat, name), _where(state, board.index[name])) for name in board.ids(state.destinations)
    )
    return (Ask(seat, say("Move {n}", n=state.rolled), choices), *_ransoms(state))


def _robs(state: State) -> tuple[Ask, ...]:
    (seat,) = asked(state)
    choices = tuple(
        Choice(
            PawnRobbed(seat, other),
            counted("{name}: {n} token", "{name}: {n} tokens", state.tokens[other], name=state.table.name(other)),
        )
        for other in victims(state, seat)
    )
    return (Ask(seat, say("Rob whom?"), choices),)


def _switches(state: State) -> tuple[Ask, ...]:
    (seat,) = asked(state)
    choices = tuple(
        Choice(Switched(seat, other), say("{name}", name=state.table.name(other))) for other in partners(state, seat)
    )
    return (Ask(seat, say("Change places with whom?"), choices),)


def _removals(state: State) -> tuple[Ask, ...]:
    (seat,) = asked(state)
    choices = [_removal(state, seat, place) for place in squares(all_cubes(state))]
    if state.options.remove == "optional":
        choices.append(Choice(CubeRemoved(seat, None), say("None"), Key.NO))
    return (Ask(seat, say("Take a cube off?"), tuple(choices)),)


def _removal(state: State, seat: int, place: int) -> Choice:
    owner = owner_of(state, place)
    assert owner is not None, "only squares with cubes are offered"
    label = say("{square}: {name}", square=named(state.board, place), name=state.table.name(owner))
    return Choice(CubeRemoved(seat, state.board.id(place)), label)


def _ransoms(state: State) -> tuple[Ask, ...]:
    """Return forms to buy back cubes, one for each captor. Both must agree, so nobody has to."""
    if state.options.ransom == "off":
        return ()
    found = []
    for captor, held in enumerate(state.captured):
        forms = tuple(
            Form(CubeRansomed, {"seat": captor, "owner": owner}, {"price": Bounds(0, state.tokens[owner])}, (owner,))
            for owner, count in enumerate(held)
            if count
        )
        if forms:
            found.append(Ask(captor, say("Sell a captured cube back"), forms=forms, optional=True))
    return tuple(found)


_ASKS = {
    Phase.STARS: _stars,
    Phase.START_ROLL: _start_rolls,
    Phase.PLACE: _place_and_roll,
    Phase.ROLL: _place_and_roll,
    Phase.MOVE: _moves,
    Phase.ROB: _robs,
    Phase.SWITCH: _switches,
    Phase.REMOVE: _removals,
}


def _call(state: State, seat: int) -> RollCall:
    colour = state.table.colour(seat)
    return RollCall(1, (colour,) if colour else ())


def _where(state: State, place: int) -> Text:
    """A destination and what is there."""
    square = named(state.board, place)
    if place in state.pawns:
        return say("{square}: a pawn", square=square)
    if state.board.squares[place].kind is Kind.JACKPOT:
        return counted("{square}: {n} token", "{square}: {n} tokens", state.jackpots[place], square=square)
    return square
