"""Games taken over in the middle: what may be left out, what follows, and what is impossible."""

import pytest

from companion.core.game import BadPosition, Outcome
from companion.games.catch_up import GAME

FULL = list(range(1, 14))
ROLLING = {"phase": "rolling", "round": 25, "starter": 0, "cards": [[1, 5], [2]]}
DISCARDING = {**ROLLING, "phase": "discarding", "rolls": [9, 12]}
THREE = {"phase": "discarding", "round": 25, "starter": 1, "cards": [[4, 5], [], [9, 13]], "rolls": [12, 9, 8]}
THREE |= {"owes": [0, 0, 4], "holders": [0, 1, 2]}
ROLL_OFF = {"phase": "roll-off", "round": 25, "starter": 0, "cards": [[], [], []], "contenders": [1, 2]}
OVER_OUT = {"phase": "over", "round": 9, "starter": 0, "cards": [[], [], []], "rolls": [18, 9, 10], "holders": [1, 2]}
OVER_OFF = {**OVER_OUT, "rolls": [None, 9, 10]}
OVER_LEFT = {"phase": "over", "cards": [[], [2, 3], []], "rolls": [9, 12, 8], "holders": [0, 1]}


def players(facts):
    return max(2, len(facts.get("cards", ())))


def test_R8_1_nothing_given_is_the_start(new):
    assert new(3, {}).facts == new(3).facts
    assert new(2, {"phase": "start-roll"}).facts == new(2).facts


def test_R8_1_what_is_left_out(new):
    table = new(2, {"phase": "rolling"})
    assert (table["round"], table["starter"], table["cards"]) == (1, 0, [FULL, FULL])
    assert (table["rolls"], table["holders"], table["contenders"]) == ([None, None], [0, 1], [])
    table = new(2, {"phase": "rolling", "set_aside": [[1, 2], []], "faces": [[6, 1, 2], None]})
    assert (table["cards"][0], table["rolls"], table["faces"][0]) == (FULL[2:], [9, None], [6, 1, 2])
    assert table["waiting"] == [1]


def test_R8_1_totals_without_faces(new):
    table = new(2, DISCARDING)
    assert (table["faces"], table["owes"], table["high"], table["waiting"]) == ([None, None], [3, 0], 12, [0])
    table = new(2, {**DISCARDING, "faces": [None, [1, 5, 6]]})
    assert table["faces"] == [None, [1, 5, 6]]


def test_R8_1_somebody_has_paid(new):
    table = new(3, THREE)
    assert (table["waiting"], table["high"]) == ([2], 12)
    assert table.pay(2, 9)["holders"] == [0, 2]


def test_R8_1_a_start_roll_in_the_middle(new):
    table = new(3, {"contenders": [0, 2], "rolls": [9, None, None]})
    assert (table["waiting"], table["holders"]) == ([2], [0, 1, 2])
    assert table.roll(2, 12)["starter"] == 2


def test_R8_1_a_roll_off(new):
    table = new(3, {**ROLL_OFF, "rolls": [None, 8, None]})
    assert (table["waiting"], table["holders"], table["high"]) == ([2], [1, 2], None)
    assert table.roll(2, 6).outcome.places == ((1,), (0, 2))


def test_R8_1_a_finished_game(new):
    assert new(3, OVER_OUT).outcome.places == ((2,), (0, 1))
    assert new(3, OVER_OFF).outcome.places == ((2,), (0, 1))
    assert new(3, OVER_LEFT).outcome == Outcome(((1,), (0, 2)), {0: 0, 1: 5, 2: 0})
    tied = {**OVER_OUT, "rolls": [18, 9, 9]}
    assert new(3, tied, final_tie="shared").outcome.places == ((1, 2), (0,))
    assert new(3, OVER_OFF)["high"] is None


def test_R8_1_order_within_a_list_does_not_matter(new):
    assert new(2, {**ROLLING, "cards": [[5, 1], [2]], "holders": [1, 0]}).facts == new(2, ROLLING).facts


def bad(label, facts, key=None, /, **options):
    return pytest.param(facts, key, options, id=label)


@pytest.mark.parametrize(
    ("facts", "key", "options"),
    [
        # anywhere
        bad("unknown key", {"score": [1, 2]}, "score"),
        bad("unknown phase", {"phase": "paused"}, "phase"),
        bad("phase of another type", {"phase": ["rolling"]}, "phase"),
        bad("waiting is another", {**ROLLING, "waiting": [1]}, "waiting"),
        bad("high before all have rolled", {**ROLLING, "high": 12}, "high"),
        bad("another high", {**DISCARDING, "high": 13}, "high"),
        bad("high as text", {**DISCARDING, "high": "12"}, "high"),
        bad("high as a boolean", {**ROLLING, "high": False}, "high"),
        bad("flags", {"flags": ["x"]}, "flags"),
        bad("flags null", {"flags": None}, "flags"),
        bad("round 0 after the start-roll", {**ROLLING, "round": 0}, "round"),
        bad("round in the start-roll", {"round": 1}, "round"),
        bad("round a boolean", {**ROLLING, "round": True}, "round"),
        bad("round a fraction", {**ROLLING, "round": 2.0}, "round"),
        bad("round negative", {**ROLLING, "round": -1}, "round"),
        bad("starter null", {**ROLLING, "starter": None}, "starter"),
        bad("starter in the start-roll", {"starter": 0}, "starter"),
        bad("starter not at the table", {**ROLLING, "starter": 2}, "starter"),
        bad("starter negative", {**ROLLING, "starter": -1}, "starter"),
        bad("starter a boolean", {**ROLLING, "starter": False}, "starter"),
        bad("no such rank", {**ROLLING, "cards": [[1, 14], [2]]}, "cards"),
        bad("rank 0", {**ROLLING, "cards": [[0, 1], [2]]}, "cards"),
        bad("a jack in the short game", {**ROLLING, "cards": [[11], [2]]}, "cards", short=True),
        bad("a card twice", {**ROLLING, "cards": [[1, 1], [2]]}, "cards"),
        bad("set aside twice", {"phase": "rolling", "set_aside": [[3, 3], []]}, "set_aside"),
        bad("one hand missing", {**ROLLING, "cards": [[1, 5]], "starter": 0}, "cards"),
        bad("a hand as text", {**ROLLING, "cards": ["1", [2]]}, "cards"),
        bad("not one suit together", {**ROLLING, "set_aside": [[1, 5], [2]]}, "set_aside"),
        bad("four faces", {**ROLLING, "faces": [[1, 2, 3, 4], None]}, "faces"),
        bad("two faces", {**ROLLING, "faces": [[1, 2], None]}, "faces"),
        bad("three faces in the short game", {"phase": "rolling", "faces": [[1, 2, 3], None]}, "faces", short=True),
        bad("face 7", {**ROLLING, "faces": [[1, 2, 7], None]}, "faces"),
        bad("face a boolean", {**ROLLING, "faces": [[1, 2, True], None]}, "faces"),
        bad("total 19", {**ROLLING, "rolls": [19, None]}, "rolls"),
        bad("total 2", {**ROLLING, "rolls": [2, None]}, "rolls"),
        bad("total 13 of two dice", {"phase": "rolling", "rolls": [13, None]}, "rolls", short=True),
        bad("faces and another total", {**ROLLING, "rolls": [9, None], "faces": [[1, 2, 3], None]}, "rolls"),
        bad("faces and no total", {**ROLLING, "rolls": [None, None], "faces": [[1, 2, 3], None]}, "rolls"),
        bad("faces needed", {"phase": "rolling", "rolls": [12, None]}, "faces", triples_exempt=True),
        bad("faces needed at the start", {"rolls": [12, None]}, "faces", triples_exempt=True),
        bad("one holder", {**OVER_LEFT, "holders": [1]}, "holders"),
        bad("a holder twice", {**OVER_LEFT, "holders": [1, 1]}, "holders"),
        bad("holders left out when over", {k: v for k, v in OVER_LEFT.items() if k != "holders"}, "holders"),
        bad("has cards and is no holder", {**THREE, "holders": [0, 1]}, "holders"),
        bad("contenders while rolling", {**ROLLING, "contenders": [0, 1]}, "contenders"),
        bad("contenders while discarding", {**DISCARDING, "contenders": [0, 1]}, "contenders"),
        bad("contenders when over", {**OVER_OFF, "contenders": [1, 2]}, "contenders"),
        bad("owes while rolling", {**ROLLING, "owes": [3, 0]}, "owes"),
        # start-roll, rolling, roll-off
        bad("everybody has rolled", {**ROLLING, "rolls": [9, 9]}, "rolls"),
        bad("rolls out of order", {**ROLLING, "rolls": [None, 9]}, "rolls"),
        bad("rolls out of order from the starter", {**ROLLING, "starter": 1, "rolls": [9, None]}, "rolls"),
        bad("start-roll out of order", {"rolls": [None, 9]}, "rolls"),
        bad("everybody has rolled at the start", {"rolls": [10, 9]}, "rolls"),
        bad("one contender", {"contenders": [1]}, "contenders"),
        bad("no contender in a roll-off", {k: v for k, v in ROLL_OFF.items() if k != "contenders"}, "holders"),
        bad("a roll of no contender", {**ROLL_OFF, "rolls": [9, None, None]}, "rolls"),
        bad("a roll of no contender at the start", {"contenders": [1, 0], "rolls": [None, 3]}, "rolls"),
        bad("a card set aside at the start", {"cards": [FULL[1:], FULL]}, "cards"),
        # rolling
        bad("one with cards", {**ROLLING, "cards": [[1, 5], []]}, "holders"),
        bad("one with cards, two holders", {**ROLLING, "cards": [[1, 5], []], "holders": [0, 1]}, "cards"),
        bad("other holders", {**ROLLING, "cards": [[1], [2], []], "holders": [0, 1, 2]}, "holders"),
        # discarding
        bad("a roll missing", {**DISCARDING, "rolls": [9, None]}, "rolls"),
        bad("nobody owes", {**DISCARDING, "rolls": [9, 9]}, "owes"),
        bad("nobody owes anything", {**THREE, "owes": [0, 0, 0]}, "owes"),
        bad("owes another number", {**DISCARDING, "owes": [4, 0]}, "owes"),
        bad("the high roller owes", {**DISCARDING, "owes": [3, 1]}, "owes"),
        bad("owes without cards", {**THREE, "owes": [0, 3, 4]}, "owes"),
        bad("owes negative", {**DISCARDING, "owes": [-3, 0]}, "owes"),
        bad("owes null", {**DISCARDING, "owes": [3, None]}, "owes"),
        bad("paid without a card", {**THREE, "cards": [FULL, FULL, [9]]}, "owes"),
        bad("out without having to pay", {**THREE, "rolls": [9, 12, 8], "owes": [3, 0, 4]}, "holders"),
        bad(
            "out though exempt",
            {**THREE, "rolls": [12, 9, 8], "faces": [[1, 5, 6], [3, 3, 3], [1, 1, 6]]},
            "holders",
            triples_exempt=True,
        ),
        # roll-off
        bad("roll-off where it is shared", ROLL_OFF, "phase", final_tie="shared"),
        bad("roll-off with a card left", {**ROLL_OFF, "cards": [[3], [], []], "holders": [0, 1, 2]}, "cards"),
        bad("contender who is no holder", {**ROLL_OFF, "holders": [0, 1]}, "holders"),
        bad("roll-off of everybody", {**ROLL_OFF, "contenders": [0, 1, 2]}, "holders"),
        bad("everybody a holder", {**ROLL_OFF, "holders": [0, 1, 2]}, "holders"),
        # over
        bad("somebody owes when over", {**OVER_LEFT, "owes": [3, 0, 0]}, "owes"),
        bad("two with cards", {**OVER_LEFT, "cards": [[1], [2, 3], []]}, "cards"),
        bad("a roll missing with a winner", {**OVER_LEFT, "rolls": [9, 12, None]}, "rolls"),
        bad("no rolls at all", {**OVER_OUT, "rolls": [None] * 3}, "rolls"),
        bad("one roll only", {**OVER_OUT, "rolls": [None, None, 10]}, "rolls"),
        bad("tie not thrown off", {**OVER_OUT, "rolls": [18, 9, 9]}, "rolls"),
        bad("tie in the deciding throw", {**OVER_OUT, "rolls": [None, 9, 9]}, "rolls"),
        bad("deciding throw where it is shared", OVER_OFF, "rolls", final_tie="shared"),
        bad("thrower who is no holder", {**OVER_OUT, "rolls": [9, None, 10]}, "holders"),
        bad("throw-off with everybody a holder", {**OVER_OFF, "holders": [0, 1, 2]}, "holders"),
        bad("winner paid without a card", {**OVER_LEFT, "cards": [[], FULL, []], "rolls": [9, 10, 12]}, "owes"),
        bad("loser had nothing to pay", {**OVER_LEFT, "rolls": [12, 12, 12]}, "holders"),
        bad("all out with the high roll", {**OVER_OUT, "rolls": [9, 9, 12]}, "holders"),
    ],
)
def test_R8_2_impossible(new, facts, key, options):
    with pytest.raises(BadPosition) as caught:
        new(players(facts), facts, **options)
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({**DISCARDING, "rolls": [None, 12]}, ("{0} has not rolled", "wait until all have paid")),
        ({**ROLLING, "rolls": [None, 12]}, ("{0} rolls before {1}", "sit after {1} or wait for the next round")),
    ],
)
def test_who_joins_in_mid_round_hears_what_can_be_done(new, facts, said):
    names = new(2).state.table.players
    with pytest.raises(BadPosition) as caught:
        new(2, facts)
    assert [part.format(*names) for part in said if part.format(*names) not in str(caught.value.text)] == []


@pytest.mark.parametrize("key", ["phase", "round", "cards", "starter"])
def test_R8_2_what_is_refused_is_said_again_in_part_only(new, key):
    for wrong in ("\N{PILE OF POO}" * 40_000, [["x"] * 40_000], {"x" * 160_000: 1}):
        with pytest.raises(BadPosition) as caught:
            new(2, {**ROLLING, key: wrong})
        assert caught.value.key == key
        assert len(str(caught.value)) < 200


def test_R8_2_an_endless_fact_is_said_again_in_part_only(new):
    with pytest.raises(BadPosition, match="there is no such fact") as caught:
        new(2, {"x" * 160_000: 1})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("facts", [ROLLING, DISCARDING, THREE, ROLL_OFF, OVER_OUT, OVER_OFF, OVER_LEFT])
def test_the_examples_above_are_possible_and_complete_themselves(new, facts):
    whole = new(players(facts), facts).facts
    assert new(players(facts), whole).facts == whole
    assert {key: whole[key] for key in facts} == facts
    assert all(whole[key] is not None for key in ("phase", "waiting", "flags"))
    assert set(whole) == set(GAME.facts(new(2).state))
