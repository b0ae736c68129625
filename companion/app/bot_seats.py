"""Which seats of which game a bot plays: kept in a small file, so that a game that is resumed still has its bots."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

import msgspec

from catseye import kept_files
from companion.app.settings import unusable
from companion.core.game import Game
from companion.core.text import NOTHING, Text, say

_log = logging.getLogger(__name__)
KEPT = 200
"""Games whose bots are remembered, the newest: more than anybody resumes."""


class BotSeats:
    """Session -> the seats a bot plays. `file` keeps them (None: only this run of the app does).

    `trouble` says what became of a file that cannot be used.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self.trouble = NOTHING
        self._seats: dict[str, tuple[int, ...]] = {}
        if file is not None:
            self._load(file)

    def of(self, session: str) -> tuple[int, ...]:
        """The seats of a session that a bot plays."""
        return self._seats.get(session, ())

    def choose(self, session: str, seats: Iterable[int]) -> None:
        """A bot plays these seats from now on, people the others."""
        self._seats.pop(session, None)
        if chosen := tuple(sorted(set(seats))):
            self._seats[session] = chosen
        self._seats = dict(list(self._seats.items())[-KEPT:])
        if self._file is not None:
            self._save(self._file)

    def _load(self, file: Path) -> None:
        try:
            self._seats = msgspec.json.decode(kept_files.read(file), type=dict[str, tuple[int, ...]])
        except FileNotFoundError:
            return
        except (OSError, ValueError, msgspec.DecodeError, RecursionError) as wrong:
            self.trouble = unusable(file, wrong)
            _log.warning("%s", self.trouble)

    def _save(self, file: Path) -> None:
        """Write the file whole or not at all; if that fails, this run of the app still knows."""
        try:
            kept_files.write(file, msgspec.json.encode(self._seats))
        except OSError as wrong:
            _log.warning("which seats bots play cannot be kept in %s: %s", file, wrong)


def why_no_bot(game: Game) -> Text | None:
    """Why a bot cannot sit beside people in this game; None where it can."""
    if game.bot_beside_people:
        return None
    return say("In {game} a bot cannot play with people: it would have to see cards.", game=game.title)
