"""Two readings compared: do the same dice lie as before, were they pushed by a finger, or were they thrown?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from vision.reading import DieReading, Reading

Handling = Literal["turned", "thrown", "either"]
"""What happened to dice that were read: only turned or pushed, thrown, or one of the two."""


@dataclass(frozen=True, slots=True)
class AssociationParams:
    """How far dice may move, in edges of a die, and what that means. Distances and times are of people's hands, checked
    on the simulated sessions (bench/readings.py).
    """

    stayed: float = 0.35
    """A die whose middle moved less than this lies where it lay."""
    stayed_exactly: float = 0.15
    """The same after the die was out of sight for a while. Of dice thrown anew into a tray of 20 by 30 cm, one in
    20,000 lands within it and shows the same value."""
    tipped: float = 1.5
    """A finger that tips a die onto another side, or nudges it, leaves it within this distance."""
    pushed: float = 4.0
    """A finger pushes a die by this much at most; thrown dice go farther."""
    longest_nudge_s: float = 2.0
    """Seconds from a hand's coming to its leaving within which a nudge is over. To take dice up, shake and throw them
    takes longer, or leaves the tray empty between. A finger may dither: what takes longer may be either."""


PARAMS = AssociationParams()


def same_dice(before: Reading, after: Reading, *, unseen: bool = False) -> bool:
    """Whether every die of `after` lies where a die of `before` lay, and shows what that showed. Dice of `before` may
    be gone: to take one up is no throw. `unseen`: the dice were out of sight between, so they must lie exactly so.
    """
    within = PARAMS.stayed_exactly if unseen else PARAMS.stayed
    free = list(before.dice)
    for new in after.dice:
        old = min(free, key=lambda die: _distance(die, new), default=None)
        if old is None or _distance(old, new) > within or (old.value, old.cocked) != (new.value, new.cocked):
            return False
        free.remove(old)
    return True


def handled(before: Reading, after: Reading, moved_s: float) -> Handling:
    """Return what happened to the dice of `before`, which are now those of `after`. `moved_s`: seconds from the first
    motion after they were read until they rested.

    Dice that show what they showed and lie close by, or all moved the same way (the tray or the camera did), were not
    thrown, however long it took. Otherwise a short time suggests a finger, but one finger does not move two dice apart.
    After a long time a finger may have moved dice that lie close by, or that show what they showed.
    """
    pairs = _paired(before, after, PARAMS.pushed)
    if pairs is None:
        return "thrown"
    distances = [_distance(old, new) for old, new in pairs]
    same = all(old.value == new.value for old, new in pairs)
    if (same and all(edges <= PARAMS.tipped for edges in distances)) or _moved_alike(before, after):
        return "turned"
    if moved_s > PARAMS.longest_nudge_s:
        changed = [
            edges
            for (old, new), edges in zip(pairs, distances, strict=True)
            if edges > PARAMS.stayed or old.value != new.value
        ]
        return "either" if same or min(changed) <= PARAMS.tipped else "thrown"
    each_moved = len(pairs) > 1 and all(edges > PARAMS.stayed for edges in distances)
    return "either" if each_moved and not same else "turned"


def _moved_alike(before: Reading, after: Reading) -> bool:
    """Whether two or more dice show what they showed and all moved the same way."""
    if len(before.dice) < 2:
        return False
    (bx, by), (ax, ay) = _centre(before), _centre(after)
    pairs = _paired(before, after, PARAMS.stayed, (ax - bx, ay - by))
    return pairs is not None and all(old.value == new.value for old, new in pairs)


def _paired(
    before: Reading, after: Reading, reach: float, shift: tuple[float, float] = (0.0, 0.0)
) -> list[tuple[DieReading, DieReading]] | None:
    """Return each old die with the nearest new one within `reach` edges of its place, shifted by `shift` (right, down,
    px), or None where they do not pair off.
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
    """Return how far the other die's middle is from the one's, shifted by `shift` px, in edges: mean sides of boxes."""
    (ax, ay), (bx, by) = _middle(one), _middle(other)
    edge = (_side(one) + _side(other)) / 2
    return float(((ax + shift[0] - bx) ** 2 + (ay + shift[1] - by) ** 2) ** 0.5 / max(edge, 1.0))


def _centre(reading: Reading) -> tuple[float, float]:
    """Return the mean of the dice's middles, px."""
    middles = [_middle(die) for die in reading.dice]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _middle(die: DieReading) -> tuple[float, float]:
    x0, y0, x1, y1 = die.box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _side(die: DieReading) -> float:
    x0, y0, x1, y1 = die.box
    return (x1 - x0 + y1 - y0) / 2
