"""What a journal is on the disk: its tables, which nobody may change, and how an empty file becomes one."""

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
"""The format of the file. Numbers of formats differ in two bits at least, so that a flipped bit makes none of another:
1 had no checksums; the next is 4, then 7.
"""
APPLICATION = 0x43415453  # "CATS": tells a journal from any other SQLite file
OPENING_S = 10.0
"""So long opening waits for others who are opening the same file: longer than any disk takes to make it."""
CHECKPOINT_PAGES = 100
"""The most pages that stand in the write-ahead log alone, about 30 rows: a copy of the main file alone misses no more.
SQLite's own limit is 1000; no row is written faster with it.
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
"""`checksum` is over the row and the `previous` row's (see `checksums.py`). `attached` is that of the session's header
for its first entry, else of the evidence; NULL where there is none, or where it is lost. `last` has one row, the
last entry once more: it says how many there are.
"""
_COPIES = {
    "sessions_copy": "sessions (id, game, rules_version, header)",
    "entries_copy": "entries (session, seq, at, origin, kind, body, attached, previous, checksum)",
}
"""Indexes of all columns: a second copy of each row, on other pages, where one page of the file is damaged."""
_ROW_OF_THE_SAME_KEY = {
    "sessions": "SELECT 1 FROM sessions WHERE rowid = NEW.rowid OR id = NEW.id",
    "entries": "SELECT 1 FROM entries WHERE number = NEW.number OR (session = NEW.session AND seq = NEW.seq)",
    "evidence": "SELECT 1 FROM evidence WHERE rowid = NEW.rowid OR (session = NEW.session AND seq = NEW.seq)",
}
_REFUSED = "the journal is append-only"
_THERE_ALREADY = "the journal is append-only: it has this entry"
_WITHOUT_CHECKSUM = "a newer version of the app has opened the journal"
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
"""An INSERT is refused too where there is such a row: REPLACE would remove that, and ask no DELETE trigger."""
_TRIGGERS["entries_CHECKSUM"] = _TRIGGER.format(
    table="entries", name="CHECKSUM", verb="INSERT", when="WHEN NEW.checksum IS NULL", why=_WITHOUT_CHECKSUM
)
"""An app that knows only format 1 may have the file open when it is converted."""


class JournalError(FileFault):
    """The journal could not be written or read; nothing changed."""


class JournalTooNew(JournalError):  # noqa: N818  what it is, not an accident
    """The file was written by a later version of the app: it is left alone."""


def prepare(db: sqlite3.Connection, path: str) -> None:
    """Make `db` a journal, if it is none yet. Raises JournalError for another database, JournalTooNew, sqlite3.Error.

    Again where others were at it too: SQLite refuses two that switch a file to its write-ahead log, at once, whatever
    time it was given to wait, since the one would wait for the other for ever.
    """
    patiently(lambda: _prepare(db, path))


def patiently(do: Callable[[], T]) -> T:
    """Do it again as long as others are opening the same file. Raises sqlite3.Error."""
    until = time.monotonic() + OPENING_S
    while True:
        try:
            return do()
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(0.01)


def check_made(db: sqlite3.Connection, path: str) -> None:
    """Raise JournalError where `db` is no journal, or none yet; JournalTooNew. Writes nothing."""
    if not format_of(db, path):
        raise JournalError(say("there is nothing in {path} yet", path=path))


def settle(db: sqlite3.Connection) -> None:
    """Bring the log into the file and empty it. Raises sqlite3.OperationalError, also where another app reads in it."""
    if db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        raise sqlite3.OperationalError("another app is using the journal")


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


@contextmanager
def unguarded(db: sqlite3.Connection) -> Iterator[None]:
    """Rows may be changed and removed meanwhile; for use within a transaction, which takes all back where it fails."""
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
    """The format of the journal; 0 for an empty file. Raises JournalError for another database, JournalTooNew."""
    # first: somebody may just be making them
    tables = has_tables(db)
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
    """Make the tables, unless somebody else just did."""
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
    """Give the rows of a journal of format 1 their checksums; one that is read-only is read without."""
    db.execute("PRAGMA legacy_alter_table = ON")  # what refers to the entries means the new table
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
    _finish(db)


def insert(db: sqlite3.Connection, content: tuple[Any, ...], previous: int) -> int:
    """Write an entry (number to attached) after the one with the `previous` checksum; gives its own."""
    row = (*content, previous, checksum := of_row(previous, *content))
    db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    db.execute(
        "REPLACE INTO last (rowid, number, session, seq, at, origin, kind, body, attached, previous, checksum) "
        "VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        row,
    )
    return checksum


def has_tables(db: sqlite3.Connection) -> bool:
    """Whether there is anything in the file."""
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0])


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
