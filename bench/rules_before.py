"""How fast this tree and an older one referee the same games, in turns in one run.

The bots of this tree play the games first (not timed). Then a process of each tree applies the same events, in turns:
by the rules alone, and through a session in memory with the asks read after every event. Each game is timed by itself,
by the processor's time, and its best time counts, so that a busy machine matters little. Prints games per second of
both trees, and their ratio.

    git worktree add ../before 0514db5
    python bench/rules_before.py ../before [turns]
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
TABLES = (("catchy", 2), *(("cat-in-the-box", players) for players in (2, 3, 4, 5)))
TABLES += tuple(("catch-up", players) for players in (2, 3, 4))
GAMES = 20
TURN_S = 0.2
"""How long one tree plays before it is the other's turn, seconds of processor time."""


def recorded(game, players, seed):
    """The events of one game of the bots, as the journal has them: kind and body."""
    from companion.bots.players import thrown  # noqa: PLC0415  an older tree has it elsewhere
    from companion.core.table import Table  # noqa: PLC0415  the worker chooses its tree first
    from companion.record import codec  # noqa: PLC0415  the same

    table, options, dice = Table(NAMES[:players]), game.options(), Random(seed)
    player = import_module(game.bot).make(table, options, dice)
    state, events = game.start(table, options), []
    while asks := game.asks(state):
        ask = asks[0]
        event = thrown(ask, dice) if ask.roll is not None and not ask.choices else player.choose(state, ask)
        state = game.apply(state, event).state
        events.append((type(event).__name__, codec.event_to_json(event).decode()))
    return events


class Tree:
    """A process that applies the events with the rules of one tree."""

    def __init__(self, root, games):
        command = [sys.executable, __file__, "--worker", str(root)]
        self._process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._tell(games)

    def times(self, *what):
        """Seconds of processor time of each game, the best of this turn."""
        self._tell(what)
        return json.loads(self._process.stdout.readline())

    def close(self):
        """End the process."""
        self._process.stdin.close()
        self._process.wait()

    def _tell(self, message):
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()


def work():
    """Apply the games of the first line as the following lines ask, with the tree that comes first in `sys.path`."""
    package = "companion.record" if Path("companion/record").is_dir() else "companion"  # before 2026-11-25
    codec = import_module(f"{package}.codec")
    journal, session = import_module(f"{package}.journal").Journal, import_module(f"{package}.session").Session
    from companion.core.table import Table  # noqa: PLC0415  of the tree that was chosen
    from companion.games import shelf  # noqa: PLC0415  the same

    def through_rules(game, table, events):
        state = game.start(table, options)
        for event in events:
            state = game.apply(state, event).state

    def through_session(game, table, events):
        record = journal(":memory:")
        played = session.begin(record, game, table, options)
        for event in events:
            played.submit(event)
            played.asks()
        record.close()

    ways = {"rules": through_rules, "session": through_session}
    games = json.loads(sys.stdin.readline())
    for name, players, way in map(json.loads, sys.stdin):
        game, table = shelf()[name], Table(NAMES[:players])
        options = game.options()
        records = [[codec.event_from_json(game, kind, body.encode()) for kind, body in events]
                   for events in games[f"{name} {players}"]]  # fmt: skip
        best, until = [math.inf] * len(records), time.process_time() + TURN_S
        while time.process_time() < until:
            for number, events in enumerate(records):
                began = time.process_time()
                ways[way](game, table, events)
                best[number] = min(best[number], time.process_time() - began)
        print(json.dumps(best), flush=True)


def main():
    """Compare, table by table."""
    before, turns = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    sys.path.insert(0, str(ROOT))
    from companion.games import shelf  # noqa: PLC0415  of this tree

    games = {f"{name} {players}": [recorded(shelf()[name], players, seed) for seed in range(GAMES)]
             for name, players in TABLES}  # fmt: skip
    trees = Tree(before, games), Tree(ROOT, games)
    for name, players in TABLES:
        for way in ("rules", "session"):
            runs = [[tree.times(name, players, way) for tree in trees] for _ in range(turns)]
            then, now = (GAMES / sum(map(min, zip(*of_tree, strict=True))) for of_tree in zip(*runs, strict=True))
            events = sum(map(len, games[f"{name} {players}"])) / GAMES
            line = f"{name}, {players} players, {way:7}: {then:7,.0f} -> {now:7,.0f} games/s ({now / then:4.0%})"
            print(f"{line}, {1e6 / now / events:5.1f} us an event", flush=True)
    for tree in trees:
        tree.close()


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        sys.path.insert(0, sys.argv[2])
        work()
    else:
        main()
