"""Summary of a finished game: how long it took, who led when, how the dice fell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any

from companion.core.events import Rolled
from companion.core.text import Text, counted, decimal, joined, say
from companion.record.entries import Entries
from companion.record.fold import play_on
from companion.record.judging import described, judge
from companion.record.row_bodies import away_from_json
from companion.record.rows import RESUMED
from companion.record.session import Session

EVEN = 3.5
"""Mean of a fair die."""
PAUSE = timedelta(minutes=30)
"""A longer gap between events is a pause, or the clock was set: no turn of any game takes as long."""


@dataclass(frozen=True, slots=True)
class Result:
    """One seat's result: its score with the unit, and what it is made of (None if the game does not say).

    `dice` is the number of dice it threw, `mean` their mean, None without any.
    """

    score: Text | None
    why: Text | None
    dice: int
    mean: float | None


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a game. `turning` says when and how the winner took the lead for good, None if unknown; that was event
    number `turning_at`, 0 for a lead from the start. `course` has what each player had before the first event of the
    evening and after each one (None while they did not sit there), or nothing if the game has no tally; `rounds` says
    where in it which round began.
    """

    minutes: int
    results: tuple[Result, ...]
    turning: Text | None
    turning_at: int
    course: tuple[tuple[int | None, ...], ...] = ()
    rounds: tuple[tuple[int, int], ...] = ()


def summary_of(session: Session) -> Summary:
    """Return the summary of a game, usually one that is over."""
    turning, at = _turning(session)
    played = _sessions(session)
    before = sum(len(each.entries) + 1 for each in played[:-1])
    course, rounds = _course(played), _rounds(played)
    return Summary(minutes_played(session), _results(session), turning, at and at + before, course, rounds)


def minutes_played(session: Session) -> int:
    """Return the time at the table without pauses, over all sessions of the evening."""
    played = sum((max(time_played(each).values()) for each in _sessions(session)), timedelta())
    return round(played.total_seconds() / 60)


def time_played(session: Session) -> Mapping[int, timedelta]:
    """Return how long a session had been played when each of its rows was written, by the row's number.

    The time until a game that was over went on again, when its end was taken back, is none of it; nor are pauses, nor
    the time when the game was not open.
    """
    game, log = session.game, Entries(session.start)
    judged = partial(judge, game, session.table, session.options)
    rows = session.journal.rows(session.id)
    played = {rows[0].seq: timedelta()}
    for before, row in pairwise(rows):
        over = log.ended is not None or game.outcome(log.state) is not None
        away = away_from_json(row.body) if row.kind == RESUMED else 0.0
        played[row.seq] = played[before.seq] + (timedelta() if over else time_between(before.at, row.at, away))
        play_on(log, row, game, judged)
    return played


def time_between(earlier: str, later: str, away: float = 0.0) -> timedelta:
    """Return the time at the table between two rows (ISO 8601), of which the game was not open for `away` seconds: none
    for a pause, a clock change or a damaged time.
    """
    step = _gap(earlier, later) - timedelta(seconds=away)
    return step if timedelta() < step < PAUSE else timedelta()


def away_between(earlier: str, later: str, played: timedelta) -> float:
    """Return for how many seconds between two rows nobody was at the table, 0 if their times say as much."""
    if time_between(earlier, later) == played:
        return 0.0
    return max(0.0, (_gap(earlier, later) - played).total_seconds())


def _gap(earlier: str, later: str) -> timedelta:
    try:
        return datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    except (ValueError, TypeError):
        return timedelta()


def counts_now(session: Session) -> tuple[Text, ...]:
    """Return what each seat has now, with its unit; nothing if the game has no tally."""
    tally = session.game.tally
    return () if tally is None else tuple(tally.unit(count) for count in tally.counts(session.state))


def _results(session: Session) -> tuple[Result, ...]:
    outcome, tally, state = session.outcome(), session.game.tally, session.state
    thrown = _thrown(session)
    results = []
    for seat in session.table.seats:
        dice = thrown[session.table.name(seat)]
        score = None if outcome is None or seat not in outcome.scores else say("{n}", n=outcome.scores[seat])
        if tally is not None:
            score = tally.unit(tally.counts(state)[seat])
        why = None if tally is None else tally.why(state, seat)
        results.append(Result(score, why, len(dice), sum(dice) / len(dice) if dice else None))
    return tuple(results)


def _thrown(session: Session) -> Mapping[str, list[int]]:
    """Return the dice of each player, over all sessions of the evening as their counts are."""
    thrown: dict[str, list[int]] = defaultdict(list)
    for each in _sessions(session):
        for entry in each.entries:
            if isinstance(entry.event, Rolled):
                thrown[each.table.name(entry.event.seat)] += [face.value for face in entry.event.faces]
    return thrown


def _sessions(session: Session) -> list[Session]:
    """Return the sessions of the evening, oldest first."""
    return [*reversed(session.before), session]


def _states(session: Session) -> list[Any]:
    return [session.start, *(entry.state for entry in session.entries)]


def _counts(session: Session) -> list[tuple[int, ...]]:
    """Return what each seat had before the first event and after each one; nothing if the game has no tally."""
    tally = session.game.tally
    return [] if tally is None else [tally.counts(state) for state in _states(session)]


def _course(sessions: list[Session]) -> tuple[tuple[int | None, ...], ...]:
    """Return the counts over an evening, of the players who sit there at its end."""
    found: list[tuple[int | None, ...]] = []
    for session in sessions:
        then = {name: seat for seat, name in enumerate(session.table.players)}
        seats = [then.get(name) for name in sessions[-1].table.players]
        found += [tuple(None if at is None else counts[at] for at in seats) for counts in _counts(session)]
    return tuple(found)


def _rounds(sessions: list[Session]) -> tuple[tuple[int, int], ...]:
    """Return where each round of an evening began: after how many steps of its course, and its number."""
    found: list[tuple[int, int]] = []
    states = [(session, state) for session in sessions for state in _states(session)]
    for at, (session, state) in enumerate(states):
        number = session.game.round(state) or 0
        if number > (found[-1][1] if found else 0):
            found.append((at, number))
    return tuple(found)


def _turning(session: Session) -> tuple[Text | None, int]:
    """Return a sentence about the event after which the only winner stayed ahead, and its number."""
    outcome, tally = session.outcome(), session.game.tally
    if outcome is None or tally is None or len(outcome.winners) != 1:
        return None, 0
    (winner,) = outcome.winners
    states = _states(session)
    leads = [_leads(counts, winner) for counts in _counts(session)]
    if not leads[-1]:
        return None, 0
    first = next((at for at in range(len(leads) - 1, -1, -1) if not leads[at]), -1) + 1
    if first == 0 and session.continues:  # who led before other people sat down is not known here
        return None, 0
    if first == 0:
        return say("{name} leads from the start.", name=session.table.name(winner)), 0
    before, entry = states[first - 1], session.entries[first - 1]
    name, event = session.table.name(winner), described(session, before, entry.event)
    if not event.values and entry.notes:  # such as "No reaction": what followed says more
        return say("{name} takes the lead for good: {event}", name=name, event=entry.notes[0].text), first
    number = session.game.round(before)
    if number:
        return say("{name} takes the lead for good in round {n}: {event}.", name=name, n=number, event=event), first
    return say("{name} takes the lead for good: {event}.", name=name, event=event), first


def _leads(counts: tuple[int, ...], seat: int) -> bool:
    return all(counts[seat] > count for other, count in enumerate(counts) if other != seat)


def said_of(result: Result) -> Text:
    """Return what a result is made of, and how the dice fell."""
    parts = [] if result.why is None else [result.why]
    if result.mean is not None:
        mean = decimal(result.mean)
        parts.append(counted("{n} die, {mean} on average", "{n} dice, {mean} on average", result.dice, mean=mean))
    return joined(parts)


def duration(minutes: int) -> Text:
    """Return a length of time in words."""
    if minutes < 1:
        return say("less than a minute")
    if minutes < 60:
        return counted("{n} minute", "{n} minutes", minutes)
    return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
