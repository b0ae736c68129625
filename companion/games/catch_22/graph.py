"""Ways on a graph of squares: where an exact number of steps can lead, and by which squares.

Squares are whole numbers from 0; a set of squares is a whole number whose bit n stands for square n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

MANY = 8
"""Neighbours of a square from which on two steps are looked at from their ends: boards have two to four."""


class Revisit(StrEnum):
    """The squares that a way may enter again."""

    NEVER = "never"
    """No square twice, the first one included."""
    NOT_AT_ONCE = "not-at-once"
    """Never straight back to the square just left."""
    FREE = "free"
    """Anything."""


@dataclass(frozen=True)
class Graph:
    """Squares and which of them touch: `neighbours[n]` are the squares beside n, ascending. Edges go both ways."""

    neighbours: tuple[tuple[int, ...], ...]
    near: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """For each square its neighbours as a set."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "near", tuple(bits(beside) for beside in self.neighbours))

    @classmethod
    def of(cls, count: int, edges: Iterable[tuple[int, int]]) -> Graph:
        """A graph of `count` squares joined by `edges`."""
        beside: list[set[int]] = [set() for _ in range(count)]
        for one, other in edges:
            beside[one].add(other)
            beside[other].add(one)
        return cls(tuple(tuple(sorted(some)) for some in beside))

    def region(self, start: int) -> int:
        """Every square that can be reached from `start`, itself included, as a set."""
        seen = edge = 1 << start
        while edge:
            wider = 0
            for square in squares(edge):
                wider |= self.near[square]
            edge = wider & ~seen
            seen |= edge
        return seen


@dataclass(frozen=True, slots=True)
class Walk:
    """The conditions of walking: `closed` squares are never entered, `ends_only` ones only with the last step."""

    graph: Graph
    closed: int = 0
    ends_only: int = 0
    revisit: Revisit = Revisit.NEVER


def bits(some: Iterable[int]) -> int:
    """The squares as a set."""
    found = 0
    for square in some:
        found |= 1 << square
    return found


def squares(some: int) -> Iterator[int]:
    """The squares of a set, ascending."""
    while some:
        low = some & -some
        yield low.bit_length() - 1
        some ^= low


def ends(walk: Walk, start: int, steps: int) -> int:
    """The set of squares on which a way of exactly `steps` steps from `start` can end."""
    if steps == 0:
        return 1 << start
    if walk.revisit is Revisit.NEVER:
        return _simple_ends(walk, start, steps)
    if walk.revisit is Revisit.NOT_AT_ONCE:
        return _forward_ends(walk, start, steps)
    return _free_ends(walk, start, steps)


def ways(walk: Walk, start: int, steps: int, goal: int) -> Iterator[tuple[int, ...]]:
    """Every way of exactly `steps` steps from `start` to `goal`: the squares entered, in a fixed order, lazily."""
    yield from _ways(walk, start, -1, 1 << start, steps, goal, _reach(walk, start))


def ways_by(walk: Walk, start: int, steps: int, goal: int, marks: int) -> Iterator[tuple[int, int]]:
    """Return which of the marked squares can be the first one entered on a way of exactly `steps` steps to `goal`.

    Pairs (step, square), fewest steps first, squares ascending, worked out as far as they are asked for.
    """
    for step in range(1, steps + 1):
        for mark in squares(marks):
            if _leads_by(walk, start, step, mark, steps, goal, marks):
                yield step, mark


def first_fault(walk: Walk, start: int, way: tuple[int, ...]) -> tuple[int, str] | None:
    """The first forbidden step of a given way and why ("apart", "closed", "again", "through"); None: all are good."""
    last, before, seen = start, -1, 1 << start
    for step, square in enumerate(way):
        bit = 1 << square
        if not walk.graph.near[last] & bit:
            return step, "apart"
        if walk.closed & bit:
            return step, "closed"
        if (walk.revisit is Revisit.NEVER and seen & bit) or (walk.revisit is not Revisit.FREE and square == before):
            return step, "again"
        if walk.ends_only & bit and step + 1 < len(way):
            return step, "through"
        last, before, seen = square, last, seen | bit
    return None


def _leads_by(walk: Walk, start: int, step: int, mark: int, steps: int, goal: int, marks: int) -> bool:
    """Return whether some way to `goal` enters `mark` with step number `step` and no other marked square before it."""
    left = steps - step
    if left and walk.ends_only >> mark & 1:
        return False
    reach = _reach(walk, start)
    if not reach(mark, left) >> goal & 1:
        return False
    unmarked = replace(walk, closed=walk.closed | marks & ~(1 << mark))
    for path in ways(unmarked, start, step, mark):
        if mark in path[:-1]:
            continue
        before = path[-2] if step > 1 else start
        for _ in _ways(walk, mark, before, 1 << start | bits(path), left, goal, reach):
            return True
    return False


def _simple_ends(walk: Walk, start: int, steps: int) -> int:
    """Depth first over ways without repetition, cut where a looser walk shows that nothing new lies ahead."""
    near, neighbours = walk.graph.near, walk.graph.neighbours
    barred = walk.closed | walk.ends_only
    reach = _reach(walk, start)
    wanted = reach(start, steps)
    found = 0

    def go(square: int, seen: int, left: int) -> None:
        nonlocal found
        if left == 1:
            found |= near[square] & ~seen & ~walk.closed
            return
        shut = seen | barred
        if left == 2 and len(neighbours[square]) > MANY:
            between = near[square] & ~shut
            found |= bits(goal for goal in squares(wanted & ~(found | seen | walk.closed)) if near[goal] & between)
            return
        for beside in neighbours[square]:
            bit = 1 << beside
            if not shut & bit and reach(beside, left - 1) & wanted & ~(found | seen | bit):
                go(beside, seen | bit, left - 1)

    go(start, 1 << start, steps)
    return found


def _forward_ends(walk: Walk, start: int, steps: int) -> int:
    """Layer by layer over squares, each with the set of those it can just have been entered from."""
    barred = walk.closed | walk.ends_only
    layer = {start: -1}  # from anywhere: every neighbour is open
    for left in range(steps, 0, -1):
        shut = walk.closed if left == 1 else barred
        entered: dict[int, int] = {}
        for square, before in layer.items():
            onward = walk.graph.near[square] & ~shut
            if before & (before - 1) == 0:  # from one square only: not straight back to it
                onward &= ~before
            for beside in squares(onward):
                entered[beside] = entered.get(beside, 0) | 1 << square
        layer = entered
    return bits(layer)


def _free_ends(walk: Walk, start: int, steps: int) -> int:
    """Layer by layer over squares."""
    layer = 1 << start
    for left in range(steps, 0, -1):
        wider = 0
        for square in squares(layer):
            wider |= walk.graph.near[square]
        layer = wider & ~(walk.closed if left == 1 else walk.closed | walk.ends_only)
    return layer


def _reach(walk: Walk, start: int) -> Callable[[int, int], int]:
    """Return where looser walks lead, worked out as far as asked: squares may repeat, only the start is left for good
    (where it may not be entered again). What it excludes no way can reach.
    """
    near, neighbours = walk.graph.near, walk.graph.neighbours
    shut = walk.closed | (1 << start if walk.revisit is Revisit.NEVER else 0)
    barred = shut | walk.ends_only
    known: dict[tuple[int, int], int] = {}

    def reach(square: int, steps: int) -> int:
        if steps == 1:
            return near[square] & ~shut
        if steps == 0:
            return 1 << square
        key = (square, steps)
        found = known.get(key)
        if found is None:
            found = 0
            for beside in neighbours[square]:
                if not barred >> beside & 1:
                    found |= reach(beside, steps - 1)
            known[key] = found
        return found

    return reach


def _ways(
    walk: Walk, square: int, before: int, seen: int, left: int, goal: int, reach: Callable[[int, int], int]
) -> Iterator[tuple[int, ...]]:
    if left == 0:
        if square == goal:
            yield ()
        return
    shut = walk.closed | (walk.ends_only if left > 1 else 0)
    if walk.revisit is Revisit.NEVER:
        shut |= seen | (1 << goal if left > 1 else 0)  # what is passed now cannot be the end
    elif walk.revisit is Revisit.NOT_AT_ONCE and before >= 0:
        shut |= 1 << before
    for beside in walk.graph.neighbours[square]:
        if not shut >> beside & 1 and reach(beside, left - 1) >> goal & 1:
            for rest in _ways(walk, beside, square, seen | 1 << beside, left - 1, goal, reach):
                yield (beside, *rest)
