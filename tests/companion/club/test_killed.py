"""A table's process and the server's are killed in the middle, for real: the club has every row once."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

from companion.club.membership import joined
from companion.club.shipping import shipped
from companion.club.verify import verify, verify_table
from tests.support.waiting import until

TABLES = ("Table 1", "Table 2")
ENTRIES = "SELECT number, session, seq, at, origin, kind, body, attached, previous, checksum FROM"


@contextmanager
def playing(club):
    """A process in which bots play at two tables; it is killed at the end."""
    demo = ["demo", "--tables", "2", "--rate", "100", "--folder", club.folder]
    command = [sys.executable, "-m", "companion", "club", *demo]
    with (club.folder / "said").open("a") as said:
        process = subprocess.Popen(command, env={**os.environ, "CATSEYE_CLUB": club.url}, stdout=said, stderr=said)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def test_nothing_is_lost_or_doubled_when_processes_are_killed(club):
    counted = []

    def more(than):
        with closing(club.organiser()) as db:
            counted[:] = db.execute("SELECT coalesce(min(count), 0), count(*) FROM club.journals").fetchone()
        return counted[1] == 2 and counted[0] > than

    with playing(club):
        until(lambda: more(50), why=(club.folder / "said").read_text)
    before = counted[0]
    with playing(club):
        until(lambda: more(before + 50))
        club.cluster.kill()
        club.cluster.start()
        before = counted[0]
        until(lambda: more(before + 50))
    for name in TABLES:
        folder = club.folder / name
        with shipped(folder / "journal.sqlite"):
            member = joined(folder)
            until(
                lambda folder=folder, member=member: not verify_table(member, folder, folder / "journal.sqlite").wrong
            )
    with closing(club.organiser()) as db:
        assert [(each.table, each.journal, each.wrong) for each in verify(db)] == [(name, 1, "") for name in TABLES]
        for number, name in enumerate(TABLES, start=1):
            sent = db.execute(f"{ENTRIES} club.rows WHERE table_id = %s ORDER BY number", (number,)).fetchall()
            with closing(sqlite3.connect(club.folder / name / "journal.sqlite")) as journal:
                assert sent == journal.execute(f"{ENTRIES} entries ORDER BY number").fetchall()
