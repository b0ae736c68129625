"""A table that began without the tablet: what follows from the rest, and what is refused."""

import pytest

from companion.core.game import BadPosition
from companion.games.catastrophe import GAME
from companion.record import codec
from tests.companion.games.catastrophe.played_games import NAMES, after, begin, facts, roll

ATTACK = {"card": "attack", "seat": 0, "target": 1, "number": 4}
CURIOSITY = {"card": "curiosity", "seat": 0, "target": 1}
EFFECT = {"card": "effect", "seat": 0}
PASSED_BACK = {"card": "pass", "seat": 1, "target": 0}
EVENT = {"card": "event", "seat": 0}
OUT = {"life": [9, 9, 0], "yarn": [3, 3, 0], "hand": [5, 5, 0], "power": [2, 2, 0]}
NOBODY = {"phase": "over", "life": [0] * 3, "yarn": [0] * 3, "hand": [0] * 3, "power": [0] * 3}
OUT_0 = {"life": [0, 9, 9], "yarn": [0, 3, 3], "hand": [0, 5, 5], "power": [0, 2, 2]}
EVENTS = {"react_to_events": True}


def test_little_is_enough():
    found = facts(begin(options={"first": None}, phase="paw", turn=1, hand=[7, 4, 5]))
    assert (found["stage"], found["waiting"], found["decks"]["main"]) == ("paw", [1], {"draw": 92, "discard": 0})
    assert facts(begin(yarn=[1, 2, 3]), "sanctuary") == 24
    assert facts(begin(**OUT), "out", "fallen") == [[False, False, True], [[2]]]
    assert facts(begin(decks={"main": {"discard": 10}}), "decks")["main"] == {"draw": 83, "discard": 10}
    assert facts(begin(decks={"power": {"draw": 10}}), "decks")["power"] == {"draw": 10, "discard": 8}
    assert facts(begin(phase="react", stack=[ATTACK]), "decks")["main"]["draw"] == 92
    assert facts(begin(phase="react", stack=[ATTACK | {"power": True}]), "decks")["power"]["draw"] == 17


def test_a_card_needs_its_kind_and_seat_the_rest_follows():
    assert facts(begin(phase="react", stack=[ATTACK]), "stack")[0] == {
        **ATTACK, "lives": 1, "rolls": 1, "power": False, "red_dot": False, "rollers": [],
    }  # fmt: skip
    assert facts(begin(phase="react", stack=[CURIOSITY]), "stack")[0]["lives"] == 1
    assert facts(begin(phase="effects", stack=[EFFECT]), "stack")[0]["target"] is None


def test_only_a_power_cat_stays_in_play():
    stays = EFFECT | {"stays": True}
    with pytest.raises(BadPosition):
        begin(phase="effects", stack=[stays])
    assert facts(begin(phase="effects", stack=[stays | {"power": True}]), "stack")[0]["stays"]


def test_rolls_follow_from_the_newest_card():
    state = begin(phase="roll", stack=[ATTACK])
    assert facts(state, "rolls") == [{"seat": 1, "value": None, "need": 4}]
    assert facts(after(state, roll(1, 2)), "phase") == "yarn"
    state = begin(phase="roll", stack=[EFFECT | {"rollers": [2, 0]}])
    assert [entry["seat"] for entry in facts(state, "rolls")] == [2, 0]


def test_the_first_player_roll_may_be_under_way():
    first = {"first": None}
    assert facts(begin(options=first), "phase", "contenders") == ["start-roll", [0, 1, 2]]
    state = begin(options=first, contenders=[0, 2], rolls=[{"seat": 0, "value": 3}, {"seat": 2}])
    assert facts(state, "waiting") == [2]
    assert facts(after(state, roll(2, 1)), "turn") == 0


def test_positions_that_stand():
    good = [
        ({}, {"phase": "discard", "hand": [8, 5, 5]}),
        ({}, {"phase": "discard", "hand": [8, 5, 5], "stack": [CURIOSITY]}),
        ({}, {"phase": "over", **OUT_0, "life": [0, 0, 9], "yarn": [0, 0, 3], "hand": [0, 0, 5], "power": [0, 0, 2]}),
        ({}, {"phase": "react", **OUT_0, "stack": [CURIOSITY | {"seat": 1, "target": 2}]}),
        ({"turn_player_out": "goes-on"}, {"phase": "catastrophe", **OUT_0}),
        ({"turn_player_out": "goes-on"}, {"phase": "discard", "stage": "catastrophe", **OUT_0, "hand": [0, 8, 5]}),
        (EVENTS, {"phase": "react", "stage": "catastrophe", "stack": [EVENT | {"rollers": [1]}]}),
        (EVENTS, {"phase": "react", "stage": "catastrophe", "stack": [{"card": "reapurr", "seat": 0, "number": 0}]}),
        (EVENTS, {"phase": "effects", "stage": "catastrophe", "stack": [EVENT, EFFECT | {"seat": 2}]}),
        ({}, {"phase": "effects", "stage": "catastrophe", "stack": [EVENT]}),
        ({}, {"phase": "roll", "stack": [ATTACK | {"red_dot": True}]}),
        ({}, {"phase": "react", "stack": [ATTACK | {"target": 0}]}),
        ({}, {"phase": "react", "stack": [CURIOSITY, {"card": "pass", "seat": 1, "target": 0}]}),
        ({}, {**NOBODY, "fallen": [[2], [0, 1]]}),
        ({"together": False}, {**NOBODY, "fallen": [[0], [1], [2]]}),
        ({"variant": "turbo"}, {"life": [9, 5, 5]}),
        ({}, {"life": [9, 5, 5], "reapurr": 4}),
        ({"variant": "king-of-the-meowtain"}, {"life": [9, 9, 5]}),
    ]
    for options, given in good:
        state = begin(options=options, **given)
        assert codec.position_from_plain(GAME, state.table, state.options, facts(state)) == state
        assert bool(GAME.asks(state)) == (state.phase != "over")


@pytest.mark.parametrize(
    ("options", "given", "key"),
    [
        # what is no fact, or none of this shape
        ({}, {"lives": [9, 9, 9]}, "lives"),
        ({}, {"life": [9, 9]}, "life"),
        ({}, {"life": [9, 9, True]}, "life"),
        ({}, {"life": [9, 9, 10]}, "life"),
        ({}, {"life": 9}, "life"),
        ({}, {"yarn": [3, 3, -1]}, "yarn"),
        ({}, {"hand": [5, 5, "5"]}, "hand"),
        ({}, {"phase": "clap"}, "phase"),
        ({}, {"phase": None}, "phase"),
        ({}, {"turn": 3}, "turn"),
        ({}, {"turn": False}, "turn"),
        ({}, {"stage": "roll"}, "stage"),
        ({}, {"reapurr": 10}, "reapurr"),
        ({}, {"reapurr": 1.0}, "reapurr"),
        ({}, {"decks": {"side": {}}}, "decks"),
        ({}, {"decks": {"main": {"left": 1}}}, "decks"),
        ({}, {"decks": {"main": {"draw": True}}}, "decks"),
        ({}, {"flags": ["x"]}, "flags"),
        ({}, {"phase": "react", "stack": [{"card": "attack", "seat": 0, "number": 4}]}, "stack"),
        ({}, {"phase": "react", "stack": [{"card": "attack", "seat": 0, "target": 1}]}, "stack"),
        ({}, {"phase": "react", "stack": [{"card": "ally", "seat": 0}]}, "stack"),
        ({}, {"phase": "react", "stack": [{"card": "curiosity"}]}, "stack"),
        ({}, {"phase": "react", "stack": [CURIOSITY | {"lives": 2}]}, "stack"),
        ({}, {"phase": "react", "stack": [CURIOSITY | {"number": 4}]}, "stack"),
        ({}, {"phase": "react", "stack": [CURIOSITY | {"rollers": [1]}]}, "stack"),
        ({}, {"phase": "react", "stack": [CURIOSITY | {"power": 1}]}, "stack"),
        ({}, {"phase": "react", "stack": [CURIOSITY | {"colour": "red"}]}, "stack"),
        ({}, {"phase": "react", "stack": [EFFECT | {"rollers": [1, 1]}]}, "stack"),
        ({}, {"phase": "react", "stack": [EFFECT | {"target": 1}]}, "stack"),
        # what contradicts the rest
        ({}, {"waiting": [1]}, "waiting"),
        ({}, {"out": [False, False, True]}, "out"),
        ({}, {"sanctuary": 20}, "sanctuary"),
        ({}, {"colours": ["red", "blue", "white"]}, "colours"),
        ({}, {"colours": None}, "colours"),
        ({}, {**OUT, "fallen": []}, "fallen"),
        ({}, {**OUT, "fallen": [[1]]}, "fallen"),
        ({}, {"fallen": [[]]}, "fallen"),
        ({}, {**NOBODY, "fallen": [[0, 1], [2]]}, "fallen"),
        ({}, {"phase": "claw", "stage": "paw"}, "stage"),
        ({}, {"phase": "claw", "stage": None}, "stage"),
        # section 9
        ({}, {"yarn": [20, 10, 1]}, "yarn"),
        ({}, {"decks": {"main": {"draw": 90, "discard": 0}}}, "decks"),
        ({}, {"decks": {"catastrophe": {"draw": 53}}}, "decks"),
        ({}, {"power": [3, 3, 3], "decks": {"power": {"draw": 20}}}, "decks"),
        ({}, {"life": [9, 0, 9]}, "life"),
        ({"variant": "king-of-the-meowtain"}, {"life": [9, 5, 5]}, "life"),
        # what play cannot leave behind
        ({}, {"life": [9, 3, 9], "reapurr": 3}, "life"),
        ({}, {"hand": [8, 5, 5]}, "hand"),
        ({"taken_power": "hand"}, {"hand": [7, 5, 5], "held": [1, 0, 0]}, "hand"),
        ({}, {"held": [1, 0, 0]}, "held"),
        ({}, {"power": [4, 2, 2]}, "hand"),
        ({}, {"phase": "discard"}, "phase"),
        ({}, {"phase": "over"}, "phase"),
        ({}, {"phase": "over", **OUT}, "phase"),
        ({}, {**OUT, "life": [9, 0, 0], "yarn": [3, 0, 0], "hand": [5, 0, 0], "power": [2, 0, 0]}, "phase"),
        ({}, {**OUT_0}, "turn"),
        ({}, {**OUT_0, "phase": "catastrophe"}, "turn"),
        ({"turn_player_out": "goes-on"}, {**OUT_0}, "turn"),
        ({}, {"turn": None}, "turn"),
        ({"first": None}, {"phase": "claw"}, "turn"),
        ({"first": None}, {"turn": 1}, "turn"),
        ({}, {"phase": "start-roll"}, "phase"),
        ({"first": None}, {"contenders": [0]}, "contenders"),
        ({"first": None}, {"contenders": [2, 0]}, "contenders"),
        ({"first": None}, {"rolls": []}, "rolls"),
        ({"first": None}, {"rolls": [{"seat": seat, "value": 3} for seat in range(3)]}, "rolls"),
        ({"first": None}, {"rolls": [{"seat": seat, "need": 3} for seat in range(3)]}, "rolls"),
        ({"first": None}, {**OUT}, "life"),
        ({}, {"contenders": [0, 1]}, "contenders"),
        ({}, {"stack": [CURIOSITY]}, "stack"),
        ({}, {"phase": "react"}, "stack"),
        ({}, {"phase": "roll", "stack": [CURIOSITY]}, "stack"),
        ({}, {"phase": "effects", "stack": [ATTACK]}, "stack"),
        ({}, {"phase": "roll", "stack": [EFFECT]}, "rolls"),
        ({}, {"phase": "yarn", "stack": [ATTACK]}, "rolls"),
        ({}, {"phase": "yarn", "stack": [ATTACK], "rolls": [{"seat": 1, "value": 3, "need": 5}]}, "rolls"),
        ({}, {"phase": "yarn", "stack": [ATTACK], "rolls": [{"seat": 2, "value": 3, "need": 4}]}, "rolls"),
        ({}, {"phase": "yarn", "stack": [ATTACK], "rolls": [{"seat": 1, "need": 4}]}, "rolls"),
        ({}, {"phase": "roll", "stack": [ATTACK], "rolls": [{"seat": 1, "value": 3, "need": 4}]}, "rolls"),
        ({}, {"phase": "roll", "stack": [ATTACK], "rolls": [{"seat": 1, "value": 7, "need": 4}]}, "rolls"),
        ({}, {"phase": "effects", "stack": [EFFECT | {"rollers": [1]}]}, "rolls"),
        ({}, {"phase": "react", "stack": [CURIOSITY], "rolls": [{"seat": 1, "value": 3}]}, "rolls"),
        ({}, {"phase": "react", "stack": [CURIOSITY | {"red_dot": True}]}, "stack"),
        ({}, {"phase": "roll", "stack": [ATTACK | {"red_dot": True}, ATTACK]}, "stack"),
        ({}, {"phase": "react", "stack": [{"card": "cucumber", "seat": 0}]}, "stack"),
        ({}, {"phase": "react", "stack": [EFFECT, {"card": "pass", "seat": 1, "target": 2}]}, "stack"),
        ({}, {"phase": "react", "stack": [CURIOSITY, {"card": "pass", "seat": 2, "target": 0}]}, "stack"),
        ({}, {"phase": "react", "stack": [CURIOSITY, {"card": "pass", "seat": 1, "target": 1}]}, "stack"),
        ({"pass_back": False}, {"phase": "react", "stack": [CURIOSITY, PASSED_BACK]}, "stack"),
        ({"pass_back": False}, {"phase": "react", "stack": [CURIOSITY | {"target": 0}]}, "stack"),
        ({}, {"phase": "react", "stack": [CURIOSITY | {"target": 0, "power": True}]}, "stack"),
        ({}, {"phase": "roll", "stack": [ATTACK | {"target": 0, "red_dot": True}]}, "stack"),
        (
            {"react_to_power": False},
            {"phase": "react", "stack": [EFFECT | {"power": True}, {"card": "cucumber", "seat": 1}]},
            "stack",
        ),
        ({}, {"phase": "react", "stage": "catastrophe", "stack": [EVENT]}, "stack"),
        ({}, {"phase": "effects", "stage": "catastrophe", "stack": [EVENT, EFFECT]}, "stack"),
        ({}, {"phase": "effects", "stack": [EVENT]}, "stack"),
        (EVENTS, {"phase": "react", "stage": "catastrophe", "stack": [EVENT | {"seat": 1}]}, "stack"),
        (EVENTS, {"phase": "react", "stage": "catastrophe", "stack": [EFFECT, EVENT]}, "stack"),
        (EVENTS, {"phase": "react", "stage": "catastrophe", "stack": [{"card": "reapurr", "seat": 0}]}, "stack"),
        ({}, {**OUT, "phase": "react", "stack": [CURIOSITY | {"target": 2}]}, "stack"),
        ({}, {**OUT, "phase": "react", "stack": [EFFECT | {"rollers": [2]}]}, "stack"),
        ({}, {"phase": "discard", "hand": [8, 5, 5], "stack": [ATTACK], "rolls": [{"seat": 1, "need": 4}]}, "stack"),
        ({}, {"phase": "discard", "hand": [8, 5, 5], "rolls": [{"seat": 1, "need": 4}]}, "stack"),
    ],
)  # fmt: skip
def test_positions_that_are_refused(options, given, key):
    with pytest.raises(BadPosition) as caught:
        begin(options=options, **given)
    assert caught.value.key == key, str(caught.value)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"life": [9, 0, 9]}, NAMES[1]),
        ({"hand": [5, 5, 8]}, NAMES[2]),
        ({"decks": {"main": {"draw": 90, "discard": 0}}}, "Main deck"),
        ({"phase": "react", "stack": [EFFECT | {"target": 1}]}, "Effect: this card has no “Against”"),
        ({"phase": "react", "stack": [{"card": "attack", "seat": 0, "target": 1}]}, "Attack: “Number” is missing"),
        ({"phase": "react", "stack": [EFFECT | {"more": True}]}, "the rest of a card is due at once"),
        ({"options": {"first": None}, "stack": [CURIOSITY]}, "no card is in play before the game has begun"),
    ],
)
def test_what_is_refused_is_said_in_the_words_of_the_form(given, words):
    with pytest.raises(BadPosition, match=words):
        begin(**given)
