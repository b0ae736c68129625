"""The rules, paragraph by paragraph of RULES.md, on the test board T1."""

import re
from pathlib import Path

import pytest

import companion.games.catch_22 as package
from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.events import CubeRansomed, Moved
from companion.games.catch_22.options import Catch22Options
from companion.record import codec


def test_every_rule_that_is_quoted_stands_in_the_rules():
    folder = Path(package.__file__).parent
    quoted = {rule for file in folder.glob("*.py") for rule in re.findall(r'"(R\d+\.\d+)"', file.read_text("utf-8"))}
    written = set(re.findall(r"\*\*(R\d+\.\d+)\*\*", (folder / "RULES.md").read_text("utf-8")))
    assert len(quoted) > 20
    assert quoted <= written


def test_every_option_is_explained():
    text = (Path(package.__file__).parent / "RULES.md").read_text("utf-8")
    for name in GAME.options.__dataclass_fields__:
        assert f"| `{name}` |" in text


def test_R1_4_an_unknown_seat_is_refused_in_every_phase(started, placing):
    for table in (started(), placing([0, 12])):
        for seat in (-1, 2, 99):
            table.refuses("R1.4", table.roll, seat, 3)
            table.refuses("R1.4", table.star, seat, 0)


def test_R2_1_stars_in_seat_order_shared_if_wanted(started):
    table = started(3)
    table.refuses("R2.1", table.star, 1, 0)
    said = table.refuses("R2.1", table.star, 0, 4)
    assert "square 4 is not a star" in said
    assert "star 0, star 12, star 18 or star 6" in said
    table.refuses("R2.1", table.star, 0, "nowhere")
    table.refuses("R2.1", table.roll, 0, 4)
    table.star(0, 12).star(1, 12)
    table.refuses("R2.1", table.star, 0, 0)
    table.star(2, 18)
    assert table.facts["pawns"] == ["12", "12", "18"]
    assert table.facts["phase"] == "start-roll"
    assert table.facts["contenders"] == table.facts["waiting"] == [0, 1, 2]
    table.refuses("R2.2", table.star, 0, 0)


def test_R2_2_the_highest_roll_begins_in_any_order(started):
    table = started(3).star(0, 0).star(1, 0).star(2, 0)
    table.roll(2, 5)
    assert table.facts["start_rolls"] == [None, None, 5]
    assert table.facts["waiting"] == [0, 1]
    table.refuses("R2.2", table.roll, 2, 6)
    table.roll(0, 1).roll(1, 4)
    assert table.facts["phase"] == "place"
    assert (table.facts["turn"], table.facts["starter"]) == (2, 2)
    assert table.facts["start_rolls"] == [None, None, None]
    assert table.facts["contenders"] == []


def test_R2_3_only_the_tied_roll_again_until_one_is_left(started):
    table = started(4)
    for seat in range(4):
        table.star(seat, 0)
    for seat, value in enumerate((6, 2, 6, 6)):
        table.roll(seat, value)
    assert table.facts["contenders"] == [0, 2, 3]
    table.refuses("R2.2", table.roll, 1, 6)
    table.roll(0, 1).roll(3, 4).roll(2, 4)
    assert table.facts["contenders"] == [2, 3]
    table.roll(3, 2).roll(2, 1)
    assert table.facts["turn"] == 3


def test_R2_3_everybody_may_be_tied(started):
    table = started().star(0, 0).star(1, 6).roll(0, 2).roll(1, 2)
    assert table.facts["contenders"] == [0, 1]
    assert table.facts["phase"] == "start-roll"


def test_R3_1_the_turn_goes_clockwise_and_begins_with_place(placing):
    table = placing([0, 6, 12], turn=2, players=3).go(2, 1, 11)
    assert (table.facts["turn"], table.facts["phase"]) == (0, "place")


def test_R3_2_cubes_before_the_first_roll_only(placing):
    table = placing([0, 13]).cubes(0, 5)
    table.refuses("R3.2", table.cubes, 0)
    table.roll(0, 3)
    table.refuses("R3.2", table.cubes, 0, 11)
    table.move(0, 3)
    table.refuses("R3.2", table.cubes, 0, 11)


def test_R3_2_option_before_every_roll(placing):
    table = placing([0, 13], options={"cubes_before": "every-roll"}).roll(0, 3)
    table.refuses("R3.2", table.cubes, 0, 11)
    table.move(0, 3).cubes(0, 11).cubes(0, 1)
    assert table.facts["phase"] == "roll"
    table.refuses("R4.1", table.cubes, 1, 5)


@pytest.mark.parametrize("square", [3, 0, 8, 10, 2, 5, 7, 4, "40"])
def test_R3_3_where_no_cube_may_lie(placing, square):
    table = placing([4, 5], cubes={"7": 1})
    table.refuses("R3.3", table.cubes, 0, square)
    table.refuses("R3.3", table.cubes, 0, 11, square)


def test_R3_3_one_cube_to_a_square(placing):
    table = placing([0, 13])
    table.refuses("R3.3", table.cubes, 0, 11, 11)
    table.cubes(0, 11)
    table.refuses("R3.3", table.cubes, 0, 11)


def test_R3_4_no_sixth_cube(placing):
    table = placing([0, 13]).cubes(0, 1, 4, 11)
    table.refuses("R3.4", table.cubes, 0, 5, 7, 16)
    table.cubes(0, 5, 7)
    said = table.refuses("R3.4", table.cubes, 0, 16)
    assert "has 0 in hand" in said


def test_R3_5_the_whole_portion_must_leave_a_neighbour(placing):
    table = placing([0, 24])
    table.refuses("R3.5", table.cubes, 0, 4, 25)
    table.cubes(0, 4)
    table.refuses("R3.5", table.cubes, 0, 25)
    table.cubes(0, 5)


def test_R3_5_the_others_own_cubes_do_not_shut_him_in(placing):
    assert placing([0, 24], cubes={"25": 1}).cubes(0, 4).facts["cubes"] == {"4": 0, "25": 1}


def test_R3_5_pawns_do_not_count_and_ones_own_way_is_ones_own_affair(placing):
    table = placing([24, 0, 25], players=3, cubes={"4": 1}, turn=0)
    assert table.cubes(0, 1).facts["cubes"]["1"] == 0
    placing([24, 0], turn=0, cubes={"4": 1, "25": 1}).cubes(0, 5)


def test_R3_5_while_somebody_is_shut_in_by_anyone_no_placement_helps(placing):
    table = placing([0, 24, 12], players=3, cubes={"4": 0, "25": 2})
    table.refuses("R3.5", table.cubes, 0, 11)
    assert not any(form for ask in GAME.asks(table.state) for form in ask.forms)
    assert table.roll(0, 1).move(0, 1).cubes(1, 11).facts["turn"] == 1


def test_R3_6_every_number_must_leave_somewhere_to_go(placing):
    rules = {"block_rule": "every-roll"}
    table = placing([12, 4], options=rules)
    table.refuses("R3.6", table.cubes, 0, 5, 24, 1)
    table.cubes(0, 5, 24)
    table.refuses("R3.6", table.cubes, 0, 1)
    placing([12, 4]).cubes(0, 5, 24, 1)


def test_R3_6_a_star_within_reach_counts_for_who_may_win(placing):
    table = placing([12, 4], tokens=[0, 22], options={"block_rule": "every-roll"})
    table.cubes(0, 5, 24)
    assert table.cubes(0, 23).facts["cubes"]["23"] == 0
    poor = placing([12, 4], options={"block_rule": "every-roll"}).cubes(0, 5, 24)
    poor.refuses("R3.6", poor.cubes, 0, 23)


@pytest.mark.parametrize(
    ("pawn", "value", "found"),
    [
        (0, 4, ["20", "4"]),
        (0, 5, ["19", "24", "5"]),
        (0, 3, ["21", "3"]),
        (4, 6, ["10", "16", "22"]),
        (15, 4, ["11", "19", "26"]),
        (26, 1, ["25", "27"]),
    ],
)
def test_R4_2_exactly_so_many_steps(placing, pawn, value, found):
    table = placing([pawn, 12]).roll(0, value)
    assert table.facts["destinations"] == found
    assert table.facts["rolled"] == value
    for square in range(29):
        if str(square) not in found:
            table.refuses("R4.2", table.move, 0, square)


def test_R4_1_one_die_with_one_to_six(placing):
    table = placing([0, 12])
    for faces in ((), (Face(1), Face(2)), (Face(0),), (Face(7),), (Face(-3),)):
        table.refuses("R4.1", table.happen, Rolled(0, faces))
    table.refuses("R3.1", table.roll, 1, 3)
    table.refuses("R3.1", table.move, 0, 3)
    table.roll(0, 3)
    table.refuses("R4.2", table.roll, 0, 3)


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ([1, 3], "R4.2"),
        ([1, 2, 4], "R4.2"),
        ([1, 2], "R4.2"),
        ([1, 0, 1], "R4.2"),
        ([], "R4.2"),
        ([0, 1, 2, 3], "R4.2"),
        (["x", 2, 3], "R4.2"),
        ([23, 22, 21], "R4.2"),
    ],
)
def test_R4_2_a_reported_way_must_be_one(placing, path, rule):
    table = placing([0, 12]).roll(0, 3)
    table.refuses(rule, table.move, 0, 3, path)
    assert table.move(0, 3, [1, 2, 3]).facts["pawns"][0] == "3"


def test_R4_3_foreign_cubes_stop_own_cubes_do_not(placing):
    table = placing([6, 12], cubes={"7": 1}).roll(0, 2)
    assert table.facts["destinations"] == ["4"]
    table.refuses("R4.2", table.move, 0, 8)
    table.refuses("R4.3", table.move, 0, 8, [7, 8])
    own = placing([6, 12], cubes={"7": 0})
    assert own.roll(0, 2).facts["destinations"] == ["4", "8"]


def test_R4_4_no_square_twice_and_not_back_to_the_start(placing):
    table = placing([26, 12]).roll(0, 2)
    assert table.facts["destinations"] == ["24", "28"]
    table.refuses("R4.4", table.move, 0, 26, [25, 26])


def test_R4_4_options_about_turning_round(placing):
    free = placing([26, 12], options={"reverse": "free"}).roll(0, 2)
    assert free.facts["destinations"] == ["24", "26", "28"]
    assert free.move(0, 26, [25, 26]).facts["pawns"][0] == "26"
    turned = placing([26, 12], options={"reverse": "not-at-once"}).roll(0, 2)
    assert turned.facts["destinations"] == ["24", "28"]
    turned.refuses("R4.4", turned.move, 0, 26, [25, 26])


def test_R4_4_not_at_once_may_come_round_to_the_start(t1):
    board = {
        "squares": [
            {"id": name, "kind": kind} for name, kind in zip("abcd", ["star", "plain", "plain", "plain"], strict=True)
        ],
        "paths": [["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"]],
    }
    found = {}
    for reverse in ("never", "not-at-once", "free"):
        options = Catch22Options(board=board, strict_counts=False, reverse=reverse)
        state = codec.position_from_plain(
            GAME, Table(("A", "B")), options, {"phase": "place", "turn": 0, "pawns": ["b", "d"]}
        )
        state = GAME.apply(state, Rolled(0, (Face(3),))).state
        found[reverse] = GAME.facts(state)["destinations"]
    assert found == {"never": ["d"], "not-at-once": ["b", "d"], "free": ["a", "b", "c", "d"]}


def test_R4_5_pawns_may_be_passed_or_not(placing):
    assert placing([0, 2]).roll(0, 3).facts["destinations"] == ["21", "3"]
    table = placing([0, 2], options={"pass_pawns": False}).roll(0, 3)
    assert table.facts["destinations"] == ["21"]
    table.refuses("R4.5", table.move, 0, 3, [1, 2, 3])
    assert placing([0, 3], options={"pass_pawns": False}).roll(0, 3).facts["destinations"] == ["21", "3"]
    assert placing([0, 0], options={"pass_pawns": False}).roll(0, 3).facts["destinations"] == ["21", "3"]


def test_R4_6_a_roll_without_a_way_is_forfeited(placing):
    table = placing([4, 12], cubes={"5": 1, "24": 1, "1": 1}).roll(0, 3)
    assert (table.facts["turn"], table.facts["phase"], table.facts["rolled"]) == (1, "place", None)
    assert "nowhere to go with 3" in str(table.notes[0].text)


def test_R4_6_option_roll_again_as_long_as_some_number_helps(placing):
    rules = {"no_path": "reroll"}
    table = placing([4, 12], cubes={"5": 1, "24": 1, "1": 1}, options=rules).roll(0, 3)
    assert (table.facts["turn"], table.facts["phase"]) == (0, "roll")
    table.refuses("R3.2", table.cubes, 0, 7)
    assert table.roll(0, 6).roll(0, 2).facts["destinations"] == ["2"]
    shut = placing([24, 12], cubes={"4": 1, "25": 1}, options=rules).roll(0, 3)
    assert shut.facts["turn"] == 1


def test_R4_6_cubes_may_come_before_the_roll_after_a_reroll_if_before_every_roll(placing):
    rules = {"no_path": "reroll", "cubes_before": "every-roll"}
    table = placing([4, 12], cubes={"5": 1, "24": 1, "1": 1}, options=rules).roll(0, 3).cubes(0, 7)
    assert table.facts["cubes"]["7"] == 0


def test_R5_1_landing_robs_everybody_there(placing):
    table = placing([9, 12, 12], players=3, tokens=[1, 4, 6]).go(0, 3, 12)
    assert table.facts["tokens"] == [11, 0, 0]
    assert table.facts["turn"] == 1
    assert table.facts["pawns"] == ["12", "12", "12"]


def test_R5_1_passing_robs_nobody(placing):
    assert placing([9, 11], tokens=[0, 4]).go(0, 3, 12).facts["tokens"] == [0, 4]


def test_R5_1_a_pawn_on_its_own_cube_cannot_be_reached(placing):
    table = placing([6, 5], cubes={"7": 0}).go(0, 1, 7).roll(1, 2)
    assert table.facts["destinations"] == ["24", "3"]
    table.refuses("R4.3", table.move, 1, 7, [6, 7])


def test_R5_1_starting_together_robs_nobody_but_a_pawn_on_my_cube_can_be_robbed(placing):
    assert placing([12, 12], tokens=[0, 6]).go(0, 1, 13).facts["tokens"] == [0, 6]
    rules = {"switch_protected": True}
    table = placing([6, 7], tokens=[0, 6], cubes={"7": 0}, options=rules).go(0, 1, 7)
    assert table.facts["tokens"] == [6, 0]


def test_R5_1_option_stars_are_safe(placing):
    table = placing([9, 12], tokens=[0, 4], options={"stars_safe": True}).go(0, 3, 12)
    assert table.facts["tokens"] == [0, 4]
    assert table.facts["turn"] == 1


def test_R5_2_option_choose_one_before_the_square_takes_effect(placing):
    rules = {"several_pawns": "one"}
    table = placing([6, 9, 9, 9], players=4, tokens=[0, 4, 0, 2], jackpots=jackpots(taken=6), options=rules)
    table.go(0, 3, 9)
    assert table.facts["phase"] == "rob"
    assert table.facts["tokens"] == [0, 4, 0, 2]
    assert table.facts["jackpots"]["9"] == 5
    for other in (0, 4, -1):
        table.refuses("R5.2", table.rob, 0, other)
    table.refuses("R5.2", table.rob, 1, 2)
    table.rob(0, 3)
    assert table.facts["tokens"] == [7, 4, 0, 0]
    assert (table.facts["turn"], table.facts["phase"]) == (1, "place")


def jackpots(taken):
    """T1's jackpots with tokens taken from 21 only."""
    return {"3": 3, "9": 5, "15": 4, "21": 6 - taken, "26": 10}


def test_R5_2_one_pawn_needs_no_choice_and_safe_stars_neither(placing):
    rules = {"several_pawns": "one"}
    assert placing([9, 12, 0], players=3, tokens=[0, 4, 0], options=rules).go(0, 3, 12).facts["tokens"] == [4, 0, 0]
    safe = {"several_pawns": "one", "stars_safe": True}
    table = placing([9, 12, 12], players=3, tokens=[0, 4, 0], options=safe).go(0, 3, 12)
    assert table.facts["phase"] == "place"


def test_R5_2_the_choice_leads_on_to_the_switch(placing):
    table = placing([8, 10, 10, 0], players=4, tokens=[0, 4, 2, 0], options={"several_pawns": "one"}).go(0, 2, 10)
    table.rob(0, 2)
    assert table.facts["phase"] == "switch"
    assert table.facts["tokens"] == [2, 4, 0, 0]
    table.refuses("R6.2", table.switch, 0, 1)
    assert table.switch(0, 3).facts["pawns"] == ["0", "10", "10", "10"]


def test_R5_3_a_jackpot_pays_once_and_gives_another_roll(placing):
    table = placing([0, 6]).go(0, 3, 3)
    assert table.facts["tokens"] == [3, 0]
    assert table.facts["jackpots"]["3"] == 0
    assert (table.facts["phase"], table.facts["turn"]) == ("roll", 0)
    table.go(0, 1, 4).go(1, 3, 3)
    assert table.facts["phase"] == "roll"
    over = placing(
        [4, 6],
        turn=1,
        tokens=[3, 0],
        jackpots={"3": 0, "9": 5, "15": 4, "21": 6, "26": 10},
        options={"empty_jackpot": "turn-over"},
    )
    assert over.go(1, 3, 3).facts["turn"] == 0
    paid = placing([0, 6], options={"empty_jackpot": "turn-over"}).go(0, 3, 3)
    assert paid.facts["phase"] == "roll"


def test_R5_4_roll_again_square(placing):
    table = placing([6, 0]).go(0, 2, 8)
    assert (table.facts["phase"], table.facts["turn"]) == ("roll", 0)
    table.refuses("R4.1", table.move, 0, 9)
    table.refuses("R4.1", table.roll, 1, 2)


def test_R5_5_who_robs_does_not_roll_again(placing):
    again = placing([6, 8], tokens=[0, 7]).go(0, 2, 8)
    assert again.facts["turn"] == 1
    table = placing([6, 9], tokens=[0, 6], jackpots=jackpots(6)).go(0, 3, 9)
    assert table.facts["tokens"] == [11, 0]
    assert table.facts["turn"] == 1
    nothing = placing([6, 8]).go(0, 2, 8)
    assert nothing.facts["turn"] == 1, "robbing somebody without tokens is a robbery too"


def test_R5_5_option_the_square_decides(placing):
    rules = {"steal_on_bonus": "roll-again"}
    assert placing([6, 8], tokens=[0, 7], options=rules).go(0, 2, 8).facts["phase"] == "roll"
    both = {"steal_on_bonus": "roll-again", "empty_jackpot": "turn-over"}
    table = placing([6, 9], tokens=[0, 5], jackpots={"3": 3, "9": 0, "15": 4, "21": 6, "26": 10}, options=both)
    assert table.go(0, 3, 9).facts["turn"] == 1, "an emptied jackpot gives no roll there"


def test_R6_1_switch_is_obligatory_and_has_no_effect_where_one_lands(placing):
    table = placing([8, 9], tokens=[0, 5]).go(0, 2, 10)
    assert table.facts["phase"] == "switch"
    table.refuses("R6.1", table.roll, 0, 3)
    table.switch(0, 1)
    assert table.facts["pawns"] == ["9", "10"]
    assert table.facts["tokens"] == [0, 5]
    assert table.facts["jackpots"]["9"] == 5
    assert (table.facts["turn"], table.facts["phase"]) == (1, "place")


def test_R6_2_who_can_be_chosen(placing):
    table = placing([8, 17, 10, 6], players=4, cubes={"17": 1}).go(0, 2, 10)
    for other in (0, 1, 2, 4, -1):
        table.refuses("R6.2", table.switch, 0, other)
    assert table.switch(0, 3).facts["pawns"] == ["6", "17", "10", "10"]
    alone = placing([8, 17], cubes={"17": 1}).go(0, 2, 10)
    assert alone.facts["turn"] == 1
    assert alone.facts["pawns"] == ["10", "17"]
    assert "nobody" in str(alone.notes[-1].text)


def test_R6_2_option_switch_with_the_protected(placing):
    rules = {"switch_protected": True}
    table = placing([8, 17], cubes={"17": 1}, options=rules).go(0, 2, 10).switch(0, 1)
    assert table.facts["pawns"] == ["17", "10"]
    assert table.facts["cubes"] == {"17": 1}
    table.go(1, 1, 11).roll(0, 2)
    assert table.facts["destinations"] == ["15", "19", "28"]
    table.move(0, 28)
    robbed = placing([17, 18], turn=1, tokens=[4, 0], cubes={"17": 1}, options=rules).go(1, 1, 17)
    assert robbed.facts["tokens"] == [0, 4]


def test_R6_3_switching_onto_a_star(placing):
    table = placing([11, 0], tokens=[22, 0])
    table.roll(0, 1).move(0, 10).switch(0, 1)
    assert table.outcome is None
    rules = {"switch_wins": True}
    won = placing([11, 0], tokens=[22, 0], options=rules).go(0, 1, 10).switch(0, 1)
    assert won.facts["phase"] == "over"
    assert won.facts["pawns"] == ["0", "10"]
    assert won.outcome.places == ((0,), (1,))
    poor = placing([11, 0], tokens=[21, 0], options=rules).go(0, 1, 10).switch(0, 1)
    assert poor.outcome is None
    other = placing([11, 0], tokens=[0, 22], options=rules).go(0, 1, 10).switch(0, 1)
    assert other.outcome is None, "only the mover wins so"


def test_R6_3_tokens_robbed_on_the_switch_square_count_for_the_option(placing):
    table = placing([11, 10, 0], players=3, tokens=[20, 3, 0], options={"switch_wins": True}).go(0, 1, 10).switch(0, 2)
    assert table.facts["phase"] == "over"


def test_R7_1_take_a_cube_off(placing):
    table = placing([0, 12], cubes={"7": 1, "5": 0}).go(0, 2, 2)
    assert table.facts["phase"] == "remove"
    for square in (11, 2, "40"):
        table.refuses("R7.1", table.remove, 0, square)
    table.refuses("R7.1", table.remove, 1, 7)
    table.remove(0, 7)
    assert table.facts["captured"] == [[0, 1], [0, 0]]
    assert table.facts["turn"] == 1


def test_R7_2_own_cube_goes_back_to_the_hand(placing):
    table = placing([0, 12], cubes={"7": 1, "5": 0}).go(0, 2, 2).remove(0, 5)
    assert table.facts["supply"] == [5, 4]
    assert table.facts["resting"] == [0, 0]
    table.go(1, 1, 13).cubes(0, 5)


def test_R7_1_optional_or_obligatory(placing):
    assert placing([0, 12], cubes={"7": 1}).go(0, 2, 2).remove(0, None).facts["turn"] == 1
    must = placing([0, 12], cubes={"7": 1}, options={"remove": "obligatory"}).go(0, 2, 2)
    must.refuses("R7.1", must.remove, 0, None)
    assert must.remove(0, 7).facts["turn"] == 1


def test_R7_2_a_pawn_stays_where_its_cube_was_and_is_unprotected(placing):
    table = placing([0, 7], tokens=[0, 4], cubes={"7": 1}).go(0, 2, 2).remove(0, 7)
    assert table.facts["pawns"] == ["2", "7"]
    table.go(1, 1, 8)
    table = placing([6, 7], tokens=[0, 4]).go(0, 1, 7)
    assert table.facts["tokens"] == [4, 0]


def test_R7_3_no_cube_no_question(placing):
    for rules in ({}, {"remove": "obligatory"}):
        assert placing([0, 12], options=rules).go(0, 2, 2).facts["turn"] == 1


HELD = [[0, 1], [0, 0]]


def test_R8_1_ransom_needs_a_captive_and_the_option(placing):
    table = placing([4, 12], tokens=[0, 6], captured=HELD)
    table.refuses("R8.1", table.ransom, 1, 0, 0)
    table.refuses("R8.1", table.ransom, 0, 0, 0)
    table.refuses("R8.1", table.ransom, 0, 2, 0)
    table.refuses("R8.1", table.ransom, 0, -1, 0)
    table.refuses("R1.4", table.ransom, 2, 1, 0)
    table.ransom(0, 1, 0)
    table.refuses("R8.1", table.ransom, 0, 1, 0)
    never = placing([4, 12], tokens=[0, 6], captured=HELD, options={"ransom": "off"})
    never.refuses("R8.1", never.ransom, 0, 1, 5)
    assert len(GAME.asks(never.state)) == 2


def test_R8_1_not_while_something_must_be_chosen(started, placing):
    table = placing([0, 12], cubes={"7": 1}, captured=HELD).go(0, 2, 2)
    table.refuses("R8.1", table.ransom, 0, 1, 0)
    table = placing([8, 17], captured=HELD).go(0, 2, 10)
    table.refuses("R8.1", table.ransom, 0, 1, 0)
    early = started()
    early.refuses("R8.1", early.ransom, 0, 1, 0)


def test_R8_2_the_price_is_what_the_owner_has(placing):
    table = placing([4, 12], tokens=[0, 6], captured=HELD)
    table.refuses("R8.2", table.ransom, 0, 1, 7)
    table.refuses("R8.2", table.ransom, 0, 1, -1)
    table.ransom(0, 1, 5)
    assert table.facts["tokens"] == [5, 1]
    assert table.facts["supply"] == [5, 5]
    assert table.facts["captured"] == [[0, 0], [0, 0]]


def test_R8_2_what_else_was_agreed_is_kept_in_words(placing):
    table = placing([4, 12], tokens=[0, 6], captured=HELD)
    table.refuses("R8.2", table.ransom, 0, 1, 0, "x" * 201)
    deal = CubeRansomed(0, 1, 0, "washes up")
    assert str(GAME.describe(table.state, deal)) == "Blue buys a cube back from Red for: washes up"
    table.ransom(0, 1, 0, "washes up")
    assert table.facts["tokens"] == [0, 6]
    assert codec.event_from_json(GAME, "CubeRansomed", b'{"seat":0,"owner":1,"price":0}') == CubeRansomed(0, 1, 0)


def test_R8_2_in_anybodys_turn(placing):
    table = placing([4, 12, 0], players=3, turn=2, tokens=[0, 6, 0], captured=[[0, 1, 0], [0] * 3, [0] * 3])
    table.ransom(0, 1, 2)
    assert table.facts["resting"] == [0, 0, 0]
    assert table.facts["turn"] == 2


def test_R8_3_in_his_place_phase_the_owner_may_place_at_once(placing):
    table = placing(
        [0, 4], turn=1, tokens=[0, 6], supply=[5, 0], cubes={str(one): 1 for one in (7, 11, 13, 17)}, captured=HELD
    )
    table.refuses("R3.4", table.cubes, 1, 19)
    table.ransom(0, 1, 1).cubes(1, 19)
    assert table.facts["resting"] == [0, 0]


def test_R8_3_after_his_first_roll_the_cube_rests_until_the_turn_is_over(placing):
    rules = {"cubes_before": "every-roll"}
    table = placing([12, 6], turn=1, cubes={str(one): 1 for one in (7, 11, 13, 17)}, captured=HELD, options=rules)
    table.roll(1, 2).ransom(0, 1, 0)
    assert table.facts["resting"] == [0, 1]
    assert table.facts["supply"] == [5, 1]
    table.move(1, 8)
    assert table.facts["phase"] == "roll"
    said = table.refuses("R3.4", table.cubes, 1, 19)
    assert "1 more must wait" in said
    table.go(1, 1, 9).go(1, 1, 10, [10]).switch(1, 0)
    assert table.facts["resting"] == [0, 0]
    assert table.facts["supply"] == [5, 1]


def test_R8_3_a_cube_ransomed_for_another_in_the_turn_does_not_rest(placing):
    rules = {"cubes_before": "every-roll"}
    table = placing([6, 12], captured=HELD, options=rules).go(0, 2, 8).ransom(0, 1, 0)
    assert table.facts["resting"] == [0, 0]


def test_R8_4_tokens_received_before_the_move_count_for_it(placing):
    table = placing([4, 12], tokens=[20, 3], captured=HELD).roll(0, 6)
    assert table.facts["destinations"] == ["10", "16", "22"]
    table.ransom(0, 1, 2)
    assert table.facts["destinations"] == ["0", "10", "16", "22", "6"]
    assert table.move(0, 6).facts["phase"] == "over"


def test_R8_4_tokens_paid_may_leave_nowhere_to_go(placing):
    def stuck(**rules):
        table = placing(
            [12, 4],
            turn=1,
            tokens=[0, 22],
            cubes={"7": 0, "24": 0, "1": 0},
            captured=HELD,
            options=rules,
        )
        table.roll(1, 5)
        assert table.facts["destinations"] == ["6"]
        return table.ransom(0, 1, 1)

    assert (stuck().facts["turn"], stuck().facts["phase"]) == (0, "place")
    again = stuck(no_path="reroll").facts
    assert (again["turn"], again["phase"], again["rolled"]) == (1, "roll", None)
    assert again["resting"] == [0, 1]


def test_R9_1_crossing_a_star_wins_at_once(placing):
    def red():
        return placing([4, 13], tokens=[22, 0]).roll(0, 6)

    assert red().facts["destinations"] == ["0", "10", "16", "22", "6"]
    crossed = red().move(0, 22)
    assert (crossed.facts["phase"], crossed.facts["turn"]) == ("over", 0)
    assert crossed.facts["pawns"] == ["0", "13"]
    assert crossed.facts["waiting"] == []
    assert red().move(0, 10).facts["pawns"] == ["6", "13"]
    assert red().move(0, 6, [5, 6]).facts["phase"] == "over"
    assert red().move(0, 16).facts["phase"] == "place"
    for path in ([5], [5, 6, 7]):
        red().refuses("R4.2", red().move, 0, path[-1], path)


def test_R9_1_robbing_and_collecting_fall_away(placing):
    table = placing([11, 12], tokens=[22, 3]).go(0, 1, 12)
    assert table.facts["phase"] == "over"
    assert table.facts["tokens"] == [22, 3]


def test_R9_1_whatever_lies_behind_the_star(placing):
    table = placing([11, 0], tokens=[22, 0], cubes={"13": 1, "7": 1}).roll(0, 5)
    assert table.facts["destinations"] == ["12"]
    table.refuses("R4.3", table.move, 0, 16, [12, 13, 14, 15, 16])
    assert table.move(0, 12).facts["phase"] == "over"


def test_R9_1_a_pawn_on_the_star_does_not_guard_it(placing):
    table = placing([11, 12], tokens=[22, 0], options={"pass_pawns": False}).roll(0, 5)
    assert "12" in table.facts["destinations"]
    table.refuses("R4.5", table.move, 0, 16, [12, 13, 14, 15, 16])
    assert table.move(0, 12).facts["phase"] == "over"


def test_R9_1_the_target_is_a_option(placing):
    assert placing([5, 13], tokens=[5, 0], options={"target": 5}).go(0, 1, 6).facts["phase"] == "over"
    assert placing([5, 13], tokens=[5, 0], options={"target": 6}).go(0, 1, 6).facts["phase"] == "place"


def test_R9_2_leaving_a_star_or_reaching_22_on_it_does_not_win(placing):
    assert placing([6, 13], tokens=[22, 0]).go(0, 2, 4).outcome is None
    table = placing([9, 12], tokens=[20, 5]).go(0, 3, 12)
    assert table.facts["tokens"] == [25, 0]
    assert table.outcome is None
    table.go(1, 1, 11).go(0, 6, 18)
    assert table.outcome.places == ((0,), (1,))


def test_R9_2_the_same_star_may_be_entered_again_where_turning_is_free(placing):
    table = placing([6, 13], tokens=[22, 0], options={"reverse": "free"}).roll(0, 2)
    assert table.facts["destinations"] == ["4", "6", "8"]
    assert table.move(0, 6).facts["phase"] == "over"
    through = placing([6, 13], tokens=[22, 0], options={"reverse": "free"}).go(0, 3, 7, [5, 6, 7])
    assert through.facts["phase"] == "over"
    assert through.facts["pawns"][0] == "6"


def test_R9_3_untold_the_way_that_wins_is_taken(placing):
    """From 4 with 12 on the ring only: a ring both of whose sides lead to the same square."""
    table = placing([4, 13], tokens=[22, 0], options={"reverse": "free"}).roll(0, 4)
    table.move(0, 4)
    assert table.facts["phase"] == "over"
    assert table.facts["pawns"][0] == "6"
    placed = placing([4, 13], tokens=[22, 0], options={"reverse": "free"}).roll(0, 4).move(0, 4, [3, 4, 3, 4])
    assert placed.outcome is None


def test_R9_3_fewest_steps_first_then_the_smaller_name(t1):
    def won(paths, stars, to):
        names = sorted({end for path in paths for end in path})
        board = {
            "squares": [{"id": name, "kind": "star" if name in stars else "plain"} for name in names]
            + [{"id": "j", "kind": "jackpot", "tokens": 30}],
            "paths": [*paths, ["s", "j"]],
        }
        options = Catch22Options(board=board, strict_counts=False)
        facts = {"phase": "move", "turn": 0, "pawns": ["s", "j"], "rolled": 3, "tokens": [30, 0], "jackpots": {"j": 0}}
        state = codec.position_from_plain(GAME, Table(("A", "B")), options, facts)
        star = GAME.facts(GAME.apply(state, Moved(0, to)).state)["pawns"][0]
        assert str(GAME.describe(state, Moved(0, to))) == f"A moves to star {star}", "the history names the star"
        return star

    late_early = [["s", "a"], ["a", "10"], ["10", "t"], ["s", "9"], ["9", "b"], ["b", "t"]]
    assert won(late_early, {"10", "9"}, "t") == "9", "after one step, not after two"
    level = [["s", "10"], ["10", "a"], ["a", "t"], ["s", "9"], ["9", "b"], ["b", "t"]]
    assert won(level, {"10", "9"}, "t") == "10", "as strings"
    assert won(level, {"10", "9", "t"}, "t") == "10"
    assert won(level, {"9", "t"}, "t") == "9"


def test_R9_4_the_order_at_the_end_and_nothing_after_it(placing):
    table = placing([5, 13, 14, 17], players=4, tokens=[22, 1, 3, 1]).go(0, 1, 6)
    assert table.outcome.places == ((0,), (2,), (1, 3))
    assert table.outcome.scores == {0: 22, 1: 1, 2: 3, 3: 1}
    assert GAME.asks(table.state) == ()
    table.refuses("R9.4", table.roll, 1, 3)
    table.refuses("R9.4", table.ransom, 0, 1, 0)


def test_refusals_name_the_player_what_they_did_and_what_would_be_right(placing):
    table = placing([0, 12]).roll(0, 3)
    with pytest.raises(IllegalEvent, match=r"Red cannot reach star 12 with 3\. Possible: jackpot 21 or jackpot 3\."):
        table.move(0, 12)
    with pytest.raises(IllegalEvent, match="Red must move first"):
        table.roll(1, 2)
