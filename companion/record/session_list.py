"""The sessions one can go on with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.game import Game
from companion.record.journal import Journal, JournalError
from companion.record.session import Session

LISTED = 12


@dataclass(frozen=True, slots=True)
class Listed:
    """A session one can go on with. `began` is ISO 8601, UTC."""

    id: str
    game: str
    players: tuple[str, ...]
    began: str
    events: int
    over: bool


def sessions_of(journal: Journal, games: Mapping[str, Game]) -> tuple[Listed, ...]:
    """The sessions last played, newest first, without those that cannot be resumed. Raises JournalError."""
    found: list[Listed] = []
    for listed in journal.sessions():
        if len(found) == LISTED:
            break
        try:
            session = Session.resume(journal, games, listed.header.session)
        except (JournalError, KeyError):
            continue  # damaged, a game that is not on this shelf, or one that no longer begins
        over = session.outcome() is not None
        players = session.table.players
        found.append(Listed(session.id, session.game.id, players, listed.began, len(session.entries), over))
    return tuple(found)
