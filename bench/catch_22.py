"""What CATCH 22 costs and how long it lasts: reach of a roll, speed of the rules, length of bot games.

    python bench/catch_22.py [--games 1000] [--players 2,3,4] [--board FILE]

Minutes are estimated from what happens: a turn begins with a look at the board and perhaps cubes (15 s), a roll and its
move take 12 s, a picture 5 s more, moving the tokens included. These are assumptions about people, not measured.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from pathlib import Path

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.board_files.grid import board_of
from companion.games.catch_22.board_files.toml_format import read_text
from companion.games.catch_22.board_map import to_plain
from companion.games.catch_22.bot import make
from companion.games.catch_22.events import Moved
from companion.games.catch_22.movement import destinations
from companion.games.catch_22.options import Catch22Options

TURN_S, ROLL_S, PICTURE_S = 15.0, 12.0, 5.0
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def play(table: Table, options: Catch22Options, chance: random.Random, most: int = 20000):
    """One bot game: (turns, rolls, seconds, final state, every state before a move)."""
    bot = make(table, options, chance)
    state = GAME.start(table, options)
    turns = rolls = 0
    seconds = 0.0
    moving = []
    for _ in range(most):
        asks = GAME.asks(state)
        if not asks:
            break
        event = bot.volunteer(state)
        if event is None:
            ask = asks[0]
            event = Rolled(ask.seat, (Face(chance.randint(1, 6)),)) if ask.roll is not None else bot.choose(state, ask)
        if isinstance(event, Moved):
            moving.append(state)
        elif isinstance(event, Rolled):
            rolls += 1
            seconds += ROLL_S
        else:
            seconds += PICTURE_S
        before = state.turn
        state = GAME.apply(state, event).state
        if state.turn != before:
            turns += 1
            seconds += TURN_S
    return turns, rolls, seconds, state, moving


def spread(values) -> str:
    marks = statistics.quantiles(values, n=20)
    return f"5% {marks[0]:.0f}  25% {marks[4]:.0f}  median {marks[9]:.0f}  75% {marks[14]:.0f}  95% {marks[18]:.0f}"


def lengths(players: int, games: int, options: Catch22Options, seed: int):
    table = Table(NAMES[:players])
    chance = random.Random(seed)
    minutes, turns, unfinished = [], [], 0
    firsts = [0] * players
    begun = time.perf_counter()
    events = 0
    for _ in range(games):
        count, rolls, seconds, state, moving = play(table, options, chance)
        events += rolls + len(moving)
        if GAME.outcome(state) is None:
            unfinished += 1
            continue
        firsts[state.turn] += 1
        minutes.append(seconds / 60)
        turns.append(count)
    took = time.perf_counter() - begun
    inside = sum(20 <= value <= 40 for value in minutes) / len(minutes)
    print(f"{players} players, {games} games in {took:.1f} s ({events / took:.0f} rolls and moves a second)")
    print(f"  minutes {spread(minutes)}; {inside:.0%} within 20-40; unfinished {unfinished}")
    print(f"  turns   {spread(turns)}; wins by seat {firsts}")
    bins = [0] * 13
    for value in minutes:
        bins[min(12, int(value // 5))] += 1
    for place, count in enumerate(bins):
        upper = "" if place == 12 else str(5 * place + 5)
        print(f"  {5 * place:3d}-{upper:3s} min {'#' * (count * 60 // len(minutes))} {count}")


def reach(options: Catch22Options, seed: int):
    """Processor time for the destinations of a roll in positions of bot games; asked: under 1 ms, all six under 4."""
    chance = random.Random(seed)
    states = []
    for _ in range(20):
        states += play(Table(NAMES[:4]), options, chance)[4]
    chance.shuffle(states)
    one, six = [], []
    for state in states[:1500]:
        total = 0.0
        for pips in range(1, 7):
            begun = time.thread_time()
            destinations(state, state.turn, pips)
            took = (time.thread_time() - begun) * 1e3
            one.append(took)
            total += took
        six.append(total)
    for name, values in (("one roll", one), ("all six", six)):
        values.sort()
        at = [values[int(part * (len(values) - 1))] for part in (0.5, 0.99, 1)]
        print(f"reach, {name}: median {at[0]:.3f} ms, 99 % {at[1]:.3f}, worst {at[2]:.3f} ({len(values)} measured)")


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--players", default="2,3,4")
    asked.add_argument("--seed", type=int, default=22)
    asked.add_argument("--board", type=Path)
    given = asked.parse_args()
    options = Catch22Options()
    if given.board:
        options = Catch22Options(board=to_plain(board_of(read_text(given.board.read_text(encoding="utf-8")))))
    reach(options, given.seed)
    for players in given.players.split(","):
        lengths(int(players), given.games, options, given.seed)


if __name__ == "__main__":
    main()
