"""The sheet of all rolls of an evening: a column per player, a row per roll, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.core.events import Face
from companion.core.text import Text
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box
from companion.record.history import Line

_HEAD, _ROW, _FIRST, _DIE = 48, 54, 120, 36
"""Height of the names, height of a row, width of the first column and side of a die."""


@dataclass(frozen=True, slots=True)
class RollRow:
    """At most one roll per column; `heading` is that of its lines, `session` "" for the open one."""

    heading: Text | None
    rolls: Mapping[int, tuple[Face, ...]]
    session: str = ""


def those_who_left(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the names of those who rolled earlier in the evening and have left, those who left last first."""
    return tuple(dict.fromkeys(line.who for line in lines if line.faces and line.seat is None))


def roll_rows(lines: Sequence[Line], seats: int = 0) -> list[RollRow]:
    """Return all rolls that count, newest first, from the lines of the history. A player's next roll starts a new row.

    The first columns are the table's `seats`; after them come those who have left.
    """
    left = {name: seats + at for at, name in enumerate(those_who_left(lines))}
    rolls = [line for line in lines if line.faces and not line.undone][::-1]
    rows: list[RollRow] = []
    for (session, heading), group in groupby(rolls, key=lambda line: (line.session, line.heading)):
        row: dict[int, tuple[Face, ...]] = {}
        for line in group:
            column = left[line.who] if line.seat is None else line.seat
            if column in row:
                rows.append(RollRow(heading, row, session))
                row = {}
            row[column] = line.faces
        rows.append(RollRow(heading, row, session))
    return rows[::-1]


def rolls_that_fit(height: float) -> int:
    """Return how many rows fit on a sheet of this height."""
    return max(1, int((height - _HEAD) // _ROW))


def paint_rolls(
    canvas: Canvas, box: Box, rows: Sequence[RollRow], names: Sequence[str], left: Sequence[str] = ()
) -> None:
    """Paint the names, after those at the table those who have `left`, then a row per roll, with a line above the first
    row under each heading.
    """
    x, y, width, height = box
    wide = (width - _FIRST) / max(1, len(names) + len(left))
    top = y + height - _HEAD
    for column, name in enumerate((*names, *left)):
        start = x + _FIRST + column * wide
        here = column < len(names)
        if here:
            shapes.seat_mark(canvas, column, (start + 16, top + _HEAD / 2), 12)
        words = (start + 36, top, wide - 40, _HEAD) if here else (start, top, wide - 4, _HEAD)
        canvas.text(name, words, 24, "ink" if here else "quiet", bold=here, align="left")
    before: tuple[str, Text | None] | None = None
    for at, row in enumerate(rows):
        low = top - _ROW * (at + 1)
        if (row.session, row.heading) != before:
            canvas.panel((x, low + _ROW - 1, width, 2), "edge", 0)
            if row.heading is not None:
                canvas.text(row.heading, (x, low, _FIRST - 8, _ROW), 20, "quiet", align="left")
        before = row.session, row.heading
        for seat, faces in row.rolls.items():
            _paint_roll(canvas, (x + _FIRST + seat * wide, low, wide, _ROW), faces)


def _paint_roll(canvas: Canvas, box: Box, faces: Sequence[Face]) -> None:
    """The dice, smaller if they would not fit, and the sum of several."""
    x, y, width, height = box
    each = min(_DIE + 6, (width - 56) / len(faces))
    side = each - 4
    for at, face in enumerate(faces):
        shapes.die(canvas, face.value, face.colour, (x + at * each, y + (height - side) / 2, side, side))
    if len(faces) > 1:
        total = sum(face.value for face in faces)
        canvas.text(str(total), (x + each * len(faces) + 6, y, 48, height), 24, bold=True, align="left")
