"""Where all tokens of CATCH 22 should lie: to be compared with the table."""

from __future__ import annotations

from companion.core.text import say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in, rows_in
from companion.drawing.theme import LABEL, NUMBER
from companion.games.catch_22 import view_model as shown
from companion.games.catch_22.state import State

_CELL = 110
"""Height of a cell at most."""


def paint_count(canvas: Canvas, box: Box, state: State) -> None:
    """Paint a cell for each player, one for the board, and the sum."""
    lines, total = shown.audit(state)
    head, (left, low, wide, high) = rows_in(box, 40, 0, gap=6)
    canvas.text(say("all together {n}", n=total), head, 24, "quiet", align="left")
    columns = min(len(lines), 4)
    each, deep = wide / columns, min(_CELL, high / -(-len(lines) // columns))
    for number, line in enumerate(lines):
        row, column = divmod(number, columns)
        x, y = left + column * each + 4, low + high - (row + 1) * deep + 4
        canvas.panel((x, y, each - 8, deep - 8), "raised", 12)
        name, value = columns_in((x + 12, y, each - 32, deep - 8), 0, 84, gap=4)
        if line.seat is not None:
            shapes.seat_mark(canvas, line.seat, (name[0] + 12, name[1] + name[3] / 2), 11)
            name = (name[0] + 32, name[1], name[2] - 32, name[3])
        canvas.text(line.label, name, LABEL, align="left")
        canvas.text(str(line.tokens), value, NUMBER, bold=True, align="right")
