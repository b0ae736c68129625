"""After kill -9 at any moment everything acknowledged is there, with its evidence."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.games import shelf
from companion.record.journal import Journal
from companion.record.session import Session

ROOT = Path(__file__).parents[3]
KILLS = int(os.environ.get("CATSEYE_KILLS", "12"))

PLAYS = """
import os, sys
from random import Random
from companion.core.events import Corrected, Ended, Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up import bot
from companion.record.journal import Evidence, Journal
from companion.record.session import Session

games = shelf()

def play(path, random):
    journal, game = Journal(path), games["catch-up"]
    try:
        session = Session.resume(journal, games, "last")
    except KeyError:
        session = Session.begin(journal, game, Table(("Ann", "Bo", "Cy")), game.options())
    print("at", session.seq, flush=True)
    player = bot.make(session.table, session.options, random)
    while True:
        asks = session.asks()
        if not asks:
            session.undo(len(session.entries))
        elif session.entries and random.random() < 0.1:
            session.undo()
        elif random.random() < 0.2:
            session.submit(Corrected({"starter": session.facts()["starter"]}))
        elif random.random() < 0.1:
            session.submit(Ended("late"))
        elif asks[0].roll is not None:
            faces = tuple(Face(random.randint(1, 6)) for _ in range(asks[0].roll.count))
            picture = bytes([session.seq % 251]) * random.randint(100, 50_000)
            session.submit(Rolled(asks[0].seat, faces), "tray", Evidence(b'{"seq": %d}' % (session.seq + 1), picture))
        else:
            session.submit(player.choose(session.state, asks[0]))
        print("acknowledged", session.seq, flush=True)

for seed in sys.stdin:
    child = os.fork()
    if child == 0:
        try:
            print("plays", os.getpid(), flush=True)
            play(sys.argv[1], Random(int(seed)))
        finally:
            os._exit(1)
    print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Each line of input is the seed of an app that plays until somebody kills it: one process for each, forked."""


@pytest.fixture
def apps(tmp_path):
    command = [sys.executable, "-c", PLAYS, str(tmp_path / "journal.sqlite")]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.stdin.close()


def test_killed_app_resumes_at_last_acknowledged_event(tmp_path, apps):
    path = tmp_path / "journal.sqlite"
    chance = random.Random(4)
    acknowledged = 0
    for round_ in range(KILLS):
        apps.stdin.write(f"{round_}\n")
        apps.stdin.flush()
        app = int(apps.stdout.readline().removeprefix("plays "))
        assert apps.stdout.readline() == f"at {acknowledged}\n"
        said = [apps.stdout.readline()] if round_ % 3 else []  # else it may be killed before anything counts
        time.sleep(chance.uniform(0.0, 0.25))
        os.kill(app, signal.SIGKILL)
        while not (said and said[-1].startswith("ended ")):
            said.append(apps.stdout.readline())
        assert said.pop() == f"ended {-signal.SIGKILL}\n"
        if said:
            acknowledged = int(said[-1].removeprefix("acknowledged "))
        journal = Journal(path)
        session = Session.resume(journal, shelf(), "last")
        assert acknowledged <= session.seq <= acknowledged + 1
        acknowledged = session.seq
        assert_sound(journal, session)
        journal.close()
    assert acknowledged >= KILLS * 2 // 3


def assert_sound(journal, session):
    rows = journal.rows(session.id)
    assert [row.seq for row in rows] == list(range(session.seq + 1))
    for row in rows:
        evidence = journal.evidence(session.id, row.seq)
        assert (evidence is not None) == (row.kind == "Rolled")
        if evidence is not None:
            assert json.loads(evidence.reading) == {"seq": row.seq}
            assert evidence.picture == bytes([(row.seq - 1) % 251]) * len(evidence.picture)


def referee(path):
    return subprocess.Popen(
        [sys.executable, "-m", "companion", "referee", "--journal", str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def ask(process, request):
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@pytest.mark.parametrize("unanswered", [False, True])
def test_killed_referee_resumes(tmp_path, unanswered):
    path = tmp_path / "journal.sqlite"
    process = referee(path)
    ask(process, {"new": {"game": "catch-up", "players": ["Ann", "Bo"]}})
    roll = {"event": {"kind": "Rolled", "seat": 0, "faces": [{"value": 3}, {"value": 4}, {"value": 1}]}}
    last = ask(process, roll)
    if unanswered:
        process.stdin.write(json.dumps({"event": {**roll["event"], "seat": 1}}).encode() + b"\n")
        process.stdin.flush()
    process.kill()
    process.communicate()
    again = referee(path)
    resumed = ask(again, {"resume": "last"})
    assert resumed["seq"] in ({1, 2} if unanswered else {1})
    if resumed["seq"] == 1:
        assert resumed["facts"] == last["facts"]
    again.communicate()
    assert again.returncode == 0
