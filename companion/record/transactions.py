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
        self._end = 0, 0  # number and checksum of the last entry, as far as is known here

    @contextmanager
    def one(self) -> Iterator[None]:
        """Write everything in the block, or nothing. Raises sqlite3.Error, OSError if files are no longer in place."""
        if self.is_on:
            yield
            return
        self._prepare()
        self.is_on = True
        try:
            with atomic(self._db):
                yield
        except sqlite3.OperationalError as wrong:
            self._fail(wrong)
            raise
        finally:
            self.is_on = False

    def insert(self, content: tuple[object, ...]) -> None:
        """Write an entry (session to attached) after the last one: one statement, by itself a transaction.

        Raises sqlite3.Error, OSError.
        """
        if self.is_on:
            self._insert(content)
            return
        self._prepare()
        try:
            self._insert(content)
        except sqlite3.OperationalError as wrong:
            self._fail(wrong)
            raise

    def _insert(self, content: tuple[object, ...]) -> None:
        """The journal refuses an entry that does not follow from its last one: another app may have written that."""
        while True:
            number, previous = self._end
            try:
                self._end = number + 1, insert(self._db, (number + 1, *content), previous)
            except sqlite3.IntegrityError:
                query = "SELECT number, checksum FROM entries ORDER BY number DESC LIMIT 1"
                self._end = self._db.execute(query).fetchone() or (0, 0)
                if self._end == (number, previous):
                    raise
            else:
                return

    def _prepare(self) -> None:
        if self._file is not None:
            self._file.check()
        if self._uncut:
            self._cut()

    def _fail(self, wrong: sqlite3.OperationalError) -> None:
        if wrong.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL}:
            self._uncut = True
            with suppress(sqlite3.OperationalError, OSError):
                self._cut()

    def _cut(self) -> None:
        """Cut a failed transaction off the log: it may be complete there, and would count after a restart.

        Raises sqlite3.OperationalError, OSError.
        """
        if self._file is not None:
            with atomic(self._db):  # keeps other writers out
                self._file.cut_log()
        self._uncut = False
