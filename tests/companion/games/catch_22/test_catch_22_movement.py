"""Where a pawn may go and which star wins, against the rules read literally: every sequence of squares tried."""

from random import Random

import pytest

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.events import CubesPlaced, Moved
from companion.games.catch_22.movement import destinations, winning_star
from companion.games.catch_22.options import Catch22Options
from companion.protocol.game_listing import form_to_plain
from companion.record import codec

REVERSE = ("never", "not-at-once", "free")


def legal_paths(state, seat, steps):
    """Every path of exactly this many steps as tuples of ids, the starting square left out."""
    board, options = state.board, state.options
    ids = [square.id for square in board.squares]
    beside = {name: set() for name in ids}
    for one, other in board.paths:
        beside[ids[one]].add(ids[other])
        beside[ids[other]].add(ids[one])
    facts = GAME.facts(state)
    start = facts["pawns"][seat]
    others = {square for other, square in enumerate(facts["pawns"]) if other != seat}
    found = [(start,)]
    for step in range(steps):
        longer = []
        for path in found:
            if step and not options.pass_pawns and path[-1] in others:
                continue
            for square in beside[path[-1]]:
                if facts["cubes"].get(square, seat) != seat:
                    continue
                if options.reverse == "never" and square in path:
                    continue
                if options.reverse == "not-at-once" and len(path) > 1 and square == path[-2]:
                    continue
                longer.append((*path, square))
        found = longer
    return [path[1:] for path in found]


def expected(state, seat, pips):
    """For each destination the star on which the player wins by naming only it, or None."""
    stars = {square.id for square in state.board.squares if square.kind == "star"}
    enough = GAME.facts(state)["tokens"][seat] >= state.options.target
    paths = legal_paths(state, seat, pips)
    if enough:
        for fewer in range(1, pips):
            paths += [path for path in legal_paths(state, seat, fewer) if path[-1] in stars]
    wins = {path[-1]: [] for path in paths}
    for path in paths:
        entered = next(((step, square) for step, square in enumerate(path) if square in stars), None)
        if entered and enough:
            wins[path[-1]].append(entered)
    return {to: min(found)[1] if found else None for to, found in wins.items()}


def some_state(random, t1):
    players = random.randint(2, 4)
    board = t1()
    if random.random() < 0.5:  # more crossings: the ring's two sides are joined
        board["paths"] += [["1", "11"], ["7", "19"], ["13", "23"], ["5", "26"]]
    options = Catch22Options(
        board=board,
        strict_counts=False,
        reverse=random.choice(REVERSE),
        pass_pawns=random.random() < 0.5,
        target=random.choice([3, 22]),
    )
    free = [str(number) for number in (1, 4, 5, 7, 11, 13, 16, 17, 19, 23, 24, 25, 27, 28)]
    random.shuffle(free)
    pawns = [random.choice(["0", "6", "12", "18", *free[8:]]) for _ in range(players)]
    cubes = {square: random.randrange(players) for square in free[: random.randint(0, 6)] if square not in pawns}
    counts = [list(cubes.values()).count(seat) for seat in range(players)]
    if max(counts) > 5:
        cubes, counts = {}, [0] * players
    tokens = [0] * players
    tokens[0] = random.choice([0, 3])
    jackpots = {"3": 3 - tokens[0], "9": 5, "15": 4, "21": 6, "26": 10}
    facts = {
        "phase": "place",
        "turn": 0,
        "pawns": pawns,
        "cubes": cubes,
        "supply": [5 - count for count in counts],
        "tokens": tokens,
        "jackpots": jackpots,
    }
    return codec.position_from_plain(GAME, Table(("A", "B", "C", "D")[:players]), options, facts)


@pytest.mark.parametrize("seed", range(60))
def test_destinations_and_winning_stars_are_those_of_the_rules(seed, t1):
    random = Random(seed)
    state = some_state(random, t1)
    for pips in range(1, 7):
        wanted = expected(state, 0, pips)
        found = destinations(state, 0, pips)
        assert state.board.ids(found) == sorted(wanted)
        rolled = GAME.apply(state, Rolled(0, (Face(pips),))).state
        if not wanted:
            assert rolled.phase == "place"
            continue
        assert GAME.facts(rolled)["destinations"] == sorted(wanted)
        for to, star in wanted.items():
            place = winning_star(state, 0, pips, state.board.index[to])
            assert (None if place is None else state.board.id(place)) == star
            after = GAME.facts(GAME.apply(rolled, Moved(0, to)).state)
            assert (after["phase"] == "over") == (star is not None)
            if star is not None:
                assert after["pawns"][0] == star
        check_named_paths(random, rolled, pips)


def check_named_paths(random, rolled, pips):
    """Every legal path is accepted, and what is no legal path may not."""
    legal = set(legal_paths(rolled, 0, pips))
    for path in random.sample(sorted(legal), min(4, len(legal))):
        GAME.apply(rolled, Moved(0, path[-1], path))
    names = [square.id for square in rolled.board.squares]
    for _ in range(5):
        path = tuple(random.choice(names) for _ in range(pips))
        if path not in legal:
            with pytest.raises(IllegalEvent):
                GAME.apply(rolled, Moved(0, path[-1], path))


@pytest.mark.parametrize("seed", range(25))
def test_cubes_that_are_offered_one_by_one_are_accepted_and_no_others(seed, t1):
    """The form of `CubesPlaced` under the usual rule: each square it names is accepted alone, each other is refused."""
    state = some_state(Random(1000 + seed), t1)
    offered = set()
    for ask in GAME.asks(state):
        for form in ask.forms:
            if form.event is CubesPlaced:
                offered = set(form_to_plain(form)["squares"]["some_of"])
    for square in state.board.squares:
        try:
            GAME.apply(state, CubesPlaced(0, (square.id,)))
        except IllegalEvent:
            assert square.id not in offered
        else:
            assert square.id in offered
