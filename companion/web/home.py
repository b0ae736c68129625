"""What a browser shows while no game is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.text import NOTHING, Text
from companion.record.journal import JournalError

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.core.game import Game
    from companion.record.session_list import ResumableSession


@dataclass(frozen=True, slots=True)
class Home:
    """The games, and the sessions that can be resumed, newest first; `trouble` is why these cannot be read."""

    games: tuple[Game, ...]
    sessions: tuple[ResumableSession, ...]
    trouble: Text = NOTHING


def home(controller: TableController, archived: list[str]) -> Home:
    """Return what can be played now."""
    games, hidden = tuple(controller.games.values()), set(archived)
    try:
        return Home(games, controller.sessions(lambda session: session not in hidden))
    except JournalError as wrong:
        return Home(games, (), wrong.text)
