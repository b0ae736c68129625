"""Association of dice between two readings: the same dice, dice pushed by a finger, or thrown dice?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from vision.reading import DieReading, Reading

Handling = Literal["turned", "thrown", "either"]
"""What happened to dice after they were read: turned or pushed, thrown, or one of the two."""


@dataclass(frozen=True, slots=True)
class AssociationParams:
    """Distances that dice move, in edges of a die. Observed of hands, checked on simulated sessions
    (bench/readings.py).
    """

    stayed: float = 0.35
    """Largest shift of a die that was not moved,"""
    stayed_exactly: float = 0.15
    """and of one that was out of view meanwhile. One of 20,000 dice thrown into a tray of 20 by 30 cm lands within it
    with the same value."""
    tipped: float = 1.5
    """Largest shift of a die that a finger tips or nudges,"""
    pushed: float = 4.0
    """and of one that a finger pushes; thrown dice move farther."""
    longest_nudge_s: float = 2.0
    """Longest time from first motion to rest of a nudge. Picking dice up, shaking and throwing them takes longer, or
    leaves the tray empty meanwhile. A hesitating finger may take longer as well."""


ASSOCIATION = AssociationParams()


def same_dice(before: Reading, after: Reading, *, unseen: bool = False) -> bool:
    """Return whether each die of `after` has the place and value of a die of `before`. Dice of `before` may be missing:
    picking one up is no throw. `unseen`: the dice were out of view meanwhile, which requires the exact place.
    """
    within = ASSOCIATION.stayed_exactly if unseen else ASSOCIATION.stayed
    free = list(before.dice)
    for new in after.dice:
        old = min(free, key=lambda die: _distance(die, new), default=None)
        if old is None or _distance(old, new) > within or (old.value, old.cocked) != (new.value, new.cocked):
            return False
        free.remove(old)
    return True


def handled(before: Reading, after: Reading, moved_s: float) -> Handling:
    """Return what happened between the readings `before` and `after`. `moved_s`: seconds from the first motion after
    `before` until rest.

    Dice with unchanged values close by, or shifted alike (the tray or the camera moved), were not thrown, whatever the
    time. Otherwise a short time suggests a finger, but one finger does not move two dice. After a long time a finger
    may have moved dice that are close by or have unchanged values.
    """
    pairs = _paired(before, after, ASSOCIATION.pushed)
    if pairs is None:
        return "thrown"
    distances = [_distance(old, new) for old, new in pairs]
    same = all(old.value == new.value for old, new in pairs)
    if (same and all(edges <= ASSOCIATION.tipped for edges in distances)) or _moved_alike(before, after):
        return "turned"
    if moved_s > ASSOCIATION.longest_nudge_s:
        changed = [
            edges
            for (old, new), edges in zip(pairs, distances, strict=True)
            if edges > ASSOCIATION.stayed or old.value != new.value
        ]
        return "either" if same or min(changed) <= ASSOCIATION.tipped else "thrown"
    each_moved = len(pairs) > 1 and all(edges > ASSOCIATION.stayed for edges in distances)
    return "either" if each_moved and not same else "turned"


def _moved_alike(before: Reading, after: Reading) -> bool:
    """Return whether two or more dice have unchanged values and the same shift."""
    if len(before.dice) < 2:
        return False
    (bx, by), (ax, ay) = _centre(before), _centre(after)
    pairs = _paired(before, after, ASSOCIATION.stayed, (ax - bx, ay - by))
    return pairs is not None and all(old.value == new.value for old, new in pairs)


def _paired(
    before: Reading, after: Reading, reach: float, shift: tuple[float, float] = (0.0, 0.0)
) -> list[tuple[DieReading, DieReading]] | None:
    """Return each old die with the nearest new one within `reach` edges of its place plus `shift` (right, down, px), or
    None without a complete matching.
    """
    if len(before.dice) != len(after.dice):
        return None
    free = list(after.dice)
    pairs = []
    for old in sorted(before.dice, key=lambda die: min(_distance(die, new, shift) for new in after.dice)):
        new = min(free, key=lambda die: _distance(old, die, shift))
        if _distance(old, new, shift) > reach:
            return None
        free.remove(new)
        pairs.append((old, new))
    return pairs


def _distance(one: DieReading, other: DieReading, shift: tuple[float, float] = (0.0, 0.0)) -> float:
    """Return the distance of the centres after a `shift` of the first, px, in edges: mean sides of the boxes."""
    (ax, ay), (bx, by) = _middle(one), _middle(other)
    edge = (_side(one) + _side(other)) / 2
    return float(((ax + shift[0] - bx) ** 2 + (ay + shift[1] - by) ** 2) ** 0.5 / max(edge, 1.0))


def _centre(reading: Reading) -> tuple[float, float]:
    """Return the mean of the dice's centres, px."""
    middles = [_middle(die) for die in reading.dice]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _middle(die: DieReading) -> tuple[float, float]:
    x0, y0, x1, y1 = die.box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _side(die: DieReading) -> float:
    x0, y0, x1, y1 = die.box
    return (x1 - x0 + y1 - y0) / 2
