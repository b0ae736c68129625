"""What the history says."""

import pytest

from companion.games.catastrophe import GAME
from companion.games.catastrophe.describe import describe
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    CountsCorrected,
    CucumberPlayed,
    CuriosityPlayed,
    Discarded,
    EffectPlayed,
    EffectsApplied,
    PassPlayed,
    ReactionsClosed,
    ReapurrRevealed,
    RollsAccepted,
    TakePlayed,
    YarnSpent,
)
from tests.companion.games.catastrophe.played_games import after, begin, bot_game, roll


@pytest.mark.parametrize(
    ("before", "event", "sentence"),
    [
        ([], AttackPlayed(0, 1, 4), "Ann attacks Bo with 4"),
        ([], AttackPlayed(0, 1, 5, 2, 3, power=True), "Ann attacks Bo with 5 (2 lives, 3 rolls, Power Cat)"),
        (
            [],
            AttackPlayed(0, 1, 4, lives=0, effects=True, also=(2,)),
            "Ann attacks Bo and Cy with 4 (0 lives, and more)",
        ),
        (
            [CuriosityPlayed(0, 2)],
            CucumberPlayed(2, red_dot=True),
            "Cy plays a Cucumber against the Curiosity (red dot)",
        ),
        ([EffectPlayed(0), ReactionsClosed(0)], EffectsApplied(0, (), (1, 2)), "Ally: now Bo and Cy must roll"),
        (
            [EffectPlayed(0), ReactionsClosed(0)],
            EffectsApplied(
                0,
                (
                    {"what": "number", "by": -1},
                    {"what": "revive", "seat": 1, "by": 4},
                    {"what": "swap", "seat": 0, "with": 2},
                    {"what": "turn", "seat": 0, "by": 1},
                    {"what": "turn", "seat": 1, "by": -1},
                    {"what": "skip", "seat": 1, "phase": "paw"},
                ),
            ),
            (
                "Ally: Attack's number -1, Bo comes back on 4, Ann and Cy swap places, Ann has one more turn, "
                "Bo misses a turn, Bo leaves out the next Paw phase"
            ),
        ),
        ([], CuriosityPlayed(0, 2, red_dot=True), "Ann plays a Curiosity on Cy (red dot)"),
        ([CuriosityPlayed(0, 2)], CucumberPlayed(1), "Bo plays a Cucumber against the Curiosity"),
        ([CuriosityPlayed(0, 2), CucumberPlayed(1)], TakePlayed(2), "Cy takes the Cucumber"),
        ([CuriosityPlayed(0, 2)], PassPlayed(2, 1), "Cy passes to Bo"),
        ([AttackPlayed(0, 1, 4), ReactionsClosed(0)], roll(1, 3), "Bo rolls 3, needs 4"),
        ([AttackPlayed(0, 1, 4), ReactionsClosed(0), roll(1, 3)], YarnSpent(1, 1), "Bo spends yarn to roll again"),
        ([AttackPlayed(0, 1, 4), ReactionsClosed(0), roll(1, 5)], YarnSpent(2, 1), "Cy spends yarn: Bo rolls again"),
        ([EffectPlayed(0), ReactionsClosed(0)], EffectsApplied(0, ()), "Ally: nothing happens"),
        (
            [EffectPlayed(0, power=True), ReactionsClosed(0)],
            EffectsApplied(0, (effect("life", -1, 1), effect("hand", 1, 0, 2), effect("reapurr", 2))),
            "Power Cat: Bo -1 life, Ann +1 card from Cy, Reapurr +2",
        ),
        ([], CountsCorrected(1, hand=6, power=1), "Corrected: Bo counts cards 5 → 6, Power Cats 2 → 1"),
    ],
)
def test_an_event_in_a_sentence(before, event, sentence):
    assert str(describe(after(begin(), *before), event)) == sentence


def test_turn_events():
    assert str(describe(begin(phase="catastrophe"), ReapurrRevealed(0, -2))) == "Ann reveals: Reapurr -2"
    full = after(begin(phase="paw"), CardsDrawn(0))
    assert str(describe(full, Discarded(0, hand=1))) == "Ann discards 1 card"


def test_every_event_of_a_game_can_be_described():
    for seed in (1, 2, 3):
        for state, event, _ in bot_game(seed):
            assert str(describe(state, event)).strip()


def test_rolls_are_accepted_as_many_as_there_are():
    one = after(begin(), AttackPlayed(0, 1, 4), ReactionsClosed(1), roll(1, 2))
    two = after(begin(), EffectPlayed(0, rollers=(1, 2)), ReactionsClosed(0), roll(1, 2), roll(2, 5))
    assert str(describe(one, RollsAccepted(0))) == "Ann accepts the roll"
    assert str(describe(two, RollsAccepted(0))) == "Ann accepts the rolls"


def test_nobody_is_the_last_one_in_while_others_are():
    assert [str(GAME.tally.why(begin(yarn=[1, 3, 2]), seat)) for seat in (0, 1)] == [
        "still in; 1 ball of yarn left",
        "still in; 3 balls of yarn left",
    ]
