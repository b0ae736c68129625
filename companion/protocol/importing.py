"""Add a game that was exported on another tablet to a journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from catseye.names import check_names
from companion.core.game import Game
from companion.core.text import say
from companion.protocol.replay import ReplayStopped, fields_of_line, play_into, session_id_of
from companion.record.journal import Journal, utc_now
from companion.record.session import Session


def take_in(lines: Iterable[bytes], games: Mapping[str, Game], journal: Journal) -> Session:
    """Add a game that was exported on another tablet to a journal, with its times and with the sessions of its evening
    that are not here yet, and return its session.

    Raises ReplayStopped at the first line that does not fit, if the file has no game or more than one, and if the game
    is here already; JournalError. Then nothing was added.
    """
    clock = _Clock()
    with journal.together(clock.now):
        played = [
            part
            for part in play_into(clock.followed(lines, journal), games, journal, clock.here)
            if isinstance(part, Session)
        ]
    return played[-1]


class _Clock:
    """The times of a recording's lines; now, if a line has none. `here` has its sessions that the journal has."""

    def __init__(self) -> None:
        self._at = ""
        self.here: dict[str, str] = {}

    def now(self) -> str:
        """Return the time of the line that is being played."""
        return self._at or utc_now()

    def followed(self, lines: Iterable[bytes], journal: Journal) -> Iterator[bytes]:
        """Yield the lines of one game, each at its time; empty ones for sessions of its evening that are here already.
        Raises ReplayStopped.
        """
        last, here = "", 0
        for number, line in enumerate(lines, 1):
            beside = fields_of_line(line)
            self._at = _time(beside.get("at")) or self._at
            if "new" in beside:
                new = beside["new"] if isinstance(beside["new"], dict) else {}
                if last and new.get("continues") != last:
                    raise ReplayStopped(number, say("a second game begins here: import one game at a time"))
                last = session_id_of(beside) or "?"
                here = number if _is_here(beside, journal) else 0
                if here:
                    self.here[last] = last
                _check_names(new, number)
            yield b"\n" if here else line
        if here:
            raise ReplayStopped(here, say("this game is already here"))


def _is_here(beside: Mapping[str, Any], journal: Journal) -> bool:
    return session_id_of(beside) in {listed.header.session for listed in journal.sessions()}


def _check_names(new: Mapping[str, Any], number: int) -> None:
    """Raise ReplayStopped if the players of a game could not be told apart here."""
    players = new.get("players")
    try:
        check_names([name for name in players if isinstance(name, str)] if isinstance(players, list) else ())
    except ValueError as wrong:
        raise ReplayStopped(number, str(wrong)) from None


def _time(at: object) -> str:
    """Return the time of a row, "" if it is none."""
    try:
        return datetime.fromisoformat(str(at)).astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        return ""
