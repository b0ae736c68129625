"""How fast the two trick-taking games are refereed: recorded rounds of the bots, sent through `apply` alone.

The bots play first (not timed); then every recorded event is applied again, nothing else. Prints rounds per second of
processor time (what other programs take from this one does not count), the middle and the best of several runs. For
Cat in the Box the figures of another program stand beside it: 1,100 to 2,400 random rounds a second were measured on
such a machine with a Python implementation of that game on OpenSpiel.

    python bench/tricks.py [seconds]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from dataclasses import dataclass
from importlib import import_module

from companion.core.table import Table
from companion.games import cat_in_the_box as box
from companion.games import catchy

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
GAMES = 120
RUNS = 7
FLOOR = {"cat-in-the-box": 4800, "catchy": 3000}


@dataclass
class Record:
    """One recorded game: where it began and what happened."""

    start: object
    events: list
    rounds: int
    paradoxes: int


def recorded(game, players, seed):
    table, options, dice = Table(NAMES[:players]), game.options(), random.Random(seed)
    player = import_module(game.bot).make(table, options, dice)
    state = game.start(table, options)
    record = Record(state, [], 0, 0)
    while asks := game.asks(state):
        event = player.choose(state, asks[0])
        state = game.apply(state, event).state
        record.events.append(event)
    facts = game.facts(state)
    record.rounds = facts["round"]
    record.paradoxes = sum(done["paradox"] is not None for done in facts.get("rounds", []))
    return record


def timed(game, records, seconds):
    apply = game.apply
    rounds, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for record in records:
            state = record.start
            for event in record.events:
                state = apply(state, event).state
            rounds += record.rounds
    return rounds / spent


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.7
    short = False
    for game, players in ((box.GAME, 2), (box.GAME, 3), (box.GAME, 4), (box.GAME, 5), (catchy.GAME, 2)):
        records = [recorded(game, players, seed) for seed in range(GAMES)]
        rounds = sum(record.rounds for record in records)
        events = sum(len(record.events) for record in records)
        paradoxes = sum(record.paradoxes for record in records)
        runs = [timed(game, records, seconds) for _ in range(RUNS)]
        best, middle = max(runs), statistics.median(runs)
        line = f"{game.title}, {players} players: {middle:,.0f} rounds/s (best {best:,.0f})"
        line += f", {events / rounds:.1f} events a round"
        if game is box.GAME:
            line += f", {paradoxes / rounds:.0%} of rounds end in a paradox"
            if players == 4:
                line += "; OpenSpiel, random rounds: 1,100 to 2,400"
        print(line, flush=True)
        counts = players == 4 or game is catchy.GAME
        short |= counts and middle < FLOOR[game.id]
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
