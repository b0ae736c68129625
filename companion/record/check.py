"""Find damage in a journal: its tables, its pages, and the checksums of its rows. Writes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from itertools import chain, islice
from pathlib import Path

from companion.core.text import Text, say
from companion.record.checksums import of_evidence, of_header, of_row
from companion.record.schema import SCHEMA, prepare

SMALL_BYTES = 64 << 20
"""Files up to this size are read completely when opened, in about 0.3 s. Pictures in larger ones are left to
`PictureCheck`.
"""
AT_ONCE = 50
"""Entries whose evidence is read in one transaction: a few milliseconds, so that the log can be emptied between two."""
Key = tuple[str, int]
"""A session's id and the number of an entry in it."""
NAMED = 5
"""Number of problems of one kind to name; the rest is counted."""
SHUT = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
NOT_DAMAGE = (*SHUT, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM)
"""Error codes of SQLite that say nothing about the file's content."""
_ROWS = """SELECT number, session, seq, at, origin, kind, body, attached, previous, checksum
           FROM entries NOT INDEXED ORDER BY number"""
_COUNTS = {
    say("the number of the last entry"): """SELECT COALESCE((SELECT number FROM last), 0),
              COALESCE((SELECT MAX(number) FROM entries NOT INDEXED), 0)""",
    say("the number of pieces of evidence"): """SELECT (SELECT COUNT(*) FROM entries NOT INDEXED
              WHERE attached IS NOT NULL AND seq > 0), (SELECT COUNT(*) FROM evidence NOT INDEXED)""",
}


def problems(db: sqlite3.Connection, *, whole: bool) -> list[Text]:
    """Return what is wrong with an open journal of any format; [] for a sound one. `whole`: check all evidence as well.

    Raises sqlite3.Error if it cannot be read now: another app has locked it, or permission is missing.
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


def is_small(path: Path) -> bool:
    """Return whether the journal at `path` is checked completely when it is opened."""
    return path.stat().st_size <= SMALL_BYTES


def has_schema(db: sqlite3.Connection) -> bool:
    """Return whether the tables are exactly those of the format this app writes."""
    return not list(_schema(db, whole=False, version=SCHEMA))


def _briefly(found: Iterator[Text]) -> list[Text]:
    first, more = list(islice(found, NAMED)), sum(1 for _ in found)
    return [*first, say("and {n} more", n=more)] if more else first


def _schema(db: sqlite3.Connection, whole: bool, version: int | None = None) -> Iterator[Text]:  # noqa: ARG001  as the other checks
    """Check tables and indexes. A missing trigger is no problem: opening sets it again."""
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
    for row in db.execute(_ROWS):  # one at a time: there may be a hundred thousand
        previous, checksum = row[8:]
        if previous != last:
            yield say("something is missing before entry {seq} of session {id} ({number})", **_place(row))
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
            yield say("the beginning of session {id} is not what was written", id=session)
    if whole:
        yield from _evidence(db)


def _evidence(db: sqlite3.Connection) -> Iterator[Text]:
    for session, seq in chain.from_iterable(damaged_evidence(db)):
        yield say("the evidence of entry {seq} of session {id} is not what was written", seq=seq, id=session)


def damaged_evidence(db: sqlite3.Connection) -> Iterator[list[Key]]:
    """Yield, for every `AT_ONCE` entries, those whose evidence is damaged. Others may write to `db` meanwhile.

    Raises sqlite3.Error if it cannot be read now.
    """
    last = 0
    while True:
        with closing(db.cursor()) as cursor, _snapshot(cursor):
            query = "SELECT number, session, seq, attached FROM entries NOT INDEXED WHERE number > ? ORDER BY number"
            entries = cursor.execute(f"{query} LIMIT {AT_ONCE}", (last,)).fetchall()
            found = [
                (session, seq)
                for _, session, seq, attached in entries
                if seq > 0 and attached is not None and not _is_sound(cursor, (session, seq), attached)
            ]
        if not entries:
            return
        last = entries[-1][0]
        yield found


@contextmanager
def _snapshot(cursor: sqlite3.Cursor) -> Iterator[None]:
    """Read one moment's state in the whole block."""
    if cursor.connection.in_transaction:
        yield
        return
    cursor.execute("BEGIN")
    try:
        yield
    finally:
        cursor.execute("ROLLBACK")


def _is_sound(cursor: sqlite3.Cursor, key: Key, attached: int) -> bool:
    query = "SELECT reading, picture FROM evidence WHERE session = ? AND seq = ?"
    try:
        found = cursor.execute(query, key).fetchone()
        return found is not None and of_evidence(*found) == attached
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError) as wrong:
        if getattr(wrong, "sqlite_errorcode", 0) & 0xFF in NOT_DAMAGE:
            raise
        return False


def evidence_in_words(keys: Iterable[Key]) -> list[Text]:
    """Name the evidence of these entries, by session."""
    numbers: dict[str, list[int]] = {}
    for session, seq in sorted(keys):
        numbers.setdefault(session, []).append(seq)
    return [
        say("the evidence of entry {seq} of session {id}", seq=seqs[0], id=session)
        if len(seqs) == 1
        else say("the evidence of entries {numbers} of session {id}", numbers=_ranges(seqs), id=session)
        for session, seqs in numbers.items()
    ]


def _place(row: Sequence[object]) -> dict[str, object]:
    return {"seq": row[2], "id": row[1], "number": row[0]}


def _ranges(numbers: list[int]) -> str:
    """Return rising numbers as "1, 4-9"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    return ", ".join("-".join(map(str, span)) for span in spans)
