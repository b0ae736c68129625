"""One test or more for each paragraph of RULES.md that the referee enforces."""

import re
from pathlib import Path

import pytest

import companion.games.catch_up as game
from companion.core.asks import RollCall
from companion.core.events import Event, IllegalEvent
from companion.core.game import BadOption, Outcome
from companion.core.table import Table
from companion.games.catch_up.options import CatchUpOptions

FULL = list(range(1, 14))
FOLDER = Path(game.__file__).parent


def refused(rule, action, *words):
    with pytest.raises(IllegalEvent) as caught:
        action()
    assert caught.value.rule == rule
    for word in words:
        assert word in str(caught.value)


def test_every_paragraph_the_code_quotes_stands_in_the_rules():
    written = set(re.findall(r"\*\*(R\d+\.\d+)\*\*", (FOLDER / "RULES.md").read_text(encoding="utf-8")))
    code = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    quoted = set(re.findall(r"\bR\d+\.\d+\b", code))
    assert len(quoted) > 15
    assert quoted <= written


def test_every_option_is_explained_in_the_rules():
    text = (FOLDER / "RULES.md").read_text(encoding="utf-8")
    for name in CatchUpOptions.__dataclass_fields__:
        assert f"`{name}`:" in text


def test_R1_1_two_to_four_players():
    assert list(game.GAME.player_counts) == [2, 3, 4]


@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_R1_1_no_such_seat(new, seat):
    refused("R1.1", lambda: new(3).roll(seat, 10))
    refused("R1.1", lambda: new(3).pay(seat, 1))


def test_R1_2_one_suit_each(new):
    assert new(4)["cards"] == [FULL] * 4
    assert sum(FULL) == 91


def test_R1_2_no_card_beyond_the_king(owing):
    refused("R1.2", lambda: owing(FULL, 7).pay(0, 14), "no card 14", "A to K")
    refused("R1.2", lambda: owing(FULL, 7).pay(0, 0))
    refused("R1.2", lambda: owing(FULL, 7).pay(0, -3))


@pytest.mark.parametrize("faces", [(1, 2), (1, 2, 3, 4), (), (0, 3, 4), (7, 3, 4), (-1, 3, 4)])
def test_R1_3_three_dice_with_faces_one_to_six(new, faces):
    refused("R1.3", lambda: new().roll(0, faces))


def test_R1_4_nothing_else_happens(new):
    class Sneezed(Event):
        pass

    refused("R1.4", lambda: new().happen(Sneezed(0)), "Sneezed")


def test_R2_1_start_roll_in_seat_order(new):
    table = new()
    refused("R2.1", lambda: table.roll(1, 9), "Bo", "Ann's turn")
    table.roll(0, 9)
    refused("R2.1", lambda: table.roll(0, 9), "rolled 9 already", "Bo's turn")
    table.rolls((1, 16), (2, 12))
    assert (table["phase"], table["round"], table["starter"], table["waiting"]) == ("rolling", 1, 1, [1])
    assert table.said == ["Bo begins"]


def test_R2_2_the_best_throw_again(new):
    table = new().rolls((0, 11), (1, 14), (2, 14))
    assert table["contenders"] == [1, 2]
    assert table["rolls"] == [None] * 3
    assert table.said == ["Bo and Cy are equal and roll again"]
    refused("R2.2", lambda: table.roll(0, 18), "Only Bo and Cy roll")
    table.rolls((1, 9), (2, 12))
    assert (table["starter"], table["waiting"]) == (2, [2])


def test_R3_1_clockwise_from_the_starter(new):
    table = new(4).rolls((0, 5), (1, 5), (2, 10), (3, 5))
    for seat in (2, 3, 0, 1):
        assert table["waiting"] == [seat]
        if seat != 1:
            refused("R3.1", lambda: table.roll(1, 9), "Bo is too early")
        table.roll(seat, 9)
    assert table["round"] == 2


def test_R3_2_without_cards_he_rolls_on_and_counts(new):
    facts = {"phase": "rolling", "round": 9, "starter": 0, "cards": [[], [9, 12], [3, 10]]}
    table = new(3, facts).rolls((0, 18), (1, 9), (2, 8))
    assert table["owes"] == [0, 9, 10]
    assert table["high"] == 18


def test_R3_3_once_a_round_and_not_while_somebody_owes(new):
    table = new().rolls((0, 16), (1, 5), (2, 5), (0, 12))
    refused("R3.3", lambda: table.roll(0, 12), "rolled 12 already")
    table.rolls((1, 10), (2, 8))
    refused("R3.3", lambda: table.roll(0, 12), "Bo and Cy must give up cards first")


def test_R3_4_high_roll_and_differences(new):
    table = new(4).rolls((0, 16), (1, 5), (2, 5), (3, 5), (0, 12), (1, 10), (2, 15), (3, 15))
    assert (table["high"], table["owes"]) == (15, [3, 5, 0, 0])
    assert table.said == ["High roll: 15 by Cy and Di"]


def test_R4_1_once_in_any_order(new):
    table = new().rolls((0, 16), (1, 5), (2, 5), (0, 9), (1, 10), (2, 15))
    refused("R4.1", lambda: new().pay(0, 1), "not everybody has rolled")
    assert table["waiting"] == [0, 1]
    table.pay(1, 5)
    assert (table["waiting"], table["owes"]) == ([0], [6, 0, 0])
    refused("R4.6", lambda: table.pay(1, 6), "has paid for this round")


def test_R4_1_asks_are_clockwise_from_the_starter(new):
    table = new(4).rolls((0, 5), (1, 5), (2, 10), (3, 5), (2, 10), (3, 8), (0, 15), (1, 9))
    assert [ask.seat for ask in game.GAME.asks(table.state)] == [2, 3, 1]


def test_R4_2_exact_if_possible(owing):
    table = owing(FULL, 7)
    refused("R4.2", lambda: table.pay(0, 10), "exactly 7 (7, A+6, 2+5, 3+4 or A+2+4), not 10")
    refused("R4.2", lambda: owing([1, 2, 4, 9], 7).pay(0, 9), "exactly 7 (A+2+4), not 9")
    assert owing(FULL, 7).pay(0, 4, 1, 2)["set_aside"][0] == [1, 2, 4]


def test_R4_3_more_where_no_set_is_exact(owing):
    refused("R4.3", lambda: owing([3, 8, 10], 7).pay(0, 3), "7 or more: 3 is only 3")
    assert owing([3, 8, 10], 7).pay(0, 8).said[-1] == "Round 6: Bo begins"
    table = owing([3, 8, 10], 7).pay(0, 3, 8)
    assert "Ann could have kept the 3" in table.said
    assert "Ann could have kept the 8 or 10" in owing([8, 10, 11], 7).pay(0, 8, 10).said
    assert "Ann could have kept the 3, 8 or 10" in owing([3, 8, 10], 7).pay(0, 3, 8, 10).said


def test_R4_4_everything_where_it_does_not_reach(owing):
    refused("R4.4", lambda: owing([1, 2], 7).pay(0, 2), "cannot reach 7", "A+2", "2 is not all")
    assert owing([1, 2], 7).pay(0, 1, 2)["cards"][0] == []


def test_R4_5_only_held_cards_once_and_at_least_one(owing):
    refused("R4.5", lambda: owing(FULL, 7).pay(0), "at least one card")
    refused("R4.5", lambda: owing(FULL, 6).pay(0, 3, 3), "same card twice")
    refused("R4.5", lambda: owing([3, 4, 11], 7).pay(0, 7), "does not hold the 7", "only 3, 4 and J.")
    refused("R4.5", lambda: owing([11], 7).pay(0, 7), "only J.")


def test_R4_6_nothing_due(new):
    table = new(3, {"phase": "rolling", "round": 9, "cards": [[4, 5], [9, 12], []]}, triples_exempt=True)
    table.rolls((0, 12), (1, (1, 1, 1)), (2, (6, 6, 6)))
    refused("R4.6", lambda: table.pay(2, 1), "no cards left")
    refused("R4.6", lambda: table.pay(1, 9), "three of a kind")
    table = new().rolls((0, 16), (1, 5), (2, 5), (0, 9), (1, 10), (2, 15))
    refused("R4.6", lambda: table.pay(2, 1), "the high roll")


def test_R4_6_one_who_has_just_run_out(new):
    table = new(3, {"phase": "rolling", "round": 9, "cards": [[4], [9, 12], [5, 6]]})
    table.rolls((0, 5), (1, 12), (2, 10)).pay(0, 4)
    refused("R4.6", lambda: table.pay(0, 4), "has paid")


def test_R4_7_cards_stay_out(new):
    table = new().rolls((0, 16), (1, 5), (2, 5), (0, 9), (1, 15), (2, 15)).pay(0, 6)
    assert (table["cards"][0], table["set_aside"][0]) == ([1, 2, 3, 4, 5, *range(7, 14)], [6])
    assert "Ann is out of cards" in new(3, facts_out()).pay(0, 4).said


def facts_out():
    return {"phase": "discarding", "round": 3, "cards": [[4], [5, 9], [6, 9]], "rolls": [5, 12, 12]}


def test_R5_1_nobody_owes(new):
    table = new().rolls((0, 16), (1, 5), (2, 5), (0, 10), (1, 10), (2, 10))
    assert (table["round"], table["phase"], table["rolls"]) == (2, "rolling", [None] * 3)
    assert "Nobody has to catch up" in table.said


def test_R5_2_the_high_roller_begins(new):
    table = new().rolls((0, 5), (1, 16), (2, 5), (1, 12), (2, 7), (0, 12)).pay(2, 5)
    assert table["starter"] == 1
    table = new().rolls((0, 5), (1, 5), (2, 16), (2, 7), (0, 12), (1, 12)).pay(2, 5)
    assert table["starter"] == 0


def test_R6_1_only_after_everybodys_discards(new):
    facts = {"phase": "rolling", "round": 25, "starter": 2, "cards": [[8, 13], [13], []]}
    table = new(3, facts).rolls((2, 18), (0, 10), (1, 5)).pay(1, 13)
    assert table.outcome is None
    table.pay(0, 8)
    assert table.outcome == Outcome(((0,), (1, 2)), {0: 13, 1: 0, 2: 0})


def test_R6_2_last_with_cards(new):
    table = new(2, {"phase": "rolling", "round": 9, "cards": [[4], [2, 5]]}).rolls((0, 9), (1, 14)).pay(0, 4)
    assert table["phase"] == "over"
    assert table.said == ["Ann is out of cards", "Bo wins"]
    assert table.outcome == Outcome(((1,), (0,)), {0: 0, 1: 7})


def test_R6_3_all_out(new):
    facts = {"phase": "rolling", "round": 25, "starter": 2, "cards": [[8], [13], []]}
    table = new(3, facts).rolls((2, 18), (0, 10), (1, 5)).pay(1, 13).pay(0, 8)
    assert table.outcome.places == ((0,), (1, 2))
    assert (table["high"], table["rolls"], table["holders"]) == (18, [10, 5, 18], [0, 1])


def everybody_out(new, **options):
    facts = {"phase": "rolling", "round": 25, "starter": 2, "cards": [[9], [13], []]}
    return new(3, facts, **options).rolls((2, 18), (0, 9), (1, 9)).pay(1, 13).pay(0, 9)


def test_R6_4_roll_off(new):
    table = everybody_out(new)
    assert (table["phase"], table["contenders"], table["waiting"]) == ("roll-off", [0, 1], [0])
    assert "Everybody is out: Ann and Bo roll for the win" in table.said
    refused("R6.4", lambda: table.roll(2, 18), "Only Ann and Bo roll for the win")
    refused("R6.4", lambda: table.roll(1, 18), "too early")
    refused("R6.4", lambda: table.pay(0, 1))
    table.rolls((0, 7))
    refused("R6.4", lambda: table.roll(0, 18), "rolled 7 already")
    table.rolls((1, 7))
    assert (table["rolls"], table["waiting"]) == ([None] * 3, [0])
    table.rolls((0, 11), (1, 12))
    assert table.outcome.places == ((1,), (0, 2))
    assert (table["rolls"], table["high"], table["contenders"]) == ([11, 12, None], None, [])


def whys(table):
    """What each seat's result is made of, as the end of the game says it."""
    return [str(game.GAME.tally.why(table.state, seat)) for seat in table.state.table.seats]


def test_R6_3_the_end_says_which_roll_decided(new):
    facts = {"phase": "rolling", "round": 25, "starter": 2, "cards": [[8], [13], []]}
    assert whys(new(3, facts).rolls((2, 18), (0, 10), (1, 5)).pay(1, 13).pay(0, 8)) == [
        "best last roll of those who still held cards: 10",
        "no card left; last roll 5",
        "out before the last round",
    ]


def test_R6_4_the_end_says_how_the_roll_off_went(new):
    assert whys(everybody_out(new).rolls((0, 11), (1, 12))) == [
        "rolls 11 in the roll-off",
        "wins the roll-off with 12",
        "out before the last round",
    ]


def test_R6_4_of_three_two_go_on(new):
    facts = {"phase": "roll-off", "round": 9, "cards": [[]] * 4, "contenders": [0, 1, 3]}
    table = new(4, facts).rolls((0, 12), (1, 5), (3, 12))
    assert table["contenders"] == [0, 3]
    refused("R6.4", lambda: table.roll(1, 18))
    assert table.rolls((0, 12), (3, 10)).outcome.places == ((0,), (1, 2, 3))


def test_R6_5_the_others_are_equal(new):
    facts = {"phase": "rolling", "round": 9, "starter": 0, "cards": [[], [1], [], [2, 3]]}
    table = new(4, facts).rolls((0, 9), (1, 6), (2, 9), (3, 12)).pay(1, 1)
    assert table.outcome == Outcome(((3,), (0, 1, 2)), {0: 0, 1: 0, 2: 0, 3: 5})


def test_R6_6_over_is_over(new):
    table = new(2, {"phase": "rolling", "round": 9, "cards": [[4], [2, 5]]}).rolls((0, 9), (1, 14)).pay(0, 4)
    assert game.GAME.asks(table.state) == ()
    refused("R6.6", lambda: table.roll(0, 9))
    refused("R6.6", lambda: table.pay(1, 5))


def test_R7_1_short(new):
    table = new(2, short=True)
    assert table["cards"] == [list(range(1, 11))] * 2
    assert game.GAME.asks(table.state)[0].roll == RollCall(2)
    refused("R7.1", lambda: table.roll(0, (3, 4, 5)), "2 dice")
    table.rolls((0, 7), (1, 11), (1, 12), (0, 2))
    assert table["owes"] == [10, 0]
    refused("R7.1", lambda: table.pay(0, 11), "A to 10")
    assert table.pay(0, 10)["set_aside"][0] == [10]


def test_R7_2_highest_below(owing):
    def table(*hand):
        return owing(list(hand), 7, highest_below=True)

    assert table(2, 3, 9).pay(0, 3)["cards"][0] == [2, 9]
    refused("R4.3", lambda: table(2, 3, 9).pay(0, 2), "or just the 3")
    refused("R4.3", lambda: table(2, 3, 9).pay(0, 2, 3), "only 5")
    refused("R4.2", lambda: table(2, 5, 9).pay(0, 5))
    refused("R4.4", lambda: table(1, 4).pay(0, 1), "or just the 4")
    assert table(1, 4).pay(0, 4)["cards"][0] == [1]
    assert table(1, 4).pay(0, 1, 4)["cards"][0] == []
    refused("R4.3", lambda: owing([2, 3, 9], 7).pay(0, 3))


def test_R7_2_in_the_lenient_game_too(owing):
    lenient = {"highest_below": True, "exact_if_possible": False}
    assert owing([2, 3, 9], 7, **lenient).pay(0, 3)["cards"][0] == [2, 9]
    refused("R7.5", lambda: owing([2, 5, 9], 7, **lenient).pay(0, 5), "only 5")


def test_R7_3_below_the_high_roll(owing):
    below = {"highest_below": True, "below": "high-roll"}
    refused("R4.3", lambda: owing([3, 9], 7, high=16, **below).pay(0, 3))
    assert owing([3, 9], 7, high=16, **below).pay(0, 9)["cards"][0] == [3]
    assert owing([3, 9], 5, high=8, **below).pay(0, 3)["cards"][0] == [9]
    assert owing([3, 9], 5, high=8, highest_below=True).pay(0, 3)["cards"][0] == [9]


def test_R7_3_a_card_that_reaches_anyway_is_not_offered_as_a_favour(owing):
    with pytest.raises(IllegalEvent) as caught:
        owing([3, 9], 7, high=16, highest_below=True, below="high-roll").pay(0, 3)
    assert str(caught.value) == "Ann must give up 7 or more: 3 is only 3."


def test_R7_4_three_of_a_kind(new):
    table = new(triples_exempt=True).rolls((0, 12), (1, 9), (2, 4), (0, (4, 4, 4)), (1, 15), (2, 14))
    assert table["owes"] == [0, 0, 1]
    assert "Ann has three of a kind: nothing to pay" in table.said
    refused("R4.6", lambda: table.pay(0, 3), "three of a kind")
    table = new(2, triples_exempt=True).rolls((0, 12), (1, 9), (0, (6, 6, 6)), (1, (5, 5, 5)))
    assert (table["round"], table["starter"]) == (2, 0)
    assert new(2).rolls((0, 12), (1, 9), (0, (4, 4, 4)), (1, 15))["owes"] == [3, 0]
    table = new(2, triples_exempt=True, short=True).rolls((0, 12), (1, 9), (0, (4, 4)), (1, 11))
    assert table["owes"] == [3, 0]


def test_R7_4_with_two_dice_is_remarked():
    table = Table(("Ann", "Bo"))
    assert CatchUpOptions(triples_exempt=True).remarks(table) == ()
    assert [note.rule for note in CatchUpOptions(triples_exempt=True, short=True).remarks(table)] == ["R7.4"]
    assert [note.rule for note in CatchUpOptions(below="high-roll").remarks(table)] == ["R7.3"]


def test_R7_5_lenient(owing):
    assert owing(FULL, 7, exact_if_possible=False).pay(0, 10)["set_aside"][0] == [10]
    refused("R7.5", lambda: owing(FULL, 7, exact_if_possible=False).pay(0, 6), "7 or more: 6 is only 6")
    table = owing(FULL, 7, exact_if_possible=False).pay(0, *FULL)
    assert table["phase"] == "over"
    assert any(line.startswith("Ann could have kept") for line in table.said)


def test_R7_6_shared(new):
    table = everybody_out(new, final_tie="shared")
    assert table.outcome.places == ((0, 1), (2,))
    assert (table["high"], table["rolls"]) == (18, [9, 9, 18])
    assert table.said[-1] == "Ann and Bo win together"


def test_R7_7_keep(new):
    keep = {"starter_tie": "keep"}
    table = new(3, **keep).rolls((0, 5), (1, 5), (2, 16), (2, 7), (0, 12), (1, 12)).pay(2, 5)
    assert table["starter"] == 2
    table = new(3, **keep).rolls((0, 5), (1, 5), (2, 16), (2, 7), (0, 12), (1, 11)).pay(1, 1).pay(2, 5)
    assert table["starter"] == 0


@pytest.mark.parametrize(("name", "value"), [("below", "sum"), ("final_tie", "coin"), ("starter_tie", "")])
def test_R7_unknown_choices_are_refused(name, value):
    with pytest.raises(BadOption) as caught:
        CatchUpOptions(**{name: value})
    assert caught.value.name == name


@pytest.mark.parametrize(
    ("hand", "difference", "options", "words"),
    [
        ([1, 2, 4], 7, {}, "exactly 7"),
        ([1, 4], 7, {}, "cannot reach 7: give up your cards"),
        ([1, 4], 7, {"highest_below": True}, "cannot reach 7: give up your cards or just the 4"),
        ([2, 9], 7, {}, "Give up 7 or more"),
        ([2, 9], 7, {"highest_below": True}, "Give up 7 or more, or just the 2"),
    ],
)
def test_R7_2_the_prompt_says_what_will_do(owing, hand, difference, options, words):
    (ask,) = game.GAME.asks(owing(hand, difference, **options).state)
    assert str(ask.text).endswith(words)


@pytest.mark.parametrize(("exact", "rule"), [(True, "R4.3"), (False, "R7.5")])
def test_R4_3_what_could_have_been_kept_is_said_by_the_rule_that_allows_it(owing, exact, rule):
    table = owing([2, 9, 13], 8, exact_if_possible=exact)
    table.pay(0, 2, 9)
    assert [note.rule for note in table.notes if "could have kept" in str(note.text)] == [rule]
