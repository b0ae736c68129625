"""What a club costs and withstands: a temporary PostgreSQL, real sessions played by bots, processes killed for real.

usage: bench/club.py latency [--tables 200] [--rate 80] [--seconds 600]  event -> on the board, and a table's own time
       bench/club.py chaos   [--tables 12] [--rate 40] [--seconds 600]   server, tables killed; network cut, frozen
       bench/club.py catchup [--rows 30000]                              one table that was away for long
       bench/club.py cost    [--seconds 30]                              per event at 20, 50, 100 and 200 tables

Each ends with 1 if a limit is not met or a row is not in the club exactly once. All runs on this machine, over loopback
with TLS; the tables share two processes (--processes), each table with a thread and a connection of its own. An event
is timed from before its table writes it until the board that shows it is published to browsers, by the clock that all
processes share. Without a command: a short form of each.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack, closing, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import msgspec
import numpy as np

from catseye import kept_files
from companion.club.cluster import Cluster
from companion.club.demo import DemoTable, joined_tables, play
from companion.club.membership import joined, kept_at
from companion.club.owner import connect, init
from companion.club.reader import BoardShown, Reader
from companion.club.verify import verify, verify_table
from companion.games import shelf
from companion.record.journal import Journal
from companion.record.session import Session
from companion.web.publisher import Slot
from tests.support.relay import Relay

P50_MS, P99_MS, CATCH_UP_S = 50, 300, 60
"""The limits: event -> on the board, and 30,000 rows (issue 57)."""
CLOCK = os.sysconf("SC_CLK_TCK")


def tables_process(folders, rate, seconds, out):
    """Let the tables of these folders play, and write of each event: session, its count, when it began, its length."""
    tables = [DemoTable(joined(folder), folder, random.Random(str(folder))) for folder in folders]
    events, until = [], time.monotonic() + seconds

    class Timed:
        def __init__(self, table):
            self.table = table

        def step(self):
            began = time.monotonic()
            self.table.step()
            session = self.table.session
            events.append((session.id, len(session.entries), began, time.monotonic() - began))

    cpu = time.process_time()
    play([Timed(table) for table in tables], rate, lambda: time.monotonic() < until)
    cpu = time.process_time() - cpu
    if tables[0].shipper is not None:
        time.sleep(2)
    for table in tables:
        table.close()
    out.write_text(json.dumps({"cpu": cpu, "events": events}))


class Watched(Slot):
    """A slot that notes when the board first showed each event of a session."""

    def __init__(self):
        super().__init__(BoardShown())
        self.shown = defaultdict(list)

    def put(self, snapshot):
        """Note what is new on the board."""
        super().put(snapshot)
        now = time.monotonic()
        for number, (at, table) in snapshot.tables.items():
            if at == snapshot.at and table.session:
                self.shown[table.session].append((table.events, now, number))


class Ground:
    """A server with a club of `tables` tables, in folders of their own."""

    def __init__(self, tables):
        self.held = ExitStack()
        self.cluster = self.held.enter_context(Cluster())
        self.folder = Path(self.held.enter_context(tempfile.TemporaryDirectory()))
        self.url = self.cluster.url()
        init(self.url)
        self.members = list(joined_tables(self.url, tables, self.folder))
        self.folders = [self.folder / member.table for member in self.members]

    def start(self, folders, rate, seconds, name):
        """Start a process in which these tables play."""
        given = [json.dumps(list(map(str, folders))), str(rate), str(seconds), str(self.folder / f"{name}.json")]
        return subprocess.Popen([sys.executable, __file__, "tables", *given])

    def play(self, processes, rate, seconds, folders=None):
        """Let all tables play. Return the processor time and the events."""
        folders = folders or self.folders
        running = [self.start(folders[at::processes], rate / processes, seconds, f"out{at}") for at in range(processes)]
        for each in running:
            assert each.wait() == 0, "a process of tables failed"
        told = [json.loads((self.folder / f"out{at}.json").read_text()) for at in range(processes)]
        return sum(each["cpu"] for each in told), [event for each in told for event in each["events"]]

    def complete(self):
        """Print what is wrong with any table's rows in the club; return whether nothing is."""
        found = [verify_table(joined(at), at, at / "journal.sqlite") for at in self.folders]
        with closing(connect(self.url)) as db:
            central = verify(db)
            (size,) = db.execute("SELECT pg_total_relation_size('club.rows')").fetchone()
        wrong = [each for each in (*found, *central) if each.wrong]
        for each in wrong[:10]:
            print(f"  WRONG {each.table}, journal {each.journal}: {each.wrong}")
        rows = sum(each.rows for each in central)
        said = f"{rows} rows of {size / max(rows, 1):.0f} bytes in the database"
        print(f"  {len(central)} journals, {said}; every journal equals its rows there: {'no' if wrong else 'yes'}")
        return not wrong

    def close(self):
        """Leave nothing."""
        self.held.close()


def spread(what, seconds, unit=1000):
    p50, p99, most = np.percentile(np.array(seconds) * unit, [50, 99, 100])
    print(f"  {what}: p50 {p50:.1f} ms, p99 {p99:.1f} ms, largest {most:.1f} ms ({len(seconds)} events)")
    return p50, p99


def latency(tables, rate, seconds, processes):
    ground = Ground(tables)
    try:
        alone = [ground.folder / f"alone {number}" for number in range(tables)]
        _, before = ground.play(processes, rate, min(60.0, seconds), alone)
        slot = Watched()
        reader = Reader(ground.url, shelf(), slot)
        reader.start()
        _, events = ground.play(processes, rate, seconds)
        reader.stop()
        print(f"latency: {tables} tables, {len(events) / seconds:.1f} events/s for {seconds:.0f} s")
        took, missing = [], 0
        for session, count, began, _ in events:
            seen = next((now for shown, now, _ in slot.shown[session] if shown >= count), None)
            if seen is None:
                missing += 1
            else:
                took.append(seen - began)
        p50, p99 = spread("event -> on the board", took)
        print(f"  never on the board, because a later game began first: {missing}")
        spread("a table's own time for an event, in no club", [event[3] for event in before])
        spread("a table's own time for an event, in the club", [event[3] for event in events])
        complete = ground.complete()
        met = p50 <= P50_MS and p99 <= P99_MS and complete and missing < len(events) / 100
        print(f"  limits p50 {P50_MS} ms, p99 {P99_MS} ms: {'met' if met else 'MISSED'}")
        return met
    finally:
        ground.close()


def chaos(tables, rate, seconds, processes):
    ground = Ground(tables)
    relay = Relay(ground.cluster.port)
    try:
        for folder, member in zip(ground.folders, ground.members, strict=True):
            through = msgspec.structs.replace(member, port=relay.port)
            kept_files.write(kept_at(folder), msgspec.json.encode(through), mode=0o600)
        slot = Watched()
        reader = Reader(ground.url, shelf(), slot)
        reader.start()
        until, done = time.monotonic() + seconds, defaultdict(int)
        shares = [ground.folders[at::processes] for at in range(processes)]
        running = [ground.start(share, rate / processes, seconds, "chaos") for share in shares]
        crash = time.monotonic() + min(60.0, seconds / 4)
        while time.monotonic() < until:
            time.sleep(random.uniform(2, 8))
            what = random.choice(("table", "cut", "freeze"))
            if time.monotonic() >= crash:
                what, crash = "server", time.monotonic() + 60
            done[what] += 1
            if what == "server":
                ground.cluster.kill()
                time.sleep(1)
                ground.cluster.start()
            elif what == "table":
                at = random.randrange(processes)
                running[at].send_signal(signal.SIGKILL)
                running[at].wait()
                left = max(1.0, until - time.monotonic())
                running[at] = ground.start(shares[at], rate / processes, left, "chaos")
            elif what == "cut":
                relay.cut()
                time.sleep(random.uniform(0.1, 3))
                relay.restore()
            else:
                relay.freeze()
                time.sleep(random.uniform(1, 30 if seconds > 120 else 5))
                relay.thaw()
        for each in running:
            each.wait()
        print(f"chaos: {tables} tables in {processes} processes for {seconds:.0f} s:", dict(done))
        began = time.monotonic()
        shippers = [DemoTable(joined(folder), folder, random.Random(0)) for folder in ground.folders]
        while time.monotonic() < began + 120 and not all(map(is_complete, ground.folders)):
            time.sleep(0.2)
        print(f"  everything was in the club {time.monotonic() - began:.1f} s after the end")
        time.sleep(5)  # the board looks every 2 s
        complete, same = ground.complete(), board_equals_fold(ground, slot.latest)
        for each in shippers:
            each.close()
        reader.stop()
        return complete and same
    finally:
        with suppress(OSError):
            relay.cut()
        ground.close()


def is_complete(folder):
    """Return whether the club says that it has this table's journal, if it can be asked."""
    try:
        return not verify_table(joined(folder), folder, folder / "journal.sqlite").wrong
    except OSError:
        return False


def board_equals_fold(ground, board):
    """Return whether each table on the board is what its own journal folds to."""
    shown, wrong = {table.name: table for _, table in board.tables.values()}, 0
    for folder in ground.folders:
        with closing(Journal(folder / "journal.sqlite", reading=True)) as journal:
            session = Session.resume(journal, shelf(), "last")
            table = shown.get(folder.name)
            if table is None or (table.session, table.events) != (session.id, len(session.entries)):
                wrong += 1
                print(f"  WRONG on the board: {folder.name}: {table} is not {session.id}, {len(session.entries)}")
    print(f"  the board equals the fold of {len(ground.folders) - wrong} of {len(ground.folders)} journals")
    return not wrong


def catchup(rows):
    ground = Ground(1)
    try:
        folder = ground.folders[0]
        table = DemoTable(None, folder, random.Random(1))
        for _ in range(-(-rows // 500)):
            with table.journal.together():
                for _ in range(500):
                    table.step()
        table.close()
        began = time.monotonic()
        table = DemoTable(joined(folder), folder, random.Random(1))
        while verify_table(joined(folder), folder, table.file).wrong and time.monotonic() < began + 10 * CATCH_UP_S:
            time.sleep(0.1)
        took = time.monotonic() - began
        table.close()
        print(f"catchup: {rows} rows in {took:.1f} s (limit {CATCH_UP_S} s for 30,000)")
        return ground.complete() and took <= CATCH_UP_S * max(1.0, rows / 30000)
    finally:
        ground.close()


def processor_s(parent):
    """The processor time of the server's processes, seconds: those that run, and those that have ended."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            pid, _, rest = stat.read_text().partition(" (")
            numbers = rest.rpartition(") ")[2].split()
            if int(pid) == parent:
                total += sum(map(int, numbers[11:15]))
            elif int(numbers[1]) == parent:
                total += sum(map(int, numbers[11:13]))
    return total / CLOCK


def cost(sizes, seconds, processes, rate=80):
    print(f"cost: processor time of an event in ms, at {rate} events/s for {seconds:.0f} s")
    print("  tables  table alone  table in club  server  board  rows")
    fine = True
    for tables in sizes:
        ground = Ground(tables)
        try:
            alone = [ground.folder / f"alone {number}" for number in range(tables)]
            cpu_alone, before = ground.play(processes, rate, seconds, alone)
            parent = int((ground.cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
            reader = Reader(ground.url, shelf(), Slot(BoardShown()))
            reader.start()
            board, server = time.process_time(), processor_s(parent)
            cpu, events = ground.play(processes, rate, seconds)
            board, server = time.process_time() - board, processor_s(parent) - server
            reader.stop()
            each = [1000 * value / len(events) for value in (cpu, server, board)]
            own = 1000 * cpu_alone / len(before)
            print(f"  {tables:6}  {own:11.2f}  {each[0]:13.2f}  {each[1]:6.2f}  {each[2]:5.2f}  {len(events)}")
            fine &= ground.complete()
        finally:
            ground.close()
    return fine


def main():
    if sys.argv[1:2] == ["tables"]:
        folders, rate, seconds, out = sys.argv[2:]
        tables_process([Path(each) for each in json.loads(folders)], float(rate), float(seconds), Path(out))
        return 0
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("what", nargs="?", choices=("latency", "chaos", "catchup", "cost"))
    for name, kind in (("tables", int), ("rate", float), ("seconds", float), ("rows", int), ("processes", int)):
        told.add_argument(f"--{name}", type=kind)
    given = told.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the server and its folder go, too
    short = given.what is None
    seconds, processes, met = given.seconds, given.processes or 2, True
    if given.what in {"latency", None}:
        met &= latency(
            given.tables or (20 if short else 200), given.rate or 80, seconds or short * 10 or 600, processes
        )
    if given.what in {"chaos", None}:
        met &= chaos(given.tables or (4 if short else 12), given.rate or 40, seconds or short * 30 or 600, processes)
    if given.what in {"catchup", None}:
        met &= catchup(given.rows or short * 3000 or 30000)
    if given.what == "cost":
        met &= cost([given.tables] if given.tables else (20, 50, 100, 200), seconds or 30, processes)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
