"""The journal's own figures: what a durable row costs beside a bare insert, and opening a long journal.

usage: bench/journal.py [rows]

Both inserts go to the same disk in turns, the bare one into a table without index, checksum or copy.
"""

from __future__ import annotations

import sqlite3
import statistics
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.record.journal import Journal

BODY = b'{"seat":0,"faces":[{"value":3,"colour":""},{"value":4,"colour":""},{"value":1,"colour":""}]}'


def line(name, figure, budget):
    print(f"{name:46} {figure:>32}   {budget}")


def timed(do):
    start = time.perf_counter()
    do()
    return (time.perf_counter() - start) * 1000


def appends(folder, rows=600):
    """A row and a bare insert in turns, each on the disk when it returns."""
    journal = Journal(folder / "journal.sqlite")
    session = journal.begin("catch-up", 1, b"{}")
    bare = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, body BLOB)")
    ours, theirs = [], []
    for seq in range(1, rows + 1):
        ours.append(timed(lambda: journal.append(session, seq, "touch", "Rolled", BODY, None)))  # noqa: B023
        theirs.append(timed(lambda: bare.execute("INSERT INTO entries (body) VALUES (?)", (BODY,))))
    journal.close()
    bare.close()
    ratio = statistics.median(ours) / statistics.median(theirs)
    line("append p50", f"{statistics.median(ours):.2f} ms, {ratio:.2f} x", "<= 1.3 x a bare insert")
    line("  bare fsync'd insert p50", f"{statistics.median(theirs):.2f} ms", "")


def opening(folder, rows):
    """Open a journal of this number of rows, a hundred to a game: closed, and as a killed app leaves it."""
    path = folder / "long.sqlite"
    times = (f"2026-01-17T20:00:{second % 60:02}.{second % 1000:03}+00:00" for second in count())
    journal = Journal(path, now=lambda: next(times))
    with journal.together():
        for _ in range(rows // 100):
            session = journal.begin("catch-up", 1, b'{"players":["Ann","Bo"]}')
            for seq in range(1, 100):
                journal.append(session, seq, "touch", "Rolled", BODY, None)
    journal.close()
    computed = time.process_time()
    closed = [timed(lambda: Journal(path).close()) / 1000 for _ in range(7)]
    computed = (time.process_time() - computed) / 7
    figure = f"median {statistics.median(closed):.2f}, {computed:.2f} computing s"
    line(f"opening {rows:,} rows", figure, "<= 1 s")
    line("  size of the file", f"{path.stat().st_size / 1e6:.0f} MB", "")


def main():
    with tempfile.TemporaryDirectory() as name:
        appends(Path(name))
        opening(Path(name), int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)


if __name__ == "__main__":
    main()
