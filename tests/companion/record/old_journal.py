"""A journal with many rows, and play in a copy of it that notes every acknowledged row."""

import json
import os
import shutil
from random import Random

from companion.record.journal import Journal, JournalError
from companion.record.recovery.opening import open_journal
from companion.record.session import Session
from tests.companion.record.damage import GAMES, begun, play

REFUSALS = 6
"""An app gives up after this many refusals."""


class NotingJournal(Journal):
    """A journal that notes what it acknowledged."""

    def append(self, session, seq, origin, kind, body, evidence):
        at = super().append(session, seq, origin, kind, body, evidence)
        self.acknowledged.append([session, seq, kind, body.decode()])
        return at


def old_journal(path, games=4, events=90):
    """Play hundreds of rows in a journal and close it, so that its pages have stale cells."""
    journal = open_journal(path)
    for seed in range(games):
        play(begun(journal), Random(seed), events)
    journal.close()


def played(path, rows, seed, refused, give_up_after=REFUSALS):
    """Play on in a journal until it has `rows` more; returns the acknowledged rows and how many were refused.

    `refused()` is called after each refusal.
    """
    journal, refusals, chance = NotingJournal(path), 0, Random(seed)
    journal.acknowledged = []
    session = Session.resume(journal, GAMES, "last")
    wanted = session.seq + rows
    while session.seq < wanted and refusals < give_up_after:
        try:
            play(session, chance, 1)
        except JournalError:
            refusals += 1
            refused()
    return journal.acknowledged, refusals


def in_a_killed_app(folder, do):
    """Call `do` in a process that then ends as if killed, and return its result, None if it raised."""
    child = os.fork()
    if child == 0:
        try:
            (folder / "ended").write_text(json.dumps(do()))
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    ended = folder / "ended"
    return json.loads(ended.read_text()) if ended.exists() else None


def rows_in(path):
    """Return every row of every session in a journal, and what opening it salvaged."""
    journal = open_journal(path)
    try:
        ids = [listed.header.session for listed in journal.sessions()]
        rows = [[id_, row.seq, row.kind, row.body.decode()] for id_ in sorted(ids) for row in journal.rows(id_)]
        for id_ in ids:
            Session.resume(journal, GAMES, id_)
        return rows, journal.salvaged
    finally:
        journal.close()


def wiped(folder):
    """Remove everything in a folder."""
    for part in folder.iterdir():
        shutil.rmtree(part) if part.is_dir() else part.unlink()
