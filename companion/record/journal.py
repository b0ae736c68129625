"""The append-only record of everything that happened on the table: one SQLite file, durable row by row.

Nothing is ever changed or removed: triggers refuse it, and taking something back is one more row. State is never
stored, it follows from the rows.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from companion.record.schema import JournalError, JournalTooNew, atomic, check_made, is_taken, prepare
from companion.record.sqlite_file import OpenedFile, check_whole, connect_fixed, in_words, is_unopened, located

__all__ = ["Evidence", "GoneOnError", "Header", "Journal", "JournalError", "JournalTooNew", "Listed", "Origin", "Row"]

BEGAN, UNDONE, REDONE = "began", "undone", "redone"
"""Kinds of rows that are not events of a game; an event's kind is its class name, which begins with a capital."""
LARGEST_PICTURE = 60 * 1024
IN_MEMORY = ":memory:"
WAIT_S = 2.0
"""So long a row waits for another program that is writing."""


class Origin(StrEnum):
    """How the app learnt of an event."""

    TOUCH = "touch"
    TRAY = "tray"
    BOX = "box"


class GoneOnError(JournalError):
    """Another writer has gone on with this session: what is known of it here is not how it stands."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an event was read from: the reading as JSON and the picture as JPEG, at most 60 KB."""

    reading: bytes
    picture: bytes | None = None

    def __post_init__(self) -> None:
        if self.picture is not None and len(self.picture) > LARGEST_PICTURE:
            raise ValueError(f"an evidence picture has {len(self.picture)} bytes: at most {LARGEST_PICTURE}")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a session. `body` is JSON; `at` is UTC, ISO 8601."""

    seq: int
    at: str
    origin: str
    kind: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """How a session began. `header` is JSON: players, colours, options, facts."""

    session: str
    game: str
    rules_version: int
    header: bytes


@dataclass(frozen=True, slots=True)
class Listed:
    """A session in a list: the times of its first and of its last row (a clock may have gone back), and how many.

    `damaged` says what is wrong with its rows ("": nothing is seen of that).
    """

    header: Header
    began: str
    last: str
    rows: int
    damaged: str = ""


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal:
    """All sessions in one file. Not shared between threads; several processes may hold the same file.

    `path` ":memory:" keeps everything in memory. `now` gives the time of a row. One that is only for `reading` may lie
    where nothing can be written. Raises JournalError where the file cannot be opened, is no journal, or (JournalTooNew)
    was written by a later version.
    """

    def __init__(self, path: str | Path, *, now: Callable[[], str] = _utc_now, reading: bool = False) -> None:
        self.path = str(Path(path))
        self._at = located(self.path)
        self._now = now
        self._joined = False
        self._file: OpenedFile | None = None
        with self._plainly("opened"):
            self._db = self._opened(reading=reading)

    def _opened(self, *, reading: bool) -> sqlite3.Connection:
        if self.path == IN_MEMORY:
            return self._prepared(sqlite3.connect(IN_MEMORY, isolation_level=None))
        if self._at.is_dir():
            raise JournalError(f"{self.path} is a folder, not a journal")
        if not reading:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        check_whole(self._at)
        try:
            return self._prepared(sqlite3.connect(self._at, isolation_level=None, timeout=WAIT_S))
        except sqlite3.OperationalError as wrong:
            if not reading or not is_unopened(wrong):
                raise
        return self._prepared(connect_fixed(self._at), fixed=True)

    def _prepared(self, db: sqlite3.Connection, *, fixed: bool = False) -> sqlite3.Connection:
        """`db` as a journal; closed where it cannot be one. `fixed`: nothing can be written to it."""
        db.text_factory = _text
        try:
            (check_made if fixed else prepare)(db, self.path)
            self._file = None if self.path == IN_MEMORY else OpenedFile(self.path, self._at, db)
        except BaseException:
            db.close()
            raise
        return db

    def since(self, at: str) -> float:
        """Seconds since a row's time, by the clock that rows are dated with; 0 for a time that is damaged."""
        try:
            return (datetime.fromisoformat(self._now()) - datetime.fromisoformat(at)).total_seconds()
        except (ValueError, TypeError):
            return 0.0

    def close(self) -> None:
        """Let go of the file; every acknowledged row is on the disk already."""
        self._db.close()

    def begin(self, game: str, rules_version: int, header: bytes) -> str:
        """Write the start of a session and give its id. Raises JournalError."""
        session = uuid.uuid4().hex[:12]
        with self._transaction():
            self._db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (session, game, rules_version, header))
            self._insert(session, 0, Origin.TOUCH, BEGAN, b"{}")
        return session

    def append(self, session: str, seq: int, origin: str, kind: str, body: bytes, evidence: Evidence | None) -> str:
        """Write one row; when this returns (the row's time) it is on the disk. Raises JournalError: nothing changed.

        `seq` must be the next number: where another writer has a row of the same number it raises GoneOnError.
        """
        if evidence is None:
            with self._plainly("written"):
                self._check_file()
                return self._insert(session, seq, origin, kind, body)  # one statement is a transaction of its own
        with self._transaction():
            at = self._insert(session, seq, origin, kind, body)
            row = (session, seq, evidence.reading, evidence.picture)
            self._db.execute("INSERT INTO evidence VALUES (?, ?, ?, ?)", row)
        return at

    @contextmanager
    def together(self) -> Iterator[None]:
        """The rows appended meanwhile are on the disk afterwards, all of them; or none, and it raises JournalError."""
        with self._transaction():
            joined, self._joined = self._joined, True
            try:
                yield
            finally:
                self._joined = joined

    def header(self, session: str) -> Header:
        """How a session began; "last" is the one last played. Raises KeyError for an unknown one, JournalError."""
        with self._plainly("read"):
            last = session == "last"
            if last:
                found = self._db.execute("SELECT session FROM entries ORDER BY number DESC LIMIT 1").fetchone()
                if found is None:
                    raise KeyError(session)
                session = found[0]
            query = "SELECT id, game, rules_version, header FROM sessions NOT INDEXED WHERE id = ?"
            row = self._db.execute(query, (session,)).fetchone()
        if row is None and last:
            raise JournalError(f"session {session} is damaged: how it began is missing")
        if row is None:
            raise KeyError(session)
        return Header(*row)

    def rows(self, session: str) -> list[Row]:
        """Every row of a session in order, the beginning (seq 0) included. Raises JournalError, also where not all are
        there any more.

        They are looked for in the table itself: a damaged index passes rows over. It only says how many there were.
        """
        with self._plainly("read"):
            query = """SELECT (SELECT COUNT(*) FROM entries WHERE session = :session), seq, at, origin, kind, body
                       FROM entries NOT INDEXED WHERE session = :session ORDER BY seq"""
            found = self._db.execute(query, {"session": session}).fetchall()
        rows = [Row(*row) for _, *row in found]
        if wrong := _wrong_with(rows, found[0][0] if found else 0):
            raise JournalError(f"session {session} is damaged: {wrong}")
        return rows

    def evidence(self, session: str, seq: int) -> Evidence | None:
        """What a row was read from, if anything. Raises JournalError."""
        with self._plainly("read"):
            query = "SELECT reading, picture FROM evidence WHERE session = ? AND seq = ?"
            row = self._db.execute(query, (session, seq)).fetchone()
        try:
            return Evidence(*row) if row else None
        except (ValueError, TypeError) as wrong:
            raise JournalError(f"session {session} is damaged: what entry {seq} was read from: {wrong}") from wrong

    def readings(self, session: str, origin: str) -> list[bytes]:
        """What the rows of a session that have this origin were read from. Raises JournalError."""
        with self._plainly("read"):
            query = "SELECT reading FROM entries JOIN evidence USING (session, seq) WHERE session = ? AND origin = ?"
            return [reading for (reading,) in self._db.execute(query, (session, str(origin)))]

    def pictures(self, session: str) -> frozenset[int]:
        """The rows of a session that have a picture. Raises JournalError."""
        with self._plainly("read"):
            query = "SELECT seq FROM evidence WHERE session = ? AND picture IS NOT NULL"
            return frozenset(seq for (seq,) in self._db.execute(query, (session,)))

    def sessions(self) -> list[Listed]:
        """All sessions, the last played first. Raises JournalError."""
        query = """SELECT s.id, s.game, s.rules_version, s.header,
                          COALESCE(first.at, ''), COALESCE(last.at, ''), COALESCE(spans.count, 0),
                          CASE WHEN spans.count = spans.seq + 1 THEN '' ELSE 'not all of its entries are there' END
                   FROM sessions s NOT INDEXED
                   LEFT JOIN (SELECT session, MIN(number) AS first, MAX(number) AS last, COUNT(*) AS count,
                                     MAX(seq) AS seq
                              FROM entries NOT INDEXED GROUP BY session) spans ON spans.session = s.id
                   LEFT JOIN entries first ON first.number = spans.first
                   LEFT JOIN entries last ON last.number = spans.last
                   ORDER BY spans.last DESC"""
        with self._plainly("read"):
            return [Listed(Header(*row[:4]), *row[4:]) for row in self._db.execute(query)]

    def _insert(self, session: str, seq: int, origin: str, kind: str, body: bytes) -> str:
        at = self._now()
        self._db.execute(
            "INSERT INTO entries (session, seq, at, origin, kind, body) VALUES (?, ?, ?, ?, ?, ?)",
            (session, seq, at, str(origin), kind, body),
        )
        return at

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._plainly("written"):
            self._check_file()
            with self._atomic():
                yield

    def _check_file(self) -> None:
        """Nothing is written to files that lie there no more; what goes into a transaction was asked at its start."""
        if self._file is not None and not self._joined:
            self._file.check()

    @contextmanager
    def _atomic(self) -> Iterator[None]:
        """A transaction of its own, or a part of the one of `together`."""
        with nullcontext() if self._joined else atomic(self._db):
            yield

    @contextmanager
    def _plainly(self, verb: str) -> Iterator[None]:
        """Turn what SQLite and the disk say into one sentence for people."""
        try:
            yield
        except JournalError:
            raise
        except (sqlite3.Error, UnicodeDecodeError, OSError) as wrong:
            if is_taken(wrong):
                raise GoneOnError(
                    f"another app has gone on with this game in the journal {self.path}: resume it to go on from there"
                ) from wrong
            raise JournalError(f"the journal {self.path} could not be {verb}: {in_words(wrong, self._at)}") from wrong


def _text(stored: bytes) -> str:
    """A text of the file; damage in the one must not keep all the others from being read."""
    return stored.decode(errors="replace")


def _wrong_with(rows: list[Row], counted: int) -> str:
    """What is wrong with the rows of a session where it is known to have had so many; "" where all are there."""
    for seq, row in enumerate(rows):
        if row.seq != seq:
            return f"entry {seq} is missing" if row.seq != seq - 1 else f"entry {row.seq} is there twice"
        if (row.kind == BEGAN) != (seq == 0):
            return f"entry {seq} is not what was written there"
    return f"entry {len(rows)} is missing" if len(rows) < max(counted, 1) else ""
