"""Whole games of Cat in the Box, played by bots."""

from __future__ import annotations

import random

from companion.games.cat_in_the_box import GAME
from companion.games.cat_in_the_box.options import BoxOptions
from tests.contract.playing import played


def test_bots_finish_rounds_earn_bonuses_and_sometimes_claim_wrongly():
    full = bonuses = flags = claims = rounds = 0
    for players in (2, 3, 4, 5):
        for seed in range(12):
            *_, (state, _) = played(GAME, random.Random(seed), BoxOptions(), players, careless=0)
            facts = GAME.facts(state)
            rounds += len(facts["rounds"])
            full += sum(entry["paradox"] is None for entry in facts["rounds"])
            bonuses += sum(bonus > 0 for entry in facts["rounds"] for bonus in entry["bonus"])
            flags += len(facts["flags"])
            claims += len(facts["claims"])
    assert full > rounds / 4
    assert full < rounds
    assert bonuses > rounds
    assert flags > 0
    assert claims > 0
