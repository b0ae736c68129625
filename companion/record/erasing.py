"""Erase a game for good: the only thing ever removed from a journal.

The file is rewritten without it, because SQLite's `secure_delete` leaves parts of rows on pages whose rows were moved.
Other rows keep their order and numbers; their checksums are chained again. The session's id stays, as a session of no
game: so another app that has it open knows that it is gone, and salvage does not bring it back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from companion.core.text import NOTHING, Text, say
from companion.record.checksums import of_row
from companion.record.schema import settle, unguarded, write_last
from companion.record.transactions import Transactions

ERASED = ("", 0, b"")
"""The game, rules version and header of a session that was erased."""


def erase(db: sqlite3.Connection, transactions: Transactions, sessions: Sequence[str]) -> Text:
    """Erase these sessions, or nothing if this raises KeyError, sqlite3.Error or OSError.

    Return a sentence about what may remain of it in the file, or NOTHING.
    """
    db.execute("PRAGMA secure_delete = ON")
    with transactions.one(), unguarded(db):
        first = [number for session in sessions for number in _erase_one(db, session)]
        if first:
            _rechain(db, min(first))
    try:
        _rewrite(db)
    except sqlite3.OperationalError as wrong:  # another app is using it, or the disk is full
        why = say("{why}", why=str(wrong))
        return say("parts of it may remain in the file until the next game is deleted: {why}", why=why)
    return NOTHING


def _erase_one(db: sqlite3.Connection, session: str) -> list[int]:
    """Erase the rows of a session; return the number of its first entry, if it had one."""
    if db.execute("SELECT 1 FROM sessions WHERE id = ? AND game <> ''", (session,)).fetchone() is None:
        raise KeyError(session)
    (first,) = db.execute("SELECT MIN(number) FROM entries WHERE session = ?", (session,)).fetchone()
    for query in (
        "DELETE FROM evidence WHERE session = ?",
        "DELETE FROM entries WHERE session = ?",
        "DELETE FROM sessions WHERE id = ?",
    ):
        db.execute(query, (session,))
    db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (session, *ERASED))
    return [] if first is None else [first]


def _rewrite(db: sqlite3.Connection) -> None:
    db.execute("VACUUM")
    settle(db)


def is_erased(db: sqlite3.Connection, session: str) -> bool:
    """Return whether this session was erased. Raises sqlite3.Error."""
    return db.execute("SELECT 1 FROM sessions WHERE id = ? AND game = ''", (session,)).fetchone() is not None


def erased_in(db: sqlite3.Connection) -> set[str]:
    """Return the sessions that were erased. Raises sqlite3.Error."""
    return {session for (session,) in db.execute("SELECT id FROM sessions NOT INDEXED WHERE game = ''")}


def _rechain(db: sqlite3.Connection, first: int) -> None:
    """Recompute the checksums of the entries from number `first` on."""
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
    write_last(db)
