"""Everything about the people of a journal: the owner of `people.toml` and of the table of results."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec
import tomli_w

from catseye import kept_files
from catseye.names import comparison_key, seen
from companion.app.settings import BadSettings, read_toml, unusable
from companion.core.game import Game
from companion.core.table import Table
from companion.core.text import NOTHING, Text
from companion.people.matches import Match, SessionPlayed, matches_of
from companion.people.results_table import ResultsTable
from companion.people.roster import GONE, Profile, Roster, pseudonym
from companion.record.codec import Malformed
from companion.record.journal import Journal
from companion.record.row_bodies import trusted_header
from companion.record.throws import Rate
from companion.views.setup_draft import COLOURS, NAMES, PlayersDraft

_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played: the name as people write it (or a pseudonym), and the number of the seat whose colour
    and shape stand for them in pictures. `die` is the colour they chose or threw last, "" if none is known.
    """

    key: str
    name: Text | str
    mark: int
    die: str = ""
    edge: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """The sessions of the journal, the games that count, the people by key, those who played last first.

    `left` is how many sessions are still to be read.
    """

    sessions: tuple[SessionPlayed, ...]
    matches: tuple[Match, ...]
    people: Mapping[str, Person]
    left: int


@dataclass(frozen=True, slots=True)
class Known:
    """Everybody who has played, those who played last first, without those whose name was deleted; the session played
    last, "" for none, and how many played it.
    """

    people: tuple[Person, ...]
    session: str = ""
    seated: int = 0


def proposed(known: Known, bots: Collection[int] = ()) -> PlayersDraft:
    """Return who is proposed for another game: those who played last, then others who are known, then usual names, each
    with their mark and their die if nobody before them has it. `bots` are the seats of the last game that bots played.
    """
    people = {str(one.name): one for one in known.people}
    names = tuple(dict.fromkeys([*people, *NAMES]))[: len(NAMES)]
    known_marks = [people[name].mark if name in people else None for name in names]
    marks = _each_their_own(known_marks, range(len(COLOURS)))
    dice = [people[name].die or None if name in people else None for name in names]
    colours = _each_their_own(dice, [COLOURS[mark] for mark in marks])
    seated_bots = tuple(bot for bot in bots if bot < known.seated)
    return PlayersDraft(known.seated or 3, names, colours, seated_bots, marks=marks)


def _each_their_own(wanted: Sequence[T | None], usual: Sequence[T]) -> tuple[T, ...]:
    """Return what each wants, if nobody before them does; for the others their usual one if it is left, or another."""
    found = [one if one not in wanted[:at] else None for at, one in enumerate(wanted)]
    for at, one in enumerate(found):
        if one is None and usual[at] not in found:
            found[at] = usual[at]
    left = iter([one for one in usual if one not in found])
    return tuple(next(left) if one is None else one for one in found)


class People:
    """The people of the journal that `journal` returns; `file` is `people.toml`, `results` the table beside it (None:
    only this run of the app remembers). `trouble` reports an unusable file.
    """

    def __init__(
        self,
        journal: Callable[[], Journal],
        games: Mapping[str, Game],
        file: Path | None = None,
        results: Path | None = None,
    ) -> None:
        self._journal, self._games, self._file = journal, games, file
        self._results = ResultsTable(results)
        self.trouble: Text = NOTHING
        self.roster = Roster() if file is None else self._load(file)

    def change(self, roster: Roster) -> None:
        """Keep another roster, now and in the file. Raises OSError with nothing changed."""
        if self._file is not None:
            kept_files.write(self._file, tomli_w.dumps(msgspec.to_builtins(roster)).encode())
        self.roster = roster

    def known(self) -> Known:
        """Return who can be offered for another game. Only the beginnings of sessions are read. Raises JournalError."""
        last, seated = "", []
        for end in self._journal().ends():
            with suppress(Malformed, ValueError):  # or it has not one colour for each player
                began = trusted_header(end.header.header)
                seated.append((Table(began.players, began.colours, began.marks), end.began))
                last = end.header.session
        people = tuple(one for one in people_of(seated, self.roster).values() if not one.key.startswith(GONE))
        return Known(people, last, len(seated[-1][0].players) if seated else 0)

    def read(self, enough: Callable[[], bool] = lambda: False) -> Results:
        """Return what was played, as far as it is known; play sessions again until there is `enough` for now.

        Raises JournalError.
        """
        sessions, left = self._results.read(self._journal(), self._games, enough)
        people = people_of(((each.table, each.began) for each in sessions), self.roster)
        return Results(sessions, matches_of(sessions, self.roster), people, left)

    def rate(self, enough: Callable[[], bool] = lambda: False) -> tuple[Rate, int]:
        """Return how well the throws of all sessions were read, as far as they are known, and how many are still to be
        played again, until there is `enough` for now. Raises JournalError.
        """
        sessions, left = self._results.read(self._journal(), self._games, enough)
        return Rate.sum(each.played.rate for each in sessions), left

    def _load(self, file: Path) -> Roster:
        try:
            return msgspec.convert(read_toml(file), Roster)
        except FileNotFoundError:
            return Roster()
        except (BadSettings, msgspec.ValidationError) as wrong:
            self.trouble = unusable(file, wrong)
            _log.warning("%s", self.trouble)
            return Roster()


Seated = tuple[Table, str]
"""The table of a session, and when it began."""


def people_of(sessions: Iterable[Seated], roster: Roster) -> dict[str, Person]:
    """Return the people of these sessions (the last played last) by key, those who played last first.

    The colours that people chose are theirs. Others keep the one they had at their last table, if nobody who played
    later has it; then those that are left are given out, in the order of first games.
    """
    keys = roster.keys()
    names: dict[str, Text | str] = {}
    dice: dict[str, str] = {}
    latest: dict[str, None] = {}
    marks: dict[str, int] = {}
    for table, began in sessions:
        for seat, name in enumerate(table.players):
            key = roster.person(name, began, keys)
            if key not in names:
                names[key] = pseudonym(key) or seen(name).strip()
            if table.colour(seat):
                dice[key] = table.colour(seat)
            marks[key] = table.mark(seat)
        for name in reversed(table.players):  # so that the last table comes first, in the order of its seats
            key = roster.person(name, began, keys)
            latest.pop(key, None)
            latest[key] = None
    profiles = {keys[comparison_key(one.name)]: one for one in roster.people}
    chosen = {key: COLOURS.index(one.die) for key, one in profiles.items() if one.die in COLOURS}
    for key in reversed(latest):
        if key not in chosen and marks[key] not in chosen.values():
            chosen[key] = marks[key]
    left = [mark for mark in range(len(COLOURS)) if mark not in chosen.values()] or list(range(len(COLOURS)))
    others = {key: left[at % len(left)] for at, key in enumerate(key for key in names if key not in chosen)}
    nobody = Profile("")

    def person(key: str) -> Person:
        one = profiles.get(key, nobody)
        mark = chosen.get(key, others.get(key, 0))
        return Person(key, one.name or names[key], mark, one.die or dice.get(key, ""), one.edge, one.language)

    return {key: person(key) for key in reversed(latest)}
