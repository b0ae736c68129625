"""Shapes on the screen, in pixels from the lower left corner. Pure."""

from __future__ import annotations

from collections.abc import Sequence

Box = tuple[float, float, float, float]
"""x, y, width, height."""
Point = tuple[float, float]
"""x, y."""


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def contains(outer: Box, inner: Box) -> bool:
    """Whether a box lies within another one."""
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def free_place(room: Box, width: float, height: float, taken: Sequence[Box]) -> Box:
    """A box of this size in a room that overlaps none of those taken, as near to the middle as there is one; the
    middle where there is none.
    """
    x, y, wide, high = room
    spare_x, spare_y = max(0.0, wide - width), max(0.0, high - height)
    steps = [step / 12 for step in (6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11, 0, 12)]
    places = sorted(
        ((x + spare_x * across, y + spare_y * up, width, height) for across in steps for up in steps),
        key=lambda box: abs(box[0] - x - spare_x / 2) + abs(box[1] - y - spare_y / 2),
    )
    return next((box for box in places if not any(overlap(box, other) for other in taken)), places[0])
