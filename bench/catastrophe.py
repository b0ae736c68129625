"""How fast the referee of Catastrophe is: `apply`, `asks` and `facts` over whole games of six by the bot.

usage: python bench/catastrophe.py [games]
"""

import sys
import time
from random import Random

from companion.core.table import Table
from companion.games.catastrophe import GAME
from companion.games.catastrophe.bot import make
from companion.games.catastrophe.options import CatastropheOptions

SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
VARIANTS = ("base", "king-of-the-meowtain", "turbo")


def timed(call, *given, times):
    began = time.perf_counter_ns()
    found = call(*given)
    times.append(time.perf_counter_ns() - began)
    return found


def shown(name, times):
    times.sort()
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))] / 1000  # noqa: E731
    print(f"{name:9} {len(times):7} calls  median {at(0.5):6.1f} us  p99 {at(0.99):6.1f} us  worst {at(1):8.1f} us")


def main(games=300):
    apply, asks, facts, lengths = [], [], [], []
    for seed in range(games):
        random = Random(seed)
        options = CatastropheOptions(variant=VARIANTS[seed % 3], first=seed % 6)
        bot = make(Table(SEATS), options, random)
        state = GAME.start(Table(SEATS), options)
        length = 0
        while asked := timed(GAME.asks, state, times=asks):
            state = timed(GAME.apply, state, bot.choose(state, asked[0]), times=apply).state
            timed(GAME.facts, state, times=facts)
            length += 1
        lengths.append(length)
    print(f"{games} whole games of six, {min(lengths)} to {max(lengths)} events, {sum(lengths) // games} on average")
    shown("apply", apply)
    shown("asks", asks)
    shown("facts", facts)


if __name__ == "__main__":
    main(*(int(value) for value in sys.argv[1:]))
