"""How much better than chance Catch Up's bot plays: one bot against players who pay with any way that is listed.

    python bench/catch_up.py [--games 600] [--players 2,3,4]

The bot takes each seat in turn, so the number of games is rounded to a multiple of the players. A shared win counts as
a part. Prints the bot's share of the wins with its standard error, the share of chance, and the time of the first and
of a later choice.
"""

from __future__ import annotations

import argparse
import math
import random
import time

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games.catch_up import GAME
from companion.games.catch_up.bot import make

NAMES = ("Ann", "Bo", "Cy", "Di")


def play(table: Table, bot_seat: int, chance: random.Random, waits: list[float]) -> tuple[int, ...]:
    """One game; the seats that won. Appends the seconds of each choice of the bot to `waits`."""
    options = GAME.options()
    bot = make(table, options, chance)
    state = GAME.start(table, options)
    while asks := GAME.asks(state):
        ask = asks[0]
        if ask.roll is not None:
            event = Rolled(ask.seat, tuple(Face(chance.randint(1, 6)) for _ in range(ask.roll.count)))
        elif ask.seat == bot_seat:
            begun = time.perf_counter()
            event = bot.choose(state, ask)
            waits.append(time.perf_counter() - begun)
        else:
            event = chance.choice(ask.choices).event
        state = GAME.apply(state, event).state
    return GAME.outcome(state).places[0]


def share(players: int, games: int, seed: int) -> tuple[float, float, list[float]]:
    """The bot's share of the wins, its standard error, and the seconds of its choices."""
    table, chance = Table(NAMES[:players]), random.Random(seed)
    waits: list[float] = []
    won = []
    for game in range(games - games % players):
        seat = game % players
        winners = play(table, seat, chance, waits)
        won.append(1 / len(winners) if seat in winners else 0.0)
    mean = sum(won) / len(won)
    return mean, math.sqrt(mean * (1 - mean) / len(won)), waits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for players in map(int, wanted.players.split(",")):
        mean, error, waits = share(players, wanted.games, wanted.seed)
        later = sorted(waits[1:])[len(waits) // 2] * 1000
        print(
            f"{players} players: bot {100 * mean:.1f} % ± {100 * error:.1f}, chance {100 / players:.1f} %; "
            f"first choice {1000 * waits[0]:.0f} ms, then {later:.2f} ms"
        )


if __name__ == "__main__":
    main()
