"""Who sits at which table in the next round: Swiss, round robin. Pure.

Players are numbers. Two at a table: Swiss is a matching of maximum weight (J. Edmonds, "Paths, trees, and flowers",
1965), so nobody meets again and nobody pauses twice while that can be avoided at all. Three or more at a table: players
of like standing sit together, and tables exchange players until no exchange lowers the cost. Whether everybody can meet
somebody new there is the social golfer problem, so that search promises few meetings again, not the fewest.
Round robin is for two at a table (the circle method). Free play has no rounds: people sit down as they like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product

from companion.club.tournament.points import Standing, times_met

AGAIN, PAUSES_AGAIN = 10**9, 10**12
"""Cost of two who meet again, and of one who pauses again: more than all differences in points of 1000 players."""
PER_POINT = 60
"""Unit of differences in points: a third, a quarter and a fifth of a point are whole numbers of it."""


class Format(StrEnum):
    """How a round is made."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Round:
    """The players of each table, the best first, and those who pause."""

    tables: tuple[tuple[int, ...], ...]
    pausing: tuple[int, ...] = ()


def sizes(players: int, most: int, least: int = 2) -> tuple[int, ...]:
    """Return how many sit at each table: as few pause as possible, on as few tables of nearly equal size."""
    for seated in range(players, least - 1, -1):
        tables = -(-seated // most)
        each, more = divmod(seated, tables)
        if each >= least:
            return (each + 1,) * more + (each,) * (tables - more)
    return ()


def swiss(standings: Sequence[Standing], rounds: Sequence[Round], most: int = 2, least: int = 2) -> Round:
    """Return the next round for players in this order, the best first, at tables of `least` to `most`."""
    met = times_met(rounds)
    paused = Counter(who for each in rounds for who in each.pausing)
    if most == 2:
        return _matched(standings, met, paused)
    places = sizes(len(standings), most, least)
    idle = sorted(range(len(standings)), key=lambda at: (paused[standings[at].player], -at))
    pausing = {standings[at].player for at in idle[: len(standings) - sum(places)]}
    playing = [each for each in standings if each.player not in pausing]
    tables, begin = [], 0
    for size in places:
        tables.append(playing[begin : begin + size])
        begin += size
    _exchange(tables, met)
    return Round(tuple(tuple(each.player for each in table) for table in tables), tuple(sorted(pausing)))


def round_robin(players: Sequence[int], number: int) -> Round:
    """Return round `number`, from 0, in which everybody meets somebody else, until all have met all."""
    circle: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    if len(circle) < 2:
        return Round((), tuple(players))
    turned = number % (len(circle) - 1)
    others = circle[1:]
    circle = [circle[0], *others[len(others) - turned :], *others[: len(others) - turned]]
    tables, pausing = [], []
    for at in range(len(circle) // 2):
        one, other = circle[at], circle[-1 - at]
        if one is None or other is None:
            pausing.append(one if other is None else other)
        else:
            tables.append((other, one) if (at or number) % 2 else (one, other))  # so that all begin about as often
    return Round(tuple(tables), tuple(who for who in pausing if who is not None))


def _matched(standings: Sequence[Standing], met: Mapping[frozenset[int], int], paused: Mapping[int, int]) -> Round:
    """Return tables of two. In a group of equal points the upper half meets the lower half."""
    from networkx import Graph, max_weight_matching  # noqa: PLC0415  its import takes a tenth of a second

    graph: Graph[int] = Graph()
    count, last = len(standings), len(standings)
    group = Counter(each.points for each in standings)
    for one, other in combinations(range(count), 2):
        better, worse = standings[one], standings[other]
        apart = abs(other - one - group[better.points] // 2) if better.points == worse.points else 0
        cost = _apart(better, worse) * count + apart
        graph.add_edge(one, other, weight=-cost - AGAIN * met.get(frozenset((better.player, worse.player)), 0))
    if count % 2:
        for at, each in enumerate(standings):
            cost = _apart(each, standings[-1]) * count + count - at
            graph.add_edge(at, last, weight=-cost - PAUSES_AGAIN * paused.get(each.player, 0))
    pairs = sorted(sorted(pair) for pair in max_weight_matching(graph, maxcardinality=True))
    pausing = tuple(standings[one].player for one, other in pairs if other == last)
    tables = tuple((standings[one].player, standings[other].player) for one, other in pairs if other != last)
    return Round(tables, pausing)


def _exchange(tables: list[list[Standing]], met: Mapping[frozenset[int], int]) -> None:
    """Exchange players of two tables as long as that lowers what these two cost."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for here, there in product(range(len(one)), range(len(other))):
                before = _cost(one, met) + _cost(other, met)
                one[here], other[there] = other[there], one[here]
                if _cost(one, met) + _cost(other, met) < before:
                    better = True
                else:
                    one[here], other[there] = other[there], one[here]


def _cost(table: Sequence[Standing], met: Mapping[frozenset[int], int]) -> int:
    return sum(
        _apart(one, other) + AGAIN * met.get(frozenset((one.player, other.player)), 0)
        for one, other in combinations(table, 2)
    )


def _apart(one: Standing, other: Standing) -> int:
    """Return the square of the difference in points: two small ones are better than one large one."""
    return round((one.points - other.points) * PER_POINT) ** 2
