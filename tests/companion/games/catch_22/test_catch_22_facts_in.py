"""Taking a table over: every sentence of the specification's paragraph on positions."""

import json

import pytest

from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.options import Catch22Options
from companion.record import codec

FULL = {"3": 3, "9": 5, "15": 4, "21": 6, "26": 10}
PLACE = {"phase": "place", "turn": 0, "pawns": ["4", "12"]}


@pytest.fixture(name="take_over")
def _take_over(t1):
    def take_over(facts, players=2, **options):
        table = Table(("Red", "Blue", "Green", "Grey")[:players])
        chosen = Catch22Options(board=t1(), strict_counts=False, **options)
        return codec.position_from_plain(GAME, table, chosen, json.loads(json.dumps(facts)))

    return take_over


@pytest.fixture(name="refused")
def _refused(take_over):
    def refused(facts, key, players=2, **options):
        with pytest.raises(BadPosition) as wrong:
            take_over(facts, players, **options)
        assert wrong.value.key == key, str(wrong.value)

    return refused


def test_nothing_given_is_the_start(take_over, t1):
    options = Catch22Options(board=t1(), strict_counts=False)
    assert take_over({}) == GAME.start(Table(("Red", "Blue")), options)


def test_keys_left_out_are_as_at_the_start(take_over):
    facts = GAME.facts(take_over(PLACE))
    assert facts["supply"] == [5, 5]
    assert facts["jackpots"] == FULL
    assert facts["tokens"] == [0, 0]
    assert facts["starter"] is None
    assert facts["waiting"] == [0]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "dreaming"),
        ("phase", 3),
        ("phase", None),
        ("turn", 2),
        ("turn", -1),
        ("turn", True),
        ("turn", "0"),
        ("turn", 0.0),
        ("starter", 2),
        ("starter", False),
        ("contenders", {}),
        ("contenders", [0, 2]),
        ("contenders", [True]),
        ("contenders", [1, 1]),
        ("contenders", None),
        ("start_rolls", [None]),
        ("start_rolls", [7, None]),
        ("start_rolls", [0, None]),
        ("start_rolls", [True, None]),
        ("pawns", ["4"]),
        ("pawns", ["4", "12", "0"]),
        ("pawns", ["4", "40"]),
        ("pawns", ["4", 12]),
        ("pawns", "412"),
        ("tokens", [0]),
        ("tokens", [1, -1]),
        ("tokens", [0, "0"]),
        ("tokens", [0, False]),
        ("tokens", None),
        ("supply", [5]),
        ("supply", [5, 6]),
        ("supply", [5, -1]),
        ("supply", [5, True]),
        ("supply", {"0": 5}),
        ("resting", [0]),
        ("resting", [0, -1]),
        ("resting", [0, 0.0]),
        ("cubes", []),
        ("cubes", {"40": 0}),
        ("cubes", {"7": 2}),
        ("cubes", {"7": "0"}),
        ("cubes", {"7": True}),
        ("captured", [[0, 0]]),
        ("captured", [[0, 0], [0]]),
        ("captured", [[0, -1], [0, 0]]),
        ("captured", [[0, True], [0, 0]]),
        ("jackpots", []),
        ("jackpots", {"3": 3}),
        ("jackpots", {**FULL, "4": 0}),
        ("jackpots", {**FULL, "3": True}),
        ("rolled", 0),
        ("rolled", 7),
        ("rolled", True),
        ("rolled", "3"),
        ("waiting", [1]),
        ("waiting", [False]),
        ("waiting", None),
        ("waiting", []),
        ("destinations", ["5"]),
        ("flags", ["x"]),
        ("flags", None),
        ("surprise", 1),
    ],
)
def test_unknown_keys_wrong_types_and_values_are_refused(refused, key, value):
    refused({**PLACE, key: value}, key)


def test_what_follows_may_be_given_and_must_agree(take_over, refused):
    take_over({**PLACE, "waiting": [0], "destinations": [], "flags": []})
    move = {"phase": "move", "turn": 0, "pawns": ["4", "12"], "rolled": 2, "cubes": {"5": 1}, "supply": [5, 4]}
    take_over({**move, "destinations": ["2", "25"]})
    refused({**move, "destinations": ["25", "2"]}, "destinations")
    refused({**move, "destinations": ["2"]}, "destinations")


def test_tokens_must_sum_to_the_boards(refused, take_over):
    refused({**PLACE, "tokens": [0, 1]}, "tokens")
    refused({**PLACE, "jackpots": {**FULL, "3": 2}}, "tokens")
    take_over({**PLACE, "tokens": [0, 1], "jackpots": {**FULL, "3": 2}})
    refused({**PLACE, "tokens": [0, 0], "jackpots": {**FULL, "3": 4, "9": 4}}, "jackpots")


def test_five_cubes_of_each_colour(refused, take_over):
    refused({**PLACE, "cubes": {"7": 1}}, "cubes")
    refused({**PLACE, "cubes": {"7": 1}, "supply": [5, 5]}, "cubes")
    refused({**PLACE, "supply": [4, 5]}, "cubes")
    refused({**PLACE, "captured": [[0, 1], [0, 0]]}, "cubes")
    take_over({**PLACE, "captured": [[0, 1], [0, 0]], "cubes": {"7": 1}, "supply": [5, 3]})
    refused({**PLACE, "captured": [[1, 0], [0, 0]], "supply": [4, 5]}, "captured")


@pytest.mark.parametrize("square", ["0", "3", "8", "10", "2"])
def test_cubes_lie_on_plain_squares_only(refused, square):
    refused({**PLACE, "cubes": {square: 1}, "supply": [5, 4]}, "cubes")


STARS = {"phase": "stars"}
START = {"phase": "start-roll", "pawns": ["0", "12"], "contenders": [0, 1]}


def test_before_the_first_turn(take_over, refused):
    take_over({**STARS, "pawns": ["0", None]})
    take_over({**START, "start_rolls": [None, 4]})
    for begun in (STARS, START):
        refused({**begun, "turn": 0}, "phase")
        refused({**begun, "starter": 0}, "phase")
        refused({**begun, "tokens": [3, 0], "jackpots": {**FULL, "3": 0}}, "phase")
        refused({**begun, "cubes": {"7": 1}, "supply": [5, 4]}, "phase")
        refused({**begun, "captured": [[0, 1], [0, 0]], "supply": [5, 4]}, "phase")
        refused({**begun, "rolled": 3}, "phase")
        refused({**begun, "resting": [1, 0]}, "phase")
    refused({**STARS, "pawns": ["4", None]}, "pawns")
    refused({**START, "pawns": ["0", "13"]}, "pawns")


def test_stars(refused):
    refused({**STARS, "pawns": ["0", "12"]}, "pawns")
    refused({**STARS, "pawns": [None, "12"]}, "pawns")
    refused({**STARS, "start_rolls": [3, None]}, "start_rolls")
    refused({**STARS, "contenders": [0, 1]}, "start_rolls")


def test_start_roll(refused, take_over):
    refused({**START, "pawns": ["0", None]}, "pawns")
    refused({**START, "contenders": [0]}, "contenders")
    refused({"phase": "start-roll", "pawns": ["0", "12"]}, "contenders")
    refused({**START, "start_rolls": [3, 4]}, "start_rolls")
    three = {"phase": "start-roll", "pawns": ["0", "12", "12"], "contenders": [0, 2]}
    refused({**three, "start_rolls": [None, 4, None]}, "start_rolls", players=3)
    assert GAME.facts(take_over({**three, "start_rolls": [None, None, 2]}, 3))["waiting"] == [0]


def test_later_everybody_stands_somewhere_and_it_is_somebodys_turn(refused):
    refused({**PLACE, "pawns": ["4", None]}, "pawns")
    refused({"phase": "place", "pawns": ["4", "12"]}, "turn")
    refused({**PLACE, "contenders": [0, 1]}, "contenders")
    refused({**PLACE, "start_rolls": [None, 3]}, "contenders")


def test_no_pawn_on_a_foreign_cube_but_with_the_option(refused, take_over):
    facts = {**PLACE, "pawns": ["7", "12"], "cubes": {"7": 1}, "supply": [5, 4]}
    refused(facts, "pawns")
    take_over(facts, switch_protected=True)
    take_over({**facts, "pawns": ["4", "7"]})


def test_a_number_is_rolled_in_move_only_and_leads_somewhere(refused, take_over):
    refused({**PLACE, "phase": "move"}, "rolled")
    for phase in ("place", "over"):
        refused({**PLACE, "phase": phase, "rolled": 3}, "rolled")
    refused({**PLACE, "phase": "roll", "pawns": ["3", "12"], "rolled": 3}, "rolled")
    shut = {**PLACE, "phase": "move", "rolled": 3, "cubes": {"5": 1, "24": 1, "1": 1}, "supply": [5, 2]}
    refused(shut, "rolled")
    take_over({**shut, "rolled": 2})


def test_another_roll_is_due_on_jackpot_and_roll_again_squares(refused, take_over):
    for square in ("3", "8"):
        take_over({**PLACE, "phase": "roll", "pawns": [square, "12"]})
    for square in ("4", "10", "2", "0"):
        refused({**PLACE, "phase": "roll", "pawns": [square, "12"]}, "phase")
        take_over({**PLACE, "phase": "roll", "pawns": [square, "12"]}, no_path="reroll")


def test_rob_switch_and_remove_need_something_to_choose(refused, take_over):
    rob = {"phase": "rob", "turn": 0, "pawns": ["7", "7", "7"]}
    take_over(rob, 3, several_pawns="one")
    refused(rob, "phase", 3)
    refused({**rob, "pawns": ["7", "7", "8"]}, "phase", 3, several_pawns="one")
    take_over({**rob, "pawns": ["0", "0", "0"]}, 3, several_pawns="one")
    refused({**rob, "pawns": ["0", "0", "0"]}, "phase", 3, several_pawns="one", stars_safe=True)
    switch = {"phase": "switch", "turn": 0, "pawns": ["10", "17"]}
    take_over(switch)
    refused({**switch, "pawns": ["11", "17"]}, "phase")
    refused({**switch, "pawns": ["10", "10"]}, "phase")
    refused({**switch, "cubes": {"17": 1}, "supply": [5, 4]}, "phase")
    take_over({**switch, "cubes": {"17": 1}, "supply": [5, 4]}, switch_protected=True)
    remove = {"phase": "remove", "turn": 0, "pawns": ["2", "17"], "cubes": {"7": 0}, "supply": [4, 5]}
    take_over(remove)
    refused({**remove, "pawns": ["4", "17"]}, "phase")
    refused({"phase": "remove", "turn": 0, "pawns": ["2", "17"]}, "phase")


def test_over_needs_the_tokens_and_the_star(refused, take_over):
    over = {"phase": "over", "turn": 1, "pawns": ["4", "12"], "tokens": [0, 22]}
    over["jackpots"] = {"3": 0, "9": 0, "15": 0, "21": 0, "26": 6}
    state = take_over(over)
    assert GAME.outcome(state).places == ((1,), (0,))
    assert GAME.asks(state) == ()
    refused({**over, "pawns": ["12", "4"]}, "phase")
    refused({**over, "turn": 0}, "phase")
    refused(over, "phase", target=23)
    refused({**over, "turn": None}, "turn")


def test_resting(refused, take_over):
    roll = {**PLACE, "phase": "roll", "pawns": ["8", "12"]}
    take_over({**roll, "resting": [2, 0]})
    refused({**roll, "resting": [0, 2]}, "resting")
    refused({**PLACE, "resting": [2, 0]}, "resting")
    refused({**roll, "resting": [3, 0], "supply": [2, 5], "cubes": {"5": 0, "7": 0, "11": 0}}, "resting")


def test_somebody_may_be_shut_in(take_over):
    take_over({**PLACE, "pawns": ["0", "24"], "cubes": {"4": 0, "25": 0}, "supply": [3, 5]})


def test_starter_may_be_unknown_in_any_phase(take_over):
    assert GAME.facts(take_over({**PLACE, "starter": 1}))["starter"] == 1
    assert GAME.facts(take_over({**PLACE, "starter": None}))["starter"] is None
