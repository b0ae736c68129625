"""Erasing one game for good, the one thing that is ever taken out of a journal.

All that the file had of it is overwritten with zeros. The other rows stay, in their order and with their numbers; their
checksums are chained anew.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from companion.record.checksums import of_row
from companion.record.schema import settle, unguarded
from companion.record.transactions import Transactions


def erase(db: sqlite3.Connection, transactions: Transactions, session: str) -> None:
    """Erase a session: all of it, or nothing where this raises. Raises KeyError, sqlite3.Error, OSError."""
    if db.execute("SELECT 1 FROM sessions WHERE id = ?", (session,)).fetchone() is None:
        raise KeyError(session)
    db.execute("PRAGMA secure_delete = ON")
    with transactions.one(), unguarded(db):
        (first,) = db.execute("SELECT MIN(number) FROM entries WHERE session = ?", (session,)).fetchone()
        for query in (
            "DELETE FROM evidence WHERE session = ?",
            "DELETE FROM entries WHERE session = ?",
            "DELETE FROM sessions WHERE id = ?",
        ):
            db.execute(query, (session,))
        if first is not None:
            _chain_anew(db, first)
    with suppress(sqlite3.OperationalError):  # another app reads in it: then the log is emptied later
        settle(db)


def _chain_anew(db: sqlite3.Connection, first: int) -> None:
    """Give the entries from number `first` on the checksums that follow from the one before."""
    before = db.execute(
        "SELECT checksum FROM entries WHERE number < ? ORDER BY number DESC LIMIT 1", (first,)
    ).fetchone()
    previous = before[0] if before is not None else 0
    rows = db.execute(
        "SELECT number, session, seq, at, origin, kind, body, attached FROM entries NOT INDEXED WHERE number >= ? "
        "ORDER BY number",
        (first,),
    ).fetchall()
    changed = []
    for row in rows:
        checksum = of_row(previous, *row)
        changed.append((previous, checksum, row[0]))
        previous = checksum
    db.executemany("UPDATE entries SET previous = ?, checksum = ? WHERE number = ?", changed)
    db.execute("DELETE FROM last")
    db.execute(
        "INSERT INTO last (rowid, number, session, seq, at, origin, kind, body, attached, previous, checksum) "
        "SELECT 1, number, session, seq, at, origin, kind, body, attached, previous, checksum FROM entries NOT INDEXED "
        "ORDER BY number DESC LIMIT 1"
    )
