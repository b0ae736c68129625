"""Cards as they are written: what they do besides lives, in what order, and to whom (R3.2, R6.6 to R6.8, R9.10 on)."""

import pytest

from companion.core.game import BadPosition
from companion.games.catastrophe import GAME
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
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
    YarnSpent,
)
from companion.record import codec
from companion.record.codec import Malformed
from companion.record.correcting import corrected
from tests.companion.games.catastrophe.played_games import after, begin, facts, refused, roll

ATTACK = {"card": "attack", "seat": 0, "target": 1, "number": 4}
CLOSED, ACCEPTED = ReactionsClosed(0), RollsAccepted(0)


def played(seats=3, **given):
    """An Ally of the turn player that is being carried out."""
    return begin(seats, phase="effects", stack=[{"card": "effect", "seat": 0}], **given)


def does(seat, *entries, **more):
    """What the card being carried out did; the entries as JSON has them."""
    return EffectsApplied(seat, entries, **more)


def to_turn(state, *seats):
    """The turns pass without cards, each ending with a Reapurr card that moves nothing; they are these players'."""
    for seat in seats:
        assert facts(state, "phase", "turn") == ["claw", seat]
        state = after(state, ClawEnded(seat))
        if facts(state, "phase") == "paw":
            state = after(state, CardsDrawn(seat))
        if facts(state, "phase") == "discard":
            state = after(state, Discarded(seat, hand=facts(state, "hand")[seat] - 7))
        if facts(state, "turn") == seat and facts(state, "phase") == "catastrophe":
            state = after(state, ReapurrRevealed(seat, 0))
    return state


def again(state):
    """The same position, begun from its facts."""
    return codec.position_from_plain(GAME, state.table, state.options, codec.plain(facts(state)))


def test_R6_6_the_cards_own_order_counts_from_step_to_step():
    """One list has losses of life first; in steps the player climbs before they fall."""
    at_once = after(played(life=[9, 1, 9]), EffectsApplied(0, (effect("life", 1, 1), effect("life", -1, 1))))
    assert facts(at_once, "life")[1] == 0
    state = after(played(life=[9, 1, 9]), EffectsApplied(0, (effect("life", 1, 1),), more=True))
    assert facts(state, "phase", "waiting", "life") == ["effects", [0], [9, 2, 9]]
    assert again(state) == state
    state = after(state, EffectsApplied(0, (effect("life", -1, 1),)))
    assert facts(state, "phase", "life", "stack") == ["claw", [9, 1, 9], []]


def test_R6_6_a_step_does_something_or_somebody_rolls():
    refused(played(), EffectsApplied(0, (), more=True), "R6.6")
    state = after(played(), EffectsApplied(0, (), (1,), more=True))
    assert facts(state, "phase", "waiting") == ["roll", [1]]
    state = after(state, roll(1, 3), RollsAccepted(0))
    assert facts(state, "phase") == "effects"
    assert facts(after(state, EffectsApplied(0, ())), "phase", "stack") == ["claw", []]


def test_R6_6_a_forced_discard_comes_before_the_next_step():
    state = after(played(hand=[5, 7, 5]), EffectsApplied(0, (effect("hand", 2, 1),), more=True))
    assert facts(state, "phase", "waiting") == ["discard", [1]]
    assert again(state) == state
    state = after(state, Discarded(1, hand=2))
    assert facts(state, "phase", "waiting") == ["effects", [0]]
    assert "more" not in facts(after(state, EffectsApplied(0, (effect("hand", 1, 0),), (1,))), "stack")[0]


def test_R6_6_after_dice_the_next_step_has_none():
    state = after(begin(3, phase="catastrophe", turn=0), EventRevealed(0, rollers=(0, 1)), roll(0, 2), roll(1, 5))
    state = after(state, RollsAccepted(1), EffectsApplied(0, (effect("life", -1, 0),), more=True))
    assert facts(state, "phase", "rolls") == ["effects", []]
    assert again(state) == state
    assert facts(after(state, EffectsApplied(0, ())), "phase", "turn") == ["claw", 1]


def test_R6_6_a_card_ends_when_its_player_goes_out():
    state = after(played(life=[1, 9, 9]), EffectsApplied(0, (effect("life", -1, 0),), more=True))
    assert facts(state, "phase", "turn", "stack") == ["claw", 1, []]


def test_R6_6_with_a_red_dot_too():
    state = after(begin(), EffectPlayed(0, red_dot=True), EffectsApplied(0, (effect("power", 2, 1),), more=True))
    assert facts(state, "phase") == "discard"
    assert again(state) == state


@pytest.mark.parametrize("allowed", [False, True])
def test_R9_10_power_cats_are_passed_by_an_option(allowed):
    state = after(begin(options={"pass_power": allowed}), CuriosityPlayed(0, 1, power=True))
    if not allowed:
        refused(state, PassPlayed(1, 2), "R4.4")
        return
    state = after(state, PassPlayed(1, 0))
    assert again(state) == state
    passed = after(state, ReactionsClosed(0))
    assert again(passed) == passed
    assert facts(after(passed, ReactionsClosed(0)), "life") == [8, 9, 9]


@pytest.mark.parametrize("event", [CuriosityPlayed(0, 0), AttackPlayed(0, 0, 4), CuriosityPlayed(0, 0, power=True)])
def test_R9_11_oneself_is_chosen_by_an_option(event):
    refused(begin(), event, "R3.3" if isinstance(event, CuriosityPlayed) else "R3.2")
    state = after(begin(options={"target_self": True, "pass_back": False}), event)
    assert again(state) == state
    assert facts(state, "stack")[0]["target"] == 0


@pytest.mark.parametrize(("reshuffle", "main"), [("when-needed", [0, 89]), ("at-once", [89, 0])])
def test_R9_12_an_empty_deck_is_reshuffled_when_needed_or_at_once(reshuffle, main):
    decks = {"main": {"draw": 3, "discard": 89}}
    state = after(
        begin(options={"reshuffle": reshuffle}, phase="paw", turn=0, hand=[4, 6, 6], decks=decks), CardsDrawn(0)
    )
    assert [*facts(state, "decks")["main"].values()] == main
    assert again(state) == state


def test_R9_12_at_once_counts_within_one_card_too():
    decks = {"power": {"draw": 1, "discard": 17}}
    state = played(options={"reshuffle": "at-once"}, decks=decks)
    drawn = effect("power", 1, 1), effect("power", 1, 2, "discard")
    assert facts(after(state, EffectsApplied(0, drawn)), "power") == [2, 3, 2], "there are no discards any more"
    with pytest.raises(BadPosition, match="decks"):
        begin(options={"reshuffle": "at-once"}, decks={"power": {"draw": 0, "discard": 18}})


@pytest.mark.parametrize(
    ("reshuffle", "draw", "said"),
    [("when-needed", 2, 1), ("when-needed", 3, 0), ("at-once", 2, 1), ("at-once", 3, 1), ("at-once", 4, 0)],
)
def test_R9_12_that_a_deck_is_reshuffled_is_said_once(reshuffle, draw, said):
    def shuffled(state, event):
        notes = [str(note.text) for note in GAME.apply(state, event).notes]
        return [text for text in notes if "reshuffled" in text]

    paw, chosen = {"phase": "paw", "turn": 0, "hand": [4, 6, 6]}, {"reshuffle": reshuffle}
    state = begin(options=chosen, decks={"main": {"draw": draw, "discard": 92 - draw}}, **paw)
    words = "{}: the discards are reshuffled into a new deck."
    assert shuffled(state, CardsDrawn(0)) == [words.format("Main deck")] * said
    state = played(options=chosen, decks={"power": {"draw": draw, "discard": 18 - draw}})
    gains = EffectsApplied(0, (effect("power", 1, 1), effect("power", 2, 2)))
    assert shuffled(state, gains) == [words.format("Power Cats")] * said


# Attacks that do something else (R3.2)


def missed(event, value=3, **given):
    """The target has failed to defend."""
    return after(begin(**given), event, CLOSED, roll(event.target, value), ACCEPTED)


def test_R3_2_a_failed_defence_brings_the_attacks_effects():
    state = missed(AttackPlayed(0, 1, 4, lives=0, effects=True))
    assert facts(state, "phase", "waiting", "life") == ["effects", [0], [9, 9, 9]]
    assert facts(state, "rolls") == [{"seat": 1, "value": 3, "need": 4}]
    assert facts(state, "stack")[0]["effects"] is True
    assert again(state) == state
    refused(state, does(1), "R6.1")
    state = after(state, does(0, effect("hand", 1, 0, 1)))
    assert facts(state, "phase", "hand", "stack", "rolls") == ["claw", [5, 4, 5], [], []]


def test_R3_2_a_successful_defence_and_an_attack_without_effects_end_the_card():
    assert facts(missed(AttackPlayed(0, 1, 4, lives=0, effects=True), 4), "phase", "stack") == ["claw", []]
    assert facts(missed(AttackPlayed(0, 1, 4, lives=0)), "phase", "life") == ["claw", [9, 9, 9]]


def test_R3_2_lives_are_lost_first_and_an_attack_whose_target_goes_out_fizzles():
    state = missed(AttackPlayed(0, 1, 4, lives=2, effects=True))
    assert facts(state, "phase", "life") == ["effects", [9, 7, 9]]
    state = missed(AttackPlayed(0, 1, 4, lives=2, effects=True), life=[9, 2, 9])
    assert facts(state, "phase", "life", "stack") == ["claw", [9, 0, 9], []]


def test_R3_2_a_passed_attack_keeps_its_effects_and_they_are_the_attackers():
    state = after(begin(), AttackPlayed(0, 1, 4, lives=0, effects=True), PassPlayed(1, 2), CLOSED, CLOSED)
    state = after(state, roll(2, 1), ACCEPTED)
    assert facts(state, "phase", "waiting") == ["effects", [0]]


def test_R3_2_an_attacks_effects_may_take_steps_and_dice():
    state = after(missed(AttackPlayed(0, 1, 4, effects=True)), does(0, effect("yarn", 1, 0), more=True))
    assert facts(state, "phase", "rolls", "yarn") == ["effects", [], [4, 3, 3]]
    assert again(state) == state
    state = after(state, does(0, rollers=(2, 1)))
    assert facts(state, "phase", "rolls") == ["roll", [{"seat": s, "value": None, "need": None} for s in (2, 1)]]
    assert again(state) == state
    state = after(state, roll(1, 1), roll(2, 6))
    assert again(state) == state
    state = after(state, ACCEPTED)
    assert facts(state, "phase") == "effects"
    assert facts(after(state, does(0, effect("life", -1, 1))), "phase", "life") == ["claw", [9, 7, 9]]


def test_R3_2_the_steps_end_when_the_target_is_out():
    state = after(
        missed(AttackPlayed(0, 1, 4, effects=True), life=[9, 2, 9]), does(0, effect("life", -1, 1), more=True)
    )
    assert facts(state, "phase", "life", "stack") == ["claw", [9, 0, 9], []]


def test_R3_2_several_rolls_and_effects():
    attack = AttackPlayed(0, 1, 4, rolls=2, lives=0, effects=True)
    state = after(begin(), attack, CLOSED, roll(1, 5), ACCEPTED)
    assert facts(state, "phase", "rolls") == ["roll", [{"seat": 1, "value": None, "need": 4}]]
    assert facts(after(state, roll(1, 2), ACCEPTED), "phase") == "effects"


# Several targets (R3.8)


def test_R3_8_all_targets_of_an_attack_roll_each_for_themselves():
    state = after(begin(4), AttackPlayed(0, 2, 4, also=(1, 3)), CLOSED)
    assert facts(state, "rolls") == [{"seat": s, "value": None, "need": 4} for s in (2, 1, 3)]
    assert facts(state, "stack")[0]["also"] == [1, 3]
    assert again(state) == state
    state = after(state, roll(1, 3), roll(2, 4), roll(3, 1), YarnSpent(0, 3), roll(3, 2))
    assert again(state) == state
    assert facts(after(state, ACCEPTED), "phase", "life") == ["claw", [9, 8, 9, 8]]


def test_R3_8_each_target_of_a_curiosity_loses_a_life():
    state = after(begin(), CuriosityPlayed(0, 1, also=(2,)))
    assert again(state) == state
    assert facts(after(state, CLOSED), "life") == [9, 8, 8]


def test_R3_8_a_pass_moves_only_the_one_who_passes():
    state = after(begin(4), CuriosityPlayed(0, 1, also=(2,)))
    refused(state, PassPlayed(2, 1), "R4.4")
    refused(state, PassPlayed(3, 0), "R4.4")
    state = after(state, PassPlayed(2, 3))
    assert again(state) == state
    state = after(state, CLOSED)
    assert [facts(state, "stack")[0][key] for key in ("target", "also")] == [1, [3]]
    assert facts(after(state, CLOSED), "life") == [9, 8, 9, 8]


def test_R3_8_who_goes_out_is_no_target_any_more():
    low = begin(4, life=[9, 1, 9, 9])
    state = after(low, CuriosityPlayed(0, 1, also=(2, 3)), CuriosityPlayed(2, 1, catfinity=True), CLOSED)
    assert [facts(state, "stack")[0][key] for key in ("target", "also")] == [2, [3]]
    assert facts(after(state, CLOSED), "life") == [9, 0, 8, 8]
    pair = after(low, CuriosityPlayed(0, 1), CuriosityPlayed(2, 1, catfinity=True), CLOSED)
    assert facts(pair, "stack") == []


def test_R3_8_only_those_who_were_safe_roll_again_and_the_effects_come_at_the_end():
    attack = AttackPlayed(0, 1, 4, rolls=2, effects=True, also=(2,))
    state = after(begin(), attack, CLOSED, roll(1, 2), roll(2, 5), ACCEPTED)
    assert facts(state, "phase", "life", "rolls") == ["roll", [9, 8, 9], [{"seat": 2, "value": None, "need": 4}]]
    assert again(state) == state
    state = after(state, roll(2, 6), ACCEPTED)
    assert facts(state, "phase", "waiting", "life") == ["effects", [0], [9, 8, 9]]
    assert again(state) == state
    assert facts(after(state, does(0, effect("yarn", 1, 0))), "phase", "stack") == ["claw", []]


@pytest.mark.parametrize("also", [(1,), (2, 2), (0,), (3,), (-1,)])
def test_R3_8_targets_are_different_players_still_in(also):
    refused(begin(), AttackPlayed(0, 1, 4, also=also), "R3.2")
    refused(begin(), CuriosityPlayed(0, 1, also=also), "R3.3")


def test_R3_8_oneself_among_the_targets_is_an_option():
    state = after(begin(options={"target_self": True}), CuriosityPlayed(0, 1, also=(0,)), CLOSED)
    assert facts(state, "life") == [8, 8, 9]


# Red dots and redirecting Power Cats (R3.6, R4.4)


def test_R3_6_a_cucumber_and_a_pass_with_a_red_dot_work_at_once():
    state = after(begin(), AttackPlayed(0, 1, 4), CucumberPlayed(1, red_dot=True))
    assert facts(state, "phase", "stack", "hand") == ["claw", [], [4, 4, 5]]
    state = after(begin(), AttackPlayed(0, 1, 4), PassPlayed(1, 2, red_dot=True))
    assert facts(state, "phase") == "react"
    assert [(card["card"], card["target"]) for card in facts(state, "stack")] == [("attack", 2)]


def test_R3_6_an_event_with_a_red_dot_is_carried_out_at_once():
    state = begin(phase="catastrophe", turn=0, options={"react_to_events": True})
    assert facts(after(state, EventRevealed(0)), "phase") == "react"
    state = after(state, EventRevealed(0, red_dot=True))
    assert facts(state, "phase") == "effects"
    assert facts(state, "stack")[0]["red_dot"] is True
    assert again(state) == state


def test_R4_4_a_power_cat_that_redirects_is_anybodys():
    state = after(begin(4), AttackPlayed(0, 1, 4))
    refused(state, PassPlayed(3, 2, anyone=True), "R4.4")
    refused(state, PassPlayed(3, 2, power=True), "R4.4")
    refused(state, PassPlayed(3, 1, power=True, anyone=True), "R4.4")
    state = after(state, PassPlayed(3, 2, power=True, anyone=True))
    assert facts(state, "power") == [2, 2, 2, 1]
    assert again(state) == state
    assert facts(after(state, CLOSED), "stack")[0]["target"] == 2


def test_R4_4_of_several_targets_somebody_else_redirects_the_first():
    state = after(begin(4), CuriosityPlayed(0, 2, also=(1,)), PassPlayed(0, 3, power=True, anyone=True), CLOSED)
    assert [facts(state, "stack")[0][key] for key in ("target", "also")] == [3, [1]]


# What cards do to the table (R6.7)


def beneath(by, number=4):
    """A Power Cat with the symbol changes the number of the Attack beneath it."""
    state = after(begin(), AttackPlayed(0, 1, number), EffectPlayed(1, power=True, catfinity=True), CLOSED)
    return after(state, does(1, {"what": "number", "by": by}))


@pytest.mark.parametrize(("by", "value", "lives"), [(-1, 3, 9), (-1, 2, 8), (1, 4, 8), (-5, 1, 9), (3, 6, 8)])
def test_R6_7_the_number_of_the_attack_beneath(by, value, lives):
    state = beneath(by)
    assert facts(state, "stack")[0]["number"] == 4 + by
    assert again(state) == state
    state = after(state, CLOSED, roll(1, value))
    assert again(state) == state
    assert facts(after(state, ACCEPTED), "life") == [9, lives, 9]


def test_R6_7_there_must_be_an_attack_directly_beneath():
    entry = {"what": "number", "by": 1}
    refused(played(), does(0, entry), "R6.7")
    state = after(begin(), CuriosityPlayed(0, 1), EffectPlayed(1, power=True, catfinity=True), CLOSED)
    refused(state, does(1, entry), "R6.7")
    state = after(begin(), AttackPlayed(0, 1, 4), EffectPlayed(1, catfinity=True), CLOSED)
    refused(state, does(1, {"what": "number", "by": 6}), "R6.2")
    refused(state, does(1, {"what": "number", "by": 0}), "R6.2")


def test_R6_7_an_attack_that_fizzled_on_the_way_has_no_number():
    state = after(begin(4, life=[9, 1, 9, 9]), AttackPlayed(0, 2, 4), AttackPlayed(2, 1, 3, catfinity=True))
    state = after(state, EffectPlayed(3, catfinity=True), CLOSED)
    state = after(state, does(3, {"what": "number", "by": 1}, effect("life", -1, 1)))
    assert [card["number"] for card in facts(state, "stack")] == [4], "the Attack beneath is another one"


OUT = {"life": [9, 0, 5], "yarn": [3, 0, 3], "hand": [5, 0, 5], "power": [2, 0, 2]}


def test_R6_7_who_is_out_comes_back_with_nothing():
    state = after(played(4, **{key: [*value, 0] for key, value in OUT.items()}, fallen=[[3], [1]]), does(0, REVIVE))
    assert facts(state, "life", "fallen", "out") == [[9, 4, 5, 0], [[3]], [False, False, False, True]]
    assert [facts(state, key)[1] for key in ("yarn", "hand", "held", "power")] == [0, 0, 0, 0]
    assert again(state) == state
    assert facts(after(state, ClawEnded(0), CardsDrawn(0), Discarded(0, 1), ReapurrRevealed(0, 0)), "turn") == 1


REVIVE = {"what": "revive", "seat": 1, "by": 4}


def test_R6_7_in_the_king_of_the_meowtain_they_come_back_on_a_free_space():
    out = OUT | {"life": [4, 0, 5]}
    king = {"variant": "king-of-the-meowtain"}
    assert facts(after(played(options=king, **out), does(0, REVIVE)), "life") == [4, 6, 5]
    assert facts(after(played(options=king, **OUT | {"life": [8, 0, 9]}), does(0, REVIVE | {"by": 8})), "life")[1] == 9
    assert facts(after(played(options={"variant": "turbo"}, **out), does(0, REVIVE)), "life") == [4, 4, 5]


@pytest.mark.parametrize(
    ("entry", "reapurr", "rule"),
    [
        (REVIVE, 4, "R6.7"),
        (REVIVE | {"seat": 2}, 0, "R6.7"),
        (REVIVE | {"seat": 5}, 0, "R6.7"),
        (REVIVE | {"by": 10}, 0, "R6.2"),
        (REVIVE | {"by": -1}, 0, "R6.2"),
    ],
)
def test_R6_7_who_cannot_come_back(entry, reapurr, rule):
    refused(played(reapurr=reapurr, **OUT), does(0, entry), rule)


def test_R6_7_nobody_comes_back_twice_or_out_of_the_reach_of_the_reapurr():
    refused(played(**OUT), does(0, REVIVE, REVIVE), "R6.7")
    refused(played(**OUT), does(0, REVIVE, {"what": "reapurr", "by": 4}), "R6.7")
    assert facts(after(played(reapurr=4, **OUT), does(0, REVIVE, {"what": "reapurr", "by": -1})), "life")[1] == 4


@pytest.mark.parametrize("variant", ["base", "king-of-the-meowtain", "turbo"])
def test_R6_7_two_tokens_change_places_exactly(variant):
    state = after(played(options={"variant": variant}, life=[3, 8, 5]), does(0, {"what": "swap", "seat": 0, "with": 1}))
    assert facts(state, "life") == [8, 3, 5]


def test_R6_7_swapping_comes_after_lives_and_is_dropped_with_who_went_out():
    swap = {"what": "swap", "seat": 0, "with": 1}
    assert facts(after(played(life=[3, 8, 5]), does(0, swap, effect("life", -1, 1))), "life") == [7, 3, 5]
    assert facts(after(played(life=[3, 1, 5]), does(0, swap, effect("life", -1, 1))), "life") == [3, 0, 5]
    refused(played(), does(0, {"what": "swap", "seat": 1, "with": 1}), "R6.7")
    refused(played(), does(0, {"what": "swap", "seat": 1, "with": 3}), "R6.7")
    refused(played(**OUT), does(0, swap), "R6.7")
    refused(played(**OUT), does(0, {"what": "swap", "seat": 1, "with": 0}), "R6.2")


@pytest.mark.parametrize(
    "entry",
    [
        {"what": "number", "by": 1, "seat": 1},
        {"what": "turn", "seat": 1, "by": 1, "from": "deck"},
        {"what": "swap", "seat": 1, "with": 2, "by": 1},
        {"what": "skip", "seat": 1, "phase": "paw", "by": 1},
        {"what": "life", "seat": 1, "by": 1, "phase": "paw"},
    ],
)
def test_R6_2_an_effect_says_nothing_else(entry):
    refused(played(), does(0, entry), "R6.2")


@pytest.mark.parametrize(
    "entry",
    [
        {"what": "swap", "seat": 1},
        {"what": "skip", "seat": 1},
        {"what": "skip", "seat": 1, "phase": "claw"},
        {"what": "turn", "by": 1},
        {"what": "revive", "seat": 1},
        {"what": "life", "seat": 1},
        {"what": "reapurr"},
        {"what": "cat", "by": 1},
    ],
)
def test_an_effect_that_does_not_say_enough_is_malformed(entry):
    with pytest.raises(Malformed):
        codec.event_from_plain(GAME, {"kind": "EffectsApplied", "seat": 0, "effects": [entry]})


# Turns and phases (R6.8)


def turn(seat, by=1):
    return {"what": "turn", "seat": seat, "by": by}


def skip(seat, phase):
    return {"what": "skip", "seat": seat, "phase": phase}


def test_R6_8_one_more_turn_at_once_after_the_present_one():
    state = after(played(), does(0, turn(0)))
    assert facts(state, "turns", "turn") == [[1, 0, 0], 0]
    assert again(state) == state
    state = to_turn(state, 0)
    assert facts(state, "turns", "turn") == [[0, 0, 0], 0]
    to_turn(state, 0, 1, 2, 0)


def test_R6_8_another_players_turn_comes_before_the_next_players():
    state = to_turn(after(played(4), does(0, turn(2), turn(2), turn(3))), 0)
    assert facts(state, "turns", "turn", "resumes_after") == [[0, 0, 1, 1], 2, 0]
    assert again(state) == state
    state = to_turn(state, 2, 2, 3)
    assert facts(state, "turn", "resumes_after") == [1, None]
    to_turn(state, 1, 2, 3, 0)


def test_R6_8_a_turn_is_passed_over():
    state = after(played(), does(0, turn(1, -1), turn(0, -1)))
    assert facts(state, "turns") == [-1, -1, 0]
    state = to_turn(state, 0, 2)
    assert facts(state, "turns", "turn") == [[0, 0, 0], 1]
    assert facts(after(played(), does(0, turn(1), turn(1, -1))), "turns") == [0, 0, 0]


def test_R6_8_who_is_out_has_no_turns():
    state = after(played(life=[9, 1, 9]), does(0, turn(1), skip(1, "paw"), more=True), does(0, effect("life", -1, 1)))
    assert facts(state, "turns", "skips") == [[0, 0, 0], []]
    assert facts(after(played(life=[9, 1, 9]), does(0, turn(1), effect("life", -1, 1))), "turns") == [0, 0, 0]


def test_R6_8_a_phase_of_the_present_turn_is_left_out():
    state = after(played(), does(0, skip(0, "paw")))
    assert facts(state, "skips") == [{"seat": 0, "phase": "paw"}]
    assert again(state) == state
    state = after(state, ClawEnded(0))
    assert facts(state, "phase", "stage", "hand", "skips") == ["catastrophe", "catastrophe", [5, 5, 5], []]


def test_R6_8_both_phases_are_left_out():
    state = after(played(), does(0, skip(0, "catastrophe"), skip(0, "paw")), ClawEnded(0))
    assert facts(state, "phase", "turn", "skips") == ["claw", 1, []]


def test_R6_8_without_a_card_to_reveal_the_turn_passes_after_drawing():
    state = after(begin(skips=[{"seat": 0, "phase": "catastrophe"}]), ClawEnded(0), CardsDrawn(0))
    assert facts(state, "phase", "turn", "stage", "waiting") == ["discard", 1, "claw", [0]]
    assert again(state) == state
    assert facts(after(state, Discarded(0, 1)), "phase", "turn") == ["claw", 1]


def test_R6_8_a_phase_that_has_begun_is_left_out_in_the_next_turn():
    state = begin(phase="paw", turn=0, hand=[2, 2, 2])
    state = after(state, EffectPlayed(1, catfinity=True), CLOSED, does(1, skip(0, "paw"), skip(2, "catastrophe")))
    assert facts(state, "phase") == "paw"
    state = to_turn(after(state, CardsDrawn(0), ReapurrRevealed(0, 0)), 1, 2)
    assert facts(state, "turn", "skips") == [0, [{"seat": 0, "phase": "paw"}]]
    assert facts(after(state, ClawEnded(0)), "phase", "skips") == ["catastrophe", []]


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"turns": [0, 1, 0], **OUT}, "turns"),
        ({"turns": [0, 0]}, "turns"),
        ({"turns": [99, 0, 0]}, "turns"),
        ({"skips": [{"seat": 1, "phase": "paw"}], **OUT}, "skips"),
        ({"skips": [{"seat": 1, "phase": "claw"}]}, "skips"),
        ({"skips": [{"seat": 7, "phase": "paw"}]}, "skips"),
        ({"turn": 1, "phase": "claw", "resumes_after": 1}, "resumes_after"),
        ({"phase": "react", "stack": [ATTACK | {"failed": True}]}, "stack"),
        ({"phase": "react", "stack": [ATTACK | {"effects": True, "failed": True}]}, "stack"),
        ({"phase": "react", "stack": [ATTACK | {"effects": True, "rollers": [1]}]}, "stack"),
        ({"phase": "react", "stack": [ATTACK | {"also": [1]}]}, "stack"),
        ({"phase": "react", "stack": [{"card": "effect", "seat": 0, "also": [1]}]}, "stack"),
        ({"phase": "react", "stack": [{"card": "curiosity", "seat": 0, "target": 1, "effects": True}]}, "stack"),
        ({"phase": "effects", "stack": [ATTACK]}, "stack"),
        ({"phase": "effects", "stack": [ATTACK | {"effects": True}]}, "rolls"),
        ({"phase": "react", "stack": [{"card": "event", "seat": 0, "red_dot": True}]}, "stack"),
    ],
)
def test_positions_that_cannot_be(given, key):
    with pytest.raises(BadPosition) as caught:
        begin(**given)
    assert caught.value.key == key


def test_a_correction_of_lives_takes_turns_along():
    state = begin(turns=[0, 1, 1], skips=[{"seat": 1, "phase": "paw"}])
    goods = {key: value for key, value in OUT.items() if key != "life"}
    mended = corrected(GAME, state.table, state.options, state, {"life": [9, 0, 9], **goods})
    assert facts(mended, "turns", "skips") == [[0, 0, 1], []]


def test_an_old_record_has_none_of_this():
    old = b'{"seat":0,"target":1,"number":4,"lives":1,"rolls":1,"power":false,"catfinity":false,"red_dot":false}'
    assert codec.event_from_json(GAME, "AttackPlayed", old) == AttackPlayed(0, 1, 4)
    assert codec.event_from_json(GAME, "PassPlayed", b'{"seat":1,"target":2}') == PassPlayed(1, 2)
