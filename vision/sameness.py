"""Two readings compared: are these the same dice lying as before, or pushed by a finger, or thrown?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.reading import DieReading, Reading

STAYED = 0.35
"""A die whose middle moved less than this share of its edge lies where it lay."""
PUSHED = 4.0
"""A finger pushes or tips a die by at most this many edges; thrown dice go farther."""
LONGEST_NUDGE_S = 2.0
"""A nudge, hand in to hand out, is over sooner; taking dice up, shaking and throwing them lasts longer or leaves the
tray empty between."""


def same_dice(before: Reading, after: Reading) -> bool:
    """Say whether every die lies where it lay and shows what it showed."""
    pairs = _paired(before, after, STAYED)
    return pairs is not None and all(old.value == new.value and old.cocked == new.cocked for old, new in pairs)


def moved_without_throw(before: Reading, after: Reading, moved_s: float) -> bool:
    """Say whether the same dice were only turned or pushed: each lies near an old place, and it took `moved_s`, no
    longer than a nudge does.
    """
    return moved_s <= LONGEST_NUDGE_S and _paired(before, after, PUSHED) is not None


def _paired(before: Reading, after: Reading, reach: float) -> list[tuple[DieReading, DieReading]] | None:
    """Return each old die with the nearest new one within `reach` edges, or None when they don't pair off."""
    if len(before.dice) != len(after.dice):
        return None
    free = list(after.dice)
    pairs = []
    for old in sorted(before.dice, key=lambda die: min(_apart(die, new) for new in after.dice)):
        new = min(free, key=lambda die: _apart(old, die))
        if _apart(old, new) > reach:
            return None
        free.remove(new)
        pairs.append((old, new))
    return pairs


def _apart(one: DieReading, other: DieReading) -> float:
    """Distance of the middles in edges, the edge being the mean side of the boxes."""
    (ax, ay), (bx, by) = _middle(one), _middle(other)
    edge = (_side(one) + _side(other)) / 2
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 / max(edge, 1.0))


def _middle(die: DieReading) -> tuple[float, float]:
    x0, y0, x1, y1 = die.box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _side(die: DieReading) -> float:
    x0, y0, x1, y1 = die.box
    return (x1 - x0 + y1 - y0) / 2
