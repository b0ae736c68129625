"""Cards whose text has its own order, Power Cats that are passed, and choosing oneself (R6.6, R9.10, R9.11)."""

import pytest

from companion.core.game import BadPosition
from companion.games.catastrophe import GAME
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    CuriosityPlayed,
    Discarded,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    ReactionsClosed,
    RollsAccepted,
)
from companion.record import codec
from tests.companion.games.catastrophe.played_games import after, begin, facts, refused, roll


def played(**given):
    """An Ally of the turn player that is being carried out."""
    return begin(phase="effects", stack=[{"card": "effect", "seat": 0}], **given)


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
