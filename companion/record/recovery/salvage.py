"""Salvage a damaged journal: copy everything readable to a fresh one, and keep the damaged files.

A row is read from wherever it is: the table, its copy in an index, the write-ahead log with repaired checksums, or a
backup. Its own checksum tells whether it is sound, and `previous` whether it belongs to this journal's history.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from companion.core.text import Text, joined, say
from companion.record.check import Key, evidence_in_words
from companion.record.checksums import of_evidence, of_header
from companion.record.erasing import ERASED
from companion.record.recovery.carve import PAGE
from companion.record.recovery.found import Entry, Evidence, Found, carve, carved_evidence, evidence_in_file, read
from companion.record.recovery.views import first_page, views
from companion.record.schema import APPLICATION, atomic, insert, prepare, settle
from companion.record.set_aside import SALVAGING, is_open_elsewhere, replace
from companion.record.sqlite_file import FileFault

NAMED = 20
"""Number of lost things to name; the rest is counted."""


class NothingReadable(FileFault):
    """The file has no entry of a journal."""


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
        found = Found()
        for view in views(path, backups, folder):
            read(view, found)
        carve(path, found)
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
        yield evidence_in_file(file)
    yield carved_evidence(path)


def _history(found: Found, backups: list[Path]) -> tuple[list[Entry], list[Text]]:
    """Return the entries, oldest first, by following each to the one before it; and what is missing, in words.

    An entry that the file has lost is taken from a backup if its checksum is that of the one before.
    """
    # of two entries with one number the first found is newer: SQLite still reads it
    known = sorted(found.entries.values(), key=lambda entry: entry.number, reverse=True)[::-1]
    old = Found()
    if not known:
        return [], []
    entries, lost = [known.pop()], []
    while (last := entries[-1]).previous != 0:
        if last.previous is not None and last.previous not in found.entries and not old.entries:
            for backup in backups:
                read(backup, old)
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


def _add_headers(found: Found, old: Found, backups: list[Path], sessions: set[str]) -> None:
    """Add headers from the backups, if those were read already or a session lacks its header."""
    if not old.headers and not sessions <= found.headers.keys():
        for backup in backups:
            read(backup, old)
    for session, headers in old.headers.items():
        found.headers.setdefault(session, {}).update(headers)


def _write_evidence(
    db: sqlite3.Connection, entries: list[Entry], sources: Iterable[Evidence]
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


def _write(db: sqlite3.Connection, entries: list[Entry], found: Found, attached: dict[Key, int]) -> list[Text]:
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
