"""The file a journal is kept in, as the disk has it: whether it is still there, and in words what is wrong with it."""

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
"""So often the files are looked at: between two looks an app may just close the journal, and another open it."""
DAMAGED = say("the file is damaged")
TAKEN, REPLACED = say("it was moved or deleted"), say("another file lies in its place")


class FileFault(OSError):  # noqa: N818  what it is, not an accident
    """A file cannot be used, or not be written; `text` says why, translatable."""

    def __init__(self, why: Text | str) -> None:
        super().__init__(str(why))
        self.text = why if isinstance(why, Text) else say("{why}", why=why)


class FileGone(FileFault):
    """The file is no longer where it was opened; `text` says what is there instead."""


class OpenedFile:
    """The files a journal is kept in, as they lay at `path` when `db` had opened them; `name` may be a link to it.

    Beside the one that has its name SQLite keeps the `-wal`, where what was written last stands at first, and the
    `-shm`, by which those who write agree. What is written where one of them lies no more is lost.
    """

    def __init__(self, name: str, path: Path, db: sqlite3.Connection) -> None:
        self._db = db
        self._name, self._path = Path(name).absolute(), path
        self._identity = _identity(self._path)
        self._beside = self._found_beside()
        self._index = self._opened_index()

    def close(self) -> None:
        """Let go of the files, once the connection is closed."""
        if self._index is not None:
            os.close(self._index)
            self._index = None

    def check(self) -> None:
        """Raise FileGone where one is no longer there, or OSError where nobody can tell.

        The two beside the journal are made anew, and nothing is lost, unless another app has the journal open.
        """
        if why := _why_gone(self._name, self._identity):
            raise FileGone(say("it is gone from the disk: {why}; put it back, or start the app anew", why=why))
        gone = {part.name: why for part, identity in self._beside.items() if (why := _why_gone(part, identity))}
        if not gone or (REPLACED not in gone.values() and self._made_anew()):
            return
        name, why = next(iter(gone.items()))
        if why == REPLACED:
            said = say(
                "{file} beside it is gone from the disk: {why}; put it back, or start the app anew", file=name, why=why
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
        """Take everything off the log that was not committed. Nobody may write meanwhile. Raises OSError."""
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
        """The index of the log, kept open: closing it would drop all locks that this process has on it.

        None on Windows, where that is not so, and where nobody can remove a file that is open.
        """
        return None if sys.platform == "win32" else os.open(beside(self._path)[1], os.O_RDONLY)

    def _made_anew(self) -> bool:
        """Bring everything into the journal, and begin another `-wal` and `-shm`; nobody else may have it open."""
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
        self._db.execute("PRAGMA user_version").fetchone()  # they are made when the journal is first read
        return {part: _identity(part) for part in beside(self._path) if part.exists()}


def located(name: str) -> Path:
    """Where the journal of this name lies: links are followed, for SQLite keeps the `-wal` beside their end."""
    return Path(os.path.realpath(name))


@contextmanager
def closed_on_error(db: sqlite3.Connection) -> Iterator[None]:
    """What is done to a connection that was just opened: it does not stay open where that raises."""
    try:
        yield
    except BaseException:
        db.close()
        raise


def connect_reading(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing to the journal, nor brings its log into it.

    It can be had where SQLite cannot make the two files beside the journal, unless what was written last stands in the
    one of them that is there. Raises OSError, sqlite3.Error.
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
    """As it lies there. Raises OSError where there is more to it than the one file: that would be left out."""
    log, _ = beside(path)
    if size_of(log):
        raise FileFault(
            say(
                "what was written last stands in {log}, which cannot be read where nothing can be written: "
                "copy {file} and what lies beside it to another folder",
                log=log.name,
                file=path.name,
            )
        )
    return sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


def is_unopened(wrong: Exception) -> bool:
    """Whether SQLite could not open one of the files, or make it."""
    return getattr(wrong, "sqlite_errorname", "").startswith("SQLITE_CANTOPEN")


def check_whole(path: Path) -> None:
    """Raise FileGone where the `-wal` that belongs to the journal at `path` was taken away.

    The two files beside a journal go together when the last one closes it, the `-shm` first: one that lies there
    without a `-wal` was left over by an app that was killed, or an app has the journal open.
    """
    log, index = beside(path)
    if all(index.exists() and not log.exists() for _ in range(LOOKS)):
        raise FileGone(
            say(
                "{log} beside it is gone from the disk, where what was written last may be: put it back, or close "
                "the app that has the journal open; or delete {index} as well, to go on without",
                log=log.name,
                index=index.name,
            )
        )


def check_kind(path: Path) -> None:
    """Raise OSError where something lies there that is no file: reading from it might never end."""
    if path.exists() and not path.is_file():
        raise FileFault(say("it is no file: a pipe, a device or a socket keeps nothing"))


def text_of(stored: bytes) -> str:
    """A text of the file; damage in the one must not keep all the others from being read."""
    return stored.decode(errors="replace")


def size_of(log: Path) -> int:
    """Bytes of a log; 0 where there is none, which may change at any moment while other apps open and close."""
    try:
        return log.stat().st_size
    except FileNotFoundError:
        return 0


def beside(path: Path) -> tuple[Path, Path]:
    """The `-wal` and the `-shm` of the journal at `path`."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def in_words(wrong: sqlite3.Error | UnicodeDecodeError | OSError, path: Path) -> Text | str:
    """What SQLite, or the disk, found wrong with the journal at `path`."""
    if isinstance(wrong, UnicodeDecodeError):
        return DAMAGED  # SQLite quotes what it found in it
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
    """Why a file is no longer where it was; NOTHING where it is."""
    try:
        found = _identity(part)
    except (FileNotFoundError, NotADirectoryError):
        return TAKEN
    return (
        REPLACED if found[1] and found != identity else NOTHING
    )  # Windows numbers the files of some disks 0, all of them


def _identity(part: Path) -> tuple[int, int]:
    there = os.stat(part)  # noqa: PTH116  before every row, and quicker than a Path
    return there.st_dev, there.st_ino


def _shut(path: Path, way: int) -> str:
    """Which of its files may not be used this way; SQLite keeps two more beside a journal and does not say which."""
    return next((part.name for part in (path, *beside(path)) if part.exists() and not os.access(part, way)), "")


def _why_unopened(path: Path) -> Text | str:
    """Why SQLite could not open the journal at `path`, or make the two files beside it; "" where nobody can tell."""
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
