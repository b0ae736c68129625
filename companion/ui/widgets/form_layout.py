"""Where the rows of a form stand: below each other, or side by side if they are too many, or on several pages. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil

from companion.drawing.geometry import Box
from companion.drawing.theme import TOUCH

ROW, GAP, BETWEEN = 64, 8, 20
"""The most a row is high, between rows, and between rows side by side."""


@dataclass(frozen=True)
class Layout:
    """The boxes of the rows that are shown, by their numbers, and whether there are other pages."""

    boxes: dict[int, Box]
    first: int
    following: int
    paged: bool


def laid(wanted: Sequence[float], room: Box, first: int) -> Layout:
    """Lay out rows that want to be this wide, from number `first` on, if they do not fit on one page.

    A row that is wider than the room is as high as several. All in units.
    """
    _, _, width, height = room
    lines = [[at] for at in range(len(wanted))]
    if _units(lines, wanted, width) > _fitting(height):
        lines = _side_by_side(wanted, width)
    paged = _units(lines, wanted, width) > _fitting(height)
    if paged:
        height -= TOUCH + GAP
        lines = _page(lines, wanted, width, height, first if first < len(wanted) else 0)
    units = _units(lines, wanted, width)
    each = min(ROW, (height + GAP) / units - GAP) if units else 0.0
    last = lines[-1][-1] + 1 if lines else 0
    boxes = dict(_boxes(lines, wanted, (room[0], room[1] + room[3] - height, width, height), each))
    return Layout(boxes, lines[0][0] if lines else 0, last if last < len(wanted) else 0, paged)


def _fitting(height: float) -> int:
    return max(1, int((height + GAP) // (TOUCH + GAP)))


def _high(line: Sequence[int], wanted: Sequence[float], width: float) -> int:
    """How many rows high a line is."""
    return max(max(1, ceil(wanted[at] / width)) for at in line)


def _units(lines: Sequence[Sequence[int]], wanted: Sequence[float], width: float) -> int:
    return sum(_high(line, wanted, width) for line in lines)


def _side_by_side(wanted: Sequence[float], width: float) -> list[list[int]]:
    lines: list[list[int]] = []
    left = 0.0
    for at, wide in enumerate(wanted):
        if not lines or wide + BETWEEN > left:
            lines.append([])
            left = width + BETWEEN
        left -= wide + BETWEEN
        lines[-1].append(at)
    return lines


def _page(lines: list[list[int]], wanted: Sequence[float], width: float, height: float, first: int) -> list[list[int]]:
    """The lines of one page, from the one with this row on."""
    start = next(number for number in count() if first in lines[number])
    end = start + 1
    while end < len(lines) and _units(lines[start : end + 1], wanted, width) <= _fitting(height):
        end += 1
    return lines[start:end]


def _boxes(
    lines: Sequence[Sequence[int]], wanted: Sequence[float], room: Box, each: float
) -> Iterator[tuple[int, Box]]:
    left, low, width, height = room
    top = low + height
    for line in lines:
        units = _high(line, wanted, width)
        high = units * (each + GAP) - GAP
        shared = sum(wanted[at] for at in line)
        x, free = left, width - BETWEEN * (len(line) - 1)
        for at in line:
            wide = free * wanted[at] / shared
            yield at, (x, top - high, wide, high)
            x += wide + BETWEEN
        top -= high + GAP
