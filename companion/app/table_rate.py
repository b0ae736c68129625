"""How well the reader does at this table, over all games in the journal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from threading import Thread

from companion.core.game import Game
from companion.record.connection import IN_MEMORY
from companion.record.journal import Journal, JournalError
from companion.record.session import Session
from companion.record.throws import Rate, Throw, throws_of

_log = logging.getLogger(__name__)


def rate_of(journal: Journal, games: Mapping[str, Game]) -> Rate:
    """Return the rate of all throws that count now. Raises JournalError; games that cannot be read are left out."""
    return Rate.of((throw.read.values, throw.read.sure, throw.truth) for throw in _throws(journal, games))


def _throws(journal: Journal, games: Mapping[str, Game]) -> Iterator[Throw]:
    for listed in journal.sessions():
        if not journal.pictures(listed.header.session):
            continue
        try:
            yield from throws_of(Session.resume(journal, games, listed.header.session))
        except (JournalError, KeyError):
            continue


def find_rate(journal: Journal, games: Mapping[str, Game], found: Callable[[Rate], object]) -> None:
    """Call `found` with the rate, on another thread: a journal of many evenings takes seconds. One in memory cannot be
    read there, and is read at once.
    """

    def find() -> None:
        try:
            with closing(Journal(journal.path, reading=True)) as opened:
                found(rate_of(opened, games))
        except (JournalError, OSError):
            _log.warning("the throws of this table cannot be read", exc_info=True)

    if journal.path == IN_MEMORY:
        found(rate_of(journal, games))
    else:
        Thread(target=find, name="rate", daemon=True).start()
