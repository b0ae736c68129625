"""Connect to a journal's file after checking it. Repairs nothing."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from companion.core.text import say
from companion.record.folder_lock import locked
from companion.record.picture_check import mark
from companion.record.recovery.examination import examine
from companion.record.schema import JournalError, check_made, is_of_erased, is_taken, prepare, settle
from companion.record.set_aside import make
from companion.record.sqlite_file import check_kind, check_whole, closed_on_error, connect_reading, in_words, text_of

IN_MEMORY = ":memory:"
_COULD_NOT = {
    "opened": say("the journal {path} could not be opened: {why}"),
    "read": say("the journal {path} could not be read: {why}"),
    "written": say("the journal {path} could not be written: {why}"),
}
WAIT_S = 2.0
"""How long a row waits for another program that is writing, seconds."""


def in_memory() -> sqlite3.Connection:
    """Return a journal in memory."""
    return _prepared(sqlite3.connect(IN_MEMORY, isolation_level=None), IN_MEMORY)


def for_reading(name: str, at: Path) -> sqlite3.Connection:
    """Open the journal at `at`, which may be read-only. Raises OSError, sqlite3.Error."""
    _check_place(name, at)
    check_whole(at)
    return _prepared(connect_reading(at), name, fixed=True)


def for_writing(name: str, at: Path) -> sqlite3.Connection:
    """Open the journal at `at`, or make one. Raises Damaged, JournalError, OSError, sqlite3.Error."""
    _check_place(name, at)
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    with locked(at.parent):
        check_whole(at)
        examine(at, name)
        if not os.path.lexists(at):  # a dangling link is refused later
            make(at)
        mark(at).unlink(missing_ok=True)  # everything was checked
        db = _prepared(sqlite3.connect(at, isolation_level=None, timeout=WAIT_S), name)
        with (
            closed_on_error(db),
            suppress(sqlite3.OperationalError),
        ):  # later, if another app writes or the disk is full
            settle(db)  # the log a killed app left is sound
        return db


class GoneOnError(JournalError):
    """Another writer has added to this session, so this program's state is out of date."""


class in_one_sentence:  # noqa: N801  used like a function; as a generator it would cost each row 2 us more
    """Turn errors of SQLite and the disk into one sentence for people: a JournalError, or a GoneOnError."""

    def __init__(self, verb: str, name: str, at: Path) -> None:
        self._verb, self._name, self._at = verb, name, at

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, wrong: BaseException | None, _trace: object) -> None:
        if wrong is None or isinstance(wrong, JournalError):
            return
        if not isinstance(wrong, sqlite3.Error | UnicodeDecodeError | OSError):
            return
        if is_of_erased(wrong):
            raise JournalError(say("this game was deleted in another app")) from wrong
        if is_taken(wrong):
            added = say(
                "another app has added to this game in the journal {path}: resume it to continue from there",
                path=self._name,
            )
            raise GoneOnError(added) from wrong
        why = in_words(wrong, self._at)
        raise JournalError(say(_COULD_NOT[self._verb].template, path=self._name, why=why)) from wrong


def _check_place(name: str, at: Path) -> None:
    if at.is_dir():
        raise JournalError(say("{path} is a folder, not a journal", path=name))
    check_kind(at)


def _prepared(db: sqlite3.Connection, name: str, *, fixed: bool = False) -> sqlite3.Connection:
    """Return `db` prepared as a journal, or close it on an error. `fixed`: it is read-only."""
    db.text_factory = text_of
    with closed_on_error(db):
        (check_made if fixed else prepare)(db, name)
    return db
