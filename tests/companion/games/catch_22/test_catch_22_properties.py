"""Whole games by chance: what must hold in every position that play can reach."""

from random import Random

import pytest

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.bot import make
from companion.games.catch_22.events import (
    CubeRansomed,
    CubesPlaced,
)
from companion.games.catch_22.movement import destinations, every_roll_stuck, some_roll_stuck
from companion.games.catch_22.options import Catch22Options
from companion.protocol.game_listing import form_to_plain

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
