"""The file a journal is kept in, as the disk has it: whether it is still there, and in words what is wrong with it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path


class FileGone(OSError):  # noqa: N818  what it is, not an accident
    """The file is no longer where it was opened; the message says what is there instead."""


class OpenedFile:
    """The file that lay at `path` when it was opened: what is written to it once it lies there no more is lost."""

    def __init__(self, path: str) -> None:
        self._path = Path(path).absolute()
        self._identity = self._found()

    def check(self) -> None:
        """Raise FileGone where it is no longer there, or OSError where nobody can tell."""
        try:
            found = self._found()
        except (FileNotFoundError, NotADirectoryError):
            raise _gone("it was moved or deleted") from None
        if found[1] and found != self._identity:  # Windows numbers the files of some disks 0, all of them
            raise _gone("another file lies in its place")

    def _found(self) -> tuple[int, int]:
        there = self._path.stat()
        return there.st_dev, there.st_ino


def in_words(wrong: sqlite3.Error | UnicodeDecodeError | OSError, path: str) -> str:
    """What SQLite, or the disk, found wrong with the journal at `path`."""
    if isinstance(wrong, UnicodeDecodeError):
        return "the file is damaged"  # SQLite quotes what it found in it
    if isinstance(wrong, OSError):
        return wrong.strerror or str(wrong)
    name = getattr(wrong, "sqlite_errorname", "")
    if name == "SQLITE_FULL":
        return "the disk is full"
    if name == "SQLITE_NOTADB":
        return "the file is not a journal"
    if name.startswith("SQLITE_READONLY"):
        return f"{_shut(path)} may not be written to"
    return str(wrong)


def _gone(why: str) -> FileGone:
    return FileGone(f"it is gone from the disk: {why}; put it back, or start the app anew")


def _shut(path: str) -> str:
    """Which of its files may not be written to; SQLite keeps two more beside a journal and does not say which."""
    for part in (path, f"{path}-wal", f"{path}-shm"):
        if Path(part).exists() and not os.access(part, os.W_OK):
            return Path(part).name
    return "it"
