"""Check a journal before opening it for writing, because SQLite applies a log to any file beside it."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.core.text import Text, joined, say
from companion.record.check import NOT_DAMAGE, SHUT, has_schema, is_small, problems
from companion.record.checksums import of_row
from companion.record.erasing import is_erased
from companion.record.picture_check import mark
from companion.record.recovery.frames import is_damaged
from companion.record.schema import SCHEMA, JournalError, JournalTooNew, format_of, has_tables, patiently
from companion.record.sqlite_file import LOOKS, FileFault, beside, in_words, size_of, text_of
from companion.record.wal import HEADER, INDEX_BYTES, index_of

BETWEEN_LOOKS_S = 0.05
"""Pause between two looks, seconds, so that a frame another app is just writing is not taken for damage."""
FIRST_PAGE = say("its first page is damaged")
_LAST = "SELECT number, session, seq, at, origin, kind, body FROM entries NOT INDEXED"


class Damaged(JournalError):  # noqa: N818  what it is, not an accident
    """The files of a journal are damaged; `problems` says how, `lost` what is known to be gone for good."""

    def __init__(self, found: list[Text], lost: list[Text] | None = None) -> None:
        super().__init__(joined(found))
        self.problems, self.lost = found, lost or []


class MixedFiles(JournalError):  # noqa: N818  the same
    """The log beside a journal belongs to another state of it. Nothing was changed."""


def examine(path: Path, name: str, *, whole: bool | None = None) -> None:
    """Raise Damaged, MixedFiles, JournalTooNew, or JournalError if it is not a journal. Writes nothing.

    `whole`: check all evidence as well (None: only if that is quick).
    """
    log = beside(path)[0]
    if not path.exists() or not path.stat().st_size:
        if size_of(log) > HEADER.size:  # SQLite would delete it
            raise Damaged([say("{file} is missing or empty, but not {log} beside it", file=path.name, log=log.name)])
        return
    _examine_log(path)
    with path.open("rb") as file:
        first = file.read(20)
    known = {1, 2}  # with a log or without; SQLite only reads a file with a higher number
    if first.startswith(b"SQLite format 3") and not {*first[18:]} <= known:
        raise Damaged([FIRST_PAGE])
    if whole is None:
        whole = is_small(path) or mark(path).exists()
    alone = _last(path) if size_of(log) else None
    try:
        found = patiently(lambda: _problems(path, name, f"{path.as_uri()}?mode=ro", whole, alone))
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorcode & 0xFF not in SHUT:
            raise
        if size_of(log):
            why = say("{file} beside it cannot be read in a read-only folder", file=log.name)
            raise FileFault(why) from wrong
        found = _problems(path, name, _alone(path), whole)
    if found and alone is not None and not _problems(path, name, _alone(path), whole):
        raise MixedFiles(_mixed(name, path))
    if found:
        raise Damaged(found)


def _examine_log(path: Path) -> None:
    """Raise Damaged if part of the log is missing or changed."""
    log, index = beside(path)
    if all(_is_cut(log, index) for _ in range(LOOKS)):
        lost = say("the newest entries, which were in the missing part of {file}", file=log.name)
        raise Damaged([say("{file} was cut short", file=log.name)], [lost])
    if all(_is_damaged(log, index, look) for look in range(LOOKS)):
        raise Damaged([say("{file} was changed after it was written", file=log.name)])


def _is_damaged(log: Path, index: Path, look: int) -> bool:
    time.sleep(BETWEEN_LOOKS_S if look else 0)
    try:
        said = index_of(index.read_bytes()[:INDEX_BYTES]) if index.exists() else None
        return is_damaged(log.read_bytes(), said)
    except FileNotFoundError:  # there is none, or another app has just closed the journal
        return False


def _is_cut(log: Path, index: Path) -> bool:
    """Return whether the log lacks frames that were committed but are not in the file yet, by its index.

    After a power loss the index may be out of date; then it belongs to another log.
    """
    try:
        with index.open("rb") as file:
            said = index_of(file.read(INDEX_BYTES))
        with log.open("rb") as file:
            head, size = file.read(HEADER.size), file.seek(0, os.SEEK_END)
    except FileNotFoundError:
        return False
    if said is None or said.in_file >= said.frames or size >= said.end:
        return False
    return len(head) < HEADER.size or HEADER.unpack(head)[4:6] == said.salts


def _problems(path: Path, name: str, uri: str, whole: bool, alone: tuple[Any, ...] | None = None) -> list[Text]:
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
        try:
            if not has_tables(db):
                return []
            version = _version(db)
            if version == 1:  # its texts have no checksums
                db.text_factory = text_of
            if version != SCHEMA and (version ^ SCHEMA).bit_count() == 1 and has_schema(db):
                return [say("the number of its format is damaged")]
            format_of(db, name)
        except JournalTooNew:
            raise
        except JournalError:
            if has_schema(db):
                return [FIRST_PAGE]
            raise
        except (sqlite3.DatabaseError, UnicodeDecodeError) as wrong:
            if getattr(wrong, "sqlite_errorcode", 0) & 0xFF in NOT_DAMAGE:
                raise
            return [say("{why}", why=in_words(wrong, path))]
        found = problems(db, whole=whole)
        if found or alone is None or _has(db, alone) or is_erased(db, alone[1]):
            return found
        raise MixedFiles(_mixed(name, path))


def _has(db: sqlite3.Connection, entry: tuple[Any, ...]) -> bool:
    return bool(db.execute(f"{_LAST} WHERE number = ?", entry[:1]).fetchone() == entry)


def _version(db: sqlite3.Connection) -> int:
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version & 0xFFFFFFFF


def _last(path: Path) -> tuple[Any, ...] | None:
    """Return the last entry of the file without its log, or None if that is unreadable or damaged: without its log the
    file need not be complete.
    """
    with suppress(sqlite3.Error, TypeError, UnicodeEncodeError), closing(sqlite3.connect(_alone(path), uri=True)) as db:
        db.text_factory = text_of
        found: tuple[Any, ...] | None = db.execute(f"{_LAST} ORDER BY number DESC LIMIT 1").fetchone()
        if found is not None and _version(db) == SCHEMA:
            query = "SELECT attached, previous, checksum FROM entries NOT INDEXED WHERE number = ?"
            attached, previous, checksum = db.execute(query, found[:1]).fetchone()
            return found if of_row(previous, *(*found, attached)) == checksum else None
        return found
    return None


def _alone(path: Path) -> str:
    return f"{path.as_uri()}?mode=ro&immutable=1"


def _mixed(name: str, path: Path) -> Text:
    log, index = beside(path)
    return say(
        "the journal {path} could not be opened: {log} beside it belongs to another state of it. Was a backup "
        "copied there? Nothing was changed. To continue with {file} as it is, move {log} and {index} to "
        "another folder; or move {file} there too, and restore the backup with: catseye restore",
        path=name,
        log=log.name,
        file=path.name,
        index=index.name,
    )
