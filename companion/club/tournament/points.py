"""Points and standings of an event. Pure.

At a table of n a player has the share of the n - 1 others that they beat; equals share. So a win at a table of two is
one point, a draw half a point, and third of four a third. A pause counts as a win, as usual in Swiss events.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.club.tournament.rounds import Round

Places = tuple[tuple[int, ...], ...]
"""The players of a table, best first, equals together."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands: `others` are the points of those they met (Buchholz), the first tie-break; `won` counts the
    tables they won, the second.
    """

    player: int
    points: Fraction = Fraction(0)
    others: Fraction = Fraction(0)
    won: int = 0
    played: int = 0


def points_of(places: Places) -> dict[int, Fraction]:
    """Return the points that a table gives to each player."""
    count = sum(map(len, places))
    found: dict[int, Fraction] = {}
    below = count
    for group in places:
        below -= len(group)
        for who in group:
            found[who] = Fraction(2 * below + len(group) - 1, 2 * (count - 1)) if count > 1 else Fraction(0)
    return found


def standings(players: Sequence[int], results: Iterable[Places], pauses: Iterable[int] = ()) -> tuple[Standing, ...]:
    """Return how everybody stands, the best first; equals in the order of `players`."""
    points: dict[int, Fraction] = defaultdict(Fraction)
    won: Counter[int] = Counter()
    played: Counter[int] = Counter()
    met: dict[int, list[int]] = defaultdict(list)
    for who in pauses:
        points[who] += 1
    for places in results:
        for who, share in points_of(places).items():
            points[who] += share
            played[who] += 1
            won[who] += places[0] == (who,)
        for one, other in combinations([who for group in places for who in group], 2):
            met[one].append(other)
            met[other].append(one)
    found = (
        Standing(who, points[who], sum((points[each] for each in met[who]), Fraction(0)), won[who], played[who])
        for who in players
    )
    return tuple(sorted(found, key=lambda each: (-each.points, -each.others, -each.won)))


def times_met(rounds: Iterable[Round]) -> Mapping[frozenset[int], int]:
    """Return how often two have sat at one table."""
    return Counter(frozenset(pair) for each in rounds for table in each.tables for pair in combinations(table, 2))
