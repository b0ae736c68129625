"""Backups of a journal by SQLite's own online backup: whole at any moment, also while a game is played."""

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
"""The number of automatic backups that are kept."""


def backups_of(path: Path) -> list[Path]:
    """The backups of the journal at `path` that were made by themselves, newest first, whatever the clock said."""
    return sorted(_folder(path).glob("*.sqlite"), key=lambda file: (_number(file), file.name), reverse=True)


def keep_backup(path: Path) -> Path:
    """Back the journal at `path` up into the folder beside it, and let the oldest go. Raises OSError, sqlite3.Error."""
    folder = _folder(path)
    folder.mkdir(exist_ok=True)
    with locked(folder):
        for draft in folder.glob("*.sqlite.new*"):  # of an app that was killed
            draft.unlink(missing_ok=True)
        number = max(map(_number, backups_of(path)), default=0) + 1
        made = back_up(path, folder / f"{number:06}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.sqlite")
        for old in backups_of(path)[KEPT:]:
            old.unlink(missing_ok=True)
    return made


def _number(backup: Path) -> int:
    """The number of a backup, each one higher than the last; 0 for those of earlier versions, named by time alone."""
    first = backup.name.partition("-")[0]
    return int(first) if len(first) >= 6 and first.isdecimal() else 0


class BackupThread:
    """Makes backups of the journal at `path` away from the thread that plays; one at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1)
        self._newest: Future[None] | None = None

    def start(self) -> None:
        """Begin a backup as soon as the present one is made; one that waits serves all who ask."""
        if self._newest is None or self._newest.running() or self._newest.done():
            self._newest = self._thread.submit(self._keep)

    def close(self) -> None:
        """Wait for all that were asked for."""
        self._thread.shutdown()

    def _keep(self) -> None:
        try:
            keep_backup(self._path)
        except (sqlite3.Error, OSError) as wrong:  # the journal itself is as safe as before
            _log.warning("no backup of %s could be made: %s", self._path, wrong)


def back_up(path: Path, target: Path) -> Path:
    """Write all that is in the journal at `path` into a new file. Raises OSError (FileExistsError), sqlite3.Error."""
    if target.exists():
        raise FileExistsError(f"{target} is there already and stays as it is")
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
    """Put a backup in the place of the journal at `path`; gives where that lies now (None: there was none).

    Raises OSError where the backup is damaged or no journal, or an app has the journal open; then nothing changed.
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
    """The sessions in a backup that were erased later, as the journal at `path` or one of its backups knows."""
    there: set[str] = set()
    with suppress(sqlite3.Error), _immutable(backup) as db:  # `restore` says what is wrong with it
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
