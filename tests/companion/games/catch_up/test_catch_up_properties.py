"""Whole games by chance: what must hold in every position that play can reach."""

import copy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.catch_up import GAME
from companion.games.catch_up.bot import make
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions
from companion.protocol.game_listing import form_to_plain
from companion.record.codec import position_from_plain

OPTIONS = st.builds(
    CatchUpOptions,
    short=st.booleans(),
    highest_below=st.booleans(),
    below=st.sampled_from(["difference", "high-roll"]),
    triples_exempt=st.booleans(),
    exact_if_possible=st.booleans(),
    final_tie=st.sampled_from(["roll-off", "shared"]),
    starter_tie=st.sampled_from(["first", "keep"]),
)
PLAYED = {"players": st.integers(2, 4), "options": OPTIONS, "seed": st.integers(0, 10**9)}


def throw(ask, random):
    return Rolled(ask.seat, tuple(Face(random.randint(1, 6)) for _ in range(ask.roll.count)))


def play(players, options, random, choose):
    """All (state, event) of a game, and the last state with None."""
    state = GAME.start(Table(("Ann", "Bo", "Cy", "Di")[:players]), options)
    while asks := GAME.asks(state):
        event = choose(state, asks)
        yield state, event
        state = GAME.apply(state, event).state
    yield state, None


def by_chance(random):
    def choose(state, asks):
        ask = random.choice(asks)
        if ask.roll:
            return throw(ask, random)
        if ask.forms and random.random() < 0.5:
            hand = form_to_plain(ask.forms[0])["cards"]["some_of"]
            filled = Discarded(ask.seat, tuple(random.sample(hand, random.randint(1, len(hand)))))
            try:
                GAME.apply(state, filled)
            except IllegalEvent:
                return random.choice(ask.choices).event
            return filled
        return random.choice(ask.choices).event

    return choose


def end_quickly(state, random):
    """Somewhere in a game, so that the later positions are seen as often as the early ones."""
    for _ in range(random.randint(0, 90)):
        asks = GAME.asks(state)
        if not asks:
            break
        state = GAME.apply(state, by_chance(random)(state, asks)).state
    return state


@settings(max_examples=80, deadline=None)
@given(**PLAYED)
def test_what_is_asked_for_is_accepted_and_nothing_else(players, options, seed):
    random = Random(seed)
    for state, event in play(players, options, random, by_chance(random)):
        asks = GAME.asks(state)
        facts = copy.deepcopy(GAME.facts(state))
        assert sorted(ask.seat for ask in asks) == facts["waiting"]
        for ask in asks:
            for choice in ask.choices:
                GAME.apply(state, choice.event)
        for seat in range(players):
            wild = Rolled(seat, tuple(Face(random.randint(0, 7)) for _ in range(random.randint(1, 4))))
            pay = Discarded(seat, tuple(random.choices(range(15), k=random.randint(0, 4))))
            right = Rolled(seat, tuple(Face(random.randint(1, 6)) for _ in range(options.dice)))
            for other in (wild, right, pay):
                assert judged(state, other) == expected(asks, other)
        assert GAME.facts(state) == facts
        if event is None:
            with pytest.raises(IllegalEvent):
                GAME.apply(state, Rolled(0, (Face(1), Face(2), Face(3))))


def judged(state, event):
    try:
        GAME.apply(state, event)
    except IllegalEvent as refusal:
        return not (refusal.rule and str(refusal))
    return True


def expected(asks, event):
    """What the asks promise of an event: listed, a roll that is called for, or (by the form) perhaps."""
    for ask in asks:
        if ask.seat != event.seat:
            continue
        if isinstance(event, Rolled):
            return (
                ask.roll is not None
                and len(event.faces) == ask.roll.count
                and all(1 <= face.value <= 6 for face in event.faces)
            )
        if ask.roll is not None:
            return False
        listed = {frozenset(choice.event.cards) for choice in ask.choices}
        ranks = frozenset(event.cards)
        if len(ranks) != len(event.cards) or not ranks:
            return False
        if ranks in listed:
            return True
        if not ask.forms:
            return False
        hand = set(form_to_plain(ask.forms[0])["cards"]["some_of"])
        return ranks <= hand and sum(ranks) >= owed_in(ask)
    return False


def owed_in(ask):
    return dict(ask.text.values)["n"]


@settings(max_examples=200, deadline=None)
@given(**PLAYED, data=st.data())
def test_a_position_that_is_taken_over_can_be_played_to_its_end(players, options, seed, data):
    random = Random(seed)
    state = end_quickly(GAME.start(Table(("Ann", "Bo", "Cy", "Di")[:players]), options), random)
    facts = GAME.facts(state)
    key = data.draw(st.sampled_from(sorted(facts)))
    kept = {name: value for name, value in facts.items() if random.random() < 0.7}
    kept[key] = data.draw(
        st.one_of(
            st.sampled_from(["start-roll", "rolling", "discarding", "roll-off", "over"]),
            st.none(),
            st.integers(-1, 20),
            st.lists(st.one_of(st.none(), st.integers(-1, 19)), max_size=5),
            st.lists(st.lists(st.integers(0, 14), max_size=4), min_size=players, max_size=players),
        )
    )
    try:
        taken = position_from_plain(GAME, state.table, options, kept)
    except BadPosition:
        return
    whole = GAME.facts(taken)
    assert all(whole[name] == sorted_like(name, value) for name, value in kept.items())
    assert GAME.facts(position_from_plain(GAME, state.table, options, whole)) == whole
    for _ in range(3000):
        asks = GAME.asks(taken)
        if not asks:
            break
        taken = GAME.apply(taken, by_chance(random)(taken, asks)).state
    assert GAME.outcome(taken) is not None


def sorted_like(name, value):
    if name in {"cards", "set_aside"}:
        return [sorted(pile) for pile in value]
    return sorted(value) if name in {"waiting", "holders", "contenders"} else value


def test_the_bot_throws_no_dice():
    state = GAME.start(Table(("Ann", "Bo")), CatchUpOptions())
    with pytest.raises(ValueError, match="nothing to choose from"):
        make(state.table, state.options, Random(1)).choose(state, GAME.asks(state)[0])


def test_the_bot_keeps_the_hand_that_can_pay_most():
    hand = [1, 2, 4, 8, 9, 10, 11]
    facts = {"phase": "discarding", "cards": [hand, [5]], "rolls": [5, 16]}
    state = position_from_plain(GAME, Table(("Ann", "Bo")), CatchUpOptions(), facts)
    chosen = make(state.table, state.options, Random(1)).choose(state, GAME.asks(state)[0])
    assert chosen == Discarded(0, (11,)), "with 1, 2, 4 and 8 nearly every difference stays payable"
