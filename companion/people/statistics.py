"""How people did: results, streaks, time a turn, bests, and who beats whom. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.people.matches import Match


@dataclass(frozen=True, slots=True)
class Record:
    """One person's results. `streak` is how many of the last games in a row they won, `longest` the longest such row.

    `turn_s` is the mean time of a turn in seconds, None without any; `best` the highest score by game.
    """

    person: str
    played: int
    won: int
    streak: int
    longest: int
    turn_s: float | None
    best: dict[str, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """How often one of two was placed before the other, and how often they were equal."""

    ahead: int = 0
    behind: int = 0
    equal: int = 0


def records(matches: Sequence[Match]) -> tuple[Record, ...]:
    """Return the results of everybody in these games (the oldest first), those who played most first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    turns: Counter[str] = Counter()
    streak: Counter[str] = Counter()
    longest: Counter[str] = Counter()
    seconds: dict[str, float] = defaultdict(float)
    best: dict[str, dict[str, int]] = defaultdict(dict)
    for match in matches:
        for who in match.people:
            has_won = who in match.winners
            played[who] += 1
            won[who] += has_won
            streak[who] = streak[who] + 1 if has_won else 0
            longest[who] = max(longest[who], streak[who])
            turns[who] += match.turns[who]
            seconds[who] += match.seconds[who]
            if who in match.counts:
                best[who][match.game] = max(match.counts[who], best[who].get(match.game, match.counts[who]))
    return tuple(
        Record(
            who, count, won[who], streak[who], longest[who],
            seconds[who] / turns[who] if turns[who] else None, dict(best[who]),
        )
        for who, count in sorted(played.items(), key=lambda each: (-each[1], -won[each[0]], each[0]))
    )  # fmt: skip


def pairs(matches: Iterable[Match]) -> dict[tuple[str, str], Pair]:
    """Return how everybody did against everybody else, in both directions. Games without places count for nobody."""
    ahead: Counter[tuple[str, str]] = Counter()
    equal: Counter[tuple[str, str]] = Counter()
    for match in matches:
        place = {who: at for at, group in enumerate(match.places) for who in group}
        for one, other in combinations(place, 2):
            if place[one] == place[other]:
                equal[one, other] += 1
                equal[other, one] += 1
            else:
                ahead[(one, other) if place[one] < place[other] else (other, one)] += 1
    met = {pair for one, other in {*ahead, *equal} for pair in ((one, other), (other, one))}
    return {(one, other): Pair(ahead[one, other], ahead[other, one], equal[one, other]) for one, other in met}
