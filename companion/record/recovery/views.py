"""Copies of a damaged journal, each with another guess of what is right where it is damaged, to read rows from."""

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
"""What reading from a damaged file may come to."""


def views(path: Path, backups: list[Path], folder: Path) -> Iterator[Path]:
    """Copies of the journal, each with another guess of what is right where it is damaged."""
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
    """A first page without what changes with every row (https://www.sqlite.org/fileformat2.html#the_database_header)."""
    return first[:24] + first[40:92] + first[100:]


def first_page(file: Path) -> bytes:
    """It says where the tables begin; as it is with a write-ahead log, which a backup lacks."""
    with file.open("rb") as opened:
        first = opened.read(PAGE)
    return first[:18] + b"\2\2" + first[20:]


@cache
def _empty() -> bytes:
    """The first page of a journal with nothing in it: the tables of every one begin there that was never converted."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        prepare(db, "")
        first = db.serialize()[:PAGE]
    return first[:18] + b"\2\2" + first[20:]


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A damaged file, or a backup, to read what can be read of it; what cannot ends the reading."""
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
    """What each query gives from the one end up to what is damaged, and then from the other."""
    for query in queries:
        for way in ("ASC", "DESC"):
            try:
                yield from db.execute(query.replace("{way}", way), parts)
            except UNREADABLE:
                continue
            break
