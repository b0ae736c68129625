"""The statistics of people over many games: how long they take cold, as when the screen is first opened.

usage: bench/people.py [games]

Games are recorded ones of the tests, played by changing people. Each figure is of a fresh process.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import msgspec

from companion.core.table import Table
from companion.games import shelf
from companion.people.fair_dice import dice_of
from companion.people.people import People
from companion.people.ratings import ratings
from companion.people.statistics import pairs, records
from companion.record import codec, row_bodies
from companion.record.journal import Journal
from companion.record.session import Session

GOLDEN = {
    "cat-in-the-box": "full-game-of-two",
    "catastrophe": "base-game",
    "catch-22": "full-game-of-two",
    "catch-up": "full-game-of-three",
    "catchy": "full-game",
}
NAMES = ("Ann", "Bo", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


def recorded(game_id):
    """Return the header and the rows of a recorded game."""
    game = shelf()[game_id]
    path = ROOT / "tests/companion/games" / game_id.replace("-", "_") / "golden" / f"{GOLDEN[game_id]}.jsonl"
    first, *requests = [json.loads(line) for line in path.read_text().splitlines()]
    new = first["new"]
    journal = Journal(":memory:")
    table = Table(tuple(new["players"]), tuple(new.get("colours", ())))
    options = codec.options_from_plain(game, new.get("options", {}))
    session = Session.begin(journal, game, table, options, new.get("facts"))
    for each in requests:
        session.submit(codec.event_from_plain(game, each["event"]))
    _, *rows = journal.rows(session.id)
    return row_bodies.header_from_json(journal.header(session.id).header), rows


def filled(path, games):
    """Write a journal with this number of games, played by changing people, one row a second."""
    first = datetime(2026, 1, 1, 20, tzinfo=UTC)
    times = ((first + timedelta(seconds=second)).isoformat(timespec="milliseconds") for second in count())
    journal, random, known = Journal(path, now=lambda: next(times)), Random(1), shelf()
    sources = {name: recorded(name) for name in GOLDEN}
    with journal.together():
        for number in range(games):
            name = list(GOLDEN)[number % len(GOLDEN)]
            header, rows = sources[name]
            people = tuple(random.sample(NAMES, len(header.players)))
            body = codec.to_json(msgspec.structs.replace(header, players=people))
            session = journal.begin(name, known[name].rules_version, body)
            for row in rows:
                journal.append(session, row.seq, row.origin, row.kind, row.body, None)
    journal.close()


def cold(folder):
    """Return how many games count, and how long what the screen shows takes in this process the first time, ms."""
    journal, games = Journal(folder / "journal.sqlite", reading=True), shelf()
    start, computed = time.perf_counter(), time.process_time()
    people = People(lambda: journal, games, folder / "people.toml", folder / "results.json")
    read = people.read()
    results = time.perf_counter()
    for game in games:
        of_game = [match for match in read.matches if match.game == game]
        records(of_game), pairs(of_game)
    counted = time.perf_counter()
    for game in games:
        ratings([match for match in read.matches if match.game == game])
    rated = time.perf_counter()
    dice_of(read.sessions, {})
    ended, computed = time.perf_counter(), time.process_time() - computed
    parts = (results - start, counted - results, rated - counted, ended - rated, ended - start, computed)
    return [len(read.matches), *(1000 * part for part in parts)]


def main(games=1000, runs=7):
    """Fill a journal, read it once, and time fresh processes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        filled(folder / "journal.sqlite", games)
        start = time.perf_counter()
        cold(folder)
        print(f"{games} games played again for the first time: {time.perf_counter() - start:.1f} s")
        command = [sys.executable, __file__, "cold", name]
        found = [json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(runs)]
        titles = "games", "results, ms", "statistics, ms", "ratings, ms", "dice, ms", "all, ms", "  computing, ms"
        for at, title in enumerate(titles):
            figures = [each[at] for each in found]
            print(f"{title:16} median {statistics.median(figures):7.1f}   worst {max(figures):7.1f}")
        print("budget: all <= 200 ms")


if __name__ == "__main__":
    if sys.argv[1:2] == ["cold"]:
        print(json.dumps(cold(Path(sys.argv[2]))))
    else:
        main(*map(int, sys.argv[1:2]))
