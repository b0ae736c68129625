"""Check the evidence in a large journal while it is open, as that takes too long for the opening."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

from companion.core.text import NOTHING, Text, joined, say
from companion.record.check import Key, damaged_evidence, evidence_in_words, is_small
from companion.record.sqlite_file import connect_reading

_log = logging.getLogger(__name__)


class PictureCheck:
    """Checks all evidence of the journal at `path` once, on its own thread.

    If something is damaged, a mark beside the journal makes the next start check and salvage everything.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread: Thread | None = None
        self._stopped = Event()
        self._found = NOTHING

    def start(self) -> None:
        """Start, if the journal is too large for its opening to have checked the pictures."""
        if self._thread is None and not is_small(self._path):
            self._thread = Thread(target=self._look, name="pictures of the journal")
            self._thread.start()

    def stop(self) -> None:
        """Stop; the rest is checked at the next start."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def take(self) -> Text:
        """Return the damage found, once; NOTHING if there is none (yet)."""
        found, self._found = self._found, NOTHING
        return found

    def _look(self) -> None:
        try:
            with closing(connect_reading(self._path)) as db:
                damaged = list(self._damaged(db))
            if damaged:
                mark(self._path).touch()
                self._found = say(
                    "the journal {path} is damaged: {things} is not what was written. All entries are there. Restart "
                    "the app: it restores what backups still have, and keeps the damaged file.",
                    path=self._path,
                    things=joined(evidence_in_words(damaged)),
                )
        except (sqlite3.Error, OSError) as wrong:
            _log.warning("the pictures in %s could not be looked at: %s", self._path, wrong)

    def _damaged(self, db: sqlite3.Connection) -> Iterator[Key]:
        for some in damaged_evidence(db):
            yield from some
            if self._stopped.is_set():
                return


def mark(path: Path) -> Path:
    """Return the file that makes the next opening check the journal at `path` completely."""
    return path.with_name(f"{path.name}-damaged")
