"""A damaged journal: everything that can still be read goes into a fresh one; the damaged files are kept whole.

A row is taken from wherever it can be read: the table, its copy in an index, the write-ahead log with the checksums put
right, a backup where the file itself has lost it. Its own checksum says whether it is what was written, and `previous`
whether it belongs to this journal's history.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.text import Text, joined, say
from companion.record.carve import entries_in, headers_in
from companion.record.checksums import of_evidence, of_header, of_row
from companion.record.salvage_views import first_page, opened, rows_of, views
from companion.record.schema import APPLICATION, atomic, insert, prepare
from companion.record.set_aside import is_open_elsewhere, replace
from companion.record.sqlite_file import FileFault, beside

NAMED = 20
"""The most lost things that are named; the rest is counted."""
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
Key = tuple[str, int]
"""A session's id and the number of an entry in it."""


class NothingReadable(FileFault):
    """There is no entry of a journal in the file."""


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
        """Whether it is what was written, as its checksum says."""
        return None not in self[:7] and self.previous is not None and of_row(self.previous, *self[:8]) == self.checksum


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What became of a damaged journal. `aside`: where it lies now; `lost`: what could not be saved, in words."""

    aside: Path
    why: tuple[Text, ...]
    entries: int
    lost: tuple[Text, ...]

    @property
    def text(self) -> Text:
        """All of it, in sentences."""
        more = len(self.lost) - NAMED
        lost = [*self.lost[:NAMED], *([say("and {n} more", n=more)] if more > 0 else [])]
        return say(
            "the journal was damaged ({why}). It is kept whole as {file}. {n} entries were saved into a fresh journal. "
            "{lost}",
            why=joined(self.why),
            file=self.aside,
            n=self.entries,
            lost=say("These could not be saved: {things}.", things=joined(lost)) if lost else say("Nothing is lost."),
        )

    def __str__(self) -> str:
        return str(self.text)


@dataclass(slots=True)
class _Found:
    """Sound entries by their checksums (by number where they have none); headers by session, and in which of the places
    `_HEADERS` they stand.
    """

    entries: dict[int, _Entry] = field(default_factory=dict)
    headers: dict[str, dict[Header, set[str]]] = field(default_factory=dict)


def salvage(path: Path, why: list[Text], backups: list[Path]) -> Salvaged:
    """Put a fresh journal with everything readable in the place of the damaged one at `path`.

    Raises NothingReadable, or OSError where the files cannot be read or moved; then they are as they were.
    """
    if is_open_elsewhere(path):
        raise FileFault(
            say("it is damaged ({why}): close the other app that has it open, and start anew", why=joined(why))
        )
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f"{path.name}-salvage-") as name:
        folder = Path(name)
        found = _Found()
        for view in views(path, backups, folder):
            _read(view, found)
        _carve(path, found)
        if not found.entries and first_page(path)[68:72] != APPLICATION.to_bytes(4, "big"):  # 68: whose file it is
            raise NothingReadable(say("nothing in it can be read ({why})", why=joined(why)))
        entries, lost = _history(found, backups)
        with closing(sqlite3.connect(folder / "fresh.sqlite", isolation_level=None)) as db:
            prepare(db, "")
            with atomic(db):
                attached, missing = _write_evidence(db, entries, _sources(path, backups, folder))
                lost += [
                    say("what entry {seq} of session {id} was read from", seq=seq, id=session)
                    for session, seq in sorted(missing)
                ]
                lost += _write(db, entries, found, attached)
        return Salvaged(replace(path, folder / "fresh.sqlite", "damaged"), tuple(why), len(entries), tuple(lost))


def _sources(path: Path, backups: list[Path], folder: Path) -> Iterator[Path]:
    yield from views(path, backups, folder)
    yield from backups


def _carve(path: Path, found: _Found) -> None:
    for part in (path, beside(path)[0]):
        content = part.read_bytes() if part.exists() else b""
        for row in entries_in(content):
            _take(row, found)
        for session, *header in headers_in(content):
            found.headers.setdefault(session, {}).setdefault((header[0], header[1], header[2]), set())


def _take(row: tuple[Any, ...], found: _Found) -> None:
    """Keep an entry, if it is what was written."""
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
                    continue  # what was read is no table of sessions
                found.headers.setdefault(session, {}).setdefault((game, rules_version, header), set()).add(place)


def _history(found: _Found, backups: list[Path]) -> tuple[list[_Entry], list[Text]]:
    """The entries, oldest first, followed from each to the one before it; and what is missing, in words.

    What the file has lost is taken from a backup, where its checksum says that it is the one before.
    """
    known, old = sorted(found.entries.values(), key=lambda entry: entry.number), _Found()
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
    for session, headers in old.headers.items():
        found.headers.setdefault(session, {}).update(headers)
    return entries[::-1], lost


def _write_evidence(
    db: sqlite3.Connection, entries: list[_Entry], files: Iterable[Path]
) -> tuple[dict[Key, int], set[Key]]:
    """Write what the entries were read from, as far as it is sound somewhere: its checksums, and what is missing."""
    wanted = {(entry.session, entry.seq): entry for entry in entries if entry.seq}
    missing = {key for key, entry in wanted.items() if entry.attached is not None}
    written: dict[Key, int] = {}
    for file in files:
        if written and not missing:
            break
        for session, seq, reading, picture in _evidence_in(file, {*wanted} - {*written}):
            entry, checksum = wanted[session, seq], of_evidence(reading, picture)
            if (session, seq) not in written and checksum == (checksum if entry.checksum is None else entry.attached):
                db.execute("INSERT INTO evidence VALUES (?, ?, ?, ?)", (session, seq, reading, picture))
                written[session, seq] = checksum
                missing.discard((session, seq))
    return written, missing


def _evidence_in(file: Path, wanted: set[Key]) -> Iterator[tuple[str, int, bytes, bytes | None]]:
    with opened(file) as db:
        for number, session, seq in rows_of(db, _EVIDENCE):
            if (session, seq) in wanted:
                query = "SELECT reading, picture FROM evidence NOT INDEXED WHERE rowid = ?"
                for reading, picture in rows_of(db, (query,), number):
                    if isinstance(reading, bytes) and isinstance(picture, bytes | None):
                        yield session, seq, reading, picture


def _write(db: sqlite3.Connection, entries: list[_Entry], found: _Found, attached: dict[Key, int]) -> list[Text]:
    """Write entries and headers, the checksums over what is there now; what is missing of the headers, in words.
    A session without entries is kept where its header stands in two places: a damaged id does not.
    """
    lost: list[Text] = []
    begun = {entry.session: entry.attached for entry in entries if entry.seq == 0}
    whole = {session for session, places in found.headers.items() if max(map(len, places.values())) > 1}
    for session in dict.fromkeys([*(entry.session for entry in entries), *sorted(whole)]):
        known = found.headers.get(session, {})
        sound = [each for each in known if begun.get(session) in {None, of_header(*each)}]
        if sound:
            db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (session, *sound[0]))
            attached[session, 0] = of_header(*sound[0])
        else:
            lost.append(say("how session {id} began", id=session))
    checksum = 0
    for entry in entries:
        content = (*entry[:7], attached.get((entry.session, entry.seq)))
        checksum = insert(db, content, checksum)
    return lost
