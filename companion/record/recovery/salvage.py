"""Salvage a damaged journal: copy everything readable to a fresh one, and keep the damaged files.

A row is read from wherever it is: the table, its copy in an index, the write-ahead log with repaired checksums, or a
backup. Its own checksum tells whether it is sound, and `previous` whether it belongs to this journal's history.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.text import Text, joined, say
from companion.record.check import Key, evidence_in_words
from companion.record.checksums import of_evidence, of_header, of_row
from companion.record.erasing import ERASED
from companion.record.recovery.carve import PAGE, entries_in, evidence_in, headers_in
from companion.record.recovery.frames import newest_pages
from companion.record.recovery.views import first_page, opened, rows_of, views
from companion.record.schema import APPLICATION, atomic, insert, prepare, settle
from companion.record.set_aside import SALVAGING, is_open_elsewhere, replace
from companion.record.sqlite_file import FileFault, beside

NAMED = 20
"""Number of lost things to name; the rest is counted."""
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


class NothingReadable(FileFault):
    """The file has no entry of a journal."""


class _Entry(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was saved from a damaged journal. `aside`: where that is now; `lost`: what could not be saved, in words."""

    aside: Path
    why: tuple[Text, ...]
    entries: int
    lost: tuple[Text, ...]

    @property
    def text(self) -> Text:
        """All of this in sentences."""
        more = len(self.lost) - NAMED
        lost = [*self.lost[:NAMED], *([say("and {n} more", n=more)] if more > 0 else [])]
        return say(
            "the journal was damaged ({why}). It is kept as {file}. {n} entries were saved to a fresh journal. {lost}",
            why=joined(self.why),
            file=self.aside,
            n=self.entries,
            lost=say("These could not be saved: {things}.", things=joined(lost)) if lost else say("Nothing is lost."),
        )

    def __str__(self) -> str:
        return str(self.text)


@dataclass(slots=True)
class _Found:
    """Sound entries by checksum (by number if they have none); headers by session, each with the places in `_HEADERS`
    where it was found.
    """

    entries: dict[int, _Entry] = field(default_factory=dict)
    headers: dict[str, dict[Header, set[str]]] = field(default_factory=dict)

    @property
    def erased(self) -> set[str]:
        """The erased sessions, which old pages and backups must not bring back."""
        return {session for session, headers in self.headers.items() if ERASED in headers}


def salvage(path: Path, why: list[Text], backups: list[Path], known_lost: list[Text]) -> Salvaged:
    """Replace the damaged journal at `path` by a fresh one with everything readable.

    `known_lost` is reported as lost in addition to what is found missing.
    Raises NothingReadable, or OSError if the files cannot be read or moved, with nothing changed.
    """
    if is_open_elsewhere(path):
        raise FileFault(
            say("it is damaged ({why}): close the other app that has it open, and start again", why=joined(why))
        )
    path.touch()  # it may be missing
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f"{path.name}{SALVAGING}") as name:
        folder = Path(name)
        found = _Found()
        for view in views(path, backups, folder):
            _read(view, found)
        _carve(path, found)
        if not found.entries and not _is_ours(path):
            raise NothingReadable(say("nothing in it can be read ({why})", why=joined(why)))
        entries, lost = _history(found, backups)
        erased = found.erased
        entries = [entry for entry in entries if entry.session not in erased]
        with closing(sqlite3.connect(folder / "fresh.sqlite", isolation_level=None)) as db:
            prepare(db, "")
            with atomic(db):
                attached, missing = _write_evidence(db, entries, _sources(path, backups, folder))
                lost = [*known_lost, *lost, *evidence_in_words(missing)]
                lost += _write(db, entries, found, attached)
            settle(db)  # if the disk fails, closing would silently leave everything in the log
        return Salvaged(replace(path, folder / "fresh.sqlite", "damaged"), tuple(why), len(entries), tuple(lost))


def _is_ours(path: Path) -> bool:
    """Return whether a file without entries may be a journal: by its application id, or because its first write, the
    page of an empty database, was cut off (earlier versions made the journal in place).
    """
    first = first_page(path)
    if first[68:72] == APPLICATION.to_bytes(4, "big"):  # 68: whose file it is
        return True
    with path.open("rb") as file:
        page = file.read(PAGE + 1)
    begun = b"SQLite format 3\0".startswith(page[:16]) or not any(page[:16])
    return begun and len(page) <= PAGE and not any(page[108:])  # a header and the root of no tables


def _sources(path: Path, backups: list[Path], folder: Path) -> Iterator[Evidence]:
    for file in chain(views(path, backups, folder), backups):
        yield _evidence_in(file)
    yield _carved_evidence(path)


def _carve(path: Path, found: _Found) -> None:
    for part in (path, beside(path)[0]):
        content = part.read_bytes() if part.exists() else b""
        for row in entries_in(content):
            _take(row, found)
        for session, *header in headers_in(content):
            found.headers.setdefault(session, {}).setdefault((header[0], header[1], header[2]), set())


def _carved_evidence(path: Path) -> Evidence:
    """Yield possible evidence in the raw bytes, newest pages first."""
    content, log = (part.read_bytes() if part.exists() else b"" for part in (path, beside(path)[0]))
    newest = newest_pages(log, PAGE)

    def in_file(number: int) -> bytes:
        return content[PAGE * (number - 1) : PAGE * number] if number else b""

    for part in (*newest.values(), content):
        yield from evidence_in(part, lambda number: newest.get(number) or in_file(number))
    if newest:
        yield from evidence_in(content, in_file)


def _take(row: tuple[Any, ...], found: _Found) -> None:
    """Keep an entry if it is sound."""
    entry = _Entry(*row)
    with suppress(TypeError, UnicodeEncodeError):  # damaged, it may be anything
        if entry.checksum is not None and entry.is_sound:
            found.entries.setdefault(entry.checksum, entry)


def _read(file: Path, found: _Found) -> None:
    with opened(file) as db:
        if db.execute("PRAGMA user_version").fetchone()[0] == 1:
            for row in rows_of(db, _ENTRIES_1):
                found.entries.setdefault(row[0], _Entry._make((*row, None, None, None)))
        for row in rows_of(db, _ENTRIES):
            _take(row, found)
        for place in _HEADERS:
            for session, game, rules_version, header in rows_of(db, (place,)):
                if (type(session), type(game), type(rules_version), type(header)) != (str, str, int, bytes):
                    continue  # not a table of sessions
                found.headers.setdefault(session, {}).setdefault((game, rules_version, header), set()).add(place)


def _history(found: _Found, backups: list[Path]) -> tuple[list[_Entry], list[Text]]:
    """Return the entries, oldest first, by following each to the one before it; and what is missing, in words.

    An entry that the file has lost is taken from a backup if its checksum is that of the one before.
    """
    # of two entries with one number the first found is newer: SQLite still reads it
    known = sorted(found.entries.values(), key=lambda entry: entry.number, reverse=True)[::-1]
    old = _Found()
    if not known:
        return [], []
    entries, lost = [known.pop()], []
    while (last := entries[-1]).previous != 0:
        if last.previous is not None and last.previous not in found.entries and not old.entries:
            for backup in backups:
                _read(backup, old)
        linked = found.entries.get(last.previous or 0) or old.entries.get(last.previous or 0)
        if last.previous is not None and linked is not None and linked.number < last.number:
            entries.append(linked)
            continue
        while known and known[-1].number >= last.number:
            known.pop()
        before = known[-1].number if known else 0
        if before < last.number - 1:
            lost.append(
                say(
                    "{n} entries before entry {seq} of session {id}",
                    n=last.number - 1 - before,
                    seq=last.seq,
                    id=last.session,
                )
            )
        if not known:
            break
        entries.append(known.pop())
    _add_headers(found, old, backups, {entry.session for entry in entries})
    return entries[::-1], lost


def _add_headers(found: _Found, old: _Found, backups: list[Path], sessions: set[str]) -> None:
    """Add headers from the backups, if those were read already or a session lacks its header."""
    if not old.headers and not sessions <= found.headers.keys():
        for backup in backups:
            _read(backup, old)
    for session, headers in old.headers.items():
        found.headers.setdefault(session, {}).update(headers)


def _write_evidence(
    db: sqlite3.Connection, entries: list[_Entry], sources: Iterable[Evidence]
) -> tuple[dict[Key, int], set[Key]]:
    """Write the evidence that is sound in some source. Return its checksums, and the entries whose evidence is lost."""
    wanted = {(entry.session, entry.seq): entry for entry in entries if entry.seq}
    missing = {key for key, entry in wanted.items() if entry.attached is not None}
    written: dict[Key, int] = {}
    for source in sources:
        if written and not missing:
            break
        for session, seq, reading, picture in source:
            if (session, seq) in written or (session, seq) not in wanted:
                continue
            entry, checksum = wanted[session, seq], of_evidence(reading, picture)
            if checksum == (checksum if entry.checksum is None else entry.attached):
                db.execute("INSERT INTO evidence VALUES (?, ?, ?, ?)", (session, seq, reading, picture))
                written[session, seq] = checksum
                missing.discard((session, seq))
    return written, missing


def _evidence_in(file: Path) -> Evidence:
    with opened(file) as db:
        for number, session, seq in rows_of(db, _EVIDENCE):
            query = "SELECT reading, picture FROM evidence NOT INDEXED WHERE rowid = ?"
            for reading, picture in rows_of(db, (query,), number):
                if isinstance(reading, bytes) and isinstance(picture, bytes | None):
                    yield session, seq, reading, picture


def _write(db: sqlite3.Connection, entries: list[_Entry], found: _Found, attached: dict[Key, int]) -> list[Text]:
    """Write entries and headers with new checksums, and return the lost headers in words. A session without entries is
    kept if its header was found in two places: a damaged id is in only one.
    """
    for session in sorted(found.erased):
        db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (session, *ERASED))
    lost: list[Text] = []
    begun = {entry.session: entry.attached for entry in entries if entry.seq == 0}
    whole = {session for session, places in found.headers.items() if max(map(len, places.values())) > 1}
    for session in dict.fromkeys([*(entry.session for entry in entries), *sorted(whole - found.erased)]):
        known = found.headers.get(session, {})
        sound = [each for each in known if begun.get(session) in {None, of_header(*each)}]
        if sound:
            db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (session, *sound[0]))
            attached[session, 0] = of_header(*sound[0])
        else:
            lost.append(say("the beginning of session {id}", id=session))
    checksum = 0
    for entry in entries:
        content = (*entry[:7], attached.get((entry.session, entry.seq)))
        checksum = insert(db, content, checksum)
    return lost
