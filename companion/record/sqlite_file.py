"""The files of a journal on disk: whether they are still in place, and errors in words."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.text import NOTHING, Text, say
from companion.record.wal import INDEX_BYTES, index_of

LOOKS = 3
"""Number of looks at the files: between two, one app may close the journal and another open it."""
DAMAGED = say("the file is damaged")
TAKEN, REPLACED = say("it was moved or deleted"), say("another file is in its place")


class FileFault(OSError):  # noqa: N818  what it is, not an accident
    """A file cannot be used or written; `text` says why, translatable."""

    def __init__(self, why: Text | str) -> None:
        super().__init__(str(why))
        self.text = why if isinstance(why, Text) else say("{why}", why=why)


class FileGone(FileFault):
    """The file is no longer where it was opened; `text` says what is there instead."""


class OpenedFile:
    """The files of a journal as `db` opened them at `path`; `name` may be a link to it.

    SQLite keeps two files beside it: the `-wal`, which holds the newest rows at first, and the `-shm`. Writers
    coordinate through these files; if one is deleted, later writes are lost.
    """

    def __init__(self, name: str, path: Path, db: sqlite3.Connection) -> None:
        self._db = db
        self._name, self._path = Path(name).absolute(), path
        self._identity = _identity(self._path)
        self._beside = self._found_beside()
        self._index = self._opened_index()

    def close(self) -> None:
        """Close the files, after the connection is closed."""
        if self._index is not None:
            os.close(self._index)
            self._index = None

    def check(self) -> None:
        """Raise FileGone if a file is no longer in place, OSError if that cannot be determined.

        The two files beside the journal are made again without loss, unless another app has the journal open.
        """
        if why := _why_gone(self._name, self._identity):
            raise FileGone(say("it is gone from the disk: {why}; put it back, or restart the app", why=why))
        gone = {part.name: why for part, identity in self._beside.items() if (why := _why_gone(part, identity))}
        if not gone or (REPLACED not in gone.values() and self._remade()):
            return
        name, why = next(iter(gone.items()))
        if why == REPLACED:
            said = say(
                "{file} beside it is gone from the disk: {why}; put it back, or restart the app", file=name, why=why
            )
        else:
            said = say(
                "{file} beside it is gone from the disk: {why}; put it back, or close the other app that has the "
                "journal open",
                file=name,
                why=why,
            )
        raise FileGone(said)

    def cut_log(self) -> None:
        """Cut everything uncommitted off the log. Nobody may write meanwhile. Raises OSError."""
        opened = self._index if self._index is not None else os.open(beside(self._path)[1], os.O_RDONLY)
        try:
            os.lseek(opened, 0, os.SEEK_SET)
            index = index_of(os.read(opened, INDEX_BYTES))
        finally:
            if self._index is None:
                os.close(opened)
        if index is None:
            raise OSError("the index of the log cannot be read")
        with beside(self._path)[0].open("r+b") as log:
            if log.seek(0, os.SEEK_END) > index.end:
                log.truncate(index.end)
                os.fsync(log.fileno())

    def _opened_index(self) -> int | None:
        """Open the index of the log and keep it open: closing it would drop all locks this process has on it.

        None on Windows, where that is not so and open files cannot be removed.
        """
        return None if sys.platform == "win32" else os.open(beside(self._path)[1], os.O_RDONLY)

    def _remade(self) -> bool:
        """Move everything into the journal and make a new `-wal` and `-shm`. Return False if others have it open."""
        busy, written, copied = self._db.execute("PRAGMA wal_checkpoint").fetchone()
        if busy or copied < written:
            return False
        try:
            self._db.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return False
        self.close()
        self._db.execute("PRAGMA journal_mode = WAL")
        self._beside = self._found_beside()
        self._index = self._opened_index()
        return True

    def _found_beside(self) -> dict[Path, tuple[int, int]]:
        self._db.execute("PRAGMA user_version").fetchone()  # the first read makes them
        return {part: _identity(part) for part in beside(self._path) if part.exists()}


def located(name: str) -> Path:
    """Return the path of this journal with links followed, because SQLite keeps the `-wal` beside their target."""
    return Path(os.path.realpath(name))


@contextmanager
def closed_on_error(db: sqlite3.Connection) -> Iterator[None]:
    """Close the connection if the block raises."""
    try:
        yield
    except BaseException:
        db.close()
        raise


def connect_reading(path: Path) -> sqlite3.Connection:
    """Open the journal without writing to it or moving its log into it.

    Works even if SQLite cannot make the two files beside the journal, unless the newest rows are in an existing log.
    Raises OSError, sqlite3.Error.
    """
    db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        with closed_on_error(db):
            db.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError as wrong:
        if not (is_unopened(wrong) or wrong.sqlite_errorname.startswith("SQLITE_READONLY")) or not path.exists():
            raise
        return _connect_fixed(path)
    return db


def _connect_fixed(path: Path) -> sqlite3.Connection:
    """Open only the file itself. Raises OSError if there is a log, whose rows would be missing."""
    log, _ = beside(path)
    if size_of(log):
        raise FileFault(
            say(
                "the newest entries are in {log}, which cannot be read in a read-only folder: "
                "copy {file} and the files beside it to another folder",
                log=log.name,
                file=path.name,
            )
        )
    return sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


def is_unopened(wrong: Exception) -> bool:
    """Return whether SQLite could not open or make one of the files."""
    return getattr(wrong, "sqlite_errorname", "").startswith("SQLITE_CANTOPEN")


def check_whole(path: Path) -> None:
    """Raise FileGone if the `-wal` of the journal at `path` was removed.

    The last app to close a journal removes both files beside it, the `-shm` first: a `-shm` without a `-wal` was left
    by a killed app, or an app has the journal open.
    """
    log, index = beside(path)
    if all(index.exists() and not log.exists() for _ in range(LOOKS)):
        raise FileGone(
            say(
                "{log} beside it, which may have the newest entries, is gone from the disk: put it back, or close "
                "the app that has the journal open; or delete {index} as well, to continue without it",
                log=log.name,
                index=index.name,
            )
        )


def check_kind(path: Path) -> None:
    """Raise OSError if there is something other than a file: reading it might never end."""
    if path.exists() and not path.is_file():
        raise FileFault(say("it is not a file: a pipe, a device or a socket keeps nothing"))


def text_of(stored: bytes) -> str:
    """Decode a text of the file; damage in one text must not make the others unreadable."""
    return stored.decode(errors="replace")


def size_of(log: Path) -> int:
    """Return the size of a log in bytes, 0 if there is none (other apps may remove it at any moment)."""
    try:
        return log.stat().st_size
    except FileNotFoundError:
        return 0


def beside(path: Path) -> tuple[Path, Path]:
    """Return the `-wal` and the `-shm` of the journal at `path`."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def in_words(wrong: sqlite3.Error | UnicodeDecodeError | OSError, path: Path) -> Text | str:
    """Return an error of SQLite or the disk about the journal at `path`, in words."""
    if isinstance(wrong, UnicodeDecodeError):
        return DAMAGED  # SQLite quoted the file's content
    if isinstance(wrong, OSError):
        return wrong.text if isinstance(wrong, FileFault) else wrong.strerror or str(wrong)
    name = getattr(wrong, "sqlite_errorname", "")
    if name == "SQLITE_FULL":
        return say("the disk is full")
    if name == "SQLITE_NOTADB":
        return say("the file is not a journal")
    if name.startswith("SQLITE_CORRUPT"):
        return DAMAGED
    if name.startswith("SQLITE_READONLY"):
        shut = _shut(path, os.W_OK)
        return say("{file} may not be written to", file=shut) if shut else say("it may not be written to")
    if is_unopened(wrong):
        return _why_unopened(path) or str(wrong)
    return str(wrong)


def _why_gone(part: Path, identity: tuple[int, int]) -> Text:
    """Return why a file is no longer in place, or NOTHING."""
    try:
        found = _identity(part)
    except (FileNotFoundError, NotADirectoryError):
        return TAKEN
    return (
        REPLACED if found[1] and found != identity else NOTHING
    )  # Windows numbers the files of some disks 0, all of them


def _identity(part: Path) -> tuple[int, int]:
    there = os.stat(part)  # noqa: PTH116  called before every row, and faster than Path
    return there.st_dev, there.st_ino


def _shut(path: Path, way: int) -> str:
    """Return which of the journal's files lacks this permission, or "": SQLite does not say which one."""
    return next((part.name for part in (path, *beside(path)) if part.exists() and not os.access(part, way)), "")


def _why_unopened(path: Path) -> Text | str:
    """Return why SQLite could not open the journal at `path` or make the files beside it, or "" if unknown."""
    try:
        path.stat()
    except FileNotFoundError:
        if not path.parent.is_dir():
            return say("there is no folder {folder}", folder=path.parent)
    except OSError as wrong:
        return wrong.strerror or str(wrong)
    if shut := _shut(path, os.R_OK):
        return say("{file} may not be read", file=shut)
    if not os.access(path.parent, os.W_OK):
        return say("its folder {folder} may not be written to", folder=path.parent)
    return ""
