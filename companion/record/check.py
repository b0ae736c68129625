"""What is wrong with a journal: its tables, its pages, and the checksums of its rows. Nothing here writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache

from companion.record.checksums import of_evidence, of_header, of_row
from companion.record.schema import SCHEMA, prepare

SMALL_BYTES = 64 << 20
"""A file up to this size is read whole when it is opened, about 0.3 s; of a larger one the pictures are left out."""
NAMED = 5
"""The most problems of one kind that are named; the rest is counted."""
SHUT = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
NOT_DAMAGE = (*SHUT, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM)
"""What SQLite says of a file that it cannot read now, whatever is in it."""
_ROWS = """SELECT number, session, seq, at, origin, kind, body, attached, previous, checksum
           FROM entries NOT INDEXED ORDER BY number"""
_COUNTS = (
    """SELECT 'the number of the last entry', COALESCE((SELECT number FROM last), 0),
              COALESCE((SELECT MAX(number) FROM entries NOT INDEXED), 0)""",
    """SELECT 'the number of pieces of evidence', (SELECT COUNT(*) FROM entries NOT INDEXED WHERE attached IS NOT NULL
              AND seq > 0), (SELECT COUNT(*) FROM evidence NOT INDEXED)""",
)


def problems(db: sqlite3.Connection, *, whole: bool) -> list[str]:
    """What is wrong with an open journal of any format; [] for a sound one. `whole`: with all that rows were read from.

    Raises sqlite3.Error where it cannot be read now: another app has locked it, or it may not be read.
    """
    found: list[str] = []
    for look in (_schema, _pages, _checksums):
        try:
            found += _briefly(look(db, whole))
        except (sqlite3.DatabaseError, OverflowError, UnicodeDecodeError, TypeError) as wrong:
            if getattr(wrong, "sqlite_errorcode", 0) & 0xFF in NOT_DAMAGE:
                raise
            found.append(str(wrong))
    return found


def has_schema(db: sqlite3.Connection) -> bool:
    """Whether the tables are exactly those of the format this app writes."""
    return not list(_schema(db, whole=False, version=SCHEMA))


def _briefly(found: Iterator[str]) -> list[str]:
    problems_found = list(found)
    return (
        problems_found
        if len(problems_found) <= NAMED
        else [*problems_found[:NAMED], f"and {len(problems_found) - NAMED} more"]
    )


def _schema(db: sqlite3.Connection, whole: bool, version: int | None = None) -> Iterator[str]:  # noqa: ARG001  as the other looks
    """Tables and indexes must be there; a trigger that is not is set again when the journal is opened."""
    if version is None and db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
        return
    there = {name: (kind, sql) for kind, name, sql in db.execute("SELECT type, name, sql FROM sqlite_master")}
    for name, expected in _expected().items():
        if there.get(name, expected if expected[0] == "trigger" else None) != expected:
            yield f"the {expected[0]} {name} is not as it was made"


@cache
def _expected() -> dict[str, tuple[str, str | None]]:
    db = sqlite3.connect(":memory:", isolation_level=None)
    prepare(db, ":memory:")
    found = {name: (kind, sql) for kind, name, sql in db.execute("SELECT type, name, sql FROM sqlite_master")}
    db.close()
    return found


def _pages(db: sqlite3.Connection, whole: bool) -> Iterator[str]:
    if whole:
        yield from (
            problems_found for (problems_found,) in db.execute("PRAGMA integrity_check") if problems_found != "ok"
        )
    else:
        for table in ("sessions", "entries", "last"):
            yield from (
                problems_found
                for (problems_found,) in db.execute(f"PRAGMA integrity_check({table})")
                if problems_found != "ok"
            )
        db.execute("SELECT COUNT(session || seq) FROM evidence NOT INDEXED").fetchone()
        db.execute("SELECT COUNT(session || seq) FROM evidence INDEXED BY sqlite_autoindex_evidence_1").fetchone()


def _checksums(db: sqlite3.Connection, whole: bool) -> Iterator[str]:
    if db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
        return
    last = 0
    for row in db.execute(_ROWS):  # whole rows: there may be a hundred thousand
        previous, checksum = row[8:]
        if previous != last:
            yield f"before entry {row[2]} of session {row[1]} ({row[0]}) something is missing"
        if of_row(previous, *row[:8]) != checksum:
            yield f"entry {row[2]} of session {row[1]} ({row[0]}) is not what was written"
        last = checksum
    for query in _COUNTS:
        what, expected, there = db.execute(query).fetchone()
        if expected != there:
            yield f"{what} is {there}, and should be {expected}"
    for session, attached, *header in db.execute(
        """SELECT e.session, e.attached, s.game, s.rules_version, s.header FROM entries e NOT INDEXED
           LEFT JOIN sessions s ON s.id = e.session WHERE e.seq = 0 AND e.attached IS NOT NULL"""
    ):
        if header[2] is None or of_header(*header) != attached:
            yield f"how session {session} began is not what was written"
    if whole:
        yield from _evidence(db)


def _evidence(db: sqlite3.Connection) -> Iterator[str]:
    for session, seq, attached, reading, picture in db.execute(
        """SELECT e.session, e.seq, e.attached, v.reading, v.picture FROM entries e NOT INDEXED
           LEFT JOIN evidence v ON v.session = e.session AND v.seq = e.seq WHERE e.seq > 0 AND e.attached IS NOT NULL"""
    ):
        if reading is None or of_evidence(reading, picture) != attached:
            yield f"what entry {seq} of session {session} was read from is not what was written"
