"""The paragraphs of Catchy!'s RULES.md, one by one."""

from __future__ import annotations

from importlib.resources import files

import pytest

from companion.core.asks import Key
from companion.core.events import IllegalEvent
from companion.core.game import BadOption, Outcome
from companion.core.schema import fields_of
from companion.core.table import Table
from companion.games.catchy import GAME
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.options import CatchyOptions
from companion.games.catchy.state import leads_before_swap
from companion.record.codec import position_from_plain

TABLE = Table(("Pia", "Quin"))
CENTRE = "P:J Q:A3 P:A2 Q:A1 Q:A4 P:A5 Q:B2 P:B1 P:B4 Q:B3 Q:C2 P:C1 P:C3 Q:C4"
P_WINS = "P:A4 Q:A2 P:B4 Q:B2 P:C4 Q:C2"


def begun(holder=0, **options):
    state = GAME.start(TABLE, CatchyOptions(**options))
    state = GAME.apply(state, StartingCardShown(holder)).state
    return GAME.apply(state, CourseExchanged(holder, 1)).state


def after(state, cards):
    for laid in cards.split():
        state = GAME.apply(state, CardPlayed("PQ".index(laid[0]), laid[2:])).state
    return state


def next_round(state, holder):
    state = GAME.apply(state, StartingCardShown(holder)).state
    return GAME.apply(state, CourseExchanged(holder, 0)).state


def cat(state):
    return GAME.facts(state)["cat"]["position"], GAME.facts(state)["cat"]["side"]


def refused(state, event, rule, *words):
    before = GAME.facts(state)
    with pytest.raises(IllegalEvent) as found:
        GAME.apply(state, event)
    assert found.value.rule == rule
    for word in words:
        assert word in str(found.value)
    assert GAME.facts(state) == before


def notes(state, event):
    return [str(note.text) for note in GAME.apply(state, event).notes]


def test_every_option_is_explained_in_the_rules_and_in_the_form():
    text = files("companion.games.catchy").joinpath("RULES.md").read_text(encoding="utf-8")
    for name, known in fields_of(CatchyOptions).items():
        assert f"| `{name}` |" in text
        assert known.labelled.help.template.endswith(".")


def test_R1_1_there_are_two_seats():
    state = begun()
    for seat in (-1, 2, 10**9):
        refused(state, CardPlayed(seat, "A1"), "R1.1", "seats are 0 to 1")
        refused(GAME.start(TABLE, CatchyOptions()), StartingCardShown(seat), "R1.1")


def test_R2_1_nothing_happens_before_the_starting_card():
    state = GAME.start(TABLE, CatchyOptions())
    refused(state, CardPlayed(0, "A1"), "R2.1", "Pia", "Starting card")
    refused(state, CourseExchanged(0, 1), "R2.1")
    refused(state, HandShown(0, ("A1",)), "R4.3")
    refused(begun(), StartingCardShown(0), "R2.1", "shown once")


def test_R2_1_a_new_round_forgets_the_old_one():
    state = after(begun(), "P:C2 Q:C1 P:C4 Q:B5 P:A3 Q:J P:B2 Q:B3")
    assert GAME.facts(state)["round"] == 1
    state = GAME.apply(state, StartingCardShown(1)).state
    facts = GAME.facts(state)
    assert (facts["round"], facts["holder"], facts["leader"], facts["phase"]) == (2, 1, 1, "exchange")
    assert facts["voids"] == [[], []]
    assert facts["history"] == facts["flags"] == []
    assert facts["cat"] == {"position": 0, "side": "red"}
    assert facts["scores"] == [3, 0]


def test_R2_1_the_cat_may_keep_its_side():
    state = after(begun(cat_side="keep"), "P:C2 Q:C1 P:C4 Q:B5 P:A3 Q:J P:B2 Q:B3")
    state = next_round(state, 1)
    assert cat(state) == (0, "blue")
    assert cat(after(state, "Q:A5 P:A2")) == (-1, "blue")


def test_R2_2_the_loser_is_handed_the_starting_card():
    state = after(begun(first_leader="loser"), P_WINS)
    refused(state, StartingCardShown(0), "R2.2", "Quin")
    assert [ask.seat for ask in GAME.asks(state) if not ask.optional] == [1]
    assert GAME.facts(GAME.apply(state, StartingCardShown(1)).state)["leader"] == 1
    assert GAME.facts(state)["waiting"] == [0, 1]


def test_R2_2_after_one_point_each_either_may_have_it():
    state = after(begun(first_leader="loser"), CENTRE)
    assert GAME.facts(state)["scores"] == [1, 1]
    for seat in (0, 1):
        assert GAME.apply(state, StartingCardShown(seat)).state.leader == seat


def test_R2_2_a_penalty_counts_as_scoring_less():
    state = after(begun(first_leader="loser", revoke="penalty"), "P:A4 Q:B2 P:C2 Q:B1 P:A2 Q:A1")
    assert GAME.facts(state)["scores"] == [3, 0]
    refused(state, StartingCardShown(0), "R2.2", "Quin")


def test_R2_3_the_holder_swaps_once_before_his_first_card():
    state = GAME.apply(GAME.start(TABLE, CatchyOptions()), StartingCardShown(0)).state
    refused(state, CardPlayed(0, "A1"), "R2.3", "swap")
    refused(state, CourseExchanged(1, 0), "R2.3", "Pia holds")
    state = GAME.apply(state, CourseExchanged(0, 0)).state
    refused(state, CourseExchanged(0, 0), "R2.3", "has been made")
    refused(after(state, "P:A1"), CourseExchanged(0, 0), "R2.3")


def test_R2_3_after_the_first_card_where_the_options_say_so():
    state = GAME.apply(GAME.start(TABLE, CatchyOptions(exchange="after-lead")), StartingCardShown(0)).state
    assert GAME.facts(state)["phase"] == "lead"
    refused(state, CourseExchanged(0, 0), "R2.3", "first comes")
    assert leads_before_swap(state)
    state = after(state, "P:A5")
    assert (GAME.facts(state)["phase"], GAME.facts(state)["waiting"]) == ("exchange", [0])
    refused(state, CardPlayed(1, "A2"), "R2.3")
    state = GAME.apply(state, CourseExchanged(0, 2)).state
    assert (GAME.facts(state)["phase"], GAME.facts(state)["waiting"]) == ("follow", [1])
    state = after(state, "Q:A2")
    assert (GAME.facts(state)["phase"], leads_before_swap(state)) == ("lead", False)
    assert GAME.facts(after(state, "P:B5"))["phase"] == "follow"


def test_R2_4_the_course_has_three_places():
    state = GAME.apply(GAME.start(TABLE, CatchyOptions()), StartingCardShown(0)).state
    for place in (-1, 3):
        refused(state, CourseExchanged(0, place), "R2.4")


def test_R3_1_cards_are_laid_in_turn():
    refused(begun(), CardPlayed(1, "A1"), "R3.1", "Pia's turn")
    refused(after(begun(), "P:A1"), CardPlayed(0, "A2"), "R3.1", "Quin's turn")


def test_R3_2_every_card_exists_once():
    state = after(begun(), "P:A5 Q:A2")
    refused(state, CardPlayed(0, "A5"), "R3.2", "red 5", "Pia laid it in trick 1")
    refused(after(state, "P:B1"), CardPlayed(1, "B1"), "R3.2", "Pia laid it in trick 2")
    for card in ("A6", "A0", "D1", "S", "", "a1", "JJ", "A11"):
        refused(state, CardPlayed(0, card), "R3.2")


def test_R3_3_an_answer_of_another_colour_is_taken():
    state = after(begun(), "P:A5")
    listed = {choice.event.card for ask in GAME.asks(state) for choice in ask.choices}
    assert len(listed) == 15
    assert "A5" not in listed


@pytest.mark.parametrize(
    ("before", "trick", "found", "leader"),
    [
        ("", "P:A5 Q:A2", (-1, "red"), 0),  # CY-01
        ("", "P:A5 Q:A3", (1, "blue"), 1),  # CY-02
        ("", "P:C2 Q:J", (1, "red"), 1),  # CY-05
        ("", "P:J Q:B5", (-1, "blue"), 0),  # CY-06
        ("", "P:J Q:A1", (1, "blue"), 1),  # CY-09
        ("P:A2 Q:A4", "Q:B1 P:C5", (0, "blue"), 0),  # CY-04
        ("P:A2 Q:A4 Q:B4 P:B2", "Q:B5 P:B1", (1, "blue"), 0),  # CY-13
        ("P:A2 Q:A4 Q:B4 P:B2 Q:C1 P:C2", "P:J Q:C3", (1, "blue"), 0),  # CY-08
        ("P:A5 Q:A3 Q:C4 P:C2", "P:B2 Q:B4", (-1, "blue"), 0),  # CY-03, one step further
    ],
)
def test_R3_4_to_R3_7_winner_mood_walk_and_leader(before, trick, found, leader):
    state = after(after(begun(), before), trick)
    assert cat(state) == found
    assert GAME.facts(state)["leader"] == leader


def test_R3_4_joker_and_its_number_have_no_winner():
    state = after(begun(), "P:A2 Q:A4 Q:C4 P:C2 Q:B3 P:J")
    assert cat(state) == (2, "blue")
    assert GAME.facts(state)["leader"] == 1
    state = after(begun(joker_number=2), "P:J Q:C2")
    assert (cat(state), GAME.facts(state)["leader"]) == ((0, "red"), 0)
    assert cat(after(begun(joker_number=2), "P:J Q:C3")) == (1, "red")
    assert cat(after(begun(joker_number=5), "P:J Q:C4")) == (-1, "red")


def test_R3_6_the_sentence_says_why_the_cat_went_there():
    state = after(begun(), "P:A5")
    assert notes(state, CardPlayed(1, "A3")) == [
        "Pia takes it with the red 5; both odd, the cat flips to blue and steps towards Quin, the loser."
    ]
    assert notes(state, CardPlayed(1, "A2")) == [
        "Pia takes the trick with the red 5; red side up, the cat steps towards Pia, the winner."
    ]
    assert notes(after(begun(), "P:J"), CardPlayed(1, "C3")) == [
        "Joker and green 3 are equal: nobody takes the trick, the cat flips to blue and stays."
    ]
    assert notes(after(begun(joker_number=4), "P:J"), CardPlayed(1, "C4")) == [
        "Joker and green 4 are equal: nobody takes the trick, the cat stays."
    ]


def test_R3_8_the_round_ends_in_the_arms():
    state = after(begun(), "P:C3 Q:C1 Q:C2 P:C4")
    assert cat(state) == (2, "blue")
    state = after(state, "Q:B4 P:B5")
    assert cat(state) == (3, "blue")
    assert (GAME.facts(state)["phase"], GAME.facts(state)["scores"]) == ("deal", [0, 3])
    refused(state, CardPlayed(0, "A1"), "R2.1", "no round is running")
    short = after(begun(steps_to_arms=2), "P:C2 Q:C1 P:C4 Q:B5")
    assert (GAME.facts(short)["phase"], GAME.facts(short)["scores"]) == ("deal", [3, 0])


def test_R3_8_the_round_ends_after_seven_tricks():
    state = after(begun(), CENTRE)
    assert (GAME.facts(state)["tricks"], GAME.facts(state)["phase"]) == (7, "deal")


def test_R4_1_declined_colours_are_remembered():
    state = after(begun(), "P:C4 Q:B5")
    assert GAME.facts(state)["voids"] == [[], ["C"]]
    assert notes(after(begun(), "P:C4"), CardPlayed(1, "B5"))[1:] == ["Quin shows no green."]
    assert GAME.facts(after(begun(), "P:C4 Q:J"))["voids"] == [[], []]
    assert GAME.facts(after(begun(), "P:J Q:B5"))["voids"] == [[], []]


REVOKED = "P:C4 Q:C2 P:B4 Q:A2 P:A3 Q:A4 Q:J P:B2"


def test_the_end_of_a_round_is_said_before_the_trick_that_ended_it():
    state = after(begun(), "P:C4 Q:C2 P:A4 Q:A2 P:B4")
    assert [note.rule for note in GAME.apply(state, CardPlayed(1, "B2")).notes] == ["R5.1", "R3.6"]


def test_R4_2_a_lead_proves_the_revoke():
    state = after(begun(), REVOKED)
    assert notes(state, CardPlayed(1, "B1")) == [
        "Quin revoked in trick 2: yellow in trick 5 shows it. You may go back to trick 2."
    ]
    state = after(state, "Q:B1")
    assert GAME.facts(state)["flags"] == [{"kind": "revoke", "seat": 1, "trick": 2, "suit": "B", "proved_in": 5}]
    assert GAME.facts(state)["phase"] == "follow"
    assert GAME.facts(state)["voids"] == [[], ["B"]]


def test_R4_2_the_joker_proves_nothing():
    state = after(begun(), "P:C4 Q:C2 P:B4 Q:J P:B5 Q:B1")
    assert GAME.facts(state)["flags"] == []


def test_R4_2_each_declined_trick_is_flagged_once():
    state = after(begun(), "P:C4 Q:C2 P:B4 Q:A2 P:B5 Q:A1 Q:B1")
    flags = [(flag["trick"], flag["proved_in"]) for flag in GAME.facts(state)["flags"]]
    assert flags == [(2, 4), (3, 4)]
    state = after(state, "P:B2 Q:B3")
    assert [(flag["trick"], flag["proved_in"]) for flag in GAME.facts(state)["flags"]] == flags


def test_R4_2_the_opponents_cards_prove_nothing():
    state = after(begun(), "P:C4 Q:B5 P:C2 Q:B3")
    assert GAME.facts(state)["flags"] == []


EARLY = "P:C2 Q:C1 P:C4 Q:B5 P:A3 Q:J P:B2 Q:B3"


def test_R4_3_a_shown_hand_proves_it():
    state = after(begun(), EARLY)
    step = GAME.apply(state, HandShown(1, ("A2", "C5", "A1")))
    facts = GAME.facts(step.state)
    assert facts["shown"] == [None, ["A1", "A2", "C5"]]
    assert facts["flags"] == [{"kind": "revoke", "seat": 1, "trick": 2, "suit": "C", "proved_in": 0}]
    assert facts["scores"] == [3, 0]
    assert [note.rule for note in step.notes] == ["R4.2"]


def test_R4_3_a_shown_hand_may_prove_nothing():
    step = GAME.apply(after(begun(), EARLY), HandShown(1, ("A1", "A2", "B1")))
    assert GAME.facts(step.state)["flags"] == []
    assert [str(note.text) for note in step.notes] == ["Quin's hand shows no revoke."]


def test_R4_3_a_shown_hand_may_prove_nothing_more():
    state = after(begun(), "P:C3 Q:B4 P:A4 Q:C5 P:C4 Q:A2")
    assert len(GAME.facts(state)["flags"]) == 2
    assert notes(state, HandShown(1, ("A1", "J", "B1", "A3"))) == ["Quin's hand shows no further revoke."]


def test_R4_3_what_cannot_be_a_hand():
    state = after(begun(), EARLY)
    refused(state, HandShown(1, ("A1", "A2")), "R4.3", "has 3 different cards left")
    refused(state, HandShown(1, ("A1", "A2", "A2")), "R4.3")
    refused(state, HandShown(1, ("A1", "A2", "C2")), "R4.3", "Pia laid it in trick 1")
    refused(state, HandShown(1, ("A1", "A2", "X1")), "R3.2")
    state = GAME.apply(state, HandShown(1, ("A1", "A2", "C5"))).state
    refused(state, HandShown(1, ("A1", "A2", "C5")), "R4.3", "already")
    refused(state, HandShown(0, ("A1", "A4", "A5")), "R4.3", "Quin's hand")
    refused(GAME.apply(state, StartingCardShown(1)).state, HandShown(0, ("A4", "A5", "B4")), "R4.3")
    refused(after(begun(), CENTRE), HandShown(0, ("A5",)), "R4.3", "all seven")


def test_R4_3_flags_of_hands_are_in_the_order_of_seats_after_those_of_play():
    state = after(begun(steps_to_arms=4), "P:A4 Q:B2 P:A2 Q:B4 P:C2 Q:A1 P:C4 Q:B1")
    assert GAME.facts(state)["flags"] == [
        {"kind": "revoke", "seat": 1, "trick": trick, "suit": "A", "proved_in": 3} for trick in (1, 2)
    ]
    state = GAME.apply(state, HandShown(1, ("C1", "C3", "A3"))).state
    assert [(flag["trick"], flag["suit"], flag["proved_in"]) for flag in GAME.facts(state)["flags"]] == [
        (1, "A", 3),
        (2, "A", 3),
        (3, "C", 0),
        (4, "C", 0),
    ]
    asked = [ask for ask in GAME.asks(state) if ask.forms]
    assert [ask.seat for ask in asked] == [0]
    assert asked[0].optional


def test_R4_4_the_penalty_ends_the_round_by_a_lead():
    state = after(begun(revoke="penalty"), REVOKED)
    step = GAME.apply(state, CardPlayed(1, "B1"))
    facts = GAME.facts(step.state)
    assert (facts["phase"], facts["scores"], facts["cat"]["position"]) == ("deal", [3, 0], 0)
    assert facts["trick"] == [{"seat": 1, "card": "B1"}]
    assert (facts["tricks"], facts["leader"], facts["holder"]) == (4, None, None)
    assert [note.rule for note in step.notes] == ["R4.4", "R4.2"]
    refused(step.state, CardPlayed(0, "B3"), "R2.1")
    refused(step.state, HandShown(1, ("A1", "A5", "C1")), "R4.3", "has 2 different cards left")
    assert GAME.facts(GAME.apply(step.state, HandShown(0, ("A1", "A5", "C1"))).state)["scores"] == [3, 0]


def test_R4_4_the_penalty_ends_the_round_by_an_answer():
    state = after(begun(revoke="penalty"), "P:C4 Q:C2 P:B4 Q:A2 P:A3 Q:A4 Q:A5 P:A1 P:C3 Q:B1")
    facts = GAME.facts(state)
    assert facts["trick"] == [{"seat": 0, "card": "C3"}, {"seat": 1, "card": "B1"}]
    assert facts["cat"] == {"position": -2, "side": "blue"}
    assert facts["voids"] == [[], ["B"]]
    assert facts["scores"] == [3, 0]


def test_R4_4_a_shown_hand_costs_nothing():
    state = GAME.apply(after(begun(revoke="penalty"), EARLY), HandShown(1, ("A1", "A2", "C5"))).state
    assert GAME.facts(state)["scores"] == [3, 0]
    assert len(GAME.facts(state)["flags"]) == 1


def test_R5_1_to_R5_3_what_a_round_is_worth():
    assert GAME.facts(after(begun(), P_WINS))["scores"] == [3, 0]
    near_p = "P:A2 Q:A1 P:A3 Q:A4 Q:B1 P:B2 P:B3 Q:B4 Q:C2 P:C1 Q:C3 P:C4 P:J Q:B5"
    assert GAME.facts(after(begun(), near_p))["scores"] == [2, 0]
    near_q = CENTRE.replace("P:C3 Q:C4", "P:C4 Q:C3")
    assert GAME.facts(after(begun(), near_q))["scores"] == [0, 2]
    assert GAME.facts(after(begun(), CENTRE))["scores"] == [1, 1]


def test_R5_4_the_game_ends_at_the_target():
    state = after(begun(target=3), P_WINS)
    assert GAME.facts(state)["phase"] == "over"
    assert GAME.asks(state) == ()
    assert GAME.outcome(state) == Outcome(((0,), (1,)), {0: 3, 1: 0})
    refused(state, StartingCardShown(0), "R5.4")
    refused(state, HandShown(1, ("A1", "A3", "A5", "J")), "R5.4")


@pytest.mark.parametrize(
    ("scores", "rounds", "cards", "places"),
    [
        ([6, 6], 7, CENTRE, ((0, 1),)),
        ([6, 5], 6, CENTRE, ((0,), (1,))),
        ([6, 6], 7, CENTRE.replace("P:C3 Q:C4", "P:C4 Q:C3"), ((1,), (0,))),
        ([5, 6], 5, P_WINS, ((0,), (1,))),
    ],
)
def test_R5_5_who_wins(scores, rounds, cards, places):
    facts = {"phase": "lead", "holder": 0, "scores": scores, "round": rounds}
    state = after(position_from_plain(GAME, TABLE, CatchyOptions(), facts), cards)
    assert GAME.outcome(state).places == places
    assert GAME.outcome(state).scores == dict(enumerate(GAME.facts(state)["scores"]))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("steps_to_arms", 1),
        ("steps_to_arms", 5),
        ("joker_number", 0),
        ("joker_number", 6),
        ("target", 0),
        ("target", 100),
        ("exchange", "after"),
        ("first_leader", "winner"),
        ("cat_side", "blue"),
        ("revoke", "none"),
        ("suits", ("red", "blue")),
        ("suits", ("red", "blue", "red")),
        ("suits", ("red", "blue", "")),
    ],
)
def test_R6_values_that_do_not_exist(name, value):
    with pytest.raises(BadOption) as found:
        CatchyOptions(**{name: value})
    assert found.value.name == name


def test_R6_suits_only_name_the_colours():
    state = after(begun(suits=("rose", "mint", "sky")), "P:A5")
    assert "rose 5" in str(GAME.asks(state)[0].text)
    assert GAME.facts(state)["trick"] == [{"seat": 0, "card": "A5"}]


def test_the_button_box_can_say_who_holds_the_starting_card():
    asks = GAME.asks(GAME.start(TABLE, CatchyOptions()))
    assert [(ask.seat, ask.choices[0].key) for ask in asks] == [(0, Key.YES), (1, Key.YES)]
