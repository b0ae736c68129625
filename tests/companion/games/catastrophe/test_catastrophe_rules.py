"""Each paragraph of RULES.md and each acceptance case of the game, at the table."""

import pytest

from companion.core.events import Face, Rolled
from companion.core.game import BadOption, Outcome
from companion.core.table import Table
from companion.games.catastrophe import GAME
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
    CountsCorrected,
    CucumberPlayed,
    CuriosityPlayed,
    Discarded,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    ReactionsClosed,
    ReapurrRevealed,
    RollsAccepted,
    TakePlayed,
    YarnSpent,
)
from companion.games.catastrophe.options import CatastropheOptions
from tests.companion.games.catastrophe.played_games import after, begin, facts, refused, roll, table

CLOSED = ReactionsClosed(0)


# R1 before play


def test_R1_1_dice_of_one_colour_cannot_be_distinguished():
    with pytest.raises(BadOption):
        CatastropheOptions().remarks(Table(("Ann", "Bo"), ("red", "red")))
    with pytest.raises(BadOption):
        CatastropheOptions(first=2).remarks(table(2))
    assert CatastropheOptions(variant="turbo").remarks(table(2))[0].rule == "R8.2"


@pytest.mark.parametrize(("seats", "sanctuary", "main", "power"), [(2, 24, 98, 20), (6, 12, 78, 12)])
def test_R1_2_the_start(seats, sanctuary, main, power):
    found = facts(begin(seats))
    assert (found["sanctuary"], found["decks"]["main"]["draw"], found["decks"]["power"]["draw"]) == (
        sanctuary,
        main,
        power,
    )
    assert found["decks"]["catastrophe"] == {"draw": 52, "discard": 0}
    assert found["life"] == [9] * seats


def test_R1_3_those_tied_for_the_highest_roll_again():
    state = begin(options={"first": None})
    refused(state, ClawEnded(0), "R1.3")
    refused(state, YarnSpent(0, 0), "R1.3")
    state = after(state, roll(1, 6, "blue"), roll(0, 6))
    refused(state, roll(1, 3), "R5.1")
    state = after(state, roll(2, 2))
    assert facts(state, "contenders", "waiting") == [[0, 1], [0, 1]]
    refused(state, roll(2, 6), "R5.1")
    state = after(state, roll(0, 1), roll(1, 4))
    assert facts(state, "phase", "turn", "contenders", "rolls") == ["claw", 1, [], []]


# R2 the turn


def test_R2_1_claw_paw_catastrophe_and_the_next_player():
    state = after(begin(hand=[4, 5, 5]), ClawEnded(0))
    assert facts(state, "phase", "stage") == ["paw", "paw"]
    state = after(state, CardsDrawn(0))
    assert facts(state, "phase", "stage") == ["catastrophe", "catastrophe"]
    state = after(state, ReapurrRevealed(0, 1))
    assert facts(state, "phase", "stage", "turn") == ["claw", "claw", 1]


def test_R2_2_only_the_turn_player_plays_and_ends_his_claw_phase():
    state = begin()
    refused(state, ClawEnded(1), "R2.2")
    refused(state, AttackPlayed(1, 0, 4), "R2.2")
    refused(after(state, ClawEnded(0)), CuriosityPlayed(0, 1), "R2.2")
    refused(after(state, CuriosityPlayed(0, 1)), ClawEnded(0), "R2.2")


def test_R2_3_only_the_turn_player_draws_in_his_paw_phase():
    refused(begin(), CardsDrawn(0), "R2.3")
    refused(begin(phase="paw"), CardsDrawn(1), "R2.3")


def test_R2_4_seven_cards_and_three_power_cats():
    state = after(begin(), ClawEnded(0), CardsDrawn(0))
    assert facts(state, "phase", "stage", "waiting", "hand") == ["discard", "catastrophe", [0], [8, 5, 5]]
    refused(state, ReapurrRevealed(0, 1), "R2.4")
    refused(state, Discarded(0, hand=2), "R2.4")
    refused(state, Discarded(0), "R2.4")
    refused(state, Discarded(0, hand=2, power=-1), "R2.4")
    refused(state, Discarded(1, hand=1), "R2.4")
    state = after(state, Discarded(0, hand=1))
    assert facts(state, "phase", "decks")[0] == "catastrophe"
    assert facts(state, "decks")["main"] == {"draw": 90, "discard": 1}


def test_R2_4_hand_and_power_cats_go_in_one_event_and_each_player_for_himself():
    state = begin(phase="effects", stack=[{"card": "effect", "seat": 0}], hand=[6, 7, 5], power=[3, 3, 0])
    gains = [effect("hand", 3, 0), effect("power", 1, 0), effect("power", 2, 1)]
    state = after(state, EffectsApplied(0, tuple(gains)))
    assert facts(state, "waiting", "phase") == [[0, 1], "discard"]
    refused(state, Discarded(0, hand=2), "R2.4")
    state = after(state, Discarded(1, power=2))
    assert facts(state, "waiting") == [0]
    state = after(state, Discarded(0, hand=2, power=1))
    assert facts(state, "phase", "hand", "power") == ["claw", [7, 7, 5], [3, 3, 0]]


def test_R2_5_the_turn_player_reveals_when_no_card_is_in_play():
    refused(begin(), ReapurrRevealed(0, 1), "R2.5")
    state = begin(phase="catastrophe")
    refused(state, ReapurrRevealed(1, 1), "R2.5")
    refused(state, EventRevealed(1), "R2.5")
    refused(state, ReapurrRevealed(0, 10), "R2.5")
    refused(state, ReapurrRevealed(0, -10), "R2.5")
    assert facts(after(state, ReapurrRevealed(0, 0)), "turn", "reapurr") == [1, 0]
    refused(after(state, EffectPlayed(1, catfinity=True)), ReapurrRevealed(0, 1), "R2.5")


def test_R2_5_an_event_ends_the_turn_after_its_effects():
    state = after(begin(phase="catastrophe"), EventRevealed(0))
    assert facts(state, "phase", "waiting") == ["effects", [0]]
    state = after(state, EffectsApplied(0, (effect("life", -1, 1),)))
    assert facts(state, "turn", "phase", "life") == [1, "claw", [9, 8, 9]]
    assert facts(state, "decks")["catastrophe"] == {"draw": 51, "discard": 1}


def test_R2_6_an_event_for_more_players_is_put_away():
    state = begin(2, phase="catastrophe")
    again = after(state, EventRevealed(0, min_players=3), EventRevealed(0, min_players=6))
    assert facts(again, "phase", "turn", "stack") == ["catastrophe", 0, []]
    assert facts(again, "decks")["catastrophe"] == {"draw": 50, "discard": 2}
    assert facts(after(begin(3, phase="catastrophe"), EventRevealed(0, min_players=3)), "phase") == "effects"
    refused(state, EventRevealed(0, min_players=1), "R2.6")
    refused(state, EventRevealed(0, min_players=7), "R2.6")


def test_R2_7_who_is_out_is_passed_over():
    nobody = {"life": [9, 0, 9], "yarn": [3, 0, 3], "hand": [5, 0, 5], "power": [2, 0, 2]}
    state = after(begin(phase="catastrophe", **nobody), ReapurrRevealed(0, 1))
    assert facts(state, "turn") == 2


# R3 cards


def test_R3_1_a_card_played_must_be_there():
    empty = begin(hand=[0, 5, 5], power=[0, 2, 2])
    refused(empty, AttackPlayed(0, 1, 4), "R3.1")
    refused(empty, CuriosityPlayed(0, 1, power=True), "R3.1")
    refused(empty, EffectPlayed(0, power=True, held=True), "R3.1")
    refused(begin(), EffectPlayed(0, held=True), "R3.1")
    refused(after(begin(hand=[5, 0, 5]), CuriosityPlayed(0, 1)), CucumberPlayed(1), "R3.1")
    state = after(begin(), CuriosityPlayed(0, 1, power=True))
    assert facts(state, "hand", "power") == [[5, 5, 5], [1, 2, 2]]


def _power_cats(state):
    """The Power Cats in front of each player, and those in the two piles."""
    found = facts(state)
    return found["power"], found["decks"]["power"]


def test_R3_1_a_power_cat_that_stays_is_in_front_of_its_player_again():
    state = after(begin(), EffectPlayed(0, power=True, stays=True))
    assert _power_cats(state) == ([1, 2, 2], {"draw": 18, "discard": 0})
    assert facts(state, "stack")[0]["stays"] is True
    state = after(state, CLOSED, EffectsApplied(0, (effect("life", -1, 1),)))
    assert _power_cats(state) == ([2, 2, 2], {"draw": 18, "discard": 0})
    state = after(state, CuriosityPlayed(0, 1, power=True, stays=True), CLOSED)
    state = after(state, AttackPlayed(0, 2, 4, power=True, stays=True), CLOSED, roll(2, 1), RollsAccepted(2))
    assert _power_cats(state) == ([2, 2, 2], {"draw": 18, "discard": 0})
    assert facts(state, "life") == [9, 7, 8]


def test_R3_1_only_a_power_cat_stays():
    refused(begin(), EffectPlayed(0, stays=True), "R3.1")


def test_R3_1_a_held_power_cat_that_stays_lies_in_front_afterwards():
    state = begin(options={"taken_power": "hand"}, held=[1, 0, 0])
    state = after(state, EffectPlayed(0, power=True, held=True, stays=True), CLOSED, EffectsApplied(0, ()))
    assert facts(state, "held", "power") == [[0, 0, 0], [3, 2, 2]]


def test_R3_7_a_power_cat_that_stays_is_discarded_when_blocked_or_when_its_player_goes_out():
    played = after(begin(life=[1, 9, 9]), EffectPlayed(0, power=True, stays=True))
    blocked = after(played, CucumberPlayed(1), CLOSED)
    assert _power_cats(blocked) == ([1, 2, 2], {"draw": 18, "discard": 1})
    out = after(played, CLOSED, EffectsApplied(0, (effect("life", -1, 0),)))
    assert _power_cats(out) == ([0, 2, 2], {"draw": 18, "discard": 2})
    taken = after(played, TakePlayed(2))
    assert _power_cats(taken) == ([1, 2, 3], {"draw": 18, "discard": 0})


def test_R2_4_a_fourth_power_cat_that_comes_back_makes_its_player_discard_one():
    state = after(begin(power=[3, 2, 2]), EffectPlayed(0, power=True, stays=True), CLOSED)
    state = after(state, EffectsApplied(0, (effect("power", 1, 0),)))
    assert facts(state, "phase", "power") == ["discard", [4, 2, 2]]


def test_R3_2_a_defence_needs_the_number():
    state = after(begin(), AttackPlayed(0, 1, 4), CLOSED)
    assert facts(state, "rolls") == [{"seat": 1, "value": None, "need": 4}]
    assert facts(after(state, roll(1, 3), RollsAccepted(0)), "life") == [9, 8, 9]
    assert facts(after(state, roll(1, 4), RollsAccepted(2)), "life") == [9, 9, 9]


def test_R3_2_more_lives_and_several_rolls():
    state = after(begin(), AttackPlayed(0, 1, 5, lives=3), CLOSED, roll(1, 4), RollsAccepted(0))
    assert facts(state, "life") == [9, 6, 9]
    state = after(begin(), AttackPlayed(0, 1, 3, rolls=2), CLOSED, roll(1, 3), RollsAccepted(0))
    assert facts(state, "phase", "rolls") == ["roll", [{"seat": 1, "value": None, "need": 3}]]
    assert facts(state, "stack")[0]["rolls"] == 1
    assert facts(after(state, roll(1, 6), RollsAccepted(0)), "life", "phase") == [[9, 9, 9], "claw"]
    assert facts(after(state, roll(1, 1), RollsAccepted(0)), "life", "stack") == [[9, 8, 9], []]


@pytest.mark.parametrize(
    "event",
    [
        AttackPlayed(0, 0, 4),
        AttackPlayed(0, 3, 4),
        AttackPlayed(0, -1, 4),
        AttackPlayed(0, 1, 1),
        AttackPlayed(0, 1, 7),
        AttackPlayed(0, 1, 4, lives=-1),
        AttackPlayed(0, 1, 4, also=(1,)),
        AttackPlayed(0, 1, 4, also=(0,)),
        AttackPlayed(0, 1, 4, also=(3,)),
        AttackPlayed(0, 1, 4, lives=10),
        AttackPlayed(0, 1, 4, rolls=0),
        AttackPlayed(0, 1, 4, rolls=10),
        AttackPlayed(0, 2, 4),
    ],
)
def test_R3_2_an_attack_that_cannot_be(event):
    out = {"life": [9, 9, 0, 9], "yarn": [3, 3, 0, 3], "hand": [5, 5, 0, 5], "power": [2, 2, 0, 2]}
    refused(begin(4, **out) if event.target == 2 else begin(3), event, "R3.2")


def test_R3_3_curiosity_costs_a_life_and_no_die_helps():
    state = after(begin(), CuriosityPlayed(0, 1), CLOSED)
    assert facts(state, "life", "phase", "hand") == [[9, 8, 9], "claw", [4, 5, 5]]
    refused(begin(), CuriosityPlayed(0, 0), "R3.3")


def test_R3_4_an_effect_card_names_its_rollers_beforehand():
    state = after(begin(), EffectPlayed(0, rollers=(2, 1)), CLOSED)
    assert [entry["seat"] for entry in facts(state, "rolls")] == [2, 1]
    assert facts(state, "waiting") == [1, 2]
    refused(begin(), EffectPlayed(0, rollers=(1, 1)), "R5.1")
    refused(begin(), EffectPlayed(0, rollers=(3,)), "R5.1")


def test_R3_5_the_symbol_lets_anyone_play_but_not_into_dice_or_effects():
    for phase in ("claw", "paw", "catastrophe"):
        state = after(begin(phase=phase), CuriosityPlayed(2, 1, catfinity=True))
        assert facts(state, "phase", "stage") == ["react", phase]
        state = after(state, AttackPlayed(1, 0, 4, catfinity=True, power=True))
        assert len(facts(state, "stack")) == 2
        refused(state, EffectPlayed(2, power=True), "R4.1")
        state = after(state, CLOSED, roll(0, 6), RollsAccepted(0), CLOSED)
        assert facts(state, "phase", "life") == [phase, [9, 8, 9]]
    rolling = after(begin(), AttackPlayed(0, 1, 4), CLOSED)
    refused(rolling, EffectPlayed(2, catfinity=True), "R3.5")
    refused(after(rolling, roll(1, 2)), EffectPlayed(2, catfinity=True), "R3.5")
    refused(after(begin(), EffectPlayed(0), CLOSED), EffectPlayed(2, catfinity=True), "R3.5")


def test_R3_6_a_red_dot_resolves_at_once():
    state = after(begin(), AttackPlayed(0, 1, 4, red_dot=True))
    assert facts(state, "phase", "waiting") == ["roll", [1]]
    refused(state, CucumberPlayed(1), "R3.6")
    refused(state, PassPlayed(1, 2), "R3.6")
    assert facts(after(begin(), CuriosityPlayed(0, 2, red_dot=True)), "life", "phase") == [[9, 9, 8], "claw"]
    assert facts(after(begin(), EffectPlayed(0, red_dot=True)), "phase") == "effects"
    below = after(begin(), CuriosityPlayed(0, 1), EffectPlayed(2, catfinity=True, red_dot=True))
    below = after(below, EffectsApplied(2, ()))
    assert facts(below, "phase", "life") == ["react", [9, 9, 9]]


def test_R3_7_the_discards_are_shuffled_only_when_a_card_is_needed():
    decks = {"main": {"draw": 2, "discard": 92}}
    state = after(begin(phase="paw", hand=[4, 5, 5], decks=decks), CardsDrawn(0))
    assert facts(state, "hand", "decks")[0] == [7, 5, 5]
    assert facts(state, "decks")["main"] == {"draw": 91, "discard": 0}
    state = after(begin(phase="paw", hand=[4, 5, 5], decks={"main": {"draw": 3}}), CardsDrawn(0))
    assert facts(state, "decks")["main"] == {"draw": 0, "discard": 91}
    state = begin(phase="catastrophe", decks={"catastrophe": {"draw": 0}})
    assert facts(after(state, ReapurrRevealed(0, 1)), "decks")["catastrophe"] == {"draw": 51, "discard": 1}


def test_R3_7_fewer_are_drawn_where_nothing_is_left():
    state = begin(phase="effects", stack=[{"card": "effect", "seat": 0, "power": True}], power=[3, 3, 3])
    asked = tuple(effect("power", -3, seat) for seat in range(3))
    state = after(state, EffectsApplied(0, (*asked, effect("power", 24, 1))))
    assert facts(state, "power") == [0, 23, 0]  # the card itself is still in play
    assert facts(state, "decks")["power"] == {"draw": 0, "discard": 1}


# R4 reactions


def test_R4_1_only_while_a_card_waits():
    for event in (CucumberPlayed(1), TakePlayed(1), PassPlayed(1, 2)):
        refused(begin(), event, "R4.1")
        refused(after(begin(), AttackPlayed(0, 1, 4), CLOSED), event, "R4.1")
        refused(after(begin(), AttackPlayed(0, 1, 4), CLOSED, roll(1, 2)), event, "R4.1")
    refused(after(begin(), CuriosityPlayed(0, 1)), AttackPlayed(0, 1, 4), "R4.1")


def test_CA_05_curiosity_pass_cucumber_and_take():
    state = after(begin(), CuriosityPlayed(0, 1), PassPlayed(1, 2), CucumberPlayed(2), TakePlayed(1))
    assert facts(state, "hand", "phase") == [[4, 4, 4], "react"]
    assert [card["card"] for card in facts(state, "stack")] == ["curiosity", "pass"]
    state = after(state, CLOSED)
    assert facts(state, "stack")[0]["target"] == 2
    state = after(state, CLOSED)
    assert facts(state, "life", "hand") == [[9, 9, 8], [4, 4, 4]]
    assert facts(state, "decks")["main"] == {"draw": 93, "discard": 3}


def test_CA_06_cucumbers_on_cucumbers():
    two = after(begin(), CuriosityPlayed(0, 1), CucumberPlayed(1), CucumberPlayed(0))
    assert facts(after(two, CLOSED, CLOSED), "life") == [9, 8, 9]
    assert facts(after(two, CucumberPlayed(2), CLOSED, CLOSED), "life", "phase") == [[9, 9, 9], "claw"]


def test_R4_3_take_at_seven_cards_needs_no_discard_but_from_a_power_cat_it_does():
    seven = after(begin(hand=[5, 7, 5]), CuriosityPlayed(0, 1))
    assert facts(after(seven, TakePlayed(1)), "hand", "phase") == [[4, 7, 5], "claw"]
    state = after(seven, TakePlayed(1, power=True))
    assert facts(state, "hand", "phase", "waiting") == [[4, 8, 5], "discard", [1]]
    assert facts(after(state, Discarded(1, hand=1)), "phase") == "claw"


def test_R4_3_after_the_discard_the_next_card_waits_for_reactions():
    state = after(begin(hand=[5, 7, 5]), CuriosityPlayed(0, 2), CucumberPlayed(2), TakePlayed(1, power=True))
    assert facts(state, "phase", "stage") == ["discard", "claw"]
    assert facts(after(state, Discarded(1, hand=1)), "phase") == "react"


def test_R4_3_a_taken_power_cat_lies_in_front_or_in_the_hand():
    played = (CuriosityPlayed(0, 1, power=True), TakePlayed(1))
    assert facts(after(begin(), *played), "hand", "power", "held") == [[5, 4, 5], [1, 3, 2], [0, 0, 0]]
    state = after(begin(options={"taken_power": "hand"}), *played)
    assert facts(state, "hand", "power", "held") == [[5, 4, 5], [1, 2, 2], [0, 1, 0]]
    full = after(begin(power=[2, 3, 2]), *played)
    assert facts(full, "phase", "waiting", "power") == ["discard", [1], [1, 4, 2]]
    full = after(begin(options={"taken_power": "hand"}, hand=[5, 7, 5]), played[0], TakePlayed(1, power=True))
    assert facts(full, "phase", "held") == ["discard", [0, 1, 0]]
    assert facts(after(full, Discarded(1, held=1)), "phase", "held") == ["claw", [0, 0, 0]]
    assert facts(after(full, Discarded(1, hand=1)), "hand", "held") == [[5, 6, 5], [0, 1, 0]]
    refused(full, Discarded(1, hand=1, held=1), "R2.4")
    only_held = begin(options={"taken_power": "hand"}, phase="discard", hand=[0, 5, 5], held=[8, 0, 0], power=[0, 2, 2])
    refused(only_held, Discarded(0, hand=1), "R2.4")


def test_R9_5_a_held_power_cat_is_offered_for_every_reaction():
    rules = {"taken_power": "hand"}
    state = after(begin(options=rules, hand=[5, 0, 5], held=[0, 1, 0], power=[2, 0, 2]), CuriosityPlayed(0, 1))
    offered = [choice.event for ask in GAME.asks(state) if ask.seat == 1 for choice in ask.choices]
    held = {"power": True, "held": True}
    assert offered == [
        ReactionsClosed(1), CucumberPlayed(1, **held), TakePlayed(1, **held),
        PassPlayed(1, 0, **held), PassPlayed(1, 2, **held),
    ]  # fmt: skip
    for event in offered[1:]:
        assert facts(after(state, event), "held")[1] == 0


def test_R4_4_pass_back_and_on_again():
    state = after(begin(), AttackPlayed(0, 1, 4), PassPlayed(1, 0), CLOSED)
    assert facts(state, "stack")[0]["target"] == 0
    state = after(state, PassPlayed(0, 2), CLOSED, PassPlayed(2, 1), CLOSED, CLOSED)
    assert facts(state, "rolls")[0]["seat"] == 1


def test_CA_07_the_attacker_rolls_his_own_die():
    state = after(begin(2), AttackPlayed(0, 1, 5), PassPlayed(1, 0), CLOSED, CLOSED)
    assert facts(state, "waiting") == [0]
    refused(state, roll(0, 5, "blue"), "R5.2")
    assert facts(after(state, roll(0, 2, "red"), RollsAccepted(1)), "life") == [8, 9]


def test_R4_4_not_by_another_not_on_an_ally_not_on_a_power_cat():
    refused(after(begin(), CuriosityPlayed(0, 1)), PassPlayed(2, 0), "R4.4")
    refused(after(begin(), CuriosityPlayed(0, 1)), PassPlayed(1, 3), "R4.4")
    refused(after(begin(), EffectPlayed(0)), PassPlayed(1, 2), "R4.4")
    refused(after(begin(), CuriosityPlayed(0, 1, power=True)), PassPlayed(1, 2), "R4.4")


def test_R4_5_anyone_still_in_closes_the_reactions_and_each_card_has_its_own():
    refused(begin(), ReactionsClosed(0), "R4.5")
    state = after(begin(), CuriosityPlayed(0, 1), CucumberPlayed(2), ReactionsClosed(1))
    assert facts(state, "phase", "decks")[0] == "claw"
    assert facts(state, "decks")["main"]["discard"] == 2


def test_R4_6_catastrophe_cards_do_not_wait():
    refused(after(begin(phase="catastrophe"), EventRevealed(0)), CucumberPlayed(1), "R4.1")


def test_R9_3_a_cucumber_blocks_a_catastrophe_card_and_the_turn_passes():
    state = begin(phase="catastrophe", options={"react_to_events": True})
    for revealed in (EventRevealed(0, rollers=(0, 1)), ReapurrRevealed(0, 2)):
        waiting = after(state, revealed)
        assert facts(waiting, "phase", "stage", "waiting") == ["react", "catastrophe", [0, 1, 2]]
        refused(waiting, TakePlayed(1), "R4.6")
        refused(waiting, PassPlayed(1, 2), "R4.4")
        ended = after(waiting, CucumberPlayed(1), CLOSED)
        assert facts(ended, "turn", "phase", "reapurr") == [1, "claw", 0]
        assert facts(ended, "decks")["catastrophe"] == {"draw": 51, "discard": 1}
    assert facts(after(state, ReapurrRevealed(0, 2)), "stack")[0]["number"] == 2
    assert facts(after(state, ReapurrRevealed(0, 2), CLOSED), "reapurr", "turn") == [2, 1]
    assert facts(after(state, EventRevealed(0, rollers=(0, 1)), CLOSED), "phase") == "roll"
    again = after(state, EventRevealed(0, min_players=4))
    assert facts(again, "phase", "stack") == ["catastrophe", []]


def test_R9_3_a_card_with_the_symbol_on_a_catastrophe_card():
    state = begin(phase="catastrophe", options={"react_to_events": True}, life=[1, 9, 9])
    state = after(state, EventRevealed(0, rollers=(0, 1)), CuriosityPlayed(1, 0, catfinity=True, power=True), CLOSED)
    card = facts(state, "stack")[0]
    assert (card["seat"], card["rollers"], facts(state, "phase", "turn")) == (1, [1], ["react", 0])
    state = after(state, ReactionsClosed(1), roll(1, 4), RollsAccepted(1))
    refused(state, EffectsApplied(2, ()), "R6.1")
    assert facts(after(state, EffectsApplied(1, ())), "turn", "phase") == [1, "claw"]


def test_R4_8_CA_24_an_attack_on_who_is_gone_fizzles():
    state = after(begin(life=[9, 9, 1]), AttackPlayed(0, 2, 4))
    refused(state, EffectPlayed(1, power=True), "R4.1")
    state = after(state, EffectPlayed(1, power=True, catfinity=True), CLOSED)
    state = after(state, EffectsApplied(1, (effect("life", -1, 2),)))
    assert facts(state, "life", "stack", "rolls", "phase", "turn") == [[9, 9, 0], [], [], "claw", 0]
    assert facts(state, "decks")["main"] == {"draw": 93, "discard": 6}
    assert facts(state, "power") == [2, 1, 0]


def test_R4_8_who_kills_himself_with_his_card_ends_it():
    state = after(begin(life=[1, 9, 9]), EffectPlayed(0), CLOSED)
    state = after(state, EffectsApplied(0, (effect("life", -1, 0), effect("life", -1, 1)), rollers=(1, 2)))
    assert facts(state, "phase", "turn", "rolls", "stack") == ["claw", 1, [], []]
    assert facts(state, "life") == [0, 8, 9]


# R5 dice


def test_R5_1_one_die_of_who_is_asked():
    state = after(begin(), AttackPlayed(0, 1, 4), CLOSED)
    refused(state, roll(0, 6), "R5.1")
    refused(state, Rolled(1, ()), "R5.1")
    refused(state, Rolled(1, (Face(3), Face(4))), "R5.1")
    refused(state, roll(1, 0), "R5.1")
    refused(state, roll(1, 7), "R5.1")
    refused(begin(), roll(0, 3), "R5.1")
    refused(after(state, roll(1, 3)), roll(1, 4), "R5.1")


def test_R5_2_CA_04_the_die_of_another_colour_is_named():
    state = after(begin(2), AttackPlayed(0, 1, 4), CLOSED)
    refused(state, roll(1, 6, "red"), "R5.2")
    assert facts(after(state, roll(1, 6, "blue")), "phase") == "yarn"
    plain = after(begin(2, dice=False), AttackPlayed(0, 1, 4), CLOSED)
    assert facts(plain, "colours") is None
    assert facts(after(plain, roll(1, 6, "mauve")), "phase") == "yarn"


def test_R5_3_CA_03_yarn_reopens_a_roll_until_it_is_accepted():
    state = after(begin(2), AttackPlayed(0, 1, 4), CLOSED)
    refused(state, YarnSpent(1, 1), "R5.3")
    state = after(state, roll(1, 3), YarnSpent(1, 1))
    assert facts(state, "phase", "yarn", "sanctuary") == ["roll", [3, 2], 25]
    refused(state, YarnSpent(0, 1), "R5.3")
    state = after(state, roll(1, 5), YarnSpent(0, 1), roll(1, 2))
    refused(state, YarnSpent(0, 0), "R5.3")
    refused(state, YarnSpent(0, 7), "R5.3")
    state = after(state, RollsAccepted(1))
    assert facts(state, "life", "yarn", "sanctuary") == [[9, 8], [2, 2], 26]
    refused(state, YarnSpent(0, 1), "R5.3")
    broke = after(begin(2, yarn=[0, 3]), AttackPlayed(0, 1, 4), CLOSED, roll(1, 3))
    refused(broke, YarnSpent(0, 1), "R5.3")


def test_R5_3_CA_23_each_die_of_an_event_is_by_itself():
    state = after(begin(phase="catastrophe"), EventRevealed(0, rollers=(0, 1, 2)))
    state = after(state, roll(0, 3, "red"), roll(1, 5, "blue"))
    refused(state, roll(2, 2, "yellow"), "R5.2")
    refused(state, RollsAccepted(0), "R5.4")
    reopened = after(state, YarnSpent(2, 0))
    assert facts(reopened, "waiting") == [0, 2]
    state = after(state, roll(2, 5, "green"), YarnSpent(1, 2))
    assert [entry["value"] for entry in facts(state, "rolls")] == [3, 5, None]
    state = after(state, roll(2, 1), RollsAccepted(1))
    assert facts(state, "phase", "waiting") == ["effects", [0]]
    assert [entry["value"] for entry in facts(state, "rolls")] == [3, 5, 1]
    refused(state, EffectsApplied(1, ()), "R6.1")
    state = after(state, EffectsApplied(0, (effect("life", -2, 2), effect("yarn", 1, 1))))
    assert facts(state, "life", "yarn", "turn") == [[9, 9, 7], [3, 3, 3], 1]


def test_R5_4_nothing_to_accept():
    refused(begin(), RollsAccepted(0), "R5.4")


# R7 out, and the end (R6 has a file of its own)


def test_R7_3_CA_09_the_last_life():
    state = after(begin(life=[9, 1, 9]), CuriosityPlayed(0, 1), CLOSED)
    found = facts(state)
    assert found["out"] == [False, True, False]
    assert found["fallen"] == [[1]]
    assert found["yarn"] == [4, 0, 4]
    assert (found["hand"], found["power"], found["sanctuary"]) == ([4, 0, 5], [2, 0, 2], 22)
    for event in (CucumberPlayed(1), ReactionsClosed(1), EffectPlayed(1, catfinity=True), CountsCorrected(1, hand=3)):
        refused(state, event, "R7.3")


def test_R7_2_CA_13_the_reapurr_stays_on_the_track():
    state = begin(2, phase="catastrophe")
    assert facts(after(state, ReapurrRevealed(0, -1)), "reapurr") == 0
    assert facts(after(begin(2, phase="catastrophe", reapurr=1), ReapurrRevealed(0, -2)), "reapurr", "life") == [
        0,
        [9, 9],
    ]
    ended = after(begin(2, phase="catastrophe", reapurr=8), ReapurrRevealed(0, 3))
    assert facts(ended, "reapurr", "phase", "sanctuary") == [9, "over", 30]
    assert GAME.outcome(ended) == Outcome((), {0: 0, 1: 0})


def test_R7_4_CA_10_yarn_for_those_who_remain():
    state = begin(6, phase="catastrophe", life=[2, 5, 5, 1, 7, 9])
    found = facts(after(state, ReapurrRevealed(0, 1)))
    assert found["yarn"] == [4, 4, 4, 0, 4, 4]
    assert (found["sanctuary"], found["fallen"], found["turn"]) == (10, [[3]], 1)


def test_R7_4_while_the_sanctuary_lasts_in_turn_order():
    state = begin(4, phase="catastrophe", turn=2, life=[9, 1, 9, 9], yarn=[14, 1, 10, 5])
    found = facts(after(state, ReapurrRevealed(2, 1)))
    assert found["yarn"] == [14, 0, 11, 5]
    state = begin(4, phase="catastrophe", turn=2, life=[1, 1, 9, 9], yarn=[3, 0, 12, 15])
    assert facts(after(state, ReapurrRevealed(2, 1)), "yarn") == [0, 0, 14, 16]  # two rounds of one ball each


def test_R7_5_CA_17_the_turn_of_who_goes_out_is_over():
    fatal = (AttackPlayed(0, 1, 5), PassPlayed(1, 0), CLOSED, CLOSED, roll(0, 4), RollsAccepted(1))
    state = after(begin(life=[1, 9, 9]), *fatal)
    assert facts(state, "turn", "phase", "yarn", "waiting") == [1, "claw", [0, 4, 4], [1]]
    assert facts(state, "decks")["catastrophe"] == {"draw": 52, "discard": 0}


def test_R9_6_or_his_catastrophe_card_comes_first():
    fatal = (AttackPlayed(0, 1, 5), PassPlayed(1, 0), CLOSED, CLOSED, roll(0, 4), RollsAccepted(1))
    state = after(begin(life=[1, 9, 9], options={"turn_player_out": "goes-on"}), *fatal)
    assert facts(state, "turn", "phase", "stage", "waiting") == [0, "catastrophe", "catastrophe", [1]]
    refused(state, ReapurrRevealed(2, 1), "R2.5")
    assert facts(after(state, ReapurrRevealed(1, 1)), "turn", "phase") == [1, "claw"]
    event = after(state, EventRevealed(1))
    assert facts(event, "waiting", "stack")[0] == [1]
    assert facts(after(event, EffectsApplied(1, ())), "turn", "stage") == [1, "claw"]


def test_R7_5_the_stack_is_dealt_with_first():
    for rule, turn in (("turn-ends", 1), ("goes-on", 0)):
        state = begin(life=[1, 9, 9], options={"turn_player_out": rule})
        state = after(state, EffectPlayed(1, catfinity=True), CuriosityPlayed(2, 0, catfinity=True), CLOSED)
        assert facts(state, "turn", "phase", "stage", "waiting") == [0, "react", "claw", [1, 2]]
        state = after(state, ReactionsClosed(1), EffectsApplied(1, ()))
        assert facts(state, "turn", "waiting") == [turn, [1]]


def test_R7_6_CA_11_the_last_one_wins():
    ended = after(begin(phase="catastrophe", life=[2, 3, 2], reapurr=1), ReapurrRevealed(0, 1))
    assert facts(ended, "phase", "fallen", "yarn", "waiting") == ["over", [[0, 2]], [0, 5, 0], []]
    assert GAME.outcome(ended) == Outcome(((1,), (0, 2)), {0: 0, 1: 3, 2: 0})
    assert GAME.asks(ended) == ()
    refused(ended, ClawEnded(1), "R7.6")


def test_R7_6_CA_12_nobody_left():
    ended = after(begin(phase="catastrophe", life=[2, 2, 2], reapurr=1), ReapurrRevealed(0, 1))
    assert facts(ended, "phase", "sanctuary", "stage", "turn") == ["over", 30, None, 0]
    assert GAME.outcome(ended) == Outcome((), {0: 0, 1: 0, 2: 0})


def test_R7_6_the_stack_goes_to_the_discards_when_it_ends():
    state = after(begin(2, life=[9, 1]), AttackPlayed(0, 1, 4), CuriosityPlayed(0, 1, catfinity=True, power=True))
    ended = after(state, CLOSED)
    assert facts(ended, "phase", "stack") == ["over", []]
    assert facts(ended, "decks")["main"] == {"draw": 98, "discard": 6}
    assert facts(ended, "decks")["power"] == {"draw": 20, "discard": 3}


def test_R7_6_places_by_when_they_went_out():
    state = begin(4, phase="catastrophe", life=[9, 1, 2, 3], turn=0)
    state = after(state, ReapurrRevealed(0, 1), ClawEnded(2), CardsDrawn(2), Discarded(2, hand=1))
    state = after(state, ReapurrRevealed(2, 2))
    assert GAME.outcome(state) == Outcome(((0,), (2, 3), (1,)), {0: 9, 1: 0, 2: 0, 3: 0})


def test_R9_7_one_by_one_each_time_all_others_take_a_ball():
    state = begin(4, phase="catastrophe", life=[2, 9, 2, 9], reapurr=1, options={"together": False})
    found = facts(after(state, ReapurrRevealed(0, 1)))
    assert found["fallen"] == [[0], [2]]
    assert found["yarn"] == [0, 5, 0, 5]
    assert found["sanctuary"] == 20
    ended = after(
        begin(phase="catastrophe", life=[2, 2, 2], reapurr=1, options={"together": False}), ReapurrRevealed(0, 1)
    )
    assert facts(ended, "fallen", "sanctuary") == [[[0], [1], [2]], 30]
    assert GAME.outcome(ended) == Outcome((), {0: 0, 1: 0, 2: 0})


# R10 the table's own count


def test_R10_1_a_count_takes_from_the_deck_and_gives_to_the_discards():
    state = after(begin(), CountsCorrected(1, hand=7, power=1))
    assert facts(state, "hand", "power", "phase") == [[5, 7, 5], [2, 1, 2], "claw"]
    assert facts(state, "decks")["main"] == {"draw": 91, "discard": 0}
    assert facts(state, "decks")["power"] == {"draw": 18, "discard": 1}
    state = after(state, CountsCorrected(1, hand=6))
    assert facts(state, "decks")["main"] == {"draw": 91, "discard": 1}
    refused(state, CountsCorrected(1, hand=6), "R10.1")
    refused(state, CountsCorrected(1), "R10.1")
    refused(state, CountsCorrected(1, hand=-1), "R10.1")
    refused(state, CountsCorrected(1, hand=200), "R10.1")
    refused(state, CountsCorrected(1, power=30), "R10.1")


def test_R10_1_a_held_power_cat_counted_in_front_moves_there():
    state = begin(options={"taken_power": "hand"}, held=[0, 2, 0])
    state = after(state, CountsCorrected(1, power=3, held=1))
    assert facts(state, "held", "power") == [[0, 1, 0], [2, 3, 2]]
    assert facts(state, "decks")["power"] == {"draw": 16, "discard": 0}


def test_R9_5_nobody_counts_held_power_cats_where_taken_ones_lie_in_front():
    refused(begin(), CountsCorrected(1, held=1), "R9.5")
    refused(begin(), CountsCorrected(1, hand=4, held=1), "R9.5")
    assert facts(after(begin(), CountsCorrected(1, hand=4, held=0)), "held") == [0, 0, 0]


def test_R10_1_who_counts_too_many_discards():
    state = after(begin(), CuriosityPlayed(0, 1), CountsCorrected(2, hand=9))
    assert facts(state, "phase", "waiting") == ["discard", [2]]
    assert facts(after(state, CountsCorrected(2, hand=7)), "phase") == "react"
    assert facts(after(state, Discarded(2, hand=2)), "phase") == "react"


def test_R10_1_no_more_than_the_limit_while_dice_or_a_card_are_dealt_with():
    rolling = after(begin(), AttackPlayed(0, 1, 4), CLOSED)
    for state in (rolling, after(rolling, roll(1, 3)), after(begin(), EffectPlayed(0), CLOSED)):
        refused(state, CountsCorrected(2, hand=8), "R10.1")
        fixed = after(state, CountsCorrected(2, hand=6))
        assert facts(fixed, "phase") == facts(state, "phase")
    assert facts(after(begin(options={"first": None}), CountsCorrected(2, hand=6)), "phase") == "start-roll"


def test_CA_25_states_are_values_so_undo_is_the_state_before():
    held = after(begin(), CuriosityPlayed(0, 1))
    before = facts(held)
    after(held, CLOSED)
    assert facts(held) == before
    assert facts(held, "hand", "phase") == [[4, 5, 5], "react"]


def test_R1_1_a_seat_that_is_not_there():
    for seat in (-1, 3, 99):
        refused(begin(), ClawEnded(seat), "R1.1")
