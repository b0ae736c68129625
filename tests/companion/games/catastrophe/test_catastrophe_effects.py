"""Chapters R6 and R8: what one card does, in which order, and the steps on the track."""

import pytest

from companion.games.catastrophe import GAME
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import EffectPlayed, EffectsApplied, EventRevealed, ReactionsClosed
from companion.games.catastrophe.life import after_gains, after_losses
from companion.record import codec
from tests.companion.games.catastrophe.played_games import after, begin, facts, refused

KOTM, TURBO = {"variant": "king-of-the-meowtain"}, {"variant": "turbo"}


def played(*entries, seats=3, options=None, rollers=(), turn=0, **given):
    """The facts after an Ally (of the turn player) did this."""
    state = begin(seats, options, phase="effects", turn=turn, stack=[{"card": "effect", "seat": turn}], **given)
    return facts(after(state, EffectsApplied(turn, tuple(entries), rollers)))


def test_R6_1_only_the_cards_player_says_what_it_did_and_only_then():
    refused(begin(), EffectsApplied(0, ()), "R6.1")
    state = begin(phase="effects", stack=[{"card": "effect", "seat": 1}])
    refused(state, EffectsApplied(0, ()), "R6.1")
    assert facts(after(state, EffectsApplied(1, ())), "phase", "turn") == ["claw", 0]


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        (effect("life", 0, 1), "R6.2"),
        (effect("life", 10, 1), "R6.2"),
        (effect("life", -10, 1), "R6.2"),
        (effect("reapurr", 10), "R6.2"),
        (effect("reapurr", 0), "R6.2"),
        (effect("reapurr", 1, 1), "R6.2"),
        (effect("yarn", 31, 1), "R6.2"),
        (effect("hand", 109, 1), "R6.2"),
        (effect("power", 25, 1), "R6.2"),
        (effect("held", -25, 1), "R6.2"),
        (effect("life", -1, 3), "R6.2"),
        (effect("life", -1, -1), "R6.2"),
        (effect("life", 1, 1, "deck"), "R6.4"),
        (effect("yarn", 1, 1, 0), "R6.4"),
        (effect("hand", -1, 1, "deck"), "R6.4"),
        (effect("hand", 1, 1, 1), "R6.4"),
        (effect("hand", 1, 1, 3), "R6.4"),
        (effect("power", 1, 1, -1), "R6.4"),
        (effect("held", 1, 1), "R6.4"),
        (effect("held", 1, 1, "deck"), "R6.4"),
        (effect("held", 1, 1, "discard"), "R6.4"),
        (effect("reapurr", 1, None, "deck"), "R6.2"),
    ],
)
def test_R6_2_effects_no_card_can_have(entry, rule):
    refused(begin(phase="effects", stack=[{"card": "effect", "seat": 0}]), EffectsApplied(0, (entry,)), rule)


def test_R6_2_players_who_are_out_are_touched_by_nothing():
    out = {"life": [9, 9, 0], "yarn": [3, 3, 0], "hand": [5, 5, 0], "power": [2, 2, 0]}
    state = begin(phase="effects", stack=[{"card": "effect", "seat": 0}], **out)
    refused(state, EffectsApplied(0, (effect("life", -1, 2),)), "R6.2")
    refused(state, EffectsApplied(0, (effect("hand", 1, 0, 2),)), "R6.4")
    refused(state, EffectsApplied(0, (), rollers=(2,)), "R5.1")


def test_R6_2_the_largest_effects_are_possible():
    found = played(effect("hand", 108, 1), effect("power", 24, 1), effect("yarn", 30, 1), effect("reapurr", -9))
    assert (found["hand"], found["power"], found["yarn"]) == ([5, 97, 5], [2, 20, 2], [3, 24, 3])
    assert found["waiting"] == [1]


def test_R6_3_losses_before_gains_each_summed_for_himself():
    found = played(effect("life", 2, 1), effect("life", -1, 1), effect("life", -2, 1), life=[9, 3, 9])
    assert found["life"] == [9, 0, 9]  # 3 - 3 is out before anything is gained
    found = played(effect("life", 1, 1), effect("life", -1, 1), life=[9, 9, 9])
    assert found["life"] == [9, 9, 9]


def test_R6_3_the_reapurr_moves_by_the_sum_after_the_lives():
    found = played(effect("reapurr", 3), effect("life", 2, 1), effect("reapurr", -1), life=[9, 1, 2])
    assert (found["reapurr"], found["life"], found["fallen"]) == (2, [9, 3, 0], [[2]])
    found = played(effect("reapurr", 3), effect("reapurr", -2), reapurr=8, life=[9, 9, 9])
    assert found["outcome" if "outcome" in found else "phase"] == "over"  # 8 + 1 = 9: everybody


def test_R6_3_falling_on_the_reapurr_is_as_bad():
    found = played(effect("life", -2, 1), effect("life", -1, 2), reapurr=3, life=[9, 5, 5])
    assert (found["life"], found["fallen"]) == ([9, 0, 4], [[1]])


def test_R6_3_two_groups_by_two_steps_of_one_card():
    found = played(effect("life", -1, 1), effect("reapurr", 2), seats=4, life=[9, 1, 2, 9])
    assert found["fallen"] == [[1], [2]]
    assert found["yarn"] == [5, 0, 0, 5]


def test_R6_3_what_concerns_a_player_who_went_out_is_dropped():
    gone = [effect("life", -1, 1), effect("life", 2, 1), effect("hand", 1, 1), effect("yarn", 2, 1)]
    found = played(*gone, effect("hand", 1, 0, 1), life=[9, 1, 9])
    assert (found["life"], found["hand"], found["yarn"]) == ([9, 0, 9], [5, 0, 5], [4, 0, 4])


def test_R6_3_with_one_player_left_the_rest_is_dropped():
    found = played(effect("life", -1, 1), effect("reapurr", 9), effect("hand", 2, 0), seats=2, life=[9, 1])
    assert (found["phase"], found["reapurr"], found["hand"], found["life"]) == ("over", 0, [5, 0], [9, 0])
    found = played(effect("reapurr", 1), effect("yarn", 5, 0), seats=2, life=[9, 1])
    assert (found["phase"], found["yarn"]) == ("over", [4, 0])


def test_R6_3_yarn_losses_first_then_gains_in_turn_order():
    found = played(
        effect("yarn", 2, 0), effect("yarn", 2, 2), effect("yarn", -2, 1), yarn=[14, 2, 13], turn=1,
    )  # fmt: skip
    assert found["sanctuary"] == 0
    assert found["yarn"] == [15, 0, 15]  # 1 + 2 balls: seat 2 comes before seat 0 in turn 1's order
    assert played(effect("yarn", -9, 1))["yarn"] == [3, 0, 3]


def test_R6_4_hand_cards_from_deck_discard_and_players():
    decks = {"main": {"discard": 4}}
    found = played(effect("hand", 2, 0, "discard"), decks=decks, hand=[5, 5, 5])
    assert (found["hand"], found["decks"]["main"]) == ([7, 5, 5], {"draw": 88, "discard": 3})
    found = played(effect("hand", 9, 1, "discard"), decks=decks, hand=[5, 0, 5])
    assert (found["hand"], found["decks"]["main"]["discard"]) == ([5, 4, 5], 1)  # the Ally itself comes after
    found = played(effect("hand", 9, 0, 2), hand=[0, 5, 3])
    assert found["hand"] == [3, 5, 0]
    found = played(effect("hand", -9, 2), hand=[5, 5, 3])
    assert (found["hand"], found["decks"]["main"]["discard"]) == ([5, 5, 0], 4)


def test_R6_4_a_short_deck_is_filled_from_the_discards():
    found = played(effect("hand", 2, 1), effect("hand", 2, 2), decks={"main": {"draw": 3, "discard": 89}})
    assert (found["hand"], found["decks"]["main"]) == ([5, 7, 7], {"draw": 88, "discard": 1})


def test_R6_4_losses_of_one_feed_the_discard_pile_for_the_gain_of_another():
    found = played(effect("hand", 2, 0, "discard"), effect("hand", -2, 1), hand=[3, 5, 5])
    assert (found["hand"], found["decks"]["main"]["discard"]) == ([5, 3, 5], 1)


def test_R6_4_power_cats_and_held_ones():
    held = {"options": {"taken_power": "hand"}, "held": [0, 2, 0]}
    found = played(effect("held", 9, 0, 1), **held)
    assert (found["held"], found["decks"]["power"]["draw"]) == ([2, 0, 0], 16)
    found = played(effect("held", -1, 1), **held)
    assert (found["held"], found["decks"]["power"]["discard"]) == ([0, 1, 0], 1)
    found = played(effect("power", 1, 0, 1))
    assert found["power"] == [3, 1, 2]
    found = played(effect("power", 1, 0, "discard"), decks={"power": {"discard": 1}})
    assert (found["power"], found["decks"]["power"]) == ([3, 2, 2], {"draw": 17, "discard": 0})


@pytest.mark.parametrize(("what", "says"), [("hand", "no card"), ("power", "no Power Cat")])
def test_R6_4_from_an_empty_discard_pile_nothing_moves_and_that_is_said(what, says):
    state = after(begin(), EffectPlayed(0, power=what == "hand"), ReactionsClosed(0))
    step = GAME.apply(state, EffectsApplied(0, (effect(what, 2, 1, "discard"),)))
    assert facts(step.state, what)[1] == facts(state, what)[1]
    assert [(str(note.text), note.seat, note.rule) for note in step.notes] == [
        (f"The discard pile is empty: Bo takes {says}.", 1, "R6.4")
    ]


def test_R6_4_one_players_gains_in_the_lists_order():
    first = played(effect("hand", 2, 0, 1), effect("hand", 2, 0, "discard"), hand=[1, 1, 5])
    assert first["hand"] == [2, 0, 5]
    found = played(effect("hand", 4, 2, 1), effect("hand", 4, 0, 1), turn=2, hand=[0, 5, 0])
    assert found["hand"] == [1, 0, 4]


def test_R6_5_dice_after_the_effects_and_effects_again():
    state = begin(
        phase="effects", stack=[{"card": "effect", "seat": 0, "rollers": [0]}], rolls=[{"seat": 0, "value": 4}]
    )
    state = after(state, EffectsApplied(0, (effect("life", -1, 1),), rollers=(2, 1)))
    assert facts(state, "phase", "waiting") == ["roll", [1, 2]]
    assert facts(state, "stack")[0]["rollers"] == [2, 1]
    assert [entry["seat"] for entry in facts(state, "rolls")] == [2, 1]
    refused(begin(phase="effects", stack=[{"card": "effect", "seat": 0}]), EffectsApplied(0, (), (1, 1)), "R5.1")


def test_R6_5_who_went_out_rolls_no_more():
    state = begin(phase="effects", life=[9, 1, 9], stack=[{"card": "effect", "seat": 0}])
    some = after(state, EffectsApplied(0, (effect("life", -1, 1),), rollers=(1, 2)))
    assert facts(some, "waiting", "stack")[0] == [2]
    none = after(state, EffectsApplied(0, (effect("life", -1, 1),), rollers=(1,)))
    assert facts(none, "phase", "stack") == ["claw", []]


def test_R6_5_a_forced_discard_comes_before_the_dice():
    state = begin(phase="effects", stack=[{"card": "effect", "seat": 0}])
    state = after(state, EffectsApplied(0, (effect("hand", 3, 0),), rollers=(1,)))
    assert facts(state, "phase", "waiting", "rolls") == ["discard", [0], [{"seat": 1, "value": None, "need": None}]]
    again = codec.position_from_plain(GAME, state.table, state.options, facts(state))
    assert again == state
    event = codec.event_from_plain(GAME, {"kind": "Discarded", "seat": 0, "hand": 1})
    assert facts(after(state, event), "phase", "waiting") == ["roll", [1]]


def test_R6_5_an_events_player_out_the_next_goes_on_with_it():
    state = begin(phase="catastrophe", life=[1, 9, 9])
    state = after(state, EventRevealed(0), EffectsApplied(0, (effect("life", -1, 0),), rollers=(0, 2)))
    assert facts(state, "phase", "waiting", "turn") == ["roll", [2], 0]
    assert facts(state, "stack")[0]["seat"] == 1


def test_a_red_dot_under_the_forced_discard_keeps_its_place():
    state = begin(phase="effects", stack=[{"card": "effect", "seat": 0, "red_dot": True}])
    state = after(state, EffectsApplied(0, (effect("power", 2, 1),), rollers=(1,)))
    assert codec.position_from_plain(GAME, state.table, state.options, facts(state)) == state


# R8 the track


@pytest.mark.parametrize(
    ("life", "seat", "count", "lands"),
    [
        ([9, 8, 7, 5], 0, 2, 4),  # CA-18
        ([3, 2, 1, 9], 0, 1, 0),  # CA-20
        ([9, 9, 9, 9], 0, 1, 8),
        ([9, 8, 9, 9], 0, 1, 7),
        ([4, 1, 2, 9], 0, 2, 0),
        ([4, 1, 2, 9], 0, 1, 3),
    ],
)
def test_R8_1_losses_jump_over_occupied_spaces(life, seat, count, lands):
    assert after_losses(life, seat, count, "king-of-the-meowtain") == lands
    assert after_losses(life, seat, count, "turbo") == lands
    assert after_losses(life, seat, count, "base") == max(0, life[seat] - count)


@pytest.mark.parametrize(
    ("life", "count", "kotm"), [([9, 8, 7, 6], 1, 9), ([9, 8, 4, 6], 1, 7), ([9, 8, 4, 6], 2, 9), ([9, 5, 4, 3], 3, 8)]
)
def test_R8_1_gains_jump_and_end_on_nine(life, count, kotm):
    assert after_gains(life, 3, count, "king-of-the-meowtain") == kotm
    for variant in ("turbo", "base"):
        assert after_gains(life, 3, count, variant) == min(9, life[3] + count)


@pytest.mark.parametrize(("turn", "life"), [(0, [3, 2, 1]), (1, [5, 3, 2]), (2, [4, 2, 3])])
def test_R8_1_CA_21_all_losses_in_turn_order(turn, life):
    entries = [effect("life", -1, seat) for seat in range(3)]
    assert played(*entries, turn=turn, life=[6, 5, 4], options=KOTM)["life"] == life


def test_R8_1_who_goes_out_frees_his_space_for_the_next():
    entries = [effect("life", -1, 0), effect("life", -1, 1)]
    found = played(*entries, seats=4, life=[1, 2, 9, 9], options=KOTM)
    assert found["life"] == [0, 1, 9, 9]


def test_R8_1_the_reapurr_occupies_no_space():
    assert played(effect("life", -1, 1), life=[9, 4, 9], reapurr=3, options=KOTM)["life"] == [9, 0, 9]


def test_R8_2_CA_19_turbo_shares_and_jumps_again():
    state = begin(4, TURBO | {"first": 3}, life=[9, 8, 7, 6], phase="effects", stack=[{"card": "effect", "seat": 3}])
    state = after(state, EffectsApplied(3, (effect("life", 1, 3),)))
    assert facts(state, "life") == [9, 8, 7, 7]
    again = {"phase": "effects", "waiting": [3], "stack": [{"card": "effect", "seat": 3, "power": True}]}
    state = codec.position_from_plain(GAME, state.table, state.options, facts(state) | again | {"power": [2, 2, 2, 1]})
    assert facts(after(state, EffectsApplied(3, (effect("life", -1, 3),))), "life") == [9, 8, 7, 6]


def test_effects_at_the_border_are_strict():
    def convert(*entries, **more):
        return codec.event_from_plain(GAME, {"kind": "EffectsApplied", "seat": 0, "effects": list(entries), **more})

    event = convert({"what": "hand", "seat": 1, "by": 2, "from": "discard"}, {"what": "reapurr", "by": -1})
    assert event == EffectsApplied(0, (effect("hand", 2, 1, "discard"), effect("reapurr", -1)))
    assert codec.event_from_json(GAME, "EffectsApplied", codec.event_to_json(event)) == event
    assert hash(event) == hash(convert(*event.effects))
    for wrong in (
        {"what": "life", "by": -1},
        {"what": "lives", "seat": 1, "by": -1},
        {"what": "life", "seat": 1},
        {"what": "life", "seat": True, "by": 1},
        {"what": "life", "seat": 1, "by": 1.5},
        {"what": "hand", "seat": 1, "by": 1, "from": "hand"},
        {"what": "hand", "seat": 1, "by": 1, "form": "deck"},
        {"seat": 1, "by": 1},
        "life",
    ):
        with pytest.raises(codec.Malformed):
            convert(wrong)
    with pytest.raises(codec.Malformed):
        convert(rollers=[True])


def test_R4_5_closing_needs_only_one_player():
    state = after(begin(phase="catastrophe", options={"react_to_events": True}), EventRevealed(0), ReactionsClosed(2))
    assert facts(state, "phase") == "effects"


def test_R6_4_losses_of_power_cats_feed_the_discard_pile_for_gains():
    state = begin(phase="effects", stack=[{"card": "effect", "seat": 0}])
    wanted = effect("power", 2, 1, "discard")
    fed = after(state, EffectsApplied(0, (wanted, effect("power", -1, 2))))
    assert facts(fed, "power") == [2, 3, 1]
