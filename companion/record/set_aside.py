"""Replace a journal by another file, and keep the old one under a name with the time."""

from __future__ import annotations

import filecmp
import glob
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.record.schema import prepare, settle
from companion.record.sqlite_file import beside

SALVAGING, RESTORING, _MAKING = "-salvage-", "-restoring", "-making"
"""Suffixes of a journal's drafts: a folder and two files."""
SHARED_FIRST, SHARED_BYTES = 0x40000002, 510
"""Range of a file in which SQLite locks a byte while it has the file open (os.h, SHARED_FIRST and SHARED_SIZE)."""


def replace(path: Path, fresh: Path, name: str) -> Path:
    """Put a fresh journal at `path`, and return the old one's new path, which contains the time.

    Raises OSError. There is a journal at `path` at every moment.
    """
    if path.exists():
        shutil.copymode(path, fresh)
    when = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    aside = unused(path.with_name(f"{path.stem}-{name}-{when}{path.suffix}"))
    for part, kept in zip(_parts(path), _parts(aside), strict=True):
        if part.exists():
            _keep(part, kept)
    with fresh.open("rb") as file:
        os.fsync(file.fileno())
    _sync_folder(path.parent)
    _parts(path)[-1].unlink(missing_ok=True)  # SQLite would roll the fresh file back by this
    fresh.replace(path)
    _remove_log(path)
    return aside


def _parts(path: Path) -> tuple[Path, ...]:
    """Return the journal at `path`, the two files beside it, and SQLite's rollback journal, which a power loss may
    leave during a write without the log.
    """
    return (path, *beside(path), path.with_name(f"{path.name}-journal"))


def make(path: Path) -> None:
    """Make an empty journal at `path`, which appears complete. Raises OSError, sqlite3.Error."""
    fresh = path.with_name(f"{path.name}{_MAKING}")
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as db:
            prepare(db, str(path))
            settle(db)  # if the disk fails, closing would silently leave everything in the log
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        fresh.rename(path)
    except BaseException:
        for part in (fresh, *beside(fresh)):
            part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def clear_leftovers(path: Path) -> None:
    """Finish or remove what a killed app left of its work on the journal at `path`. The folder must be locked.

    If it was killed just after replacing the journal, the old log is still beside the new file.
    """
    log = beside(path)[0]
    for part in list(path.parent.glob(f"{glob.escape(path.stem)}*")):
        if part.name.startswith(f"{path.name}{SALVAGING}"):
            shutil.rmtree(part, ignore_errors=True)
        elif part.name.startswith((f"{path.name}{RESTORING}", f"{path.name}{_MAKING}")):
            part.unlink(missing_ok=True)
        elif part.name.endswith(f"{path.suffix}-wal") and part != log and log.exists() and path.exists():
            main = part.with_name(part.name.removesuffix("-wal"))
            if log.stat().st_size and _is_same(log, part) and main.exists() and not _is_same(path, main):
                _remove_log(path)


def _remove_log(path: Path) -> None:
    """Remove the files beside the journal at `path`, the index first: an index alone means that a log is lost."""
    for part in reversed(beside(path)):
        part.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _is_same(one: Path, other: Path) -> bool:
    return one.samefile(other) or filecmp.cmp(one, other, shallow=False)


def is_open_elsewhere(path: Path) -> bool:
    """Return whether another program has the journal open. Not for a file this program has open: it would unlock it."""
    if sys.platform == "win32" or not path.exists():
        return False  # on Windows nobody can replace an open file
    import fcntl  # noqa: PLC0415  Windows has none

    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, SHARED_BYTES, SHARED_FIRST)
        except OSError:
            return True
    return False


def unused(path: Path) -> Path:
    """Return the path, or the first numbered one that does not exist. Raises OSError."""
    for number in range(1000):
        free = path.with_stem(f"{path.stem}-{number}") if number else path
        if not free.exists():
            return free
    raise OSError(f"there are a thousand files like {path} already")


def _keep(part: Path, kept: Path) -> None:
    try:
        os.link(part, kept)
    except OSError:  # a disk without links
        shutil.copy2(part, kept)
        with kept.open("rb") as file:
            os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
