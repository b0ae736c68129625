"""Looking at the evidence in a large journal while it is open: at the opening that takes too long."""

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
    """Look once at all evidence of the journal at `path`, away from the thread that plays.

    If something is damaged, a mark beside the journal makes the next start look at everything and salvage it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread: Thread | None = None
        self._stopped = Event()
        self._found = NOTHING

    def start(self) -> None:
        """Begin, if the journal is so large that its opening left the pictures out."""
        if self._thread is None and not is_small(self._path):
            self._thread = Thread(target=self._look, name="pictures of the journal")
            self._thread.start()

    def stop(self) -> None:
        """Leave the rest for the next start."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def take(self) -> Text:
        """What was found to be damaged, once; NOTHING before and afterwards, and if nothing is."""
        found, self._found = self._found, NOTHING
        return found

    def _look(self) -> None:
        try:
            with closing(connect_reading(self._path)) as db:
                damaged = list(self._damaged(db))
            if damaged:
                mark(self._path).touch()
                self._found = say(
                    "the journal {path} is damaged: {things} is not what was written. All entries are there. Start the "
                    "app anew: it puts back what backups still have, and keeps the damaged file.",
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
    """The file that says of the journal at `path` that it must be looked at whole when it is opened next."""
    return path.with_name(f"{path.name}-damaged")
