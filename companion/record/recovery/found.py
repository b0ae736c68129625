"""Find sound rows of a damaged journal wherever they are: the tables, their copies in indexes, the log, raw pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.record.checksums import of_row
from companion.record.erasing import ERASED
from companion.record.recovery.carve import PAGE, entries_in, evidence_in, headers_in
from companion.record.recovery.frames import newest_pages
from companion.record.recovery.views import opened, rows_of
from companion.record.sqlite_file import beside

_ENTRIES_1 = ("SELECT number, session, seq, at, origin, kind, body FROM entries NOT INDEXED ORDER BY number {way}",)
_ALL = "SELECT number, session, seq, at, origin, kind, body, attached, previous, checksum "
_ENTRIES = (
    _ALL + "FROM entries NOT INDEXED ORDER BY number {way}",
    _ALL + "FROM entries INDEXED BY entries_copy ORDER BY session {way}, seq {way}",
    _ALL + "FROM last ORDER BY number {way}",
)
_HEADERS = (
    "SELECT id, game, rules_version, header FROM sessions NOT INDEXED ORDER BY rowid {way}",
    "SELECT id, game, rules_version, header FROM sessions INDEXED BY sessions_copy ORDER BY id {way}",
)
_EVIDENCE = ("SELECT rowid, session, seq FROM evidence NOT INDEXED ORDER BY rowid {way}",)
Header = tuple[str, int, bytes]
Evidence = Iterator[tuple[str, int, bytes, bytes | None]]
"""A session's id, the number of an entry in it, its reading and its picture."""


class Entry(NamedTuple):
    """A row of a journal; None for what version 1 did not have."""

    number: int
    session: str
    seq: int
    at: str
    origin: str
    kind: str
    body: bytes
    attached: int | None
    previous: int | None
    checksum: int | None

    @property
    def is_sound(self) -> bool:
        """Whether its checksum is right."""
        return None not in self[:7] and self.previous is not None and of_row(self.previous, *self[:8]) == self.checksum


@dataclass(slots=True)
class Found:
    """Sound entries by checksum (by number if they have none); headers by session, each with the places in `_HEADERS`
    where it was found.
    """

    entries: dict[int, Entry] = field(default_factory=dict)
    headers: dict[str, dict[Header, set[str]]] = field(default_factory=dict)

    @property
    def erased(self) -> set[str]:
        """The erased sessions, which old pages and backups must not bring back."""
        return {session for session, headers in self.headers.items() if ERASED in headers}


def carve(path: Path, found: Found) -> None:
    """Find entries and headers in the raw bytes of a journal and its log."""
    for part in (path, beside(path)[0]):
        content = part.read_bytes() if part.exists() else b""
        for row in entries_in(content):
            _take(row, found)
        for session, *header in headers_in(content):
            found.headers.setdefault(session, {}).setdefault((header[0], header[1], header[2]), set())


def carved_evidence(path: Path) -> Evidence:
    """Yield possible evidence in the raw bytes, newest pages first."""
    content, log = (part.read_bytes() if part.exists() else b"" for part in (path, beside(path)[0]))
    newest = newest_pages(log, PAGE)

    def in_file(number: int) -> bytes:
        return content[PAGE * (number - 1) : PAGE * number] if number else b""

    for part in (*newest.values(), content):
        yield from evidence_in(part, lambda number: newest.get(number) or in_file(number))
    if newest:
        yield from evidence_in(content, in_file)


def _take(row: tuple[Any, ...], found: Found) -> None:
    """Keep an entry if it is sound."""
    entry = Entry(*row)
    with suppress(TypeError, UnicodeEncodeError):  # damaged, it may be anything
        if entry.checksum is not None and entry.is_sound:
            found.entries.setdefault(entry.checksum, entry)


def read(file: Path, found: Found) -> None:
    """Find what SQLite still reads of a file."""
    with opened(file) as db:
        if db.execute("PRAGMA user_version").fetchone()[0] == 1:
            for row in rows_of(db, _ENTRIES_1):
                found.entries.setdefault(row[0], Entry._make((*row, None, None, None)))
        for row in rows_of(db, _ENTRIES):
            _take(row, found)
        for place in _HEADERS:
            for session, game, rules_version, header in rows_of(db, (place,)):
                if (type(session), type(game), type(rules_version), type(header)) != (str, str, int, bytes):
                    continue  # not a table of sessions
                found.headers.setdefault(session, {}).setdefault((game, rules_version, header), set()).add(place)


def evidence_in_file(file: Path) -> Evidence:
    """Yield the evidence that SQLite still reads of a file."""
    with opened(file) as db:
        for number, session, seq in rows_of(db, _EVIDENCE):
            query = "SELECT reading, picture FROM evidence NOT INDEXED WHERE rowid = ?"
            for reading, picture in rows_of(db, (query,), number):
                if isinstance(reading, bytes) and isinstance(picture, bytes | None):
                    yield session, seq, reading, picture
