"""What those are offered who have nothing to say to what goes on."""

import pytest

from companion.games.catastrophe import GAME
from companion.games.catastrophe.events import CucumberPlayed, CuriosityPlayed, EffectPlayed, YarnSpent
from tests.companion.games.catastrophe.played_games import after, begin

ATTACK = {"card": "attack", "seat": 0, "target": 1, "number": 4}
EFFECT = {"card": "effect", "seat": 0}


def asks(**facts):
    return {ask.seat: ask for ask in GAME.asks(begin(**facts))}


@pytest.mark.parametrize(
    ("facts", "asked"),
    [
        ({"phase": "effects", "stack": [EFFECT]}, 0),
        ({"phase": "discard", "hand": [12, 4, 4]}, 0),
        ({"phase": "roll", "stack": [ATTACK], "yarn": [1, 1, 1]}, 1),
    ],
)
def test_who_has_no_part_in_it_is_asked_nothing(facts, asked):
    found = asks(**facts)
    assert not found.pop(asked).optional
    assert found == {}


def test_a_die_that_lies_there_can_be_answered_with_yarn():
    rolls = [{"seat": 1, "value": 2}, {"seat": 2}]
    found = asks(phase="roll", stack=[EFFECT | {"rollers": [1, 2]}], rolls=rolls, yarn=[1, 1, 1])
    assert str(found[0].text) == "Spend yarn?"
    assert [choice.event for choice in found[0].choices] == [YarnSpent(0, 1)]


def test_only_those_at_whom_a_card_is_aimed_are_asked_for_themselves():
    def asked(*played):
        return {ask.seat: str(ask.text) for ask in GAME.asks(after(begin(), *played)) if not ask.optional}

    assert asked(CuriosityPlayed(0, 1)) == {1: "Curiosity: do you react?"}
    assert asked(EffectPlayed(0)) == {0: "Ally: does anybody react?"}
    assert asked(CuriosityPlayed(0, 1), CucumberPlayed(1)) == {0: "Cucumber: does anybody react?"}
