"""The tables of a club as the board shows them, folded from what they sent: no second rules engine, a `Session` each.

A row costs what playing one event costs. The same rows give the same board, in whatever portions they arrive.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.core.asks import waiting
from companion.core.events import Ended
from companion.core.game import Game
from companion.core.text import NOTHING, Text, say
from companion.record.codec import Malformed
from companion.record.journal import Journal, JournalError, Row
from companion.record.judging import standings
from companion.record.session import Session
from companion.record.summary import counts_now

_log = logging.getLogger(__name__)


class Progress(StrEnum):
    """How far a table's game is."""

    IDLE = "idle"
    PLAYING = "playing"
    OVER = "over"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class CentralRow:
    """A row of a table's journal, as the database has it."""

    table: int
    journal: int
    number: int
    session: str
    row: Row


@dataclass(frozen=True, slots=True)
class Signal:
    """What a table says besides the game: its devices, help wanted, or only that it is there. `at` is ISO 8601, UTC."""

    table: int
    number: int
    at: str
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A player: what they have (NOTHING if the game counts nothing), their place now, whether they are waited for."""

    name: str
    score: Text
    place: int | None
    waited: bool


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table at one moment. `asked` is what it waits for; `trouble` why its game cannot be shown. `help` is since when
    it wants the organiser ("" if it does not), `answered` that somebody is on the way. `camera`, `box` and `questions`
    (per 100 throws) are what it said last, `contact` when it said anything last (ISO 8601, UTC), `away` that this is
    long ago. `events` counts the events of the game.
    """

    id: int
    name: str
    progress: Progress = Progress.IDLE
    game: str = ""
    session: str = ""
    journal: int = 0
    seats: tuple[SeatShown, ...] = ()
    round: int | None = None
    asked: Text = NOTHING
    events: int = 0
    trouble: Text = NOTHING
    help: str = ""
    answered: bool = False
    camera: str = ""
    box: str = ""
    questions: float | None = None
    contact: str = ""
    away: bool = False


OpenJournal = Callable[[int, int], Journal]
"""Returns one of a table's journals for reading."""
AWAY_S = 35.0
"""Seconds of silence after which a table is away: three of its signs of life."""


class TableFold:
    """One table. `journal` returns one of its journals by id."""

    def __init__(self, first: TableShown, games: Mapping[str, Game], journal: OpenJournal) -> None:
        self.shown = first
        self.session: Session | None = None
        self._games, self._journal = games, journal
        self._open: tuple[int, str] = 0, ""
        self._trouble: Text = NOTHING

    def take(self, rows: Iterable[CentralRow]) -> None:
        """Take in the next rows."""
        for each in rows:
            self._take(each)
        self.shown = self._with_game()

    def hear(self, signals: Iterable[Signal]) -> None:
        """Take in the next signals."""
        for signal in signals:
            self.shown = replace(self.shown, contact=max(self.shown.contact, signal.at), **_said(self.shown, signal))

    def show(self, session: Session | None) -> None:
        """Show a session that is open here."""
        self.session = session
        self.shown = self._with_game()

    def _take(self, each: CentralRow) -> None:
        try:
            if (each.journal, each.session) != self._open:
                self._open, self.session, self._trouble = (each.journal, each.session), None, NOTHING
                self.session = Session.resume(self._journal(each.table, each.journal), self._games, each.session)
            elif self.session is not None and each.row.seq > self.session.seq:
                self.session.follow(each.row)
        except (JournalError, Malformed) as wrong:
            self.session = None
            self._trouble = wrong.text if isinstance(wrong, JournalError) else say("{why}", why=str(wrong))
            _log.warning("table %s: %s", self.shown.name, self._trouble)
        except KeyError:
            self.session, self._trouble = None, say("The beginning of this game has not arrived.")

    def _with_game(self) -> TableShown:
        session = self.session
        if session is None:
            return replace(self.shown, **_NO_GAME, session=self._open[1], trouble=self._trouble)
        outcome = session.outcome()
        now = standings(session.game, session.table, session.state, Ended()) if outcome is None else outcome
        asks, counts = session.asks(), counts_now(session)
        waited = waiting(asks)
        ended = Progress.STOPPED if outcome is not None and outcome.stopped else Progress.OVER
        return replace(
            self.shown,
            progress=Progress.PLAYING if outcome is None else ended,
            game=session.game.title,
            session=session.id,
            journal=self._open[0],
            seats=tuple(
                SeatShown(
                    session.table.name(seat), counts[seat] if counts else NOTHING, now.place(seat), seat in waited
                )
                for seat in session.table.seats
            ),
            round=session.game.round(session.state) or None,
            asked=next((ask.text for ask in asks if ask.seat in waited and not ask.optional), NOTHING),
            events=len(session.entries),
            trouble=session.stopped,
        )


_NO_GAME: Mapping[str, Any] = {
    name: TableShown.__dataclass_fields__[name].default
    for name in ("progress", "game", "seats", "round", "asked", "events")
}


def _said(before: TableShown, signal: Signal) -> dict[str, Any]:
    """Return what a signal changes."""
    if signal.kind == HELP:
        return {"help": before.help or signal.at} if signal.body.get("wanted") else {"help": "", "answered": False}
    if signal.kind == HELPED:
        return {"help": "", "answered": False}
    if signal.kind == ANSWERED:
        return {"answered": bool(before.help)}
    if signal.kind != STATE:
        return {}
    devices = {name: _device(signal.body.get(name)) for name in ("camera", "box")}
    questions, throws = signal.body.get("questions"), signal.body.get("throws")
    if isinstance(questions, int) and isinstance(throws, int) and throws > 0:
        return {**devices, "questions": round(100 * questions / throws, 1)}
    return devices


def _device(said: object) -> str:
    """Return the state of a device in a word."""
    if not isinstance(said, Mapping):
        return NONE
    return GOOD if said.get("ok") else TROUBLE


NONE, GOOD, TROUBLE = "none", "good", "trouble"
"""States of a camera or a box; "" before the table has said anything."""
HELP, ANSWERED, HELPED, STATE = KINDS = "help", "answered", "helped", "state"
"""Kinds of signals: help is wanted or no longer; the organiser is on the way, or says that it is settled; how the
devices of a table are.
"""


@dataclass
class Board:
    """All tables of the club by id. One thread owns it."""

    games: Mapping[str, Game]
    journal: OpenJournal
    tables: dict[int, TableFold] = field(default_factory=dict)

    def know(self, tables: Mapping[int, str]) -> set[int]:
        """Take over which tables there are, with their names; return those that changed."""
        gone = [each for each in self.tables if each not in tables]
        for each in gone:
            del self.tables[each]
        changed = set(gone)
        for each, name in tables.items():
            if each not in self.tables:
                self.tables[each] = TableFold(TableShown(each, name), self.games, self.journal)
                changed.add(each)
            elif self.tables[each].shown.name != name:
                self.tables[each].shown = replace(self.tables[each].shown, name=name)
                changed.add(each)
        return changed

    def take(self, rows: Iterable[CentralRow], signals: Iterable[Signal] = ()) -> set[int]:
        """Take in rows, those of a journal in order, and signals; return the tables that they are about."""
        by_table: dict[int, tuple[list[CentralRow], list[Signal]]] = {}
        for each in rows:
            by_table.setdefault(each.table, ([], []))[0].append(each)
        for signal in signals:
            by_table.setdefault(signal.table, ([], []))[1].append(signal)
        for table, (some, heard) in by_table.items():
            if (fold := self.tables.get(table)) is not None:
                fold.hear(heard)
                if some:
                    fold.take(some)
        return set(by_table) & set(self.tables)

    def heard(self, contacts: Mapping[int, str], now: str) -> set[int]:
        """Take over when tables were last heard; return those that came back or went away by now."""
        changed = set()
        for table, fold in self.tables.items():
            contact = max(fold.shown.contact, contacts.get(table, ""))
            away = bool(contact) and _seconds(contact, now) > AWAY_S
            if away != fold.shown.away:
                changed.add(table)
            fold.shown = replace(fold.shown, contact=contact, away=away)
        return changed


def _seconds(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
