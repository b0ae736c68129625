"""Open a journal to play: clear away what a killed app left, and salvage a damaged journal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.record.backup import backups_of
from companion.record.connection import IN_MEMORY, in_one_sentence
from companion.record.folder_lock import locked
from companion.record.journal import Journal, utc_now
from companion.record.recovery.examination import Damaged, examine
from companion.record.recovery.salvage import Salvaged, salvage
from companion.record.set_aside import clear_leftovers
from companion.record.sqlite_file import located


def open_journal(path: str | Path, *, now: Callable[[], str] = utc_now) -> Journal:
    """Open the journal at `path`, or if it is damaged, a fresh one with everything that could be saved.

    Raises JournalError if it can be neither opened nor salvaged.
    """
    name = str(Path(path))
    at = located(name)
    if name == IN_MEMORY or at.is_dir() or not at.parent.is_dir():
        return Journal(path, now=now)
    with in_one_sentence("opened", name, at), locked(at.parent):
        clear_leftovers(at)
    try:
        return Journal(path, now=now)
    except Damaged:
        with in_one_sentence("opened", name, at), locked(at.parent):
            salvaged = _recovered(name, at)
    return Journal(path, now=now, salvaged=salvaged)


def _recovered(name: str, at: Path) -> Salvaged | None:
    """Replace a damaged journal by a fresh one; None if another app has just done so."""
    try:
        examine(at, name)
    except Damaged as wrong:
        return salvage(at, wrong.problems, backups_of(at), wrong.lost)
    return None
