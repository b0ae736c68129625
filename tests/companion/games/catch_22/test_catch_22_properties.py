"""Whole games by chance: what must hold in every position that play can reach."""

import json
import subprocess
import sys
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.bot import make
from companion.games.catch_22.events import (
    CubeRansomed,
    CubeRemoved,
    CubesPlaced,
    Moved,
    PawnRobbed,
    StarChosen,
    Switched,
)
from companion.games.catch_22.movement import a_way, destinations, every_roll_stuck, shut_in, some_roll_stuck
from companion.games.catch_22.options import Catch22Options
from companion.games.catch_22.state import owner_of
from companion.kit.graph import squares
from companion.protocol.game_listing import form_to_plain
from companion.record import codec

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
RULES = {
    "reverse": ("never", "not-at-once", "free"),
    "pass_pawns": (True, False),
    "no_path": ("forfeit", "reroll"),
    "block_rule": ("one-step", "every-roll"),
    "cubes_before": ("first-roll", "every-roll"),
    "empty_jackpot": ("roll-again", "turn-over"),
    "steal_on_bonus": ("turn-over", "roll-again"),
    "several_pawns": ("all", "one"),
    "stars_safe": (False, True),
    "switch_wins": (False, True),
    "switch_protected": (False, True),
    "remove": ("optional", "obligatory"),
    "ransom": ("any-time", "off"),
    "target": (22, 8, 1),
}


@pytest.fixture(name="board")
def _board(t1):
    return t1()


def some_options(random, board):
    rules = {name: random.choice(values) for name, values in RULES.items()}
    if random.random() < 0.5:
        return Catch22Options(**rules)
    return Catch22Options(board=board, strict_counts=False, **rules)


def by_chance(random, state):
    """An event somebody might make happen: an ask, listed or filled in; None where a form was filled in illegally."""
    asks = GAME.asks(state)
    ask = random.choice(asks)
    if ask.roll:
        return Rolled(ask.seat, (Face(random.randint(1, 6)),))
    if ask.choices:
        return random.choice(ask.choices).event
    form = random.choice(ask.forms)
    if form.event is CubesPlaced:
        open_squares = form_to_plain(form)["squares"]["some_of"]
        return CubesPlaced(ask.seat, tuple(random.sample(open_squares, min(len(open_squares), random.randint(1, 2)))))
    price = form_to_plain(form)["price"]
    return CubeRansomed(ask.seat, form.given["owner"], random.randint(price["from"], price["to"]))


def wild(random, state):
    """Any event at all, mostly nonsense."""
    seat = random.randint(-1, len(state.table.players))
    other = random.randint(-1, len(state.table.players))
    square = random.choice([*state.board.index, "nowhere"])
    return random.choice(
        [
            StarChosen(seat, square),
            Rolled(seat, tuple(Face(random.randint(0, 7)) for _ in range(random.choice([0, 1, 1, 1, 2])))),
            CubesPlaced(seat, tuple(random.choice(list(state.board.index)) for _ in range(random.randint(0, 3)))),
            Moved(seat, square),
            Moved(seat, square, (square,)),
            PawnRobbed(seat, other),
            Switched(seat, other),
            CubeRemoved(seat, random.choice([square, None])),
            CubeRansomed(seat, other, random.randint(-1, 9)),
        ]
    )


def allowed(state, event):
    """Whether the asks promise this event: listed, or within a form, or the die that is asked for."""
    for ask in GAME.asks(state):
        if ask.seat != event.seat:
            continue
        if isinstance(event, Rolled) and ask.roll:
            return len(event.faces) == 1 and 1 <= event.faces[0].value <= 6
        if isinstance(event, Moved) and event.path is not None:
            return any(choice.event.to == event.to for choice in ask.choices if isinstance(choice.event, Moved))
        if any(choice.event == event for choice in ask.choices):
            return True
        for form in ask.forms:
            if isinstance(event, CubesPlaced) and form.event is CubesPlaced:
                return set(event.squares) <= set(form_to_plain(form)["squares"]["some_of"])
            if isinstance(event, CubeRansomed) and form.event is CubeRansomed and event.owner == form.given["owner"]:
                return event.price in range(form.narrowed["price"].high + 1)
    return False


def check(state):
    """The invariants of the specification, the round trip and the agreement of asks and rules."""
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
    asks = GAME.asks(state)
    assert (asks == ()) == (GAME.outcome(state) is not None) == (facts["phase"] == "over")
    assert facts["waiting"] == sorted({ask.seat for ask in asks if not ask.optional})
    for ask in asks:
        for choice in ask.choices:
            GAME.apply(state, choice.event)
    chosen = json.loads(json.dumps(facts))
    assert chosen == facts
    again = codec.position_from_plain(GAME, state.table, options, chosen)
    assert again == state
    assert GAME.facts(again) == facts
    assert GAME.asks(again) == asks
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


def one_game(random, board, steps):
    players = random.randint(2, 6)
    options = some_options(random, board)
    state = GAME.start(Table(NAMES[:players]), options)
    bot = make(state.table, options, random)
    sensible = random.random() < 0.5
    for _ in range(steps):
        check(state)
        if state.phase == "over":
            break
        for _ in range(3):
            nonsense = wild(random, state)
            try:
                GAME.apply(state, nonsense)
            except IllegalEvent:
                pass
            else:
                assert allowed(state, nonsense), nonsense
        event = by_chance(random, state)
        if sensible and random.random() < 0.8:
            ask = next(ask for ask in GAME.asks(state) if not ask.optional)
            event = bot.choose(state, ask) if ask.choices else Rolled(ask.seat, (Face(random.randint(1, 6)),))
            event = bot.volunteer(state) or event
        try:
            after = GAME.apply(state, event).state
        except IllegalEvent:
            assert isinstance(event, CubesPlaced), event  # a form promises the shape only
            continue
        if isinstance(event, CubesPlaced):
            assert not any(shut_in(after, other) for other in state.table.seats if other != event.seat)
        state = after
    return state


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_what_holds_in_every_position(board, seed):
    one_game(Random(seed), board, 120)


@pytest.mark.slow
def test_what_holds_in_every_position_for_long(board):
    for seed in range(400):
        one_game(Random(seed), board, 300)


def test_a_six_answers_for_all_rolls_and_a_one_for_none(board):
    """The two shortcuts in `movement` against looking at each number, over random positions."""
    random = Random(4)
    seen = set()
    for _ in range(25):
        options = some_options(random, board)
        state = GAME.start(Table(NAMES[: random.randint(2, 6)]), options)
        for _ in range(150):
            if state.phase == "over":
                break
            if None not in state.pawns:
                for seat in state.table.seats:
                    found = [bool(destinations(state, seat, pips)) for pips in range(1, 7)]
                    assert some_roll_stuck(state, seat) == (not all(found))
                    assert every_roll_stuck(state, seat) == (not any(found))
                    seen.add((all(found), any(found)))
            try:
                state = GAME.apply(state, by_chance(random, state)).state
            except IllegalEvent:
                continue
    assert seen == {(True, True), (False, True), (False, False)}


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_bots_bring_games_to_an_end(players):
    options = Catch22Options()
    table = Table(NAMES[:players])
    for seed in range(6):
        random = Random(seed)
        bot = make(table, options, random)
        state = GAME.start(table, options)
        for _ in range(6000):
            asks = GAME.asks(state)
            if not asks:
                break
            event = bot.volunteer(state)
            if event is None:
                roll = Rolled(asks[0].seat, (Face(random.randint(1, 6)),))
                event = roll if asks[0].roll else bot.choose(state, asks[0])
            state = GAME.apply(state, event).state
        winner = GAME.outcome(state).places[0][0]
        assert state.tokens[winner] >= 22


def test_the_bot_beats_chance():
    """One seat plays with the bot's head, the other takes any listed choice."""
    options = Catch22Options()
    table = Table(NAMES[:2])
    won = 0
    for seed in range(30):
        random = Random(seed)
        bot = make(table, options, random)
        state = GAME.start(table, options)
        while asks := GAME.asks(state):
            ask = asks[0]
            if ask.roll:
                event = Rolled(ask.seat, (Face(random.randint(1, 6)),))
            elif ask.seat == seed % 2:
                event = bot.choose(state, ask)
            else:
                event = random.choice(ask.choices).event
            state = GAME.apply(state, event).state
        won += state.turn == seed % 2
    assert won >= 24


def test_nothing_of_the_rules_touches_the_world():
    banned = {"kivy", "random", "time", "numpy", "cv2", "msgspec"}
    code = (
        "import sys; before = set(sys.modules); import companion.games.catch_22;"
        "print(','.join(sorted(set(sys.modules) - before)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split(",")
    assert not banned & {name.strip().split(".")[0] for name in found}
