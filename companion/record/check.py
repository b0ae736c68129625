"""What is wrong with a journal: its tables, its pages, and the checksums of its rows. Nothing here writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from companion.core.text import Text, say
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
_COUNTS = {
    say("the number of the last entry"): """SELECT COALESCE((SELECT number FROM last), 0),
              COALESCE((SELECT MAX(number) FROM entries NOT INDEXED), 0)""",
    say("the number of pieces of evidence"): """SELECT (SELECT COUNT(*) FROM entries NOT INDEXED
              WHERE attached IS NOT NULL AND seq > 0), (SELECT COUNT(*) FROM evidence NOT INDEXED)""",
}


def problems(db: sqlite3.Connection, *, whole: bool) -> list[Text]:
    """What is wrong with an open journal of any format; [] for a sound one. `whole`: with all that rows were read from.

    Raises sqlite3.Error where it cannot be read now: another app has locked it, or it may not be read.
    """
    found: list[Text] = []
    for look in (_schema, _pages, _checksums):
        try:
            found += _briefly(look(db, whole))
        except (sqlite3.DatabaseError, OverflowError, UnicodeDecodeError, TypeError) as wrong:
            if getattr(wrong, "sqlite_errorcode", 0) & 0xFF in NOT_DAMAGE:
                raise
            found.append(say("{why}", why=str(wrong)))
    return found


def has_schema(db: sqlite3.Connection) -> bool:
    """Whether the tables are exactly those of the format this app writes."""
    return not list(_schema(db, whole=False, version=SCHEMA))


def _briefly(found: Iterator[Text]) -> list[Text]:
    first, more = list(islice(found, NAMED)), sum(1 for _ in found)
    return [*first, say("and {n} more", n=more)] if more else first


def _schema(db: sqlite3.Connection, whole: bool, version: int | None = None) -> Iterator[Text]:  # noqa: ARG001  as the other looks
    """Tables and indexes must be there; a trigger that is not is set again when the journal is opened."""
    if version is None and db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
        return
    there = {name: (kind, sql) for kind, name, sql in db.execute("SELECT type, name, sql FROM sqlite_master")}
    for name, expected in _expected().items():
        if there.get(name, expected if expected[0] == "trigger" else None) != expected:
            yield say("the {kind} {name} is not as it was made", kind=expected[0], name=name)


@cache
def _expected() -> dict[str, tuple[str, str | None]]:
    db = sqlite3.connect(":memory:", isolation_level=None)
    prepare(db, ":memory:")
    found = {name: (kind, sql) for kind, name, sql in db.execute("SELECT type, name, sql FROM sqlite_master")}
    db.close()
    return found


def _pages(db: sqlite3.Connection, whole: bool) -> Iterator[Text]:
    for part in ("",) if whole else ("(sessions)", "(entries)", "(last)"):
        for (wrong,) in db.execute(f"PRAGMA integrity_check{part}"):
            if wrong != "ok":
                yield say("{why}", why=wrong)
    if not whole:
        db.execute("SELECT COUNT(session || seq) FROM evidence NOT INDEXED").fetchone()
        db.execute("SELECT COUNT(session || seq) FROM evidence INDEXED BY sqlite_autoindex_evidence_1").fetchone()


def _checksums(db: sqlite3.Connection, whole: bool) -> Iterator[Text]:
    if db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
        return
    last = 0
    for row in db.execute(_ROWS):  # whole rows: there may be a hundred thousand
        previous, checksum = row[8:]
        if previous != last:
            yield say("before entry {seq} of session {id} ({number}) something is missing", **_place(row))
        if of_row(previous, *row[:8]) != checksum:
            yield say("entry {seq} of session {id} ({number}) is not what was written", **_place(row))
        last = checksum
    for what, query in _COUNTS.items():
        expected, there = db.execute(query).fetchone()
        if expected != there:
            yield say("{what} is {there}, and should be {expected}", what=what, there=there, expected=expected)
    for session, attached, *header in db.execute(
        """SELECT e.session, e.attached, s.game, s.rules_version, s.header FROM entries e NOT INDEXED
           LEFT JOIN sessions s ON s.id = e.session WHERE e.seq = 0 AND e.attached IS NOT NULL"""
    ):
        if header[2] is None or of_header(*header) != attached:
            yield say("how session {id} began is not what was written", id=session)
    if whole:
        yield from _evidence(db)


def _evidence(db: sqlite3.Connection) -> Iterator[Text]:
    for session, seq, attached, reading, picture in db.execute(
        """SELECT e.session, e.seq, e.attached, v.reading, v.picture FROM entries e NOT INDEXED
           LEFT JOIN evidence v ON v.session = e.session AND v.seq = e.seq WHERE e.seq > 0 AND e.attached IS NOT NULL"""
    ):
        if reading is None or of_evidence(reading, picture) != attached:
            yield say("what entry {seq} of session {id} was read from is not what was written", seq=seq, id=session)


def _place(row: Sequence[object]) -> dict[str, object]:
    return {"seq": row[2], "id": row[1], "number": row[0]}
