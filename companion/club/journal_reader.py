"""The rows of a table's journal as its club sees them: read from the file, with names or with pseudonyms."""

from __future__ import annotations

import hmac
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from catseye.names import comparison_key
from companion.record.checksums import of_header, of_row
from companion.record.rows import BEGAN
from companion.record.sqlite_file import connect_reading, text_of


class SentRow(NamedTuple):
    """One row, in the order of the columns of `club.rows`."""

    number: int
    session: str
    seq: int
    at: str
    origin: str
    kind: str
    body: bytes
    attached: int | None
    previous: int
    checksum: int


COLUMNS = ", ".join(SentRow._fields)
"""The columns of a row, in a table's journal and in the club."""
_ENTRIES = f"SELECT {COLUMNS} FROM entries NOT INDEXED"  # noqa: S608  our own names


class SentSession(NamedTuple):
    """A session's header; `game` is "" where it was erased."""

    id: str
    game: str
    rules_version: int
    header: bytes


@dataclass(frozen=True, slots=True)
class Tip:
    """The last row that the club has of one of the table's journals; number 0 if it has none."""

    journal: int
    number: int
    checksum: int
    count: int = 0


class OtherJournal(Exception):  # noqa: N818  what it is, not an accident
    """The file no longer has the row that was sent last: a game was erased, or another file is in its place."""


class Pseudonyms:
    """Names of players as a club sees them that gets no names: the same person has the same one at this table only."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def of(self, name: str) -> str:
        """Return the pseudonym of a player."""
        return f"Player {hmac.new(self._secret, comparison_key(name).encode(), 'sha256').hexdigest()[:5]}"

    def header(self, header: bytes) -> bytes:
        """Return a session's header with pseudonyms; an empty one if it cannot be read, as names might be in it."""
        try:
            began = msgspec.json.decode(header, type=dict[str, Any])
            return msgspec.json.encode(began | {"players": [self.of(str(name)) for name in began["players"]]})
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError):
            return b"{}"


class JournalReader:
    """Reads a journal's file with a connection of its own, from one thread, and remembers how far it has read.

    With pseudonyms the chain of checksums is computed again over what is sent: that of the original header would tell
    whoever guesses the names that they are right. Methods raise sqlite3.Error and OSError if the file cannot be read.
    """

    def __init__(self, path: Path, pseudonyms: Pseudonyms | None = None) -> None:
        self._path, self._pseudonyms = path, pseudonyms
        self._db: sqlite3.Connection | None = None
        self._identity = (0, 0)
        self._number = self._checksum = self._own = 0
        """The last row that was read: its number, its checksum as sent, and its checksum in the file."""

    def close(self) -> None:
        """Close the file."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def waiting(self) -> int:
        """Return how many rows of the file come after the last one that was read."""
        (count,) = self._opened().execute("SELECT COUNT(*) FROM entries WHERE number > ?", (self._number,)).fetchone()
        return int(count)

    def stand_at(self, tips: Iterable[Tip]) -> Tip | None:
        """Continue after the furthest of the tips that is a row of this file; return None if there is none."""
        wanted = sorted(tips, key=lambda tip: (tip.number, tip.journal), reverse=True)
        there = self._found({tip.number for tip in wanted})
        for tip in wanted:
            sent, own = there.get(tip.number, (-1, -1))
            if sent == tip.checksum:
                self._number, self._checksum, self._own = tip.number, sent, own
                return tip
        return None

    def count_to(self, number: int) -> int:
        """Return how many rows there are up to this one."""
        (count,) = self._opened().execute("SELECT COUNT(*) FROM entries WHERE number <= ?", (number,)).fetchone()
        return int(count)

    def begin(self) -> None:
        """Continue with the first row."""
        self._number = self._checksum = self._own = 0

    def more(self, most: int) -> tuple[list[SentSession], list[SentRow]]:
        """Return the next rows, and the headers of the sessions that begin in them. Raises OtherJournal.

        They count as read once `sent` was called with the last of them.
        """
        db = self._opened()
        db.execute("BEGIN")
        try:
            found = db.execute(
                f"{_ENTRIES} WHERE number >= ? ORDER BY number LIMIT ?", (self._number, most + 1)
            ).fetchall()
            if self._number:
                if not found or (found[0][0], found[0][-1]) != (self._number, self._own):
                    raise OtherJournal
                del found[0]
            sessions = [self._session(session) for _, session, seq, *_ in found if seq == 0]
            if not self._number:
                sessions += [SentSession(*row) for row in db.execute("SELECT * FROM sessions WHERE game = ''")]
        finally:
            db.execute("COMMIT")
        return [session for session in sessions if session], list(self._as_sent(found, self._checksum))

    def sent(self, last: SentRow) -> None:
        """Remember that the club has all rows up to this one."""
        row = self._opened().execute("SELECT checksum FROM entries WHERE number = ?", (last.number,)).fetchone()
        if row is None:
            raise OtherJournal
        self._number, self._checksum, self._own = last.number, last.checksum, row[0]

    def _as_sent(self, found: Iterable[tuple[Any, ...]], checksum: int) -> Iterator[SentRow]:
        for row in map(SentRow._make, found):
            if self._pseudonyms is None:
                yield row
                continue
            attached = row.attached
            if row.kind == BEGAN and (session := self._session(row.session)) is not None:
                attached = of_header(*session[1:])
            previous, checksum = checksum, of_row(checksum, *row[:7], attached)
            yield row._replace(attached=attached, previous=previous, checksum=checksum)

    def _session(self, session: str) -> SentSession | None:
        row = self._opened().execute("SELECT * FROM sessions NOT INDEXED WHERE id = ?", (session,)).fetchone()
        if row is None:
            return None
        read = SentSession(*row)
        return read if self._pseudonyms is None else read._replace(header=self._pseudonyms.header(read.header))

    def _found(self, numbers: set[int]) -> dict[int, tuple[int, int]]:
        """Return the checksums of these rows, as sent and in the file."""
        db, found = self._opened(), {0: (0, 0)}
        if self._pseudonyms is None:
            for number in numbers - {0}:
                for (own,) in db.execute("SELECT checksum FROM entries WHERE number = ?", (number,)):
                    found[number] = own, own
            return found
        last = max(numbers, default=0)
        rows = db.execute(f"{_ENTRIES} WHERE number <= ? ORDER BY number", (last,)).fetchall() if last else []
        for own, row in zip(rows, self._as_sent(rows, 0), strict=True):
            if row.number in numbers:
                found[row.number] = row.checksum, own[-1]
        return found

    def _opened(self) -> sqlite3.Connection:
        """Return the connection; another one if another file is in its place."""
        there = self._path.stat()
        identity = there.st_dev, there.st_ino
        if self._db is not None and identity != self._identity:
            self.close()
        if self._db is None:
            self._db, self._identity = connect_reading(self._path), identity
            self._db.text_factory = text_of
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA query_only = ON")
        return self._db
