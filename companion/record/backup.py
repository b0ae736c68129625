"""Backups of a journal by SQLite's online backup: complete at any moment, even while a game is played."""

from __future__ import annotations

import logging
import os
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion.core.text import joined
from companion.record.check import problems
from companion.record.erasing import erased_in
from companion.record.folder_lock import locked
from companion.record.schema import check_made
from companion.record.set_aside import RESTORING, is_open_elsewhere, replace, unused
from companion.record.sqlite_file import connect_reading

_log = logging.getLogger(__name__)
KEPT = 10
"""Number of automatic backups to keep."""


def backups_of(path: Path) -> list[Path]:
    """Return the automatic backups of the journal at `path`, newest first, even if the clock was wrong."""
    return sorted(_folder(path).glob("*.sqlite"), key=lambda file: (_number(file), file.name), reverse=True)


def keep_backup(path: Path) -> Path:
    """Back the journal at `path` up to the folder beside it and delete the oldest. Raises OSError, sqlite3.Error."""
    folder = _folder(path)
    folder.mkdir(exist_ok=True)
    with locked(folder):
        for draft in folder.glob("*.sqlite.new*"):  # left by a killed app
            draft.unlink(missing_ok=True)
        number = max(map(_number, backups_of(path)), default=0) + 1
        made = back_up(path, folder / f"{number:06}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.sqlite")
        for old in backups_of(path)[KEPT:]:
            old.unlink(missing_ok=True)
    return made


def _number(backup: Path) -> int:
    """Return the number of a backup, which counts up; 0 for backups of earlier versions, named by time alone."""
    first = backup.name.partition("-")[0]
    return int(first) if len(first) >= 6 and first.isdecimal() else 0


class BackupThread:
    """Makes backups of the journal at `path` on its own thread, one at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1)
        self._newest: Future[None] | None = None

    def start(self) -> None:
        """Start a backup, after the current one if there is one. A backup that waits serves all requests."""
        if self._newest is None or self._newest.running() or self._newest.done():
            self._newest = self._thread.submit(self._keep)

    def close(self) -> None:
        """Wait for all requested backups."""
        self._thread.shutdown()

    def _keep(self) -> None:
        try:
            keep_backup(self._path)
        except (sqlite3.Error, OSError) as wrong:  # the journal itself is not affected
            _log.warning("no backup of %s could be made: %s", self._path, wrong)


def back_up(path: Path, target: Path) -> Path:
    """Copy the journal at `path` to a new file. Raises FileExistsError, OSError, sqlite3.Error."""
    if target.exists():
        raise FileExistsError(f"{target} already exists and is not overwritten")
    fresh = target.with_name(f"{target.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.touch()
    try:
        with closing(connect_reading(path)) as source, closing(sqlite3.connect(fresh)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        fresh.rename(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return target


def restore(backup: Path, path: Path) -> Path | None:
    """Replace the journal at `path` by a backup. Return where the old journal is now, or None if there was none.

    Raises OSError, with nothing changed, if the backup is damaged or not a journal, or an app has the journal open.
    """
    with _immutable(backup) as db:
        check_made(db, str(backup))
        if found := problems(db, whole=True):
            raise OSError(f"{backup} is damaged: {joined(found)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path.parent):
        if is_open_elsewhere(path):
            raise OSError(f"an app has {path} open: close it first")
        was_there = path.exists()
        fresh = unused(path.with_name(f"{path.name}{RESTORING}"))
        try:
            back_up(backup, fresh)
            aside = replace(path, fresh, "before-restore")
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        return aside if was_there else None


def brought_back(backup: Path, path: Path) -> list[str]:
    """Return the sessions in a backup that the journal at `path` or one of its backups knows to be erased later."""
    there: set[str] = set()
    with suppress(sqlite3.Error), _immutable(backup) as db:  # `restore` reports what is wrong with it
        there = {id_ for (id_,) in db.execute("SELECT id FROM sessions")} - erased_in(db)
    erased: set[str] = set()
    for file in (path, *backups_of(path)):
        with suppress(OSError, sqlite3.Error), closing(connect_reading(file)) as db:
            erased |= erased_in(db)
    return sorted(there & erased)


def _immutable(backup: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{backup.as_uri()}?mode=ro&immutable=1", uri=True))


def _folder(path: Path) -> Path:
    return path.with_name(f"{path.name}-backups")
