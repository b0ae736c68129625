"""The games that count, each with who played it and how it ended: sessions, joined to evenings, with people. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.table import Table
from companion.people.played import Played
from companion.people.roster import Roster


@dataclass(frozen=True, slots=True)
class SessionPlayed:
    """A session of the journal: its header and what it adds. `continues` is the session before it, or ""."""

    id: str
    game: str
    began: str
    table: Table
    continues: str
    played: Played


@dataclass(frozen=True, slots=True)
class Match:
    """A game played to its end, by people's keys. `places` has the best first, equals together; nobody if the game
    itself won; `counts` is what people count, in the unit of the tally. `turns` and `seconds` are those of the whole
    evening.
    """

    session: str
    game: str
    began: str
    people: tuple[str, ...]
    places: tuple[tuple[str, ...], ...]
    scores: Mapping[str, int]
    turns: Mapping[str, int]
    seconds: Mapping[str, float]
    counts: Mapping[str, int]

    @property
    def winners(self) -> tuple[str, ...]:
        """Those who won."""
        return self.places[0] if self.places else ()

    def place(self, who: str) -> int | None:
        """Return 1 for the best; equals share a place, the next ones come after all of them. None: no place."""
        at = next((at for at, group in enumerate(self.places) if who in group), None)
        return None if at is None else 1 + sum(map(len, self.places[:at]))


def matches_of(sessions: Iterable[SessionPlayed], roster: Roster) -> tuple[Match, ...]:
    """Return the games of two people or more that were played to their end, in the order of the sessions.

    The last session of an evening has its result. Seats of bots are left out.
    """
    by_id = {each.id: each for each in sessions}
    gone_on = {each.continues for each in by_id.values()}
    keys = roster.keys()
    found = []
    for last in by_id.values():
        if not last.played.over or last.id in gone_on:
            continue
        evening = [last]
        while (before := by_id.get(evening[-1].continues)) is not None and before not in evening:
            evening.append(before)
        match = _match(evening, roster, keys)
        if len(match.people) > 1:
            found.append(match)
    return tuple(found)


def _match(evening: list[SessionPlayed], roster: Roster, keys: Mapping[str, str]) -> Match:
    """Return the game of an evening's sessions, the last one first."""
    turns: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    for each in evening:
        for seat, who in _people(each, roster, keys).items():
            turns[who] += each.played.turns[seat]
            seconds[who] += each.played.seconds[seat]
    last = evening[0]
    people = _people(last, roster, keys)
    places = (tuple(people[seat] for seat in group if seat in people) for group in last.played.places)
    return Match(
        last.id,
        last.game,
        evening[-1].began,
        tuple(people.values()),
        tuple(group for group in places if group),
        {people[seat]: score for seat, score in last.played.scores.items() if seat in people},
        turns,
        seconds,
        {people[seat]: count for seat, count in last.played.counts.items() if seat in people},
    )


def _people(session: SessionPlayed, roster: Roster, keys: Mapping[str, str]) -> dict[int, str]:
    """Return the keys of the people at a session's seats, without bots."""
    return {
        seat: roster.person(name, session.began, keys)
        for seat, name in enumerate(session.table.players)
        if seat not in session.played.bots
    }
