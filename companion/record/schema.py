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
_ROW_OF_THE_SAME_KEY = {
    "sessions": "SELECT 1 FROM sessions WHERE rowid = NEW.rowid OR id = NEW.id",
    "entries": "SELECT 1 FROM entries WHERE number = NEW.number OR (session = NEW.session AND seq = NEW.seq)",
    "evidence": "SELECT 1 FROM evidence WHERE rowid = NEW.rowid OR (session = NEW.session AND seq = NEW.seq)",
}
_REFUSED = "the journal is append-only"
_THERE_ALREADY = "the journal is append-only: it has this entry"
_TRIGGER = """CREATE TRIGGER IF NOT EXISTS {table}_{verb} BEFORE {verb} ON {table} {when}
BEGIN SELECT RAISE(ABORT, '{why}'); END"""
_TRIGGERS = {
    f"{table}_{verb}": _TRIGGER.format(table=table, verb=verb, when=when, why=why)
    for table, same in _ROW_OF_THE_SAME_KEY.items()
    for verb, when, why in (
        ("UPDATE", "", _REFUSED),
        ("DELETE", "", _REFUSED),
        ("INSERT", f"WHEN EXISTS ({same})", _THERE_ALREADY),
    )
}
"""An INSERT is refused too where there is such a row: REPLACE would remove that, and ask no DELETE trigger."""


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


def check_made(db: sqlite3.Connection, path: str) -> None:
    """Raise JournalError where `db` is no journal, or none yet; JournalTooNew. Writes nothing."""
    if not _format_of(db, path):
        raise JournalError(f"there is nothing in {path} yet")


def is_taken(wrong: Exception) -> bool:
    """Whether a row was refused because the journal has one of this number."""
    return getattr(wrong, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_UNIQUE" or str(wrong) == _THERE_ALREADY


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
    version = _format_of(db, path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    if version < SCHEMA:
        _create(db)
    _guard(db)


def _format_of(db: sqlite3.Connection, path: str) -> int:
    """The format of the journal; 0 for an empty file. Raises JournalError for another database, JournalTooNew."""
    # first: somebody may just be making them
    tables = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if tables and application != APPLICATION:
        raise JournalError(f"{path} is a database, but not a journal of this app; it was left alone")
    if version > SCHEMA:
        raise JournalTooNew(
            f"{path} was written by a newer version of the app (format {version}, this one knows {SCHEMA}); "
            "update the app to read it; it was left alone"
        )
    return version


def _create(db: sqlite3.Connection) -> None:
    """Make the tables, unless somebody else just did."""
    with atomic(db):
        if db.execute("PRAGMA user_version").fetchone()[0] == SCHEMA:
            return
        for table, columns in _TABLES.items():
            db.execute(f"CREATE TABLE {table} ({columns}) STRICT")
        for trigger in _TRIGGERS.values():
            db.execute(trigger)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {SCHEMA}")


def _guard(db: sqlite3.Connection) -> None:
    """Set the triggers that a file of an earlier version of the app has not; what is read-only needs none."""
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    missing = [trigger for name, trigger in _TRIGGERS.items() if name not in there]
    if not missing:
        return
    try:
        with atomic(db):
            for trigger in missing:
                db.execute(trigger)
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
            raise
