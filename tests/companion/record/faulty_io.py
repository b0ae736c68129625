"""Plays over a library that makes calls below SQLite fail: one process for each call, forked from this one.

usage: python -m tests.companion.record.faulty_io FOLDER
Jobs are JSON lines on standard input; each is answered by one line.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from random import Random

from companion.record.journal import JournalError
from companion.record.recovery.opening import open_journal
from companion.record.session import Session
from tests.companion.record.damage import GAMES, begun, play
from tests.companion.record.old_journal import in_a_killed_app
from tests.companion.record.old_journal import played as played_on

ROWS = 14


def played(path, *, goes_on):
    """Play, note on disk what was acknowledged, and return what was refused."""
    chance, refused = Random(7), 0
    acks = os.open(f"{path}.acks", os.O_WRONLY | os.O_CREAT)
    journal = open_journal(path)
    session = begun(journal)
    os.pwrite(acks, b"0", 0)
    while session.seq < ROWS:
        try:
            play(session, chance, 1)
            os.pwrite(acks, str(session.seq).encode(), 0)
        except JournalError:
            refused += 1
            if not goes_on or refused > 5:
                return refused
    return refused


def job(folder, number, faults, goes_on):
    """Play one game with one fault in a process that ends as if killed."""
    (folder / str(number)).mkdir()
    child = os.fork()
    if child == 0:
        os.environ.update(faults)
        refused = -1
        try:
            refused = played(folder / str(number) / "journal.sqlite", goes_on=goes_on)
        except JournalError:
            pass
        finally:
            (folder / str(number) / "refused").write_text(str(refused))
            os._exit(0)
    os.waitpid(child, 0)


def old_job(folder, number, faults, old, rows):
    """Continue a copy of an old journal with one fault in a process that ends as if killed."""
    at = folder / str(number)
    at.mkdir()
    shutil.copyfile(old, at / "journal.sqlite")

    def play_on():
        os.environ.update(faults)
        return played_on(at / "journal.sqlite", rows, number, lambda: None)

    in_a_killed_app(at, play_on)


def erase_job(folder, number, faults, old, session):
    """Erase a session in a copy of an old journal with one fault in a process that ends as if killed."""
    at = folder / str(number)
    at.mkdir()
    shutil.copyfile(old, at / "journal.sqlite")

    def erase():
        os.environ.update(faults)
        return str(open_journal(at / "journal.sqlite").erase(session))

    in_a_killed_app(at, erase)


def found(path):
    """Return the rows of the only game in a journal, or None."""
    journal = open_journal(path)
    try:
        rows = [row.seq for listed in journal.sessions() for row in journal.rows(listed.header.session)]
        if rows:
            Session.resume(journal, GAMES, "last")
        return rows, journal.salvaged
    finally:
        journal.close()


if __name__ == "__main__":
    for line in sys.stdin:
        do, *arguments = json.loads(line)
        {"new": job, "old": old_job, "erase": erase_job}[do](Path(sys.argv[1]), *arguments)
        print("done", flush=True)
