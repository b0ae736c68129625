"""The table of what each session adds: so that not every journal is played again whenever people look.

It is no second truth: it has no names, is made from the journal, and is made again where it does not fit the journal.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from catseye import kept_files
from companion.core.game import Game
from companion.core.table import Table
from companion.people.matches import SessionPlayed
from companion.people.played import Played, played
from companion.record.journal import End, Journal, JournalError
from companion.record.row_bodies import trusted_header
from companion.record.session import Session

_log = logging.getLogger(__name__)
FORMAT = 4
"""Counts up when `Played` changes."""


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """What a session with this last row adds, by these rules; None if it cannot be played."""

    seq: int
    last: str
    rules: tuple[int, int]
    played: Played | None


_DECODER = msgspec.json.Decoder(dict[str, _Kept])


class ResultsTable:
    """What the sessions of a journal add, kept in a `file` (None: only this run of the app remembers)."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._kept: dict[str, _Kept] | None = None

    def read(
        self, journal: Journal, games: Mapping[str, Game], enough: Callable[[], bool] = lambda: False
    ) -> tuple[tuple[SessionPlayed, ...], int]:
        """Return the sessions that are known, the last played last, and how many are still to be played again.

        Sessions that are new or have gone on are played again, the latest first, until there is `enough` for now.
        Raises JournalError.
        """
        ends = journal.ends()
        before = self._kept = self._load() if self._kept is None else self._kept
        current = {end.header.session: kept for end in ends if (kept := _fitting(before, end, games)) is not None}
        left = [end for end in ends if end.header.game in games and end.header.session not in current]
        while left and not enough():
            end = left.pop()
            rules = FORMAT, games[end.header.game].rules_version
            current[end.header.session] = _Kept(end.seq, end.last, rules, _played(journal, games, end))
        self._kept = current
        if current != before and not left:
            self._save()
        return tuple(_joined(ends, current)), len(left)

    def _load(self) -> dict[str, _Kept]:
        try:
            return {} if self._file is None else _DECODER.decode(kept_files.read(self._file))
        except (OSError, ValueError, msgspec.DecodeError, RecursionError):
            return {}  # it is made again

    def _save(self) -> None:
        if self._file is not None:
            try:
                kept_files.write(self._file, msgspec.json.encode(self._kept))
            except OSError as wrong:
                _log.warning("the results cannot be kept in %s: %s", self._file, wrong)


def _fitting(kept: Mapping[str, _Kept], end: End, games: Mapping[str, Game]) -> _Kept | None:
    """Return what is kept of a session, if its rows and rules are still the same."""
    found, game = kept.get(end.header.session), games.get(end.header.game)
    if found is None or game is None:
        return None
    same = found.seq == end.seq and found.last == end.last and found.rules == (FORMAT, game.rules_version)
    return found if same else None


def _played(journal: Journal, games: Mapping[str, Game], end: End) -> Played | None:
    try:
        return played(Session.resume(journal, games, end.header.session))
    except (JournalError, KeyError):
        return None  # damaged, or one that no longer begins


def _joined(ends: list[End], kept: Mapping[str, _Kept]) -> Iterator[SessionPlayed]:
    """Yield what is kept with the journal's own headers."""
    for end in ends:
        found = kept.get(end.header.session)
        if found is not None and found.played is not None:
            header, began = end.header, trusted_header(end.header.header)
            table = Table(began.players, began.colours, began.marks)
            yield SessionPlayed(header.session, header.game, end.began, table, began.continues or "", found.played)
