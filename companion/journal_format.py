"""What a journal is on the disk: its tables, which nobody may change, and how an empty file becomes one."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

SCHEMA = 1
APPLICATION = 0x43415453  # "CATS": tells a journal from any other SQLite file
OPENING_S = 10.0
"""So long opening waits for others who are opening the same file: longer than any disk takes to make it."""
CHECKPOINT_PAGES = 100
"""So many pages stand in the write-ahead log alone, about 30 rows: who copies only the main file of a game that is on
misses no more. SQLite's own 1000 are a whole evening, and no row is faster for it.
"""

_TABLES = {
    "sessions": "id TEXT PRIMARY KEY, game TEXT NOT NULL, rules_version INTEGER NOT NULL, header BLOB NOT NULL",
    "entries": "number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL REFERENCES sessions (id), "
    "seq INTEGER NOT NULL, at TEXT NOT NULL, origin TEXT NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL, "
    "UNIQUE (session, seq)",
    "evidence": "session TEXT NOT NULL, seq INTEGER NOT NULL, reading BLOB NOT NULL, picture BLOB, "
    "PRIMARY KEY (session, seq), FOREIGN KEY (session, seq) REFERENCES entries (session, seq)",
}
_GUARD = """CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"""


class JournalError(OSError):
    """The journal could not be written or read; nothing changed. The message says why in plain words."""


class JournalTooNew(JournalError):  # noqa: N818  what it is, not an accident
    """The file was written by a later version of the app: it is left alone."""


def prepare(db: sqlite3.Connection, path: str) -> None:
    """Make `db` a journal, if it is none yet. Raises JournalError for another database, JournalTooNew, sqlite3.Error.

    Again where others were at it too: SQLite refuses two that switch a file to its write-ahead log, at once, whatever
    time it was given to wait, since the one would wait for the other for ever.
    """
    until = time.monotonic() + OPENING_S
    while True:
        try:
            _prepare(db, path)
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(0.01)
        else:
            return


@contextmanager
def atomic(db: sqlite3.Connection) -> Iterator[None]:
    """All that is written meanwhile, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _prepare(db: sqlite3.Connection, path: str) -> None:
    # first: somebody may just be making them
    tables = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if tables and application != APPLICATION:
        raise JournalError(f"{path} is a database, but not a journal of this app; it was left alone")
    if version > SCHEMA:
        raise JournalTooNew(
            f"{path} was written by a newer version of the app (format {version}, this one knows {SCHEMA}); "
            "update the app to read it; it was left alone"
        )
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    if version < SCHEMA:
        _create(db)


def _create(db: sqlite3.Connection) -> None:
    """Make the tables, unless somebody else just did."""
    with atomic(db):
        if db.execute("PRAGMA user_version").fetchone()[0] == SCHEMA:
            return
        for table, columns in _TABLES.items():
            db.execute(f"CREATE TABLE {table} ({columns}) STRICT")
            for verb in ("UPDATE", "DELETE"):
                db.execute(_GUARD.format(table=table, verb=verb))
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {SCHEMA}")
