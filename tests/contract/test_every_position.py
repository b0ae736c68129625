"""What holds in every position that play can reach, in every game and under any options."""

import json
from random import Random

import pytest

from companion.core.events import IllegalEvent
from companion.record import codec
from tests.contract.all_games import all_games
from tests.contract.playing import any_options, invariants_of, listed, played

GAMES = [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 24))]
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


def is_position(game, options, state, before=None):
    """The facts of a state are the whole position: what they make is the same state, which the game's checks accept."""
    shown = json.loads(json.dumps(game.facts(state)))
    assert shown == game.facts(state)
    assert codec.position_from_plain(game, state.table, options, shown) == state
    assert shown.get("round") == game.round(state)
    if before is not None and game.round(state) is not None:
        assert game.round(before) <= game.round(state) <= game.round(before) + 1
    invariants_of(game)(state, before)


@each_game
@pytest.mark.parametrize("seed", GAMES)
def test_facts_are_the_whole_position(game, seed):
    random = Random(seed)
    options = any_options(game, random)
    before = None
    for state, event in played(game, random, options):
        is_position(game, options, state, before)
        before = state
        facts, asks = game.facts(state), game.asks(state)
        assert (asks == ()) == (game.outcome(state) is not None) == (facts["phase"] == "over")
        assert {ask.seat for ask in asks if not ask.optional} <= set(facts["waiting"])
        assert bool(facts["waiting"]) == bool(asks)
        if event is not None:
            kind, body = type(event).__name__, codec.event_to_json(event)
            assert codec.event_from_json(game, kind, body) == event


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_choices_are_accepted_and_states_are_values(game, seed):
    random = Random(100 + seed)
    for state, event in played(game, random, any_options(game, random)):
        facts, asks = game.facts(state), game.asks(state)
        for seat in state.table.seats:
            choices = [choice for ask in asks if ask.seat == seat for choice in ask.choices]
            keys = [choice.key for choice in choices if choice.key]
            assert len(keys) == len(set(keys)), "a key of a seat has one meaning"
            for choice in choices:
                assert choice.event.seat == seat
                invariants_of(game)(game.apply(state, choice.event).state, state)
        if event is not None:
            assert game.apply(state, event) == game.apply(state, event)
        assert game.facts(state) == facts


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_event_that_is_not_asked_for_is_refused(game, seed):
    """Events of other positions, some spoiled: what is accepted leads to a position, what is not changes nothing."""
    random = Random(200 + seed)
    options = any_options(game, random)
    known = [event for _, event in played(game, random, options) if event is not None]
    refusals = []
    for state, _ in played(game, random, options):
        facts, asks = game.facts(state), game.asks(state)
        for event in (spoiled(game, event, random) for event in random.choices(known, k=4)):
            try:
                following = game.apply(state, event).state
            except IllegalEvent as refusal:
                refusals.append((refusal.rule, str(refusal)))
                assert game.facts(state) == facts
            else:
                assert listed(asks, event), event
                is_position(game, options, following, state)
    assert refusals
    assert all(rule and words for rule, words in refusals)


def spoiled(game, event, random):
    """The event, or one of its numbers or its seat another one."""
    if random.random() < 0.4:
        return event
    plain = codec.event_to_plain(event)
    numbers = [name for name, value in plain.items() if type(value) is int]
    changed = {name: plain[name] + random.choice((-1, 1, 2)) for name in (random.choice(numbers),)}
    return codec.event_from_plain(game, plain | changed)
