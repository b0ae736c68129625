"""Whole games of Catchy!, played by bots and by chance: what always holds."""

from __future__ import annotations

import random

from companion.core.events import IllegalEvent
from companion.core.table import Table
from companion.games.catchy import GAME, bot
from companion.games.catchy.cards import CARDS
from companion.games.catchy.events import HandShown
from companion.games.catchy.options import CatchyOptions
from companion.record.codec import position_from_plain
from tests.contract.playing import played

TABLE = Table(("Pia", "Quin"))


def test_random_hands_are_taken_exactly_when_they_can_be():
    dice = random.Random(5)
    taken = 0
    for seed in range(30):
        for state, _ in played(GAME, random.Random(seed), CatchyOptions(revoke="penalty")):
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
    """Compute the flags again from the cards, as a check of the referee's memory."""
    proved = 0
    for seed in range(60):
        for state, _ in played(GAME, random.Random(seed), CatchyOptions()):
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
    wins = [0, 0]
    rounds = long = 0
    for seed in range(60):
        *_, (state, _) = played(GAME, random.Random(seed), CatchyOptions(), careless=0)
        for seat in GAME.outcome(state).places[0]:
            wins[seat] += 1
        rounds += state.round
        long += len(state.history) == 7
    assert min(wins) > 12
    assert rounds > 60 * 2
    assert long > 5


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
