"""The seats that bots play, saved in a small file so that a resumed game still has its bots."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from catseye import kept_files
from companion.app.settings import unusable
from companion.core.game import Game
from companion.core.text import NOTHING, Text, say

_log = logging.getLogger(__name__)
KEPT = 200
"""Number of games to remember, newest first: more than anybody resumes."""


class BotSeats:
    """The seats that bots play, by session. `file` saves them (None: only this run of the app remembers).

    `trouble` reports an unusable file. Each of `followers` is called when seats change hands.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self.trouble = NOTHING
        self.followers: list[Callable[[], object]] = []
        self._seats: dict[str, tuple[int, ...]] = {}
        if file is not None:
            self._load(file)

    def of(self, session: str) -> tuple[int, ...]:
        """Return the seats of a session that bots play."""
        return self._seats.get(session, ())

    def choose(self, session: str, seats: Iterable[int]) -> None:
        """Let bots play these seats from now on, and people the others."""
        self._seats.pop(session, None)
        if chosen := tuple(sorted(set(seats))):
            self._seats[session] = chosen
        self._seats = dict(list(self._seats.items())[-KEPT:])
        if self._file is not None:
            self._save(self._file)
        for follower in self.followers:
            follower()

    def _load(self, file: Path) -> None:
        try:
            self._seats = msgspec.json.decode(kept_files.read(file), type=dict[str, tuple[int, ...]])
        except FileNotFoundError:
            return
        except (OSError, ValueError, msgspec.DecodeError, RecursionError) as wrong:
            self.trouble = unusable(file, wrong)
            _log.warning("%s", self.trouble)

    def _save(self, file: Path) -> None:
        """Write the file atomically; if that fails, only this run of the app remembers."""
        try:
            kept_files.write(file, msgspec.json.encode(self._seats))
        except OSError as wrong:
            _log.warning("the seats of bots cannot be saved in %s: %s", file, wrong)


def why_no_bot(game: Game) -> Text | None:
    """Return why bots cannot play beside people in this game, or None."""
    if game.bot_beside_people:
        return None
    return say("In {game} a bot cannot play with people: it would have to see cards.", game=game.title)
