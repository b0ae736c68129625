"""What is written to a journal at once: all of it is on the disk afterwards, or nothing, whatever the disk does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from companion.record.schema import atomic, insert, settle
from companion.record.sqlite_file import OpenedFile


class Transactions:
    """Transactions of one connection, one in another counted as part of it. `file` is None for a journal in memory."""

    def __init__(self, db: sqlite3.Connection, file: OpenedFile | None) -> None:
        self._db, self._file = db, file
        self.is_on = False
        self._first = 0  # the number of the first entry of the transaction
        self._unsettled = False

    @contextmanager
    def one(self) -> Iterator[None]:
        """All that is written meanwhile, or nothing. Raises sqlite3.Error, OSError.

        Nothing is written to files that lie there no more; what goes into a transaction was asked at its start.
        """
        if self.is_on:
            yield
            return
        if self._file is not None:
            self._file.check()
        if self._unsettled:
            self._settle()
        self._first, self.is_on = 0, True
        try:
            with atomic(self._db):
                yield
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL}:
                self._unsettled = True
                with suppress(sqlite3.OperationalError, OSError):
                    self._settle(cut=True)
            raise
        finally:
            self.is_on = False

    def insert(self, content: tuple[object, ...]) -> None:
        """Write an entry (session to attached) after the last one."""
        query = "SELECT number, checksum FROM entries ORDER BY number DESC LIMIT 1"
        number, previous = self._db.execute(query).fetchone() or (0, 0)
        self._first = self._first or number + 1
        insert(self._db, (number + 1, *content), previous)

    def _settle(self, *, cut: bool = False) -> None:
        """A row that was refused may stand in the log and would count after a restart: remove it.

        Where the disk takes no more, it is cut off the log.
        """
        try:
            settle(self._db)
        except sqlite3.OperationalError:
            if not cut or self._file is None:
                raise
            with atomic(self._db):
                (number,) = self._db.execute("SELECT COALESCE(MAX(number), 0) FROM entries").fetchone()
                if number < self._first:  # else another app has written over it
                    self._file.cut_log(self._first)
        self._unsettled = False
