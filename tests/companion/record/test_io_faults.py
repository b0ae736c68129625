"""Faults below SQLite and power losses: acknowledged rows are there, refused ones are not."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.companion.record.faulty_io import found
from tests.companion.record.old_journal import old_journal, rows_in

ROOT = Path(__file__).parents[3]
SECTOR = 512
OLD_JOURNALS = int(os.environ.get("CATSEYE_OLD_JOURNALS", "1000"))
POWER_LOSSES = int(os.environ.get("CATSEYE_POWER_LOSSES", "2000"))
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None, reason="faults are preloaded: that takes Linux and gcc"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    made = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-O1", "-o", made, Path(__file__).with_name("faults.c"), "-ldl"], check=True
    )
    return made


@pytest.fixture
def run(library, tmp_path):
    """Runs jobs: the faults of each, and whether play goes on after a refusal."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.companion.record.faulty_io", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "LD_PRELOAD": str(library), "FAULT_FILES": "journal.sqlite"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    number = 0

    def one(faults, *, goes_on=True, old=None, rows=0, erased=""):
        nonlocal number
        number += 1
        job = ["new", number, faults, goes_on] if old is None else ["old", number, faults, str(old), rows]
        if erased:
            job = ["erase", number, faults, str(old), erased]
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        assert process.stdout.readline() == "done\n"
        return tmp_path / str(number) / "journal.sqlite"

    yield one
    process.communicate()


def acknowledged(path):
    """Return the number of the last acknowledged row, -1 if not even the game was."""
    acks = path.with_name(f"{path.name}.acks")
    return int(acks.read_text() or "-1") if acks.exists() else -1


def outcomes(run, faults):
    """Play a game with each of these faults, and check that exactly the acknowledged rows are there."""
    ends = Counter()
    for fault in faults:
        for goes_on in (True, False):
            path = run(fault, goes_on=goes_on)
            refused = int((path.parent / "refused").read_text())
            acked = acknowledged(path)
            rows, salvaged = found(path)
            if acked >= 0 or refused >= 0:
                assert rows == list(range(acked + 1)), fault
            assert salvaged is None, (fault, str(salvaged))
            ends["not opened" if refused < 0 else "refused" if refused else "not noticed"] += 1
            shutil.rmtree(path.parent)
    return ends


def faults_at(numbers, kinds, stays=("", "1")):
    for number in numbers:
        for kind in kinds:
            for stay in stays:
                yield {"FAULT_AT": str(number), "FAULT_KIND": kind, **({"FAULT_STAYS": stay} if stay else {})}


def test_faults_at_some_calls(run):
    ends = outcomes(run, faults_at(range(20, 260, 29), ("EIO", "SHORT")))
    assert ends["refused"] + ends["not opened"] > 10


@pytest.mark.slow
def test_faults_at_every_call(run, capsys):
    ends = outcomes(run, faults_at(range(1, 420), ("EIO", "ENOSPC", "SHORT")))
    with capsys.disabled():
        print(f"\nI/O faults at every call in turn: {dict(ends)}")
    assert ends["refused"] > 100


def test_row_refused_by_failed_sync_stays_out(run):
    syncs = 0
    for number in range(60, 200):
        path = run({"FAULT_AT": str(number), "FAULT_KIND": "EIO"}, goes_on=False)
        if (path.parent / "refused").read_text() == "1":
            syncs += 1
            assert found(path)[0] == list(range(acknowledged(path) + 1))
        shutil.rmtree(path.parent)
        if syncs == 25:
            return
    assert syncs


def faults_of_an_old_journal(run, old, count, seed):
    """Continue an old journal with one fault each time, and check that exactly the acknowledged rows are there."""
    ends, chance, before = Counter(), Random(seed), rows_in(old)[0]
    for _ in range(count):
        fault = {
            "FAULT_AT": str(chance.randrange(1, 240)),
            "FAULT_CALLS": "write sync truncate",
            "FAULT_KIND": chance.choice(("EIO", "ENOSPC", "SHORT")),
            **chance.choice(({}, {"FAULT_STAYS": "1"})),
        }
        path = run(fault, old=old, rows=30)
        ended = path.parent / "ended"
        acknowledged, refused = json.loads(ended.read_text()) if ended.exists() else ([], -1)
        rows, salvaged = rows_in(path)
        assert rows == sorted(before + acknowledged, key=lambda row: row[:2]), fault
        assert salvaged is None, (fault, str(salvaged))
        ends["not opened" if refused < 0 else "refused" if refused else "not noticed"] += 1
        shutil.rmtree(path.parent)
    return ends


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    path = tmp_path_factory.mktemp("old") / "journal.sqlite"
    old_journal(path, games=8)
    return path


def test_faults_in_an_old_journal(run, old):
    ends = faults_of_an_old_journal(run, old, 40, 1)
    assert ends["refused"] > 20


def faults_of_erasing(run, old, numbers, kinds):
    """Erase a game of an old journal with a fault at each of these calls: it is gone, or nothing changed."""
    before, ends = rows_in(old)[0], Counter()
    session = sorted({row[0] for row in before})[1]
    rest = [row for row in before if row[0] != session]
    for fault in faults_at(numbers, kinds):
        path = run({**fault, "FAULT_CALLS": "write sync truncate"}, old=old, erased=session)
        ended = path.parent / "ended"
        rows, salvaged = rows_in(path)
        assert rows == rest if ended.exists() else rows in (before, rest), fault
        assert salvaged is None, (fault, str(salvaged))
        ends["erased" if ended.exists() else "refused"] += 1
        ends["said to be left"] += ended.exists() and ended.read_text() != '""'
        shutil.rmtree(path.parent)
    return ends


def test_faults_while_erasing(run, old):
    ends = faults_of_erasing(run, old, [3, 9, 60, 90, 250], ("EIO", "SHORT"))
    assert ends["refused"] + ends["said to be left"] > 4


@pytest.mark.slow
def test_many_faults_while_erasing(run, old, capsys):
    ends = faults_of_erasing(run, old, range(1, 500, 7), ("EIO", "ENOSPC", "SHORT"))
    with capsys.disabled():
        print(f"\nI/O faults while a game is erased: {dict(ends)}")
    assert ends["refused"] > 20


@pytest.mark.slow
def test_many_faults_in_an_old_journal(run, old, capsys):
    ends = faults_of_an_old_journal(run, old, OLD_JOURNALS, 2)
    with capsys.disabled():
        print(f"\n{OLD_JOURNALS} I/O faults in an old journal: {dict(ends)}")
    assert ends["refused"] > OLD_JOURNALS // 2


CALL = re.compile(rb"(write|sync|truncate|rename) (\S+) (\d+) (\d+)\n")


def logged(log):
    """The calls of a log: what, file, offset or size, bytes."""
    content, at, found_ = log.read_bytes(), 0, []
    while at < len(content):
        call = CALL.match(content, at)
        what, name, offset, size = call.groups()
        at = call.end() + (int(size) if what in {b"write", b"rename"} else 0)
        found_.append((what.decode(), name.decode(), int(offset), content[call.end() : at]))
    return found_


def after_power_loss(done, folder, chance):
    """Return the files a disk may have: everything synced, and any sectors of the rest."""
    files, waiting, renamed = {}, {}, []
    for what, name, offset, content in done:
        if (what, name) == ("sync", "folder"):
            while renamed:
                moved(files, waiting, *renamed.pop(0))
        elif what == "rename":
            renamed.append((name, content.decode()))
        elif what == "sync":
            for call in waiting.pop(name, ()):
                applied(files, name, *call)
        else:
            waiting.setdefault(name, []).append((what, offset, content))
    for names in renamed[: chance.randint(0, len(renamed))]:
        moved(files, waiting, *names)
    share = chance.choice((0.0, 0.5, 0.9, 1.0))
    for name, left in waiting.items():
        for what, offset, content in left:
            for start in range(0, max(len(content), 1), SECTOR):
                if chance.random() < share:
                    applied(files, name, what, offset + start, content[start : start + SECTOR])
    folder.mkdir()
    for name, content in files.items():
        if not name.endswith(("-journal", ".acks")):
            (folder / name).write_bytes(content)


def moved(files, waiting, name, new):
    """Rename a file, with its unsynced writes."""
    for each in (files, waiting):
        each.pop(new, None)
        if name in each:
            each[new] = each.pop(name)


def applied(files, name, what, offset, content):
    held = files.setdefault(name, bytearray())
    if what == "truncate":
        del held[offset:]
        held.extend(bytes(offset - len(held)))
    else:
        held.extend(bytes(max(0, offset - len(held))))
        held[offset : offset + len(content)] = content


def power_losses(run, tmp_path, count, seed):
    path = run({"FAULT_LOG": str(tmp_path / "log")})
    assert acknowledged(path) >= 10
    done, chance, ends = logged(tmp_path / "log"), Random(seed), Counter()
    acks = [(at, int(content)) for at, (_, name, _, content) in enumerate(done) if name.endswith(".acks")]
    for number in range(count):
        cut = chance.randrange(acks[0][0] + 1, len(done) + 1)
        acked = [seq for at, seq in acks if at < cut][-1]
        after_power_loss(done[:cut], tmp_path / f"lost-{number}", chance)
        rows, salvaged = found(tmp_path / f"lost-{number}" / "journal.sqlite")
        assert rows in (list(range(acked + 1)), list(range(acked + 2))), (number, cut, str(salvaged))
        ends["salvaged" if salvaged else "whole"] += 1
        shutil.rmtree(tmp_path / f"lost-{number}")
    return ends


def test_power_loss(run, tmp_path):
    assert sum(power_losses(run, tmp_path, 60, 1).values()) == 60


def test_power_loss_while_creating_the_journal(run, tmp_path):
    run({"FAULT_LOG": str(tmp_path / "log")})
    done, chance = logged(tmp_path / "log"), Random(3)
    first = next(at for at, (_, name, *_) in enumerate(done) if name.endswith(".acks"))
    made = next(at for at, (what, *_) in enumerate(done) if what == "rename")
    assert made < first
    for number in range(120):
        cut = chance.randrange(first + 1)
        after_power_loss(done[:cut], tmp_path / f"lost-{number}", chance)
        rows, salvaged = found(tmp_path / f"lost-{number}" / "journal.sqlite")
        assert rows in ([], [0]), cut
        assert salvaged is None or cut > made, (cut, str(salvaged))
        shutil.rmtree(tmp_path / f"lost-{number}")


@pytest.mark.slow
def test_thousands_of_power_losses(run, tmp_path, capsys):
    ends = power_losses(run, tmp_path, POWER_LOSSES, 2)
    with capsys.disabled():
        print(f"\n{POWER_LOSSES} power losses: {dict(ends)}")
    assert sum(ends.values()) == POWER_LOSSES
