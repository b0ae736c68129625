"""Cat in the Box tables taken over from their facts: what may be left out, what must agree, what cannot be."""

from __future__ import annotations

import copy

import pytest

from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.cat_in_the_box import GAME
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, Predicted
from companion.games.cat_in_the_box.options import BoxOptions
from companion.record.codec import position_from_plain
from tests.companion.games.cat_in_the_box.simulated_games import CB_13

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
ALL = ["red", "blue", "yellow", "green"]
E8 = [None] * 8
AFTER_ONE = {  # A 1B, B 2B, C 3R, D 1G; C leads 7R
    "phase": "play",
    "predictions": [1, 2, 3, 1],
    "tricks": [0, 0, 1, 0],
    "leader": 2,
    "trick": [{"seat": 2, "number": 7, "colour": "red"}],
    "x": [ALL, ALL, ["red", "yellow", "green"], ["red", "yellow", "green"]],
    "board": {
        "red": [None, None, 2, None, None, None, 2, None],
        "blue": [0, 1, None, None, None, None, None, None],
        "yellow": E8,
        "green": [3, None, None, None, None, None, None, None],
    },
}
ROUND = {"scores": [3, 3, 2], "tricks": [3, 3, 2], "bonus": [0, 0, 0], "paradox": None}
PARADOX = {"scores": [5, -2, 2], "tricks": [1, 2, 2], "bonus": [4, 0, 0], "paradox": 1}


def taken(given, players=4, **options):
    return position_from_plain(GAME, Table(NAMES[:players]), BoxOptions(**options), copy.deepcopy(given))


def refused(given, players=4, key=None, words=None, **options):
    with pytest.raises(BadPosition, match=words) as found:
        taken(given, players, **options)
    assert key is None or found.value.key == key, str(found.value)


def facts(state):
    return GAME.facts(state)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_given_is_the_start(players):
    assert taken({}, players) == GAME.start(Table(NAMES[:players]), BoxOptions())


def test_what_follows_may_be_left_out():
    found = facts(taken(AFTER_ONE))
    assert (found["turn"], found["waiting"], found["red_broken"]) == (3, [3], True)
    assert found["cards_left"] == [8, 8, 7, 8]
    assert found["set_aside"] == [True] * 4
    without = {key: value for key, value in AFTER_ONE.items() if key != "leader"}
    assert facts(taken(without)) == found


def changed(**changes):
    given = copy.deepcopy(AFTER_ONE)
    given.update(changes)
    return given


def on_board(colour, *row):
    given = copy.deepcopy(AFTER_ONE)
    given["board"][colour] = list(row)
    return given


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(changed(colours=["red"]), id="no such fact"),
        pytest.param(changed(round=0), id="round 0"),
        pytest.param(changed(round=5), id="round 5"),
        pytest.param(changed(round=True), id="round true"),
        pytest.param(changed(round="1"), id="round text"),
        pytest.param(changed(phase="reveal"), id="reveal"),
        pytest.param(changed(phase="scored"), id="no such phase"),
        pytest.param(changed(phase=None), id="no phase"),
        pytest.param(changed(phase="over"), id="over early"),
        pytest.param(changed(phase="set-aside"), id="tokens before play"),
        pytest.param(changed(phase="predict"), id="all predicted"),
        pytest.param(changed(waiting=[2]), id="waiting"),
        pytest.param(changed(starter=1), id="starter"),
        pytest.param(changed(starter=False), id="starter false"),
        pytest.param(changed(turn=2), id="turn"),
        pytest.param(changed(turn=None), id="no turn"),
        pytest.param(changed(red_broken=False), id="red_broken"),
        pytest.param(changed(red_broken=1), id="red_broken 1"),
        pytest.param(changed(cards_left=[8, 8, 8, 8]), id="cards_left"),
        pytest.param(changed(cards_left=[8, 8, 7]), id="cards_left short"),
        pytest.param(changed(totals=[1, 0, 0, 0]), id="totals"),
        pytest.param(changed(totals=[0, 0, 0]), id="totals short"),
        pytest.param(changed(totals=[0, 0, 0, False]), id="totals false"),
        pytest.param(changed(rounds=[ROUND]), id="a round too many"),
        pytest.param(changed(rounds=None), id="rounds null"),
        pytest.param(changed(revealed=[1, 2, 3]), id="revealed with four"),
        pytest.param(changed(set_aside=[True, True, True, False]), id="set_aside"),
        pytest.param(changed(set_aside=[1, 1, 1, 1]), id="set_aside 1"),
        pytest.param(changed(set_aside=[True] * 3), id="set_aside short"),
        pytest.param(changed(predictions=[1, 2, 3, None]), id="prediction missing"),
        pytest.param(changed(predictions=[1, 2, 4, 1]), id="prediction outside"),
        pytest.param(changed(predictions=[True, 2, 3, 1]), id="prediction true"),
        pytest.param(changed(predictions=[1, 2, 3]), id="predictions short"),
        pytest.param(changed(tricks=[0, 0, 0, 0]), id="tricks"),
        pytest.param(changed(tricks=[0, 0, 2, -1]), id="tricks negative"),
        pytest.param(changed(tricks=[0, 0, 9, 0]), id="tricks nine"),
        pytest.param(changed(tricks=[0, 0, 1.0, 0]), id="tricks fraction"),
        pytest.param(changed(tricks=[4, 4, 4, 4]), id="sixteen tricks"),
        pytest.param(changed(leader=1), id="leader without a trick"),
        pytest.param(changed(leader=4), id="no such leader"),
        pytest.param(changed(leader=None), id="leader null"),
        pytest.param(changed(trick=[]), id="a token too many"),
        pytest.param(changed(trick=[{"seat": 2, "number": 6, "colour": "red"}]), id="trick not on the board"),
        pytest.param(changed(trick=[{"seat": 3, "number": 1, "colour": "green"}]), id="trick of another"),
        pytest.param(changed(trick=[{"seat": 2, "number": 7}]), id="trick without a colour"),
        pytest.param(changed(trick=[{"seat": 2, "number": 7, "colour": "red", "only_red": True}]), id="trick too much"),
        pytest.param(changed(trick=[{"seat": 2, "number": 0, "colour": "red"}]), id="trick number 0"),
        pytest.param(changed(trick=[{"seat": 2, "number": 7, "colour": "pink"}]), id="trick pink"),
        pytest.param(changed(trick={}), id="trick an object"),
        pytest.param(changed(x=[ALL, ALL, ["red", "yellow", "green"], []]), id="no X"),
        pytest.param(
            changed(x=[ALL, ALL, ["red", "yellow", "green"], ["red", "blue", "yellow"]]), id="X lost to nobody"
        ),
        pytest.param(changed(x=[ALL, ALL, ["red", "blue", "green"], ALL]), id="X lost where nobody played"),
        pytest.param(changed(x=[ALL, ALL, ["yellow", "green"], ALL]), id="X of the card just played"),
        pytest.param(changed(x=[ALL, ALL, ["red", "red"], ALL]), id="X twice"),
        pytest.param(changed(x=[ALL, ALL, ALL]), id="x short"),
        pytest.param(changed(x=[ALL, ALL, ALL, "red"]), id="x text"),
        pytest.param(changed(x=[ALL, ALL, ALL, ["pink"]]), id="x pink"),
        pytest.param(on_board("green", 3, 3, *[None] * 6), id="one token too many"),
        pytest.param(on_board("green", *E8), id="one token missing"),
        pytest.param(on_board("green", -1, *[None] * 7), id="a neutral token"),
        pytest.param(on_board("green", 4, *[None] * 7), id="a token of nobody"),
        pytest.param(on_board("green", -2, *[None] * 7), id="seat -2"),
        pytest.param(on_board("green", 3, *[None] * 6), id="a short row"),
        pytest.param(on_board("green", "3", *[None] * 7), id="a text on the board"),
        pytest.param(on_board("green", True, *[None] * 7), id="true on the board"),
        pytest.param(changed(board={"red": E8, "blue": E8, "yellow": E8}), id="a row missing"),
        pytest.param(changed(board=[E8] * 4), id="board a list"),
        pytest.param(changed(claims=[{"seat": 2, "trick": 3, "cells": []}]), id="claim not yet led"),
        pytest.param(changed(claims=[{"seat": 0, "trick": 1, "cells": []}]), id="claim without a red token"),
        pytest.param(changed(claims=[{"seat": 2, "trick": 2, "cells": []}]), id="claim though red was broken"),
        pytest.param(changed(claims=[{"seat": 2, "trick": 1, "cells": []}]), id="claim by another than the starter"),
        pytest.param(changed(claims=[{"seat": 2, "trick": 1}]), id="claim without cells"),
        pytest.param(changed(claims=None), id="claims null"),
        pytest.param(changed(flags=[{}]), id="an empty flag"),
        pytest.param(
            changed(flags=[{"kind": "false-only-red", "seat": 2, "round": 1, "trick": 1, "number": 3}]),
            id="unclaimed flag",
        ),
        pytest.param(
            changed(flags=[{"kind": "false-only-red", "seat": 2, "round": 2, "trick": 1, "number": 3}]),
            id="future flag",
        ),
    ],
)
def test_impossible(given):
    taken(AFTER_ONE)
    refused(given)


def test_why_somebody_cannot_be_leading_is_said():
    refused(
        changed(leader=1, trick=[]), key="leader", words="Bo has won no trick, and the winner of the last one leads"
    )
    before = {"phase": "play", "predictions": [1, 1, 1]}
    refused({**before, "leader": 1}, players=3, key="leader", words="Ann begins this round and leads its first trick")


def test_the_trick_is_not_full_and_goes_round():
    given = changed(tricks=[0, 0, 0, 0], leader=0, x=[ALL, ALL, ["red", "yellow", "green"], ["red", "yellow", "green"]])
    given["board"]["red"][6] = None
    blue = [{"seat": 0, "number": 1, "colour": "blue"}, {"seat": 1, "number": 2, "colour": "blue"}]
    full = [*blue, {"seat": 2, "number": 3, "colour": "red"}, {"seat": 3, "number": 1, "colour": "green"}]
    refused(given | {"trick": full}, key="trick")
    given["board"]["green"][0] = None
    given["x"][3] = ALL
    taken(given | {"trick": full[:3]})
    refused(given | {"trick": [full[0], full[2], full[1]]}, key="trick")
    refused(given | {"trick": full[:3], "leader": 1}, key="trick")
    refused(given | {"trick": full[:3], "x": [ALL, ALL, ALL, ALL]}, key="x")


def test_no_token_lies_on_the_board_before_play():
    board = {"red": E8, "blue": E8, "yellow": E8, "green": [0, *E8[1:]]}
    refused({"board": board}, key="board", words="no card has been played in this phase")


def test_whoever_has_just_laid_a_colour_has_its_x():
    three = ["red", "yellow", "green"]
    given = changed(trick=[{"seat": 2, "number": 7, "colour": "yellow"}], x=[ALL, three, three, three])
    given["board"] |= {
        "red": [None, None, 2, *E8[3:]],
        "blue": [0, *E8[1:]],
        "yellow": [None, 1, *E8[2:6], 2, None],
    }
    taken(given)
    given["x"][2] = ["red", "green"]
    refused(given, key="x", words="Cy has just played yellow")


def test_the_starter_leads_until_a_trick_is_won():
    given = {"phase": "play", "predictions": [1, 1, 1, 1]}
    assert facts(taken(given))["leader"] == 0
    refused(given | {"leader": 1}, key="leader")
    assert facts(taken(given | {"round": 3}))["leader"] == 2
    assert facts(taken(given | {"round": 3, "starter": 3}, starter=1))["leader"] == 3
    refused({"leader": 1}, key="leader")


def test_set_aside_fits_the_phase():
    assert facts(taken({"set_aside": [True, False, True, False]}))["waiting"] == [1, 3]
    refused({"set_aside": [True] * 4}, key="set_aside")
    taken({"phase": "predict"})
    refused({"phase": "predict", "set_aside": [True, False, True, True]}, key="set_aside")
    taken({"phase": "reveal"}, 2)
    refused({"phase": "reveal", "set_aside": [True, False]}, 2, key="set_aside")


def test_predictions_are_made_in_turn():
    state = taken({"phase": "predict", "predictions": [None, 2, 1, None]}, starter=1)
    assert facts(state)["waiting"] == [3]
    refused({"phase": "predict", "predictions": [1, None, None, None]}, starter=1, key="predictions")
    refused({"predictions": [1, None, None, None]}, key="predictions")
    refused({"phase": "play", "predictions": [1, 1]}, 2, two_player_seeding=False, key="predictions")
    refused({"phase": "predict"}, 2, two_player_seeding=False, key="phase")


def test_neutral_tokens_are_those_of_the_cards_turned_up():
    given = {"phase": "play", "revealed": [2, 2, 5]}
    board = facts(taken(given, 2))["board"]
    assert (board["green"], board["yellow"]) == ([None, -1, None, None, -1], [None, -1, None, None, None])
    taken(given | {"board": board}, 2)
    refused(given | {"board": {**board, "yellow": [None] * 5}}, 2, key="board")
    refused(given | {"board": {**board, "blue": [None, -1, None, None, None]}}, 2, key="board")
    refused({"phase": "play"}, 2, key="revealed")
    refused({"phase": "play", "revealed": [1, 2]}, 2, key="revealed")
    refused({"phase": "play", "revealed": [1, 2, 6]}, 2, key="revealed")
    refused({"phase": "reveal", "revealed": [1, 2, 3]}, 2, key="revealed")
    refused({"phase": "play", "revealed": [1, 2, 3]}, 2, two_player_seeding=False, key="revealed")
    refused({"phase": "reveal"}, 2, two_player_seeding=False, key="phase")
    taken({"phase": "set-aside", "revealed": [1, 1, 1]}, 2)
    refused({"phase": "set-aside"}, 2, key="revealed")


def test_finished_rounds_add_up():
    assert facts(taken({"round": 2, "rounds": [ROUND]}, 3))["totals"] == [3, 3, 2]
    assert facts(taken({"round": 2, "rounds": [PARADOX]}, 3))["totals"] == [5, -2, 2]
    for wrong in (
        {"scores": [4, 3, 2]},
        {"tricks": [3, 3, 3], "scores": [3, 3, 3]},
        {"tricks": [3, 3, 1], "scores": [3, 3, 1]},
        {"bonus": [1, 0, 0]},
        {"bonus": [-1, 0, 0], "scores": [2, 3, 2]},
        {"tricks": [-1, 7, 2], "scores": [-1, 7, 2]},
        {"paradox": 0},
        {"paradox": 3},
        {"paradox": True},
        {"scores": [3, 3]},
        {"scores": [3, 3, "2"]},
        {"why": 1},
    ):
        refused({"round": 2, "rounds": [ROUND | wrong]}, 3, key="rounds")
    refused({"round": 2, "rounds": [PARADOX | {"scores": [5, 2, 2]}]}, 3, key="rounds")
    refused({"round": 2, "rounds": [PARADOX | {"bonus": [4, 1, 0], "scores": [5, -1, 2]}]}, 3, key="rounds")
    refused({"round": 2, "rounds": [PARADOX | {"tricks": [4, 2, 2], "scores": [8, -2, 2]}]}, 3, key="rounds")
    missing = dict(ROUND)
    del missing["paradox"]
    refused({"round": 2, "rounds": [missing]}, 3, key="rounds")


def test_the_earliest_rounds_may_be_unknown_and_totals_are_then_believed():
    assert facts(taken({"round": 3, "rounds": [ROUND]}, 3))["totals"] == [3, 3, 2]
    assert facts(taken({"round": 3, "rounds": [ROUND], "totals": [9, 9, 9]}, 3))["totals"] == [9, 9, 9]
    assert facts(taken({"round": 3, "totals": [9, -4, 9]}, 3))["totals"] == [9, -4, 9]
    refused({"round": 3, "rounds": [ROUND, PARADOX], "totals": [9, 9, 9]}, 3, key="totals")
    refused({"round": 2, "rounds": [ROUND, PARADOX]}, 3, key="rounds")
    refused({"totals": [1, 0, 0]}, 3, key="totals")
    assert facts(taken({"round": 3, "rounds": [ROUND, PARADOX], "totals": [8, 1, 4]}, 3))["totals"] == [8, 1, 4]


LAST = CB_13 | {
    "phase": "over",
    "round": 3,
    "rounds": [{"scores": [-2, 2, 3], "tricks": [2, 2, 3], "bonus": [0, 0, 0], "paradox": 0}],
}


def test_over_after_a_paradox():
    state = taken(LAST, 3)
    assert facts(state)["totals"] == [-2, 2, 3]
    assert (facts(state)["turn"], facts(state)["waiting"], GAME.asks(state)) == (None, [], ())
    assert GAME.outcome(state).places == ((2,), (1,), (0,))
    refused(LAST | {"rounds": []}, 3, key="rounds")
    refused(LAST | {"round": 2}, 3, key="phase")
    refused(LAST | {"turn": 0}, 3, key="turn")
    wrong = {"scores": [-2, 2, 4], "tricks": [2, 2, 3], "bonus": [0, 0, 1], "paradox": 0}
    refused(LAST | {"rounds": [wrong]}, 3, key="rounds")
    other = {"scores": [2, -2, 3], "tricks": [2, 2, 3], "bonus": [0, 0, 0], "paradox": 1}
    refused(LAST | {"rounds": [other]}, 3, key="rounds")
    refused(LAST | {"predictions": [1, 3, None]}, 3, key="predictions")


def test_no_paradox_ends_a_game_while_red_is_unbroken():
    nobody_won = {"scores": [0, 0, 0], "tricks": [0, 0, 0], "bonus": [0, 0, 0], "paradox": 2}
    given = {"phase": "over", "round": 3, "predictions": [1, 3, 1], "rounds": [nobody_won]}
    refused(given, 3, key="board")
    assert facts(taken(given, 3, red_lead_exemption=False))["phase"] == "over"


def test_over_after_a_full_round():
    state = taken(LAST | {"phase": "play", "rounds": []}, 3)
    state = GAME.apply(state, CardPlayed(0, 4, "green")).state
    state = GAME.apply(state, CardPlayed(1, 3, "yellow")).state
    given = facts(state)
    assert given["phase"] == "over"
    assert taken(given, 3) == state
    refused(given | {"phase": "play"}, 3)
    refused({**given, "phase": "play", "rounds": [], "waiting": [2], "turn": 2}, 3, key="tricks")
    refused(given | {"trick": [{"seat": 2, "number": 6, "colour": "yellow"}]}, 3)
    refused(given | {"rounds": [given["rounds"][0] | {"paradox": 2}]}, 3, key="rounds")


def test_no_card_lies_there_after_the_last_trick():
    given = {
        "phase": "over",
        "round": 2,
        "revealed": [1, 2, 3],
        "tricks": [4, 4],
        "rounds": [{"scores": [4, 4], "tricks": [4, 4], "bonus": [0, 0], "paradox": None}],
        "trick": [{"seat": 0, "number": 1, "colour": "blue"}],
        "board": {"red": [0] * 5, "blue": [0, 0, 0, 0, 1], "yellow": [1] * 5, "green": [-1, -1, -1, 1, 1]},
    }
    refused(given, 2, key="trick", words="the last trick is complete, so no card lies there")


CLAIMED = {  # after FULL sixes, A leads 6R and claims
    "phase": "play",
    "predictions": [1, 1, 1],
    "tricks": [3, 0, 0],
    "leader": 0,
    "trick": [{"seat": 0, "number": 6, "colour": "red"}],
    "board": {
        "red": [None] * 5 + [0],
        "blue": [1, 2, None, None, None, 0],
        "yellow": [1, 2, None, None, None, 0],
        "green": [1, 2, None, None, None, 0],
    },
    "claims": [{"seat": 0, "trick": 4, "cells": [[c, n] for c in ("blue", "yellow", "green") for n in (3, 4, 5)]}],
}


def claim(**changes):
    return {"claims": [CLAIMED["claims"][0] | changes]}


def test_a_claim_on_the_table():
    state = taken(CLAIMED, 3)
    for event in (CardPlayed(1, 5, "red"), CardPlayed(2, 4, "red"), CardPlayed(0, 3, "yellow")):
        state = GAME.apply(state, event).state
    assert [flag["number"] for flag in facts(state)["flags"]] == [3]
    later = facts(state)
    assert facts(taken(later, 3)) == later
    refused(later | {"claims": []}, 3, key="flags")
    refused(CLAIMED | {"claims": []}, 3, key="claims")
    refused(CLAIMED, 3, red_lead_exemption=False, key="claims")
    refused(CLAIMED | {"claims": CLAIMED["claims"] * 2}, 3, key="claims")
    refused(CLAIMED | claim(seat=1), 3, key="claims")
    refused(CLAIMED | claim(trick=3), 3, key="claims")
    refused(CLAIMED | claim(trick=5), 3, key="claims")
    refused(CLAIMED | claim(trick=0), 3, key="claims")
    refused(CLAIMED | claim(cells=[["red", 3]]), 3, key="claims")
    refused(CLAIMED | claim(cells=[["blue", 7]]), 3, key="claims")
    refused(CLAIMED | claim(cells=[["blue", 3, 1]]), 3, key="claims")
    refused(CLAIMED | claim(cells=[["blue", 3], ["blue", 3]]), 3, key="claims")
    refused(CLAIMED | claim(cells=[["blue", 6]]), 3, key="claims")
    refused(CLAIMED | claim(cells=[["blue", 1]]), 3, key="claims")


def test_a_claim_names_no_neutral_cell():
    given = {"phase": "play", "revealed": [1, 2, 3], "trick": [{"seat": 0, "number": 5, "colour": "red"}]}
    board = {"red": [*E8[:4], 0], "blue": E8[:5], "yellow": E8[:5], "green": [-1, -1, -1, None, None]}
    claimed = {"claims": [{"seat": 0, "trick": 1, "cells": [["green", 3]]}]}
    refused(given | claimed | {"board": board}, 2, key="claims", words="a neutral cell is never open")


def test_flags_of_earlier_rounds_stand_there_once_and_in_order():
    flag = {"kind": "false-only-red", "seat": 1, "round": 1, "trick": 2, "number": 3}
    given = {"round": 3, "rounds": [ROUND, PARADOX]}
    taken(given | {"flags": [flag, flag | {"round": 2}]}, 3)
    refused(given | {"flags": [flag, flag]}, 3, key="flags", words="each stands there once")
    refused(given | {"flags": [flag | {"round": 2}, flag]}, 3, key="flags", words="in the order found")
    refused(given | {"flags": [flag]}, 3, key="flags", words="claims are not used", red_lead_exemption=False)


def test_R3_6_a_claim_on_the_table_names_exactly_the_cells_that_were_open():
    refused(CLAIMED | claim(cells=[]), 3, key="claims")
    refused(CLAIMED | claim(cells=CLAIMED["claims"][0]["cells"][1:]), 3, key="claims")
    lost = {"x": [["red", "blue", "yellow"], *[["red", "blue", "yellow", "green"]] * 2]}
    refused(CLAIMED | lost, 3, key="claims")
    fewer = [[c, n] for c in ("blue", "yellow") for n in (3, 4, 5)]
    assert facts(taken(CLAIMED | lost | claim(cells=fewer), 3))["claims"][0]["cells"] == fewer


def test_R3_6_a_claimed_lead_cannot_have_had_another_colour():
    three = CLAIMED | {
        "trick": [{"seat": 0, "number": 3, "colour": "red"}],
        "board": CLAIMED["board"] | {"red": [None, None, 0, None, None, None]},
    }
    refused(three, 3, key="claims")
    refused(three | claim(cells=[[c, n] for c in ("blue", "yellow", "green") for n in (4, 5)]), 3, key="claims")


def test_R3_6_the_red_of_an_earlier_claim_lies_there_before_the_present_trick():
    given = CLAIMED | {
        "trick": [{"seat": 0, "number": 3, "colour": "blue"}, {"seat": 1, "number": 3, "colour": "red"}],
        "tricks": [2, 1, 0],
        "x": [["red", "blue", "yellow", "green"], ["red", "yellow", "green"], ["red", "blue", "yellow", "green"]],
        "board": CLAIMED["board"] | {"red": [None, None, 1, None, None, None], "blue": [1, 2, 0, None, None, 0]},
    }
    taken(given | {"claims": []}, 3)
    refused(given | claim(seat=1, trick=2, cells=[]), 3, key="claims")


def test_a_paradox_that_everybody_can_see_is_no_position():
    given = {
        "phase": "play",
        "predictions": [4, 4, 3],
        "tricks": [2, 3, 2],
        "leader": 1,
        "trick": [{"seat": 1, "number": 4, "colour": "green"}, {"seat": 2, "number": 2, "colour": "yellow"}],
        "x": [["blue", "yellow", "green"], ["red", "yellow", "green"], ["blue", "yellow"]],
        "board": {
            "red": [None, 1, 1, 1, 1, 0],
            "blue": [0, 2, 2, 2, 0, 0],
            "yellow": [0, 2, 1, 0, 2, 2],
            "green": [0, 2, 1, 1, 2, 1],
        },
    }
    refused(given, 3, key="board")
    taken(given | {"x": [["red", "blue", "yellow", "green"], *given["x"][1:]]}, 3)


def test_events_go_on_from_a_position():
    state = taken({"set_aside": [True, False, True, True]})
    state = GAME.apply(state, CardSetAside(1)).state
    assert facts(state)["phase"] == "predict"
    state = taken({"phase": "predict", "predictions": [1, 2, 3, None]})
    assert facts(GAME.apply(state, Predicted(3, 1)).state)["phase"] == "play"
