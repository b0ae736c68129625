"""Transactions of a journal: everything is on disk afterwards, or nothing, whatever the disk does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from companion.record.schema import atomic, insert
from companion.record.sqlite_file import OpenedFile


class Transactions:
    """Transactions of one connection; a nested one is part of the outer. `file` is None for a journal in memory."""

    def __init__(self, db: sqlite3.Connection, file: OpenedFile | None) -> None:
        self._db, self._file = db, file
        self.is_on = False
        self._uncut = False

    @contextmanager
    def one(self) -> Iterator[None]:
        """Write everything in the block, or nothing. Raises sqlite3.Error, OSError if files are no longer in place."""
        if self.is_on:
            yield
            return
        if self._file is not None:
            self._file.check()
        if self._uncut:
            self._cut()
        self.is_on = True
        try:
            with atomic(self._db):
                yield
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL}:
                self._uncut = True
                with suppress(sqlite3.OperationalError, OSError):
                    self._cut()
            raise
        finally:
            self.is_on = False

    def insert(self, content: tuple[object, ...]) -> None:
        """Write an entry (session to attached) after the last one."""
        query = "SELECT number, checksum FROM entries ORDER BY number DESC LIMIT 1"
        number, previous = self._db.execute(query).fetchone() or (0, 0)
        insert(self._db, (number + 1, *content), previous)

    def _cut(self) -> None:
        """Cut a failed transaction off the log: it may be complete there, and would count after a restart.

        Raises sqlite3.OperationalError, OSError.
        """
        if self._file is not None:
            with atomic(self._db):  # keeps other writers out
                self._file.cut_log()
        self._uncut = False
