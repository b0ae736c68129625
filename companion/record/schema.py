"""The tables of a journal, which nobody may change, and how an empty file becomes a journal."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from companion.core.text import say
from companion.record.checksums import of_evidence, of_header, of_row
from companion.record.sqlite_file import FileFault

T = TypeVar("T")
SCHEMA = 2
"""Format of the file. Formats differ in at least two bits, so that a flipped bit never makes one of another: 1 had no
checksums; the next are 4 and 7.
"""
APPLICATION = 0x43415453  # "CATS": the application id of a journal
OPENING_S = 10.0
"""How long opening waits for others opening the same file, seconds: longer than any disk takes to make one."""
CHECKPOINT_PAGES = 100
"""Limit of pages only in the write-ahead log, about 30 rows: a copy of the main file alone lacks no more than these.
SQLite's default of 1000 makes no row faster.
"""

_ENTRY = (
    "session TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, origin TEXT NOT NULL, kind TEXT NOT NULL, "
    "body BLOB NOT NULL, attached INTEGER, previous INTEGER NOT NULL, checksum INTEGER NOT NULL"
)
_TABLES = {
    "sessions": "id TEXT PRIMARY KEY, game TEXT NOT NULL, rules_version INTEGER NOT NULL, header BLOB NOT NULL",
    "entries": f"number INTEGER PRIMARY KEY, {_ENTRY}",
    "evidence": "session TEXT NOT NULL, seq INTEGER NOT NULL, reading BLOB NOT NULL, picture BLOB, "
    "PRIMARY KEY (session, seq), FOREIGN KEY (session, seq) REFERENCES entries (session, seq)",
    "last": f"{_ENTRY}, number INTEGER NOT NULL",
}
"""`checksum` covers the row and the `previous` row's checksum (see `checksums.py`). `attached` is the checksum of the
session's header for its first entry, else of the evidence; NULL if there is none, or it is lost. `last` has one row, a
copy of the last entry, which tells how many there are.
"""
_COPIES = {
    "sessions_copy": "sessions (id, game, rules_version, header)",
    "entries_copy": "entries (session, seq, at, origin, kind, body, attached, previous, checksum)",
}
"""Indexes over all columns: a second copy of each row on other pages, in case a page is damaged."""
_ROW_OF_THE_SAME_KEY = {
    "sessions": "SELECT 1 FROM sessions WHERE rowid = NEW.rowid OR id = NEW.id",
    "entries": "SELECT 1 FROM entries WHERE number = NEW.number OR (session = NEW.session AND seq = NEW.seq)",
    "evidence": "SELECT 1 FROM evidence WHERE rowid = NEW.rowid OR (session = NEW.session AND seq = NEW.seq)",
}
_REFUSED = "the journal is append-only"
_THERE_ALREADY = "the journal is append-only: it has this entry"
_WITHOUT_CHECKSUM = "a newer version of the app has opened the journal"
_NOT_THE_NEXT = "the journal has other entries since"
_ERASED = "the session was erased"
_TRIGGER = """CREATE TRIGGER IF NOT EXISTS {table}_{name} BEFORE {verb} ON {table} {when}
BEGIN SELECT RAISE(ABORT, '{why}'); END"""
_TRIGGERS = {
    f"{table}_{verb}": _TRIGGER.format(table=table, name=verb, verb=verb, when=when, why=why)
    for table, same in _ROW_OF_THE_SAME_KEY.items()
    for verb, when, why in (
        ("UPDATE", "", _REFUSED),
        ("DELETE", "", _REFUSED),
        ("INSERT", f"WHEN EXISTS ({same})", _THERE_ALREADY),
    )
}
"""An INSERT of an existing row is refused as well, because REPLACE would remove it without a DELETE trigger."""
_TRIGGERS["entries_CHECKSUM"] = _TRIGGER.format(
    table="entries", name="CHECKSUM", verb="INSERT", when="WHEN NEW.checksum IS NULL", why=_WITHOUT_CHECKSUM
)
"""An app that only knows format 1 may have the file open while it is converted."""
_COLUMNS = "number, session, seq, at, origin, kind, body, attached, previous, checksum"
_TRIGGERS["entries_NEXT"] = f"""CREATE TRIGGER IF NOT EXISTS entries_NEXT AFTER INSERT ON entries BEGIN
SELECT RAISE(ABORT, '{_NOT_THE_NEXT}') WHERE NEW.previous IS NOT COALESCE(
    (SELECT checksum FROM entries WHERE number < NEW.number ORDER BY number DESC LIMIT 1), 0);
SELECT RAISE(ABORT, '{_ERASED}') WHERE EXISTS (SELECT 1 FROM sessions WHERE id = NEW.session AND game = '');
DELETE FROM last;
INSERT INTO last (rowid, {_COLUMNS}) VALUES (1, NEW.{_COLUMNS.replace(", ", ", NEW.")});
END"""  # noqa: S608  all of it is written here
"""With it an entry is written by one statement, which is its own transaction."""


class JournalError(FileFault):
    """The journal could not be written or read. Nothing changed."""


class JournalTooNew(JournalError):  # noqa: N818  what it is, not an accident
    """The file was written by a later version of the app and is left alone."""


def prepare(db: sqlite3.Connection, path: str) -> None:
    """Make `db` a journal if it is empty. Raises JournalError for another database, JournalTooNew, sqlite3.Error.

    Retries while others do the same: SQLite refuses at once, without waiting, if two switch a file to the write-ahead
    log, since they would wait for each other for ever.
    """
    patiently(lambda: _prepare(db, path))


def patiently(do: Callable[[], T]) -> T:
    """Retry while others are opening the same file. Raises sqlite3.Error."""
    until = time.monotonic() + OPENING_S
    while True:
        try:
            return do()
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(0.01)


def check_made(db: sqlite3.Connection, path: str) -> None:
    """Raise JournalError if `db` is not a journal, or empty; JournalTooNew. Writes nothing."""
    if not format_of(db, path):
        raise JournalError(say("there is nothing in {path} yet", path=path))


def settle(db: sqlite3.Connection) -> None:
    """Move the log into the file and empty it. Raises sqlite3.OperationalError, also if another app is reading it."""
    if db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        raise sqlite3.OperationalError("another app is using the journal")


def is_taken(wrong: Exception) -> bool:
    """Return whether a row was refused because the journal already has one with this number."""
    return getattr(wrong, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_UNIQUE" or str(wrong) == _THERE_ALREADY


def is_of_erased(wrong: Exception) -> bool:
    """Return whether a row was refused because its session was erased."""
    return str(wrong) == _ERASED


@contextmanager
def atomic(db: sqlite3.Connection) -> Iterator[None]:
    """Write everything in the block, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def unguarded(db: sqlite3.Connection) -> Iterator[None]:
    """Allow rows to be changed and removed in the block. For use in a transaction, which restores the triggers."""
    for name in _TRIGGERS:
        db.execute(f"DROP TRIGGER IF EXISTS {name}")
    yield
    for trigger in _TRIGGERS.values():
        db.execute(trigger)


def _prepare(db: sqlite3.Connection, path: str) -> None:
    version = format_of(db, path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    if not version:
        _create(db)
    elif version == 1:
        _convert(db)
    _guard(db)


def format_of(db: sqlite3.Connection, path: str) -> int:
    """Return the journal's format, 0 for an empty file. Raises JournalError for another database, JournalTooNew."""
    tables = has_tables(db)  # first, because somebody may just be making them
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if tables and application != APPLICATION:
        raise JournalError(say("{path} is a database, but not a journal of this app; it was left alone", path=path))
    if (tables and not version) or version < 0:
        raise JournalError(
            say(
                "{path} has tables, but its format number is {version}: it is damaged, or not a journal",
                path=path,
                version=version,
            )
        )
    if version > SCHEMA:
        raise JournalTooNew(
            say(
                "{path} was written by a newer version of the app (format {version}, this one knows {known}); "
                "update the app to read it; it was left alone",
                path=path,
                version=version,
                known=SCHEMA,
            )
        )
    return version


def _create(db: sqlite3.Connection) -> None:
    """Make the tables unless somebody else just did."""
    with atomic(db):
        if db.execute("PRAGMA user_version").fetchone()[0] == SCHEMA:
            return
        for table, columns in _TABLES.items():
            db.execute(f"CREATE TABLE {table} ({columns}) STRICT")
        _finish(db)


def _finish(db: sqlite3.Connection) -> None:
    for name, columns in _COPIES.items():
        db.execute(f"CREATE INDEX {name} ON {columns}")
    for trigger in _TRIGGERS.values():
        db.execute(trigger)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {SCHEMA}")


def _convert(db: sqlite3.Connection) -> None:
    """Add checksums to a journal of format 1; if it is read-only, it is read without."""
    db.execute("PRAGMA legacy_alter_table = ON")  # references to entries mean the new table
    try:
        with atomic(db):
            if db.execute("PRAGMA user_version").fetchone()[0] == 1:
                _add_checksums(db)
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
            raise


def _add_checksums(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE entries RENAME TO entries_1")
    for table in ("entries", "last"):
        db.execute(f"CREATE TABLE {table} ({_TABLES[table]}) STRICT")
    attached: dict[tuple[str, int], int] = {}
    for session, *header in db.execute("SELECT id, game, rules_version, header FROM sessions"):
        attached[session, 0] = of_header(*header)
    for session, seq, *evidence in db.execute("SELECT session, seq, reading, picture FROM evidence"):
        attached[session, seq] = of_evidence(*evidence)
    checksum = 0
    for row in db.execute("SELECT number, session, seq, at, origin, kind, body FROM entries_1 ORDER BY number"):
        checksum = insert(db, (*row, attached.get((row[1], row[2]))), checksum)
    db.execute("DROP TABLE entries_1")
    write_last(db)
    _finish(db)


def insert(db: sqlite3.Connection, content: tuple[Any, ...], previous: int) -> int:
    """Write an entry (number to attached) after the one with the `previous` checksum, and return its own."""
    row = (*content, previous, checksum := of_row(previous, *content))
    db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    return checksum


def write_last(db: sqlite3.Connection) -> None:
    """Copy the last entry to `last` where the trigger did not."""
    db.execute("DELETE FROM last")
    db.execute(
        f"INSERT INTO last (rowid, {_COLUMNS}) SELECT 1, {_COLUMNS} FROM entries NOT INDEXED "  # noqa: S608
        "ORDER BY number DESC LIMIT 1"
    )


def has_tables(db: sqlite3.Connection) -> bool:
    """Return whether the file has any tables."""
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0])


def _guard(db: sqlite3.Connection) -> None:
    """Set the triggers that an earlier version of the app did not have; a read-only file needs none."""
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
