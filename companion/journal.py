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

from companion.journal_file import OpenedFile, check_whole, in_words
from companion.journal_format import JournalError, JournalTooNew, atomic, prepare

__all__ = ["Evidence", "GoneOnError", "Header", "Journal", "JournalError", "JournalTooNew", "Listed", "Origin", "Row"]

BEGAN, UNDONE, REDONE = "began", "undone", "redone"
"""Kinds of rows that are not events of a game; an event's kind is its class name, which begins with a capital."""
LARGEST_PICTURE = 60 * 1024
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
    """A session in a list: the times of its first and of its last row (a clock may have gone back), and how many."""

    header: Header
    began: str
    last: str
    rows: int


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal:
    """All sessions in one file. Not shared between threads; several processes may hold the same file.

    `path` ":memory:" keeps everything in memory. `now` gives the time of a row. Raises JournalError where the file
    cannot be opened, is no journal, or (JournalTooNew) was written by a later version.
    """

    def __init__(self, path: str | Path, *, now: Callable[[], str] = _utc_now) -> None:
        self.path = str(path)
        self._now = now
        self._joined = False
        with self._plainly("opened"):
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
                check_whole(self.path)
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=WAIT_S)
        try:
            with self._plainly("opened"):
                prepare(self._db, self.path)
                self._file = None if self.path == ":memory:" else OpenedFile(self.path, self._db)
        except JournalError:
            self._db.close()
            raise

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
            self._joined = True
            try:
                yield
            finally:
                self._joined = False

    def header(self, session: str) -> Header:
        """How a session began; "last" is the one last played. Raises KeyError for an unknown one, JournalError."""
        with self._plainly("read"):
            if session == "last":
                found = self._db.execute("SELECT session FROM entries ORDER BY number DESC LIMIT 1").fetchone()
                if found is None:
                    raise KeyError(session)
                session = found[0]
            row = self._db.execute(
                "SELECT id, game, rules_version, header FROM sessions WHERE id = ?", (session,)
            ).fetchone()
        if row is None:
            raise KeyError(session)
        return Header(*row)

    def rows(self, session: str) -> list[Row]:
        """Every row of a session in order, the beginning (seq 0) included. Raises JournalError."""
        with self._plainly("read"):
            query = "SELECT seq, at, origin, kind, body FROM entries WHERE session = ? ORDER BY seq"
            return [Row(*row) for row in self._db.execute(query, (session,))]

    def evidence(self, session: str, seq: int) -> Evidence | None:
        """What a row was read from, if anything. Raises JournalError."""
        with self._plainly("read"):
            query = "SELECT reading, picture FROM evidence WHERE session = ? AND seq = ?"
            row = self._db.execute(query, (session, seq)).fetchone()
        return Evidence(*row) if row else None

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
        query = """SELECT s.id, s.game, s.rules_version, s.header, first.at, last.at, spans.count
                   FROM (SELECT session, MIN(number) AS first, MAX(number) AS last, COUNT(*) AS count
                         FROM entries GROUP BY session) spans
                   JOIN sessions s ON s.id = spans.session
                   JOIN entries first ON first.number = spans.first
                   JOIN entries last ON last.number = spans.last
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
            if getattr(wrong, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_UNIQUE":
                raise GoneOnError(
                    f"another app has gone on with this game in the journal {self.path}: resume it to go on from there"
                ) from wrong
            raise JournalError(f"the journal {self.path} could not be {verb}: {in_words(wrong, self.path)}") from wrong
