"""What the table is asked for in a game of CATCH 22."""

from __future__ import annotations

from companion.core.asks import Ask, Choice, Form, Key, RollCall
from companion.core.text import Text, say
from companion.games.catch_22.board import Kind
from companion.games.catch_22.events import (
    CubeRansomed,
    CubeRemoved,
    CubesPlaced,
    Moved,
    PawnRobbed,
    StarChosen,
    Switched,
)
from companion.games.catch_22.movement import keys, shut_in
from companion.games.catch_22.state import (
    Phase,
    State,
    all_cubes,
    foreign_cubes,
    free_plain,
    in_hand,
    owner_of,
    partners,
    victims,
    waiting,
)
from companion.kit.graph import bits, squares


def asks(state: State) -> tuple[Ask, ...]:
    """Who may do what now; empty exactly when the game is over."""
    return _WAYS[state.phase](state) if state.phase in _WAYS else ()


def open_for_cubes(state: State, seat: int) -> int:
    """The set of squares where a player could place a single cube now; empty where he may place none."""
    phases = (Phase.PLACE, Phase.ROLL) if state.options.cubes_before == "every-roll" else (Phase.PLACE,)
    if seat != state.turn or state.phase not in phases or in_hand(state, seat) < 1:
        return 0
    free = free_plain(state)
    for other in state.table.seats:
        if other == seat:
            continue
        if shut_in(state, other):
            return 0
        if state.options.block_rule == "every-roll":
            free &= ~keys(state, other)
        ways_out = _ways_out(state, other)
        if ways_out.bit_count() == 1:
            free &= ~ways_out
    return free


def _ways_out(state: State, seat: int) -> int:
    place = state.pawns[seat]
    assert place is not None, "cubes are placed after the stars are chosen"
    return state.board.graph.near[place] & ~foreign_cubes(state, seat)


def _stars(state: State) -> tuple[Ask, ...]:
    (seat,) = waiting(state)
    choices = tuple(
        Choice(StarChosen(seat, name), say("Star {square}", square=name)) for name in state.board.ids(state.board.stars)
    )
    return (Ask(seat, say("Choose your star"), choices),)


def _start_rolls(state: State) -> tuple[Ask, ...]:
    return tuple(Ask(seat, say("Roll for the start"), roll=_call(state, seat)) for seat in waiting(state))


def _place_and_roll(state: State) -> tuple[Ask, ...]:
    (seat,) = waiting(state)
    text = say("Roll") if state.phase is Phase.PLACE else say("Roll again")
    found = [Ask(seat, text, roll=_call(state, seat))]
    free = open_for_cubes(state, seat)
    if free:
        fields: dict[str, dict[str, object]] = {"seat": {"is": seat}, "squares": {"some_of": state.board.ids(free)}}
        text = say("Place cubes: {n} in hand", n=in_hand(state, seat))
        found.append(Ask(seat, text, forms=(Form(CubesPlaced, fields),), optional=True))
    return (*found, *_ransoms(state))


def _moves(state: State) -> tuple[Ask, ...]:
    (seat,) = waiting(state)
    board = state.board
    choices = tuple(
        Choice(Moved(seat, name), _where(state, board.index[name])) for name in board.ids(state.destinations)
    )
    return (Ask(seat, say("Move {n}", n=state.rolled), choices), *_ransoms(state))


def _robs(state: State) -> tuple[Ask, ...]:
    (seat,) = waiting(state)
    choices = tuple(
        Choice(PawnRobbed(seat, other), say("{name}: {n} tokens", name=state.table.name(other), n=state.tokens[other]))
        for other in victims(state, seat)
    )
    return (Ask(seat, say("Rob whom?"), choices),)


def _switches(state: State) -> tuple[Ask, ...]:
    (seat,) = waiting(state)
    choices = tuple(
        Choice(Switched(seat, other), say("{name}", name=state.table.name(other))) for other in partners(state, seat)
    )
    return (Ask(seat, say("Change places with whom?"), choices),)


def _removals(state: State) -> tuple[Ask, ...]:
    (seat,) = waiting(state)
    choices = [_removal(state, seat, place) for place in squares(all_cubes(state))]
    if state.options.remove == "optional":
        choices.append(Choice(CubeRemoved(seat, None), say("None"), Key.NO))
    return (Ask(seat, say("Take a cube off?"), tuple(choices)),)


def _removal(state: State, seat: int, place: int) -> Choice:
    owner = owner_of(state, place)
    assert owner is not None, "only squares with cubes are offered"
    label = say("{square}: {name}", square=state.board.id(place), name=state.table.name(owner))
    return Choice(CubeRemoved(seat, state.board.id(place)), label)


def _ransoms(state: State) -> tuple[Ask, ...]:
    """For each captor the cubes that may be bought back from him: an agreement, so never anybody's turn."""
    if state.options.ransom == "off":
        return ()
    found = []
    for captor, held in enumerate(state.captured):
        forms = tuple(
            Form(
                CubeRansomed,
                {"seat": {"is": captor}, "owner": {"is": owner}, "price": {"from": 0, "to": state.tokens[owner]}},
            )
            for owner, count in enumerate(held)
            if count
        )
        if forms:
            found.append(Ask(captor, say("Sell a captured cube"), forms=forms, optional=True))
    return tuple(found)


_WAYS = {
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
    """A destination in few words: what is there matters more than its name."""
    square = state.board.squares[place]
    name = square.id
    pawns = bits(spot for spot in state.pawns if spot is not None)
    if pawns >> place & 1:
        return say("{square}: a pawn", square=name)
    match square.kind:
        case Kind.JACKPOT:
            return say("{square}: {n} tokens", square=name, n=state.jackpots[place])
        case Kind.STAR:
            return say("{square}: star", square=name)
        case Kind.ROLL_AGAIN:
            return say("{square}: roll again", square=name)
        case Kind.SWITCH:
            return say("{square}: switch", square=name)
        case Kind.REMOVE_CUBE:
            return say("{square}: take a cube off", square=name)
        case Kind.PLAIN:
            return say("{square}", square=name)
