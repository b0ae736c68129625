"""Copies of a damaged journal, each repaired by a different guess, to read rows from."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from companion.record.recovery.carve import PAGE
from companion.record.recovery.frames import pages_of, repaired
from companion.record.schema import prepare
from companion.record.sqlite_file import beside, text_of

UNREADABLE = (sqlite3.Error, OverflowError, UnicodeDecodeError)
"""Errors of reading a damaged file."""


def views(path: Path, backups: list[Path], folder: Path) -> Iterator[Path]:
    """Yield copies of the journal, each repaired by a different guess."""
    log = beside(path)[0].read_bytes() if beside(path)[0].exists() else b""
    pages = max(path.stat().st_size // PAGE, pages_of(log))
    logs = dict.fromkeys([log, *(repaired(log, PAGE, pages, sure=sure) for sure in (True, False))])
    firsts: dict[bytes, bytes] = {}
    for first in (*(first_page(whole) for whole in (path, *backups)), _empty()):
        firsts.setdefault(_lasting(first), first[:28] + pages.to_bytes(4, "big") + first[32:])  # 28: the size in pages
    view = folder / "view.sqlite"
    for page in firsts.values():
        for each in logs:
            shutil.copyfile(path, view)
            with view.open("r+b") as file:
                file.write(page)
            beside(view)[0].write_bytes(each)
            yield view
            for part in (view, *beside(view)):
                part.unlink(missing_ok=True)


def _lasting(first: bytes) -> bytes:
    """Return a first page without fields that change (https://www.sqlite.org/fileformat2.html#the_database_header)."""
    return first[:24] + first[40:92] + first[100:]


def first_page(file: Path) -> bytes:
    """Return the first page, which locates the tables, marked as with a write-ahead log, which a backup lacks."""
    with file.open("rb") as opened:
        first = opened.read(PAGE)
    return first[:18] + b"\2\2" + first[20:]


@cache
def _empty() -> bytes:
    """Return the first page of an empty journal: in all journals never converted, tables begin at the same pages."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        prepare(db, "")
        first = db.serialize()[:PAGE]
    return first[:18] + b"\2\2" + first[20:]


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a damaged file or a backup for reading; errors end the block."""
    way = "rw" if beside(file)[0].exists() else "ro&immutable=1"
    with (
        closing(sqlite3.connect(f"{file.as_uri()}?mode={way}", uri=True, isolation_level=None)) as db,
        suppress(*UNREADABLE),
    ):
        db.text_factory = text_of
        with suppress(*UNREADABLE):
            db.execute("PRAGMA synchronous = OFF")
        yield db


def rows_of(db: sqlite3.Connection, queries: Iterable[str], *parts: object) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of each query from one end up to the damage, and then from the other end."""
    for query in queries:
        for way in ("ASC", "DESC"):
            try:
                yield from db.execute(query.replace("{way}", way), parts)
            except UNREADABLE:
                continue
            break
