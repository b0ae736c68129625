"""Whole games of Catchy!, played by bots and by chance: what always holds."""

from __future__ import annotations

import json
import random
from itertools import product

import pytest

from companion.core.events import IllegalEvent
from companion.core.table import Table
from companion.games.catchy import GAME, bot
from companion.games.catchy.cards import CARDS
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.options import CatchyOptions
from companion.record.codec import position_from_plain

TABLE = Table(("Pia", "Quin"))
VARIANTS = [
    CatchyOptions(),
    CatchyOptions(steps_to_arms=2, exchange="after-lead", revoke="penalty", first_leader="loser"),
    CatchyOptions(steps_to_arms=4, cat_side="keep", joker_number=2, target=12),
    CatchyOptions(first_leader="loser", cat_side="keep", exchange="after-lead", joker_number=5, revoke="penalty"),
]


def any_event(dice):
    seat = dice.choice((-1, 0, 0, 1, 1, 2))
    match dice.randrange(4):
        case 0:
            return StartingCardShown(seat)
        case 1:
            return CourseExchanged(seat, dice.randrange(-1, 4))
        case 2:
            return CardPlayed(seat, dice.choice((*CARDS, "S", "A6", "")))
    return HandShown(seat, tuple(dice.choices((*CARDS, "X1"), k=dice.randrange(6))))


def choose(state, dice, player):
    """Mostly what a sensible player does, now and then any listed choice."""
    ask = dice.choice(GAME.asks(state))
    if ask.choices and dice.random() < 0.3:
        return dice.choice(ask.choices).event
    return player.choose(state, ask)


def playout(options, seed, chooser=choose):
    dice = random.Random(seed)
    player = bot.make(TABLE, options, dice)
    state = GAME.start(TABLE, options)
    yield None, state
    while GAME.asks(state):
        event = chooser(state, dice, player)
        state = GAME.apply(state, event).state
        yield event, state


def invariants(facts, options):
    cards = [laid["card"] for trick in facts["history"] for laid in trick] + [laid["card"] for laid in facts["trick"]]
    assert len(cards) == len(set(cards))
    assert facts["tricks"] == len(facts["history"]) <= 7
    number = {card: int(card[1]) if card != "J" else options.joker_number for card in CARDS}
    odd = stood = 0
    for lead, answer in facts["history"]:
        both = (number[lead["card"]], number[answer["card"]])
        odd += both[0] % 2 == both[1] % 2 == 1
        stood += "J" in (lead["card"], answer["card"]) and both[0] == both[1]
    where = facts["cat"]["position"]
    assert abs(where) <= options.steps_to_arms
    assert (where - facts["tricks"] + stood) % 2 == 0
    if options.cat_side == "reset":
        assert facts["cat"]["side"] == ("blue" if odd % 2 else "red")
    assert max(facts["scores"]) <= options.target + 2
    assert sum(facts["scores"]) <= 3 * facts["round"]
    if options.target == 7:
        assert facts["round"] <= 7
    assert len({(flag["seat"], flag["trick"]) for flag in facts["flags"]}) == len(facts["flags"])


@pytest.mark.parametrize(("variant", "seed"), [*product(range(len(VARIANTS)), range(6))])
def test_facts_are_the_whole_position_at_every_step(variant, seed):
    options = VARIANTS[variant]
    previous = None
    for event, state in playout(options, seed):
        facts = GAME.facts(state)
        invariants(facts, options)
        again = position_from_plain(GAME, TABLE, options, json.loads(json.dumps(facts)))
        assert GAME.facts(again) == facts
        assert GAME.asks(again) == GAME.asks(state)
        assert GAME.outcome(again) == GAME.outcome(state)
        assert again == state
        if previous is not None:
            assert GAME.facts(GAME.apply(previous, event).state) == facts
        previous = again
        waiting = {ask.seat for ask in GAME.asks(state) if not ask.optional}
        assert waiting <= set(facts["waiting"])
        assert bool(facts["waiting"]) == bool(GAME.asks(state))
        assert (GAME.outcome(state) is None) == bool(GAME.asks(state))


@pytest.mark.parametrize("seed", range(12))
def test_asks_and_apply_agree(seed):
    options = VARIANTS[seed % len(VARIANTS)]
    dice = random.Random(1000 + seed)
    for _, state in playout(options, seed):
        facts = GAME.facts(state)
        listed = [choice.event for ask in GAME.asks(state) for choice in ask.choices]
        for event in listed:
            GAME.apply(state, event)
        forms = [form for ask in GAME.asks(state) for form in ask.forms]
        for _ in range(30):
            event = any_event(dice)
            if event in listed or (isinstance(event, HandShown) and forms):
                continue
            with pytest.raises(IllegalEvent) as found:
                GAME.apply(state, event)
            assert found.value.rule.startswith("R")
        assert GAME.facts(state) == facts


def test_random_hands_are_taken_exactly_when_they_can_be():
    dice = random.Random(5)
    taken = 0
    for seed in range(30):
        for _, state in playout(CatchyOptions(revoke="penalty"), seed):
            if state.phase != "deal" or not state.history:
                continue
            for seat in (0, 1):
                left = 7 - sum(laid.seat == seat for trick in (*state.history, state.trick) for laid in trick)
                hand = tuple(dice.sample(CARDS, left))
                fits = (
                    left > 0
                    and state.shown[seat] is None
                    and not set(hand) & (state.played | set(state.shown[1 - seat] or ()))
                )
                try:
                    GAME.apply(state, HandShown(seat, hand))
                except IllegalEvent:
                    assert not fits
                else:
                    assert fits
                    taken += 1
    assert taken > 5


def test_flags_are_exactly_what_the_cards_prove():
    """Worked out afresh from the cards, as a check of the referee's memory."""
    proved = 0
    for seed in range(60):
        for _, state in playout(CatchyOptions(), seed):
            facts = GAME.facts(state)
            found = []
            declined = []
            for number, trick in enumerate([*facts["history"], facts["trick"]], 1):
                for laid in trick:
                    for seat, where, suit in declined:
                        if seat == laid["seat"] and laid["card"][0] == suit and (seat, where) not in found:
                            found.append((seat, where))
                if (
                    len(trick) == 2
                    and trick[0]["card"] != "J"
                    and trick[1]["card"][0] not in ("J", trick[0]["card"][0])
                ):
                    declined.append((trick[1]["seat"], number, trick[0]["card"][0]))
            in_play = [(flag["seat"], flag["trick"]) for flag in facts["flags"] if flag["proved_in"]]
            assert in_play == found
            proved += len(in_play)
    assert proved > 20


def test_bots_play_the_whole_length_and_both_sides_win():
    def sensible(state, dice, player):
        del dice
        return player.choose(state, GAME.asks(state)[0])

    wins = [0, 0]
    rounds = long = 0
    for seed in range(60):
        *_, (_, state) = playout(CatchyOptions(), seed, sensible)
        for seat in GAME.outcome(state).places[0]:
            wins[seat] += 1
        rounds += state.round
        long += len(state.history) == 7
    assert min(wins) > 12
    assert rounds > 60 * 2
    assert long > 5


def test_states_are_values_so_undo_is_going_back():
    states = [state for _, state in playout(CatchyOptions(), 3)]
    facts = [GAME.facts(state) for state in states]
    events = [event for event, _ in playout(CatchyOptions(), 3)][1:]
    state = states[0]
    for event, then, known in zip(events, states[1:], facts[1:], strict=True):
        state = GAME.apply(state, event).state
        assert state == then
        assert GAME.facts(state) == known


def test_hands_that_lie_open_are_the_hands_the_players_hold():
    tricks = [[{"seat": 0, "card": f"{suit}4"}, {"seat": 1, "card": f"{suit}2"}] for suit in "ABC"]
    open_cards = ["A1", "A3", "A5", "J"]
    facts = {"history": tricks, "scores": [3, 0], "shown": [None, open_cards]}
    state = position_from_plain(GAME, TABLE, CatchyOptions(), facts)
    (ask,) = [ask for ask in GAME.asks(state) if ask.forms]
    for seed in range(40):
        event = bot.make(TABLE, CatchyOptions(), random.Random(seed)).choose(state, ask)
        assert not set(event.cards) & set(open_cards)
        GAME.apply(state, event)
