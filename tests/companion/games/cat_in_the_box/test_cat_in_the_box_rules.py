"""The paragraphs of Cat in the Box's RULES.md, one by one."""

from __future__ import annotations

from importlib.resources import files

import pytest

from companion.core.events import IllegalEvent
from companion.core.game import BadOption, Outcome
from companion.core.schema import fields_of
from companion.core.table import Table
from companion.games.cat_in_the_box import GAME
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.games.cat_in_the_box.options import BoxOptions
from companion.games.cat_in_the_box.scoring import groups, largest
from companion.games.cat_in_the_box.setup import setup_for
from companion.games.cat_in_the_box.state import Past, Phase, Scored
from companion.record.codec import position_from_plain
from tests.companion.games.cat_in_the_box.simulated_games import CB_13

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
COLOUR = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}
ALL = ["red", "blue", "yellow", "green"]


def started(players=3, **options):
    return GAME.start(Table(NAMES[:players]), BoxOptions(**options))


def apply(state, *events):
    for event in events:
        state = GAME.apply(state, event).state
    return state


def playing(players=3, predictions=None, **options):
    state = started(players, **options)
    state = apply(state, *(CardSetAside(seat) for seat in range(players)))
    first = GAME.facts(state)["starter"]
    for turn in range(players if players > 2 else 0):
        seat = (first + turn) % players
        state = apply(state, Predicted(seat, (predictions or [1] * players)[seat]))
    return state


def card(text):
    """ "A5Y" is Ann's 5 as yellow, "A6R!" with the claim."""
    return CardPlayed("ABCDE".index(text[0]), int(text[1]), COLOUR[text[2]], text.endswith("!"))


def after(state, plays):
    return apply(state, *(card(text) for text in plays.split()))


def facts(state):
    return GAME.facts(state)


def refused(state, event, rule, *words):
    before = facts(state)
    with pytest.raises(IllegalEvent) as found:
        GAME.apply(state, event)
    assert found.value.rule == rule
    for word in words:
        assert word in str(found.value)
    assert facts(state) == before


def lost(state):
    return ["".join(colour[0] for colour in ALL if colour not in x) for x in facts(state)["x"]]


def test_every_option_is_explained_in_the_rules_and_in_the_form():
    text = files("companion.games.cat_in_the_box").joinpath("RULES.md").read_text(encoding="utf-8")
    for name, known in fields_of(BoxOptions).items():
        assert f"| `{name}` |" in text
        assert known.labelled.help.template.endswith(".")


def test_R1_1_nobody_sits_elsewhere():
    for seat in (-1, 3, 99):
        refused(started(), CardSetAside(seat), "R1.1", "0 to 2")
        refused(playing(), CardPlayed(seat, 1, "blue"), "R1.1")
        refused(playing(), ParadoxShown(seat, (1,) * 9), "R1.1")
        refused(started(2), NeutralRevealed(seat, (1, 2, 3)), "R1.1")


@pytest.mark.parametrize(
    ("players", "numbers", "dealt", "predictions"),
    [(2, 5, 10, []), (3, 6, 10, [1, 3, 4]), (4, 8, 10, [1, 2, 3]), (5, 9, 9, [1, 2, 3])],
)
def test_R1_2_the_size_of_the_table_decides(players, numbers, dealt, predictions):
    state = started(players, two_player_seeding=False)
    assert facts(state)["cards_left"] == [dealt] * players
    assert {len(row) for row in facts(state)["board"].values()} == {numbers}
    state = apply(state, *(CardSetAside(seat) for seat in range(players)))
    assert facts(state)["cards_left"] == [dealt - 1] * players
    offered = [choice.event.tricks for ask in GAME.asks(state) for choice in ask.choices if players > 2]
    assert offered == predictions
    assert (state.setup.full, state.setup.players) == (dealt - 2, players)


def test_R2_1_the_starter_tells_the_neutral_cards():
    state = started(2, starter=1)
    assert (facts(state)["phase"], facts(state)["waiting"], facts(state)["turn"]) == ("reveal", [1], 1)
    refused(state, CardSetAside(0), "R2.1")
    refused(state, NeutralRevealed(0, (1, 2, 3)), "R2.1", "Bo starts")
    refused(state, NeutralRevealed(1, (1, 2)), "R2.1", "must be three")
    refused(state, NeutralRevealed(1, (1, 2, 6)), "R2.1", "1 to 5")
    refused(state, NeutralRevealed(1, (0, 2, 3)), "R2.1")
    state = apply(state, NeutralRevealed(1, (2, 2, 5)))
    board = facts(state)["board"]
    assert board["green"] == [None, -1, None, None, -1]
    assert board["yellow"] == [None, -1, None, None, None]
    assert board["blue"] == board["red"] == [None] * 5
    assert facts(state)["revealed"] == [2, 2, 5]
    assert (facts(state)["phase"], facts(state)["turn"]) == ("set-aside", None)
    refused(state, NeutralRevealed(1, (1, 2, 3)), "R2.1", "has been done")
    thrice = facts(apply(started(2), NeutralRevealed(0, (4, 4, 4))))["board"]
    assert [thrice[colour][3] for colour in ALL] == [None, -1, -1, -1]


def test_R2_1_the_neutral_colours_do_not_depend_on_the_order_of_the_rows():
    state = apply(started(2, row_order=("green", "blue", "red", "yellow")), NeutralRevealed(0, (1, 1, 2)))
    board = facts(state)["board"]
    assert (board["green"], board["yellow"]) == ([-1, -1, None, None, None], [-1, None, None, None, None])


def test_R2_1_not_where_the_options_do_not_seed_or_more_play():
    refused(started(2, two_player_seeding=False), NeutralRevealed(0, (1, 2, 3)), "R2.1", "not used")
    refused(started(3), NeutralRevealed(0, (1, 2, 3)), "R2.1", "not used")


def test_R2_2_each_sets_one_card_aside_in_any_order():
    state = apply(started(4), CardSetAside(3))
    assert facts(state)["waiting"] == [0, 1, 2]
    assert facts(state)["cards_left"] == [10, 10, 10, 9]
    refused(state, CardSetAside(3), "R2.2", "already")
    refused(state, Predicted(0, 1), "R2.2")
    refused(state, CardPlayed(0, 1, "blue"), "R2.2")
    refused(playing(), CardSetAside(0), "R3.1")


def test_R2_3_predictions_go_clockwise_from_the_starter():
    state = apply(started(starter=1), *(CardSetAside(seat) for seat in range(3)))
    refused(state, Predicted(0, 1), "R2.3", "Bo's turn")
    refused(state, CardPlayed(1, 1, "blue"), "R2.3")
    refused(state, CardSetAside(1), "R2.3")
    state = apply(state, Predicted(1, 3), Predicted(2, 1))
    assert facts(state)["predictions"] == [None, 3, 1]
    refused(state, Predicted(1, 4), "R2.3")
    state = apply(state, Predicted(0, 4))
    assert (facts(state)["phase"], facts(state)["turn"], facts(state)["leader"]) == ("play", 1, 1)
    refused(state, Predicted(1, 1), "R3.1")


def test_R2_3_two_players_do_not_predict():
    state = playing(2, two_player_seeding=False)
    assert facts(state)["phase"] == "play"
    refused(state, Predicted(0, 1), "R2.3", "two players")


def test_R2_4_only_allowed_predictions():
    state = apply(started(), *(CardSetAside(seat) for seat in range(3)))
    for tricks in (0, 2, 5, -1):
        refused(state, Predicted(0, tricks), "R2.4", "1, 3 or 4")
    predicting = apply(started(predictions={"3": (0, 2)}), *(CardSetAside(seat) for seat in range(3)))
    refused(predicting, Predicted(0, 1), "R2.4", "0 or 2")
    other = apply(started(predictions={"4": (0,)}), *(CardSetAside(seat) for seat in range(3)))
    assert [choice.event.tricks for choice in GAME.asks(other)[0].choices] == [1, 3, 4]


def test_R3_1_cards_are_laid_in_turn():
    refused(playing(), card("B1B"), "R3.1", "Ann's turn")
    refused(after(playing(), "A1B"), card("A2B"), "R3.1", "Bo's turn")


def test_R3_2_number_and_colour_exist():
    for number in (0, 7, -1, 10**20):
        refused(playing(), CardPlayed(0, number, "blue"), "R3.2", "1 to 6")
    for colour in ("purple", "", "Red"):
        refused(playing(), CardPlayed(0, 1, colour), "R3.2", "colours")


def test_R3_3_a_cell_is_taken_once():
    state = after(playing(), "A5Y")
    refused(state, card("B5Y"), "R3.3", "Ann's", "The 5 is open as red, blue or green")
    assert facts(after(state, "B5G"))["board"]["green"][4] == 1
    neutral = apply(started(2), NeutralRevealed(0, (4, 4, 4)), CardSetAside(0), CardSetAside(1))
    refused(neutral, card("A4B"), "R3.3", "neutral")


def test_R3_3_a_leader_is_not_reported_to_lead_red_before_its_time():
    for exempt in (True, False):
        state = after(playing(red_lead_exemption=exempt), "A6B B1B C2B")
        refused(state, card("A6B"), "R3.3", "The 6 is open as yellow or green.")


def test_R3_4_a_colour_that_was_given_up_is_closed():
    state = after(playing(), "A4B B6B C3R")
    assert lost(state) == ["", "", "b"]
    state = after(state, "C2R A5G B1R")
    assert lost(state) == ["r", "", "b"]
    refused(after(state, "C5Y"), card("A4R"), "R3.4", "no red left", "open as yellow or green")
    state = after(state, "C5Y A4Y B6Y")
    refused(after(state, "B1B"), card("C2B"), "R3.4")


def test_R3_5_red_is_not_led_before_it_is_broken():
    refused(playing(4), card("A4R"), "R3.5")
    state = after(playing(), "A4B B6B C3R")
    assert facts(state)["red_broken"]
    assert facts(after(state, "C6R"))["trick"] == [{"seat": 2, "number": 6, "colour": "red"}]
    notes = [str(note.text) for note in GAME.apply(after(playing(), "A4B B6B"), card("C3R")).notes]
    assert notes == [
        "Cy takes the trick with red 3.",
        "Cy breaks red: it may be led now.",
        "Cy does not follow: no more blue for Cy.",
    ], "the line of news has the first of them"


def test_R3_5_a_neutral_token_never_breaks_red():
    state = apply(started(2), NeutralRevealed(0, (4, 4, 4)), CardSetAside(0), CardSetAside(1))
    assert not facts(state)["red_broken"]
    refused(state, card("A4R"), "R3.5")


def test_R3_6_an_untrue_claim_is_refused_at_once():
    refused(playing(4), card("A4R!"), "R3.6", "blue, yellow or green")


FULL_SIXES = "A6B B1B C2B A6Y B1Y C2Y A6G B1G C2G"


def test_R3_6_a_claim_that_may_be_true_is_taken_and_remembered():
    state = after(playing(), FULL_SIXES)
    refused(state, card("A6R"), "R3.5", "nothing but red")
    refused(state, card("A5R!"), "R3.6")
    state = after(state, "A6R!")
    cells = [[colour, number] for colour in ("blue", "yellow", "green") for number in (3, 4, 5)]
    assert facts(state)["claims"] == [{"seat": 0, "trick": 4, "cells": cells}]
    assert facts(state)["red_broken"]


def test_R3_6_the_words_mean_nothing_elsewhere():
    state = after(playing(), "A4B! B6B! C3R!")
    assert facts(state)["claims"] == []
    state = after(state, "C6R! A1R! B2R!")
    assert facts(state)["claims"] == []


def test_R3_6_without_the_exemption_the_claim_does_not_help():
    state = after(playing(red_lead_exemption=False), FULL_SIXES)
    refused(state, card("A6R!"), "R3.5", "another colour")
    refused(state, card("A6R"), "R3.5")
    assert "red" not in {choice.event.colour for choice in GAME.asks(state)[0].choices}


def test_R3_6_a_neutral_number_can_be_claimed_in_the_first_trick():
    state = apply(started(2), NeutralRevealed(0, (4, 4, 4)), CardSetAside(0), CardSetAside(1))
    state = after(state, "A4R!")
    assert facts(state)["claims"][0]["trick"] == 1
    assert ["green", 1] in facts(state)["claims"][0]["cells"]


@pytest.mark.parametrize(
    ("players", "plays", "winner", "gone"),
    [
        (4, "A5Y B8Y C2R D8B", 2, ["", "", "y", "y"]),  # CB-06
        (4, "A4B B1R C3R D8B", 2, ["", "b", "b", ""]),  # CB-07
        (3, "A1G B6Y C2B", 0, ["", "g", "g"]),  # CB-08
        (3, "A2B B1B C3B", 2, ["", "", ""]),
    ],
)
def test_R3_7_and_R3_8_who_loses_an_x_and_who_takes_the_trick(players, plays, winner, gone):
    state = after(playing(players), plays)
    assert facts(state)["tricks"] == [int(seat == winner) for seat in range(players)]
    assert (facts(state)["leader"], facts(state)["turn"], facts(state)["trick"]) == (winner, winner, [])
    assert lost(state) == gone


def test_R3_7_the_colour_led_is_lost_even_if_it_is_red():
    state = after(playing(starter=1), "B4B C6B A3R A2R B5G C1R")  # CB-09
    assert facts(state)["tricks"] == [2, 0, 0]
    assert lost(state) == ["b", "r", ""]


def test_R3_7_an_x_is_lost_once():
    state = after(playing(), "A1G B6Y C2B A3B B2Y C4B")
    assert lost(state) == ["", "bg", "g"]
    step = GAME.apply(after(state, "C5B A3Y"), card("B1Y"))
    assert lost(step.state) == ["b", "bg", "g"]
    assert [note.rule for note in step.notes] == ["R3.8"]


CB_21 = "C2Y A5Y B1Y A6Y B4Y C3Y A5B B6B C3B B1G C3G A2G C4G A6G B5G A4B B1B C4R C3R A2R B5R B2B C1R"  # and A6R


def test_R3_9_a_full_round_of_three():
    state = after(playing(3, [4, 3, 4], starter=2), CB_21)
    assert facts(state)["tricks"] == [3, 2, 2]
    state = after(state, "A6R")
    assert facts(state)["rounds"] == [{"scores": [9, 2, 2], "tricks": [4, 2, 2], "bonus": [5, 0, 0], "paradox": None}]
    assert (facts(state)["round"], facts(state)["starter"], facts(state)["phase"]) == (2, 0, "set-aside")
    assert lost(state) == ["", "", ""]
    assert facts(state)["cards_left"] == [10, 10, 10]


CB_22 = "B3B A4B A5B B2B A5Y B2Y A5G B4G A3Y B4Y B3G A3R A5R B1R A2R B4R"


def test_R3_9_a_full_round_of_two_leaves_a_cell_empty():
    state = apply(started(2, starter=1), NeutralRevealed(1, (1, 2, 1)), CardSetAside(0), CardSetAside(1))
    state = after(state, CB_22)
    assert facts(state)["rounds"] == [{"scores": [6, 5], "tricks": [6, 2], "bonus": [0, 3], "paradox": None}]
    assert (facts(state)["phase"], facts(state)["starter"], facts(state)["revealed"]) == ("reveal", 0, [])


def taken(given, players=3, **options):
    return position_from_plain(GAME, Table(NAMES[:players]), BoxOptions(**options), given)


def test_R4_1_a_paradox_is_never_chosen():
    state = taken(CB_13, starter=1)
    refused(state, ParadoxShown(0, (2, 4)), "R4.1", "4 as green is possible")
    refused(state, ParadoxShown(1, (1, 2)), "R4.1", "Ann's turn")
    refused(started(), ParadoxShown(0, (1,)), "R2.2")
    state = apply(state, card("A4G"), card("B3Y"))
    assert facts(state)["rounds"] == [{"scores": [2, 2, 9], "tricks": [2, 2, 4], "bonus": [0, 0, 5], "paradox": None}]


def test_R4_1_a_paradox_ends_the_round_at_once():
    state = taken(CB_13, starter=1)
    step = GAME.apply(state, ParadoxShown(0, (1, 5)))
    assert facts(step.state)["rounds"] == [
        {"scores": [-2, 2, 3], "tricks": [2, 2, 3], "bonus": [0, 0, 0], "paradox": 0}
    ]
    assert facts(step.state)["round"] == 2
    assert "Paradox! Ann" in str(step.notes[0].text)
    assert str(step.notes[-1].text) == "Ann had a paradox. Round 2: Cy starts.", "the line of news has the last of them"


def test_R4_2_the_shown_hand_is_counted():
    state = taken(CB_13, starter=1)
    refused(state, ParadoxShown(0, (2,)), "R4.2", "holds 2")
    refused(state, ParadoxShown(0, ()), "R4.2")
    refused(state, ParadoxShown(0, (2, 7)), "R4.2", "1 to 6")
    refused(state, ParadoxShown(0, (2, 0)), "R4.2")
    refused(state, ParadoxShown(0, (2, 2)), "R4.2", "4 cards with the number 2 lie open", "only 5")
    assert facts(GAME.apply(state, ParadoxShown(0, (1, 2))).state)["round"] == 2


def test_R4_2_neutral_cards_count_as_open():
    given = {
        "phase": "play",
        "revealed": [5, 5, 5],
        "tricks": [1, 1],
        "leader": 0,
        "x": [["blue", "green"], ALL],
        "board": {
            "red": [1, None, None, None, 0],
            "blue": [None, None, None, None, -1],
            "yellow": [1, None, None, None, -1],
            "green": [0, None, None, None, -1],
        },
    }
    state = taken(given, 2)
    refused(state, ParadoxShown(0, (5, 5, 1, 2, 3, 4, 4)), "R4.2", "4 cards with the number 5 lie open")


def test_R4_2_nobody_has_a_paradox_on_an_empty_board():
    state = playing(4)
    refused(state, ParadoxShown(0, (1, 1, 2, 2, 3, 3, 4, 4, 5)), "R4.1", "but 1 as blue, yellow or green is possible")


PUBLIC = {
    "phase": "play",
    "predictions": [4, 4, 3],
    "tricks": [2, 3, 2],
    "leader": 1,
    "trick": [{"seat": 1, "number": 4, "colour": "green"}],
    "x": [["blue", "yellow", "green"], ["red", "yellow", "green"], ["blue", "yellow", "green"]],
    "board": {
        "red": [None, 1, 1, 1, 1, 0],
        "blue": [0, 2, 2, 2, 0, 0],
        "yellow": [0, None, 1, 0, 2, 2],
        "green": [0, 2, 1, 1, 2, 1],
    },
}


def test_R4_3_what_everybody_can_see_needs_no_hand():
    state = taken(PUBLIC)
    assert facts(state)["rounds"] == []
    state = after(state, "C2Y")
    assert facts(state)["rounds"] == [{"scores": [-2, 3, 2], "tricks": [2, 3, 2], "bonus": [0, 0, 0], "paradox": 0}]


def strict_corner(**options):
    """Three players, red unbroken, blue, yellow and green full but for what the last trick takes."""
    given = {
        "phase": "play",
        "predictions": [1, 3, 4],
        "tricks": [5, 0, 0],
        "leader": 0,
        "board": {
            "red": [None] * 6,
            "blue": [0, 0, 1, 1, 2, 2],
            "yellow": [0, 0, 1, 1, 2, 2],
            "green": [0, 1, 2, None, None, None],
        },
    }
    return taken(given, **options)


def test_R4_3_without_the_exemption_unbroken_red_is_closed_to_a_leader():
    state = after(strict_corner(red_lead_exemption=False), "A6G B4G C5G")
    assert facts(state)["round"] == 2
    assert facts(state)["rounds"][0]["paradox"] == 0
    state = after(strict_corner(), "A6G B4G C5G")
    assert facts(state)["round"] == 1
    assert {choice.event.only_red for choice in GAME.asks(state)[0].choices} == {True}
    assert facts(after(state, "A1R!"))["claims"] == [{"seat": 0, "trick": 7, "cells": []}]


def test_R4_1_without_the_exemption_red_does_not_save_a_leader():
    state = strict_corner(red_lead_exemption=False)
    refused(state, ParadoxShown(0, (1, 1, 2, 4)), "R4.1", "4 as green")
    assert facts(apply(state, ParadoxShown(0, (1, 1, 2, 2))))["rounds"][0]["paradox"] == 0
    refused(strict_corner(), ParadoxShown(0, (1, 1, 2, 2)), "R4.1", "1 as red")


def test_R4_1_what_would_have_been_possible_is_reported_without_unbroken_red():
    state = strict_corner()
    refused(state, ParadoxShown(0, (1, 4, 4, 5)), "R4.1", "but 4 as green is possible")


def test_R4_4_the_unfinished_trick_is_won_by_nobody_and_its_tokens_count():
    state = taken(PUBLIC | {"predictions": [1, 3, 3]})
    done = facts(after(state, "C2Y"))["rounds"][0]
    assert done == {"scores": [-2, 7, 2], "tricks": [2, 3, 2], "bonus": [0, 4, 0], "paradox": 0}


GROUPS = {
    "phase": "play",
    "predictions": [1, 4, 4],
    "tricks": [1, 2, 2],
    "leader": 1,
    "x": [ALL, ["green"], ALL],
}


@pytest.mark.parametrize(
    ("board", "order", "bonus"),
    [
        (
            {
                "red": [None, None, 0, None, 1, 2],
                "blue": [2, None, 0, 0, None, 2],
                "yellow": [None, 1, None, 0, 1, 2],
                "green": [1, 1, 2, None, None, 0],
            },
            ALL,
            4,
        ),
        (
            {
                "red": [1, 0, 2, None, 1, None],
                "blue": [None, None, 2, 0, 2, None],
                "yellow": [1, None, 1, None, 2, 0],
                "green": [1, 0, None, 0, 2, None],
            },
            ALL,
            1,
        ),
        (
            {
                "red": [1, 0, 2, None, 1, None],
                "blue": [None, None, 2, 0, 2, None],
                "yellow": [1, None, 1, None, 2, 0],
                "green": [1, 0, None, 0, 2, None],
            },
            ["blue", "yellow", "green", "red"],
            2,
        ),
    ],
)
def test_R5_2_and_R5_3_the_bonus_is_the_largest_group(board, order, bonus):
    given = GROUPS | {"board": board, "x": [order, ["green"], order]}
    state = taken(given, row_order=tuple(order))
    holes = [number for number in range(1, 7) if board["green"][number - 1] is not None]
    fill = {number: 5 - sum(row[number - 1] is not None for row in board.values()) for number in holes}
    hand = [number for number in holes for _ in range(fill[number])][:4]
    done = facts(apply(state, ParadoxShown(1, tuple(hand))))["rounds"][0]
    assert done["bonus"] == [bonus, 0, 0]
    assert done["scores"] == [1 + bonus, -2, 2]


def test_R5_3_the_board_has_no_seam():
    place = setup_for(Table(NAMES[:3]), BoxOptions())

    def size(*cells):
        return largest(sum(place.bit(COLOUR[cell[1]], int(cell[0])) for cell in cells), place)

    assert size("6R", "1B") == 1
    assert size("1R", "1G") == 1
    assert size("5B", "6Y") == 1
    assert size("6R", "6B", "5B", "6Y") == 4
    assert size("1R", "1B", "2B", "3B", "3R") == 5, "down a row and up again"
    assert size("2R", "2B", "1B", "1Y", "2Y", "3Y", "3B") == 7, "to the left and to the right"
    assert size() == 0
    assert sum(group.bit_count() for group in groups(place.cells, place)) == 24
    assert largest(place.cells, place) == 24


def before_the_last_trick(*tricks, **options):
    """Two players, red unbroken, everything else laid but 5 green."""
    given = {
        "phase": "play",
        "tricks": list(tricks),
        "leader": 0 if tricks[0] else 1,
        "board": {
            "red": [None] * 5,
            "blue": [0, 0, 0, 0, 0],
            "yellow": [1, 1, 1, 1, 1],
            "green": [0, 0, 1, 1, None],
        },
    }
    return taken(given, 2, two_player_seeding=False, **options)


def test_R5_2_two_players_with_four_tricks_or_fewer():
    done = facts(after(before_the_last_trick(3, 4), "A5G B1R"))["rounds"][0]
    assert done == {"scores": [8, 5], "tricks": [3, 5], "bonus": [5, 0], "paradox": None}
    done = facts(after(before_the_last_trick(4, 3), "A5G B1R"))["rounds"][0]
    assert done == {"scores": [9, 11], "tricks": [4, 4], "bonus": [5, 7], "paradox": None}


@pytest.mark.parametrize(("bonus", "points"), [(True, 6), (False, 0)])
def test_R5_2_no_trick_at_all_is_four_or_fewer(bonus, points):
    state = after(before_the_last_trick(0, 7, zero_tricks_bonus=bonus), "B4R! A3R")
    assert facts(state)["rounds"][0] == {
        "scores": [points, 8],
        "tricks": [0, 8],
        "bonus": [points, 0],
        "paradox": None,
    }


def test_R6_1_there_are_as_many_rounds_as_players():
    rounds = [
        {"scores": [6, 3, 3], "tricks": [4, 1, 3], "bonus": [2, 2, 0], "paradox": None},
        {"scores": [4, 4, 3], "tricks": [1, 4, 3], "bonus": [3, 0, 0], "paradox": None},
    ]
    state = taken(CB_13 | {"round": 3, "rounds": rounds, "leader": 2}, starter=1)
    assert facts(state)["starter"] == 0
    state = after(state, "A4G B3Y")
    assert (facts(state)["phase"], facts(state)["round"], facts(state)["waiting"]) == ("over", 3, [])
    assert (facts(state)["turn"], facts(state)["trick"], facts(state)["leader"]) == (None, [], 2)
    assert facts(state)["totals"] == [12, 9, 15]
    assert GAME.asks(state) == ()
    assert GAME.outcome(state) == Outcome(((2,), (0,), (1,)), {0: 12, 1: 9, 2: 15})
    for event in (CardSetAside(0), card("A1R"), ParadoxShown(0, (1,)), Predicted(0, 1)):
        refused(state, event, "R6.1", "over")


def test_R6_1_a_paradox_in_the_last_round_leaves_the_trick_lying():
    state = taken(CB_13 | {"round": 3, "leader": 2}, starter=1)
    state = apply(state, ParadoxShown(0, (1, 5)))
    assert facts(state)["phase"] == "over"
    assert facts(state)["trick"] == CB_13["trick"]
    assert facts(state)["leader"] == 2


@pytest.mark.parametrize(
    ("tie", "rounds", "places", "ahead"),
    [
        ("last-round", [[10, 7], [2, 5]], ((1,), (0,), (2,)), [1]),
        ("last-round", [[8, 8], [4, 4]], ((0, 1), (2,)), []),
        ("shared", [[10, 7], [2, 5]], ((0, 1), (2,)), []),
    ],
)
def test_R6_2_equal_totals_and_the_end_says_what_decided(tie, rounds, places, ahead):
    state = started(tie_break=tie)
    done = tuple(Scored((*scores, 0), (0, 0, 0), (0, 0, 0), None) for scores in rounds)
    state = state._replace(phase=Phase.OVER, past=Past(3, done, (12, 12, 0), ()))
    assert GAME.outcome(state).places == places
    said = [seat for seat in range(3) if "ahead by the last round" in str(GAME.tally.why(state, seat))]
    assert said == ahead


def test_what_a_result_is_made_of_adds_up_after_a_change_of_the_table():
    done = (Scored((7, 3, 0), (0, 0, 0), (0, 0, 0), None),)
    state = started()._replace(phase=Phase.OVER, past=Past(3, done, (11, 3, 0), ()))
    assert [str(GAME.tally.why(state, seat)) for seat in (0, 1)] == ["before 4, rounds: 7", "rounds: 3"]


def test_R7_1_a_later_card_disproves_the_claim():
    state = after(playing(), f"{FULL_SIXES} A6R! B5R C4R")
    step = GAME.apply(state, card("A3Y"))
    flag = {"kind": "false-only-red", "seat": 0, "round": 1, "trick": 4, "number": 3}
    assert facts(step.state)["flags"] == [flag]
    assert str(step.notes[0].text) == (
        "Ann had a 3 in trick 4: it could have led as blue, yellow or green. You may go back there."
    )
    state = after(step.state, "B4Y C5Y C5B A3B")
    assert facts(state)["flags"] == [flag]


def test_R7_1_the_cards_of_others_and_closed_numbers_prove_nothing():
    state = after(playing(), f"{FULL_SIXES} A6R! B5R C4R A2R B3Y C3B")
    assert facts(state)["flags"] == []


def test_R7_1_a_hand_shown_for_a_paradox_disproves_it_too():
    given = {
        "phase": "play",
        "predictions": [1, 3, 4],
        "tricks": [4, 1, 1],
        "trick": [{"seat": 2, "number": 5, "colour": "green"}],
        "claims": [{"seat": 0, "trick": 4, "cells": [["blue", 6], ["green", 5], ["green", 6]]}],
        "x": [["red"], ALL, ALL],
        "board": {
            "red": [0, None, None, 1, None, 2],
            "blue": [0, 0, 1, 1, 2, None],
            "yellow": [0, 0, 1, 1, 2, 2],
            "green": [0, 1, None, 2, 2, 2],
        },
    }
    state = taken(given)
    step = GAME.apply(state, ParadoxShown(0, (6, 4, 6)))
    assert facts(step.state)["flags"] == [{"kind": "false-only-red", "seat": 0, "round": 1, "trick": 4, "number": 6}]
    assert facts(step.state)["rounds"][0]["paradox"] == 0
    assert facts(step.state)["claims"] == []
    refused(state, ParadoxShown(0, (6, 6, 6)), "R4.2")
    refused(state, ParadoxShown(0, (5, 6, 6)), "R4.1", "5 as red")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("row_order", ("red", "blue", "yellow")),
        ("row_order", ("red", "blue", "yellow", "yellow")),
        ("row_order", ("red", "blue", "yellow", "purple")),
        ("predictions", {"3": ()}),
        ("predictions", {"2": (1,)}),
        ("predictions", {"6": (1,)}),
        ("predictions", {"3": (1, 1)}),
        ("predictions", {"3": (9,)}),
        ("predictions", {"5": (8,)}),
        ("predictions", {"4": (-1,)}),
        ("tie_break", "none"),
        ("starter", -1),
        ("starter", 5),
    ],
)
def test_R8_values_that_do_not_exist(name, value):
    with pytest.raises(BadOption) as found:
        BoxOptions(**{name: value})
    assert found.value.name == name


def test_R8_the_starter_sits_at_the_table():
    with pytest.raises(BadOption):
        BoxOptions(starter=3).remarks(Table(NAMES[:3]))
    with pytest.raises(BadOption):
        started(3, starter=3)
    assert BoxOptions(starter=2).remarks(Table(NAMES[:3])) == ()


def test_R8_options_for_other_tables_have_no_effect():
    state = started(3, two_player_seeding=False, zero_tricks_bonus=False, predictions={"5": (7,)})
    assert facts(state) == facts(started(3))


def test_R4_1_a_paradox_is_asked_for_only_where_there_may_be_one():
    def asked(state):
        return any(form.event is ParadoxShown for ask in GAME.asks(state) for form in ask.forms)

    for exempt in (True, False):
        state = playing(red_lead_exemption=exempt)
        assert asked(state) is not exempt  # a leader may have nothing but red, and must not lead it
        assert not asked(after(state, "A1B"))  # who follows may lay anything as red
        assert asked(after(state, "A1B B2R"))


def test_R3_3_that_red_is_open_to_a_leader_is_said_with_its_condition():
    board = {colour: [0, None, 1, None, 2, None] for colour in ("blue", "yellow", "green")}
    facts_given = {
        "phase": "play",
        "predictions": [1, 1, 1],
        "tricks": [3, 0, 0],
        "board": {"red": [None] * 6, **board},
    }
    state = position_from_plain(GAME, Table(NAMES[:3]), BoxOptions(), facts_given)
    refused(state, card("A1B"), "R3.3", "open as red (if nothing else is held)")
