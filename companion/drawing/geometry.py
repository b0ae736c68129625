"""Shapes on the screen, in pixels from the lower left corner. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

Box = tuple[float, float, float, float]
"""x, y, width, height."""
Point = tuple[float, float]
"""x, y."""


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have more than an edge in common."""
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def contains(outer: Box, inner: Box) -> bool:
    """Return whether a box lies within another one."""
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def overlapped(box: Box, others: Sequence[Box]) -> float:
    """Return the area of a box that these others share with it; what two of them share counts twice."""
    x, y, right, top = box[0], box[1], box[0] + box[2], box[1] + box[3]
    return sum(
        (min(right, left + wide) - max(x, left)) * (min(top, low + high) - max(y, low))
        for left, low, wide, high in others
        if left < right and low < top and left + wide > x and low + high > y
    )


def clearest_place(room: Box, sizes: Sequence[Point], touched: Sequence[Box], read: Sequence[Box]) -> Box:
    """Return a box in a room that hides nothing of what is touched and read there: of the first of these sizes (width,
    height) for which there is a place, the one nearest to the middle. If there is none, a box of the last size hides as
    little as possible, rather what is read than what is touched. A size too large for the room is scaled down.
    """
    taken = [*touched, *read]
    for size in sizes:
        for box in _places(room, *size):
            if not any(overlap(box, other) for other in taken):
                return box
    return min(_places(room, *sizes[-1]), key=lambda box: (overlapped(box, touched), overlapped(box, read)))


def _places(room: Box, width: float, height: float) -> list[Box]:
    """Return boxes of this size all over a room, those nearest to the middle first."""
    x, y, wide, high = room
    share = min(1.0, wide / width, high / height)
    width, height = width * share, height * share
    left, low = (wide - width) / 2, (high - height) / 2
    across, up = [left * step / 12 for step in range(-12, 13)], [low * step / 6 for step in range(-6, 7)]
    shifts = sorted(((right, top) for right in across for top in up), key=lambda shift: abs(shift[0]) + abs(shift[1]))
    return [(x + left + right, y + low + top, width, height) for right, top in shifts]


def square_in(box: Box) -> Box:
    """Return the largest square in the middle of a box."""
    x, y, width, height = box
    side = min(width, height)
    return x + (width - side) / 2, y + (height - side) / 2, side, side


def rows_in(box: Box, *heights: float, gap: float = 8) -> list[Box]:
    """Cut a box into rows from the top; a height of 0 is an equal share of what is left."""
    x, y, width, height = box
    rows = []
    top = y + height
    for high in _shares(height, heights, gap):
        rows.append((x, top - high, width, high))
        top -= high + gap
    return rows


def columns_in(box: Box, *widths: float, gap: float = 8) -> list[Box]:
    """Cut a box into columns from the left; a width of 0 is an equal share of what is left."""
    x, y, width, height = box
    columns = []
    for wide in _shares(width, widths, gap):
        columns.append((x, y, wide, height))
        x += wide + gap
    return columns


def _shares(whole: float, lengths: Sequence[float], gap: float) -> list[float]:
    spare = whole - sum(lengths) - gap * (len(lengths) - 1)
    share = max(0.0, spare / max(1, lengths.count(0)))
    return [length or share for length in lengths]


def inset(box: Box, across: float, up: float | None = None) -> Box:
    """Return a box smaller by `across` at the left and right, and by `up` (or as much) at the top and bottom."""
    x, y, width, height = box
    up = across if up is None else up
    return x + across, y + up, width - 2 * across, height - 2 * up


def turned_point(point: Point, degrees: float, centre: Point) -> Point:
    """Return a point turned counter-clockwise around a centre."""
    across, up = point[0] - centre[0], point[1] - centre[1]
    cosine, sine = cos(radians(degrees)), sin(radians(degrees))
    return centre[0] + across * cosine - up * sine, centre[1] + across * sine + up * cosine


def turned_box(box: Box, degrees: float, centre: Point) -> Box:
    """Return the smallest upright box around a box that is turned counter-clockwise around a centre."""
    x, y, width, height = box
    corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
    return around([turned_point(corner, degrees, centre) for corner in corners])


def around(points: Sequence[Point]) -> Box:
    """Return the smallest box around points."""
    left, low = min(x for x, _ in points), min(y for _, y in points)
    return left, low, max(x for x, _ in points) - left, max(y for _, y in points) - low
