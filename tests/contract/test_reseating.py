"""The facts of any position at other seats: everybody keeps what they have, and it is a position there, too."""

import json
from dataclasses import fields
from random import Random

import pytest

from companion.core.table import Table
from companion.record.reseating import fitting, reseated
from tests.contract.all_games import all_games
from tests.contract.playing import COLOURS, NAMES, bot_game

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
POSITIONS = 12


def positions(game):
    """Tables and options of random positions, each with its free facts and those at the beginning."""
    random = Random(game.id)
    free = {entry.name for entry in fields(game.facts_type)}
    for _ in range(POSITIONS):
        seats = random.choice(game.player_counts)
        shown = [game.facts(state) for state, _ in bot_game(game, seats, random.random(), 200)]
        plain = json.loads(json.dumps(random.choice(shown)))
        yield seats, {name: part for name, part in plain.items() if name in free and part is not None}, shown[0]


def rollers_in_order(facts):
    """Who rolls for a card of Catastrophe is named in turn order, which begins elsewhere at other seats."""
    stack = [
        {**card, "rollers": sorted(card["rollers"])} if "rollers" in card else card for card in facts.get("stack", ())
    ]
    return {**facts, **({"stack": stack} if stack else {})}


@each_game
def test_there_and_back_is_the_same(game):
    for seats, facts, fresh in positions(game):
        order = [*range(1, seats), 0]
        moved = reseated(game, facts, fresh, order)
        back = reseated(game, moved, fresh, [order.index(seat) for seat in range(seats)])
        assert rollers_in_order(back) == rollers_in_order(facts)


@each_game
def test_who_sits_as_before_has_the_same_position(game):
    for seats, facts, fresh in positions(game):
        table, options = Table(tuple(NAMES[:seats]), tuple(COLOURS[:seats])), game.options()
        found = game.facts(fitting(game, table, options, reseated(game, facts, fresh, range(seats))))
        assert {name: json.loads(json.dumps(found[name])) for name in facts} == facts


@pytest.mark.parametrize(
    "game",
    [game for game in all_games() if game.id in {"catch-up", "catastrophe", "catch-22"}],
    ids=lambda game: game.id,
)
def test_everybody_may_move_on_by_one_seat(game):
    for seats, facts, fresh in positions(game):
        if facts["phase"] in {"start-roll", "stars", "over"}:
            continue  # they go by the order of the seats
        table, options = Table(tuple(NAMES[:seats]), tuple(COLOURS[:seats])), game.options()
        fitting(game, table, options, reseated(game, facts, fresh, [*range(1, seats), 0]))
