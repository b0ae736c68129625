"""Whole games of Cat in the Box, played by bots and by chance: what always holds."""

from __future__ import annotations

import json
import random

import pytest

from companion.core.events import IllegalEvent
from companion.games.cat_in_the_box import GAME
from companion.games.cat_in_the_box.events import CardPlayed, ParadoxShown
from companion.games.cat_in_the_box.options import BoxOptions
from tests.contract.playing import played

COLOURS = ("red", "blue", "yellow", "green")
OTHER_ROWS = BoxOptions(row_order=("blue", "yellow", "green", "red"), tie_break="shared", zero_tricks_bonus=False)


def test_shown_hands_are_judged_by_what_could_be_declared():
    """Random hands at random moments against a plain reading of R4.1 and R4.2."""
    dice = random.Random(8)
    verdicts = {True: 0, False: 0}
    for players, strict in ((3, False), (4, True), (5, False), (3, True)):
        options = BoxOptions(red_lead_exemption=not strict)
        for seed in range(8):
            for state, _ in played(GAME, random.Random(seed), options, players):
                facts = GAME.facts(state)
                if facts["phase"] != "play" or sum(facts["tricks"]) < 4:
                    continue
                seat, numbers = facts["turn"], len(facts["board"]["red"])
                closed = [colour for colour in COLOURS if colour not in facts["x"][seat]]
                if strict and not facts["trick"] and not facts["red_broken"]:
                    closed.append("red")
                dead = [
                    number
                    for number in range(1, numbers + 1)
                    if all(facts["board"][colour][number - 1] is not None for colour in COLOURS if colour not in closed)
                ]
                pool = dead if dead and dice.random() < 0.7 else list(range(1, numbers + 1))
                hand = tuple(dice.choices(pool, k=facts["cards_left"][seat]))
                laid = [
                    sum(row[number - 1] is not None for row in facts["board"].values())
                    for number in range(1, numbers + 1)
                ]
                fits = set(hand) <= set(dead) and all(laid[number - 1] + hand.count(number) <= 5 for number in hand)
                try:
                    after = GAME.apply(state, ParadoxShown(seat, hand)).state
                except IllegalEvent:
                    assert not fits
                else:
                    assert fits
                    assert GAME.facts(after)["rounds"][-1]["paradox"] == seat
                verdicts[fits] += 1
    assert min(verdicts.values()) > 20


def naive_group(facts, rows, seat):
    """The size of a player's largest group by walking from cell to cell."""
    mine = {
        (row, number)
        for row, colour in enumerate(rows)
        for number, owner in enumerate(facts["board"][colour])
        if owner == seat
    }
    best = 0
    while mine:
        edge, size = [mine.pop()], 0
        while edge:
            row, number = edge.pop()
            size += 1
            for near in ((row + 1, number), (row - 1, number), (row, number + 1), (row, number - 1)):
                if near in mine:
                    mine.remove(near)
                    edge.append(near)
        best = max(best, size)
    return best


@pytest.mark.parametrize("options", [BoxOptions(), OTHER_ROWS], ids=["plain", "other rows"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rounds_are_scored_as_the_rules_say(players, options):
    """Compute each round again from the facts just before its end and the event."""
    seen = 0
    for seed in range(6):
        for state, event in list(played(GAME, random.Random(seed), options, players, careless=0))[:-1]:
            after, notes = GAME.apply(state, event)
            before, facts = GAME.facts(state), GAME.facts(after)
            if len(facts["rounds"]) > len(before["rounds"]):
                entry = facts["rounds"][-1]
                tricks = entry["tricks"]
                board = json.loads(json.dumps(before["board"]))
                if isinstance(event, CardPlayed):
                    board[event.colour][event.number - 1] = event.seat
                for seat in range(players):
                    if players == 2:
                        earned = tricks[seat] <= 4 and (tricks[seat] > 0 or options.zero_tricks_bonus)
                    else:
                        earned = tricks[seat] == before["predictions"][seat]
                    worth = naive_group({"board": board}, options.row_order, seat) if earned else 0
                    if seat == entry["paradox"]:
                        assert (entry["bonus"][seat], entry["scores"][seat]) == (0, -tricks[seat])
                    else:
                        assert (entry["bonus"][seat], entry["scores"][seat]) == (worth, tricks[seat] + worth)
                assert [note.seat for note in notes if note.rule == "R5.1"] == list(range(players))
                seen += 1
    assert seen == 6 * players


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(10))
def test_no_paradox_while_red_is_unbroken(players, seed):
    for state, event in list(played(GAME, random.Random(seed), BoxOptions(), players))[:-1]:
        before, rounds = GAME.facts(state), GAME.facts(GAME.apply(state, event).state)["rounds"]
        if len(rounds) > len(before["rounds"]) and rounds[-1]["paradox"] is not None:
            assert before["red_broken"] or getattr(event, "colour", "") == "red"


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
