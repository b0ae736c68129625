"""Putting another file in the place of a journal: what lay there is kept, whole, under a name that says when."""

from __future__ import annotations

import os
import shutil
import sys
from datetime import datetime
from pathlib import Path

from companion.record.sqlite_file import beside

SHARED_FIRST, SHARED_BYTES = 0x40000002, 510
"""Where in a file SQLite locks a byte as long as it has it open (os.h, SHARED_FIRST and SHARED_SIZE)."""


def replace(path: Path, fresh: Path, name: str) -> Path:
    """Put a fresh journal at `path`; what lay there is kept, whole, under a name with the time in it.

    Raises OSError. At no moment is there no journal at `path`.
    """
    if path.exists():
        shutil.copymode(path, fresh)
    when = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    aside = unused(path.with_name(f"{path.stem}-{name}-{when}{path.suffix}"))
    for part, kept in zip((path, *beside(path)), (aside, *beside(aside)), strict=True):
        if part.exists():
            _keep(part, kept)
    with fresh.open("rb") as file:
        os.fsync(file.fileno())
    _sync_folder(path.parent)
    fresh.replace(path)
    for part in beside(path):
        part.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return aside


def is_open_elsewhere(path: Path) -> bool:
    """Whether another program has the journal open. Not for a file this program has open: it would let go of it."""
    if sys.platform == "win32" or not path.exists():
        return False  # there nobody can replace a file that is open
    import fcntl  # noqa: PLC0415  not there on Windows

    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, SHARED_BYTES, SHARED_FIRST)
        except OSError:
            return True
    return False


def unused(path: Path) -> Path:
    """The path, or the first one like it that nothing has. Raises OSError."""
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
