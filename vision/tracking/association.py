"""Two readings compared: are these the same dice lying as before, or pushed by a finger, or thrown?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from vision.reading import DieReading, Reading

Handling = Literal["turned", "thrown", "either"]
"""What became of dice that were read: only turned or pushed, thrown, or nobody can say which."""

STAYED = 0.35
"""A die whose middle moved less than this share of its edge lies where it lay."""
EXACTLY = 0.15
"""One that moved less than this share lies there still, though it was not seen for a while: of dice that are thrown
anew into a tray of 20 by 30 cm one in 20,000 comes to lie and to show the same.
"""
TIPPED = 1.5
"""A finger that tips a die onto another side, or nudges it, leaves it within so many edges of its place."""
PUSHED = 4.0
"""A finger pushes a die by at most this many edges; thrown dice go farther."""
LONGEST_NUDGE_S = 2.0
"""A nudge, hand in to hand out, is over sooner; taking dice up, shaking and throwing them lasts longer or leaves the
tray empty between. A finger may dither, though: what lasted longer may be either."""


def same_dice(before: Reading, after: Reading, within: float = STAYED) -> bool:
    """Say whether every die of `after` lies `within` such a share of its edge from where one of `before` lay, and shows
    what it showed. Dice may be gone: who takes one up throws nothing.
    """
    free = list(before.dice)
    for new in after.dice:
        old = min(free, key=lambda die: _apart(die, new), default=None)
        if old is None or _apart(old, new) > within or (old.value, old.cocked) != (new.value, new.cocked):
            return False
        free.remove(old)
    return True


def handled(before: Reading, after: Reading, moved_s: float) -> Handling:
    """Say what became of the dice of `before`, which are now those of `after`. `moved_s`: seconds from the first motion
    since they were read to their rest.

    Dice that show what they showed and lie close by, or all moved by the same way (the tray or the camera did), were
    not thrown, however long it took. Otherwise a short time speaks for a finger, but one finger moves no two dice
    apart; and after a long time a finger may have been at dice that lie close by, or that show what they showed.
    """
    pairs = _paired(before, after, PUSHED)
    if pairs is None:
        return "thrown"
    apart = [_apart(old, new) for old, new in pairs]
    same = all(old.value == new.value for old, new in pairs)
    if (same and all(edges <= TIPPED for edges in apart)) or _moved_alike(before, after):
        return "turned"
    if moved_s > LONGEST_NUDGE_S:
        changed = [
            edges for (old, new), edges in zip(pairs, apart, strict=True) if edges > STAYED or old.value != new.value
        ]
        return "either" if same or min(changed) <= TIPPED else "thrown"
    each_moved = len(pairs) > 1 and all(edges > STAYED for edges in apart)
    return "either" if each_moved and not same else "turned"


def _moved_alike(before: Reading, after: Reading) -> bool:
    """Whether two dice or more show what they showed and all moved by the same way."""
    if len(before.dice) < 2:
        return False
    (bx, by), (ax, ay) = _centre(before), _centre(after)
    pairs = _paired(before, after, STAYED, (ax - bx, ay - by))
    return pairs is not None and all(old.value == new.value for old, new in pairs)


def _paired(
    before: Reading, after: Reading, reach: float, way: tuple[float, float] = (0.0, 0.0)
) -> list[tuple[DieReading, DieReading]] | None:
    """Return each old die with the nearest new one within `reach` edges of its place, that moved by `way` (right, down,
    px), or None when they don't pair off.
    """
    if len(before.dice) != len(after.dice):
        return None
    free = list(after.dice)
    pairs = []
    for old in sorted(before.dice, key=lambda die: min(_apart(die, new, way) for new in after.dice)):
        new = min(free, key=lambda die: _apart(old, die, way))
        if _apart(old, new, way) > reach:
            return None
        free.remove(new)
        pairs.append((old, new))
    return pairs


def _apart(one: DieReading, other: DieReading, way: tuple[float, float] = (0.0, 0.0)) -> float:
    """Distance of the other's middle from the one's, moved by `way` px, in edges, the edge being the mean side of the
    boxes.
    """
    (ax, ay), (bx, by) = _middle(one), _middle(other)
    edge = (_side(one) + _side(other)) / 2
    return float(((ax + way[0] - bx) ** 2 + (ay + way[1] - by) ** 2) ** 0.5 / max(edge, 1.0))


def _centre(reading: Reading) -> tuple[float, float]:
    """The mean of the dice's middles, px."""
    middles = [_middle(die) for die in reading.dice]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _middle(die: DieReading) -> tuple[float, float]:
    x0, y0, x1, y1 = die.box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _side(die: DieReading) -> float:
    x0, y0, x1, y1 = die.box
    return (x1 - x0 + y1 - y0) / 2
