"""A second, plainer reading of Cat in the Box, played beside the game: both say the same of every event and fact."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter

import pytest

from companion.core.events import IllegalEvent
from companion.core.table import Table
from companion.games.cat_in_the_box import GAME, bot
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.games.cat_in_the_box.options import BoxOptions

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
COLOURS = ["red", "blue", "yellow", "green"]
SIZES = {2: (5, 10), 3: (6, 10), 4: (8, 10), 5: (9, 9)}


class Refused(Exception):  # noqa: N818  it is what the model does, not a fault of the test
    """The model does not take this."""


def need(true):
    if not true:
        raise Refused


class Model:
    """The rules written as a story: a dict of cells, lists of colours, and nothing shared with the game."""

    def __init__(self, players, options):
        self.players, self.options = players, options
        self.numbers, self.dealt = SIZES[players]
        self.round, self.totals, self.rounds, self.flags = 1, [0] * players, [], []
        self.begin()

    def begin(self):
        self.starter = self.leader = (self.options.starter + self.round - 1) % self.players
        self.cells, self.x = {}, [list(self.options.row_order) for _ in range(self.players)]
        self.aside, self.predicted = [False] * self.players, [None] * self.players
        self.won, self.trick, self.revealed, self.claims = [0] * self.players, [], [], []
        self.phase = "reveal" if self.players == 2 and self.options.two_player_seeding else "set-aside"

    def broken(self):
        return any(colour == "red" for colour, _ in self.cells)

    def turn(self):
        match self.phase:
            case "reveal":
                return self.starter
            case "predict":
                return (self.starter + sum(predicted is not None for predicted in self.predicted)) % self.players
            case "play":
                return (self.leader + len(self.trick)) % self.players
        return None

    def left(self, seat):
        return self.dealt - self.aside[seat] - sum(owner == seat for owner in self.cells.values())

    def take(self, event):
        match event:
            case NeutralRevealed(seat, numbers):
                self.reveal(seat, numbers)
            case CardSetAside(seat):
                need(self.phase == "set-aside" and seat in range(self.players) and not self.aside[seat])
                self.aside[seat] = True
                if all(self.aside):
                    self.phase = "play" if self.players == 2 else "predict"
            case Predicted(seat, tricks):
                need(self.phase == "predict" and seat == self.turn())
                need(tricks in self.options.predictions[str(self.players)])
                self.predicted[seat] = tricks
                if None not in self.predicted:
                    self.phase = "play"
            case CardPlayed(seat, number, colour, only_red):
                self.play(seat, number, colour, only_red)
            case ParadoxShown(seat, hand):
                self.paradox(seat, hand)

    def reveal(self, seat, numbers):
        need(self.phase == "reveal" and seat == self.starter)
        need(len(numbers) == 3 and all(1 <= number <= self.numbers for number in numbers))
        for number, times in Counter(numbers).items():
            for colour in ("green", "yellow", "blue")[:times]:
                self.cells[colour, number] = -1
        self.revealed, self.phase = list(numbers), "set-aside"

    def empty(self, seat):
        """The empty cells in the colours a player still has, by row order, then number."""
        return [
            [colour, number]
            for colour in self.options.row_order
            for number in range(1, self.numbers + 1)
            if colour in self.x[seat] and (colour, number) not in self.cells
        ]

    def open(self, seat):
        strict = not self.trick and not self.broken() and not self.options.red_lead_exemption
        return [cell for cell in self.empty(seat) if not (strict and cell[0] == "red")]

    def play(self, seat, number, colour, only_red):
        need(self.phase == "play" and seat == self.turn() and [colour, number] in self.empty(seat))
        if not self.trick and colour == "red" and not self.broken():
            others = [cell for cell in self.empty(seat) if cell[0] != "red"]
            need(only_red and self.options.red_lead_exemption and number not in [other for _, other in others])
            self.claims = [{"seat": seat, "trick": sum(self.won) + 1, "cells": others}]
        self.holds(seat, [number])
        self.cells[colour, number] = seat
        self.trick.append({"seat": seat, "number": number, "colour": colour})
        led = self.trick[0]["colour"]
        if colour != led and led in self.x[seat]:
            self.x[seat].remove(led)
        if len(self.trick) == self.players:
            best = "red" if any(card["colour"] == "red" for card in self.trick) else led
            high = max((card for card in self.trick if card["colour"] == best), key=lambda card: card["number"])
            self.leader, self.trick = high["seat"], []
            self.won[self.leader] += 1
        if sum(self.won) == self.dealt - 2:
            self.score(None)
        elif not self.open(self.turn()):
            self.score(self.turn())

    def holds(self, seat, numbers):
        """Flags what these cards say about an earlier claim of their player."""
        for claim in self.claims:
            for number in sorted(set(numbers)):
                flag = {"seat": seat, "round": self.round, "trick": claim["trick"], "number": number}
                flag["kind"] = "false-only-red"
                if claim["seat"] == seat and number in [open_ for _, open_ in claim["cells"]]:
                    self.flags += [flag] * (flag not in self.flags)

    def paradox(self, seat, hand):
        need(self.phase == "play" and seat == self.turn() and len(hand) == self.left(seat))
        need(all(1 <= number <= self.numbers for number in hand))
        lying = Counter(number for (_, number), owner in self.cells.items() if owner >= 0) + Counter(self.revealed)
        need(all(lying[number] + count <= 5 for number, count in Counter(hand).items()))
        need(not any(number in hand for _, number in self.open(seat)))
        self.holds(seat, hand)
        self.score(seat)

    def group(self, seat):
        mine, best = {cell for cell, owner in self.cells.items() if owner == seat}, 0
        rows = {colour: row for row, colour in enumerate(self.options.row_order)}
        while mine:
            group = [mine.pop()]
            for colour, number in group:
                for cell in tuple(mine):
                    if abs(rows[cell[0]] - rows[colour]) + abs(cell[1] - number) == 1:
                        mine.remove(cell)
                        group.append(cell)
            best = max(best, len(group))
        return best

    def earns(self, seat):
        if self.players > 2:
            return self.won[seat] == self.predicted[seat]
        return self.won[seat] <= 4 and (self.won[seat] > 0 or self.options.zero_tricks_bonus)

    def score(self, paradox):
        seats = range(self.players)
        bonus = [self.group(seat) if seat != paradox and self.earns(seat) else 0 for seat in seats]
        scores = [-self.won[seat] if seat == paradox else self.won[seat] + bonus[seat] for seat in seats]
        self.rounds.append({"scores": scores, "tricks": list(self.won), "bonus": bonus, "paradox": paradox})
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        if self.round == self.players:
            self.phase = "over"
        else:
            self.round += 1
            self.begin()

    def places(self):
        last = self.rounds[-1]["scores"]
        if self.options.tie_break == "shared":
            last = [0] * self.players
        worth = list(zip(self.totals, last, strict=True))
        return [[seat for seat, other in enumerate(worth) if other == one] for one in sorted(set(worth), reverse=True)]

    def facts(self):
        seats, turn = range(self.players), self.turn()
        aside = [seat for seat in seats if not self.aside[seat]]
        return {
            "phase": self.phase,
            "waiting": aside if self.phase == "set-aside" else [] if turn is None else [turn],
            "round": self.round,
            "starter": self.starter,
            "board": {
                colour: [self.cells.get((colour, number)) for number in range(1, self.numbers + 1)]
                for colour in self.options.row_order
            },
            "x": self.x,
            "set_aside": self.aside,
            "predictions": self.predicted,
            "tricks": self.won,
            "cards_left": [self.left(seat) for seat in seats],
            "trick": self.trick,
            "leader": self.leader,
            "turn": turn,
            "red_broken": any(owner >= 0 for (colour, _), owner in self.cells.items() if colour == "red"),
            "revealed": self.revealed,
            "claims": self.claims,
            "totals": self.totals,
            "rounds": self.rounds,
            "flags": self.flags,
        }


def drawn_options(dice, players):
    return BoxOptions(
        row_order=tuple(dice.sample(COLOURS, 4)),
        predictions={"3": (1, 3, 4), "4": (0, 1, 2), "5": (1, 2, 3)},
        two_player_seeding=dice.random() < 0.7,
        red_lead_exemption=dice.random() < 0.7,
        tie_break=dice.choice(("last-round", "shared")),
        starter=dice.randrange(players),
        zero_tricks_bonus=dice.random() < 0.5,
    )


def odd_event(dice, model, seat):
    """Something that is mostly refused: a stray event, or a hand of cards that may be a paradox."""
    anybody, number = dice.randrange(-1, model.players + 1), dice.randrange(11)
    open_ = {cell[1] for cell in model.open(seat)}
    hand = [v for v in range(1, model.numbers + 1) if v not in open_ or dice.random() < 0.05] * 2
    return dice.choice(
        (
            NeutralRevealed(anybody, tuple(dice.randrange(7) for _ in range(dice.choice((2, 3, 3))))),
            CardSetAside(anybody),
            Predicted(anybody, number - 1),
            CardPlayed(seat, number, dice.choice((*COLOURS, "pink")), dice.random() < 0.5),
            CardPlayed(seat, number, "red", dice.random() < 0.7),
            CardPlayed(anybody, number, dice.choice(COLOURS)),
            ParadoxShown(seat, tuple(dice.sample(hand, min(len(hand), model.left(seat))))),
        )
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_game_says_what_a_second_reading_of_the_rules_says(players):
    dice, table = random.Random(players), Table(NAMES[:players])
    seen = Counter()
    for _ in range(8):
        options = drawn_options(dice, players)
        model, state, player = Model(players, options), GAME.start(table, options), bot.make(table, options, dice)
        careless = dice.choice((0.0, 0.1, 0.3))
        while asks := GAME.asks(state):
            ask = dice.choice(asks)
            chance = dice.random()
            if chance < 0.2:
                event = odd_event(dice, model, ask.seat)
            elif ask.choices and chance < 0.2 + careless:
                event = dice.choice(ask.choices).event
            else:
                event = player.choose(state, ask)
            before = copy.deepcopy(model)
            try:
                model.take(event)
            except Refused:
                model = before
                seen["refused"] += 1
                with pytest.raises(IllegalEvent):
                    GAME.apply(state, event)
                continue
            state, notes = GAME.apply(state, event)
            seen[type(event)] += 1
            if len(model.rounds) > len(before.rounds):
                assert [note.seat for note in notes if note.rule == "R5.1"] == list(table.seats)
            assert json.loads(json.dumps(GAME.facts(state))) == model.facts()
        assert model.phase == "over"
        outcome = GAME.outcome(state)
        assert [list(place) for place in outcome.places] == model.places()
        assert [outcome.scores[seat] for seat in table.seats] == model.totals
    assert seen["refused"] > 50
    assert seen[CardPlayed] > 100
    assert seen[ParadoxShown] > 0
