"""The append-only journal of everything that happened on the table: one SQLite file, durable row by row.

Rows never change: triggers refuse it, and undo is one more row. Only a whole session can be erased. State is never
stored; it follows from the rows.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.core.text import Text, say
from companion.record.backup import BackupThread
from companion.record.checksums import of_evidence, of_header
from companion.record.connection import IN_MEMORY, GoneOnError, for_reading, for_writing, in_memory, in_one_sentence
from companion.record.erasing import erase
from companion.record.picture_check import PictureCheck
from companion.record.recovery.salvage import Salvaged
from companion.record.rows import (
    AMENDED,
    BEGAN,
    LARGEST_PICTURE,
    REDONE,
    UNDONE,
    DamagedSessionError,
    End,
    Evidence,
    Header,
    Listed,
    Origin,
    Row,
    spoiled,
    wrong_with,
)
from companion.record.schema import SCHEMA, JournalError, JournalTooNew
from companion.record.sqlite_file import OpenedFile, closed_on_error, located
from companion.record.transactions import Transactions

__all__ = [
    "AMENDED",
    "BEGAN",
    "LARGEST_PICTURE",
    "REDONE",
    "UNDONE",
    "End",
    "Evidence",
    "GoneOnError",
    "Header",
    "Journal",
    "JournalError",
    "JournalTooNew",
    "Listed",
    "Origin",
    "Row",
    "Salvaged",
]


def utc_now() -> str:
    """Return the time for a row: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal:
    """All sessions in one file. For one thread; several processes may have the same file open.

    `path` ":memory:" keeps everything in memory. `now` gives the time of a row. A journal for `reading` may be in a
    read-only folder. `salvaged` is what `recovery.opening` saved if it repaired the file. Raises JournalError if the
    file cannot be opened or is not a journal: Damaged if it can be repaired, JournalTooNew if a later version wrote it.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        now: Callable[[], str] = utc_now,
        reading: bool = False,
        salvaged: Salvaged | None = None,
    ) -> None:
        self.path, self.salvaged = str(Path(path)), salvaged
        self._at = located(self.path)
        self._now = now
        self._backup_due = False
        self._backups, self._pictures = BackupThread(self._at), PictureCheck(self._at)
        self._reading = in_one_sentence("read", self.path, self._at)
        self._writing = in_one_sentence("written", self.path, self._at)
        with in_one_sentence("opened", self.path, self._at):
            if self.path == IN_MEMORY:
                self._db = in_memory()
            else:
                self._db = (for_reading if reading else for_writing)(self.path, self._at)
            with closed_on_error(self._db):
                lasting = not reading and self.path != IN_MEMORY
                self._file = OpenedFile(self.path, self._at, self._db) if lasting else None
                self._transactions = Transactions(self._db, self._file)
                (self._format,) = self._db.execute("PRAGMA user_version").fetchone()

    def since(self, at: str) -> float:
        """Return the seconds since a row's time, by the clock for rows; 0 if the time is damaged."""
        try:
            return (datetime.fromisoformat(self._now()) - datetime.fromisoformat(at)).total_seconds()
        except (ValueError, TypeError):
            return 0.0

    def close(self) -> None:
        """Close the file; every acknowledged row is already on disk."""
        self._backups.close()
        self._pictures.stop()
        self._db.close()
        if self._file is not None:
            self._file.close()

    def back_up_soon(self) -> None:
        """Start a backup beside the journal, on another thread as it may take long."""
        self._backup_due = self._transactions.is_on
        if not self._backup_due and self.path != IN_MEMORY:
            self._backups.start()

    def check_pictures(self) -> None:
        """Check the pictures that the opening of a large journal skipped, on a thread; see `damage`."""
        if self.path != IN_MEMORY:
            self._pictures.start()

    def damage(self) -> Text:
        """Return the damage `check_pictures` has found, once; NOTHING if there is none (yet)."""
        return self._pictures.take()

    def begin(self, game: str, rules_version: int, header: bytes, session: str = "") -> str:
        """Write the start of a session and return its id: `session` if that is still free. Raises JournalError."""
        if not session or self._ever_had(session):
            session = uuid.uuid4().hex[:12]
        with self._transaction():
            self._db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (session, game, rules_version, header))
            self._insert(session, 0, Origin.TOUCH, BEGAN, b"{}", of_header(game, rules_version, header))
        return session

    def append(self, session: str, seq: int, origin: str, kind: str, body: bytes, evidence: Evidence | None) -> str:
        """Write one row to disk and return its time. Raises JournalError, with nothing changed.

        `seq` must be the next number: GoneOnError if another writer has used it.
        """
        if evidence is None:
            with self._writing:
                return self._insert(session, seq, origin, kind, body, None)
        with self._transaction():
            at = self._insert(session, seq, origin, kind, body, of_evidence(evidence.reading, evidence.picture))
            row = (session, seq, evidence.reading, evidence.picture)
            self._db.execute("INSERT INTO evidence VALUES (?, ?, ?, ?)", row)
        return at

    def erase(self, *sessions: str) -> Text:
        """Erase sessions for good, except from older backups. Return a sentence about what may remain in the file.

        Raises KeyError, JournalError, with nothing changed.
        """
        with self._writing:
            left = erase(self._db, self._transactions, sessions)
        self.back_up_soon()
        return left

    def _ever_had(self, session: str) -> bool:
        """Return whether a session is or was here: the ids of erased ones stay."""
        with self._reading:
            return self._db.execute("SELECT 1 FROM sessions WHERE id = ?", (session,)).fetchone() is not None

    @contextmanager
    def together(self, now: Callable[[], str] | None = None) -> Iterator[None]:
        """Write all rows appended in the block, or none and raise JournalError. `now` gives their times."""
        kept, self._now = self._now, now or self._now
        try:
            with self._transaction():
                yield
        finally:
            self._now = kept
        if self._backup_due:
            self.back_up_soon()

    def header(self, session: str) -> Header:
        """Return a session's header; "last" is the session last played. Raises KeyError, JournalError."""
        with self._reading:
            last = session == "last"
            if last:
                found = self._db.execute("SELECT session FROM entries ORDER BY number DESC LIMIT 1").fetchone()
                if found is None:
                    raise KeyError(session)
                session = found[0]
            query = "SELECT id, game, rules_version, header FROM sessions NOT INDEXED WHERE id = ? AND game <> ''"
            row = self._db.execute(query, (session,)).fetchone()
        if row is None and last:
            raise DamagedSessionError(session, say("its beginning is missing"))
        if row is None:
            raise KeyError(session)
        return Header(*row)

    def rows(self, session: str) -> list[Row]:
        """Return every row of a session in order, from seq 0. Raises JournalError, also if rows are missing.

        The table itself is searched, as a damaged index skips rows; the index only gives their number.
        """
        query = """SELECT (SELECT COUNT(*) FROM entries WHERE session = ?1), number, attached, previous, checksum, seq,
                          at, origin, kind, body FROM entries NOT INDEXED WHERE session = ?1 ORDER BY seq"""
        with self._reading:
            found = self._db.execute(self._known(query), (session,)).fetchall()
        rows = [Row(*each[5:]) for each in found]
        wrong = wrong_with(rows, found[0][0] if found else 0) or spoiled(session, found)
        if wrong:
            raise DamagedSessionError(session, wrong)
        return rows

    def last_seq(self, session: str) -> int:
        """Return the number of a session's last row, or -1 for an unknown session. Raises JournalError."""
        with self._reading:
            query = "SELECT COALESCE(MAX(seq), -1) FROM entries WHERE session = ?"
            found: int = self._db.execute(query, (session,)).fetchone()[0]
        return found

    def evidence(self, session: str, seq: int) -> Evidence | None:
        """Return the evidence of a row, or None. Raises JournalError."""
        query = """SELECT reading, picture, attached FROM evidence JOIN entries USING (session, seq)
                   WHERE session = ? AND seq = ?"""
        with self._reading:
            row = self._db.execute(self._known(query), (session, seq)).fetchone()
        if row is None:
            return None
        if row[2] is not None and of_evidence(row[0], row[1]) != row[2]:
            raise DamagedSessionError(session, say("the evidence of entry {seq} is not what was written", seq=seq))
        try:
            return Evidence(row[0], row[1])
        except (ValueError, TypeError) as wrong:
            why = say("the evidence of entry {seq}: {why}", seq=seq, why=str(wrong))
            raise DamagedSessionError(session, why) from wrong

    def readings(self, session: str, origin: str) -> list[bytes]:
        """Return the readings of a session's rows with this origin. Raises JournalError."""
        with self._reading:
            query = "SELECT reading FROM entries JOIN evidence USING (session, seq) WHERE session = ? AND origin = ?"
            return [reading for (reading,) in self._db.execute(query, (session, str(origin)))]

    def readings_by_entry(self, session: str) -> dict[int, bytes]:
        """Return the readings of a session's rows by their numbers. Raises JournalError."""
        with self._reading:
            return dict(self._db.execute("SELECT seq, reading FROM evidence WHERE session = ?", (session,)))

    def pictures(self, session: str) -> frozenset[int]:
        """Return the numbers of a session's rows that have a picture. Raises JournalError."""
        with self._reading:
            query = "SELECT seq FROM evidence WHERE session = ? AND picture IS NOT NULL"
            return frozenset(seq for (seq,) in self._db.execute(query, (session,)))

    def sessions(self) -> list[Listed]:
        """Return all sessions, the last played first. Raises JournalError."""
        query = """SELECT s.id, s.game, s.rules_version, s.header,
                          COALESCE(first.at, ''), COALESCE(last.at, ''), COALESCE(spans.count, 0),
                          CASE WHEN spans.count = spans.seq + 1 THEN '' ELSE 'not all of its entries are there' END
                   FROM sessions s NOT INDEXED
                   LEFT JOIN (SELECT session, MIN(number) AS first, MAX(number) AS last, COUNT(*) AS count,
                                     MAX(seq) AS seq
                              FROM entries NOT INDEXED GROUP BY session) spans ON spans.session = s.id
                   LEFT JOIN entries first ON first.number = spans.first
                   LEFT JOIN entries last ON last.number = spans.last
                   WHERE s.game <> ''
                   ORDER BY spans.last DESC"""
        with self._reading:
            return [Listed(Header(*row[:4]), *row[4:]) for row in self._db.execute(query)]

    def ends(self) -> list[End]:
        """Return where each session began and ended, the last played last, by the index alone: it takes a hundredth of
        the time of `sessions` and believes the index. Raises JournalError.
        """
        query = """SELECT s.id, s.game, s.rules_version, s.header, first.at, last.at, last.seq
                   FROM sessions s NOT INDEXED
                   JOIN entries first ON first.session = s.id AND first.seq = 0
                   JOIN entries last ON last.session = s.id
                        AND last.seq = (SELECT MAX(seq) FROM entries WHERE session = s.id)
                   WHERE s.game <> ''
                   ORDER BY last.number"""
        with self._reading:
            return [End(Header(*row[:4]), *row[4:]) for row in self._db.execute(query)]

    def _known(self, query: str) -> str:
        """Return the query without columns that format 1 lacks: a journal opened for reading is not converted."""
        return query if self._format == SCHEMA else re.sub(r"\b(attached|previous|checksum)\b", "NULL", query)

    def _insert(self, session: str, seq: int, origin: str, kind: str, body: bytes, attached: int | None) -> str:
        at = self._now()
        self._transactions.insert((session, seq, at, str(origin), kind, body, attached))
        return at

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._writing, self._transactions.one():
            yield
