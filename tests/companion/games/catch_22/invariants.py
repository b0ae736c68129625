"""What holds in every position of CATCH 22, worked out from its facts."""

from companion.games.catch_22 import GAME
from companion.games.catch_22.events import Moved
from companion.games.catch_22.graph import squares
from companion.games.catch_22.movement import a_way, shut_in
from companion.games.catch_22.state import owner_of


def check(state, before):
    facts = GAME.facts(state)
    board, options = state.board, state.options
    assert sum(facts["tokens"]) + sum(facts["jackpots"].values()) == board.total
    for seat in state.table.seats:
        lying = list(facts["cubes"].values()).count(seat)
        held = sum(row[seat] for row in facts["captured"])
        assert facts["supply"][seat] + lying + held == 5
        assert facts["captured"][seat][seat] == 0
        assert 0 <= facts["resting"][seat] <= facts["supply"][seat]
    assert all(board.squares[board.index[name]].kind == "plain" for name in facts["cubes"])
    assert sum(some.bit_count() for some in state.cubes) == len(facts["cubes"]), "one cube to a square"
    for seat, place in enumerate(state.pawns):
        if place is not None and not options.switch_protected:
            assert owner_of(state, place) in (None, seat)
    if facts["phase"] == "move":
        for place in squares(state.destinations):
            named_way = a_way(state, state.turn, state.rolled, place)
            assert named_way
            assert named_way[-1] == place
            untold = GAME.apply(state, Moved(state.turn, board.id(place))).state
            chosen = GAME.apply(
                state, Moved(state.turn, board.id(place), tuple(board.id(one) for one in named_way))
            ).state
            assert (untold.phase == "over") == (chosen.phase == "over")
            assert untold == chosen
    if before is not None and sum(map(int.bit_count, state.cubes)) > sum(map(int.bit_count, before.cubes)):
        assert not any(shut_in(state, seat) for seat in state.table.seats if seat != before.turn)
