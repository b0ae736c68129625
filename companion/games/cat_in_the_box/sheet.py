"""The score sheet of Cat in the Box: the rounds so far, a column a player."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.text import say, with_minus
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, rows_in
from companion.drawing.text_layout import fits
from companion.drawing.text_metrics import width as width_of
from companion.drawing.theme import SMALL
from companion.games.cat_in_the_box.view_model import Sheet, SheetCell

HEAD = 22
"""Size of the words in the first column."""
NAME, MARK = 46, 22
"""How high a name is, and its mark above it where the column is too narrow for both side by side."""
STACKED = 84
"""How high a round's line must be to have its detail below the points, not beside them."""


def paint_sheet(canvas: Canvas, box: Box, sheet: Sheet) -> None:
    """Paint names, a line a round, the totals."""
    x, y, width, height = box
    heads = [say("round {n}", n=number) for number, _ in sheet.rounds]
    said = [canvas.look.said(head) for head in (*heads, say("total"))]
    first = max(width_of(words, HEAD * canvas.look.text_size) for words in said) + 26
    each = (width - first) / len(sheet.names)
    beside = all(fits(name, each - 30, NAME, bold=True) for name in sheet.names)
    above = 0 if beside else MARK
    names, *rounds, totals = rows_in(
        (x, y + 4, width, height - 8), NAME + above, *([0] * max(1, len(sheet.rounds))), 52, gap=6
    )
    lefts = [x + first + seat * each for seat in range(len(sheet.names))]
    for seat, (name, left) in enumerate(zip(sheet.names, lefts, strict=True)):
        shapes.seat_mark(canvas, seat, (left + 12, names[1] + (NAME / 2 if beside else NAME + MARK / 2)), 10)
        place = (left + 26, names[1], each - 30, NAME) if beside else (left, names[1], each - 4, NAME)
        canvas.text(name, place, 22, bold=True, align="left")
    points = [with_minus(str(cell.points)) for _, cells in sheet.rounds for cell in cells]
    for head, (_, cells), (_, low, _, high) in zip(heads, sheet.rounds, rounds, strict=False):
        canvas.text(head, (x + 10, low, first - 14, high), HEAD, "quiet", align="left")
        for cell, left in zip(cells, lefts, strict=True):
            _paint_cell(canvas, (left, low, each - 6, high), cell, points)
    if not sheet.rounds:
        canvas.text(say("No round is finished yet."), rounds[0], 22, "quiet")
    canvas.panel(totals, "raised", 8)
    canvas.text(say("total"), (x + 10, totals[1], first - 14, totals[3]), HEAD, "quiet", align="left")
    for total, left in zip(sheet.totals, lefts, strict=True):
        canvas.text(with_minus(str(total)), (left, totals[1], each - 6, totals[3]), 34, bold=True, align="left")


def _paint_cell(canvas: Canvas, box: Box, cell: SheetCell, points: Sequence[str]) -> None:
    """Paint the points, as large as all `points` of the sheet, and what they are made of."""
    x, y, width, height = box
    if height < STACKED:
        big, small = (x, y, 44.0, height), (x + 48, y, width - 48, height)
    else:
        half = height / 2
        big, small = (x, y + half, width, half), (x, y, width, half)
    low = "middle" if height < STACKED else "bottom"
    size, role = shapes.one_size(canvas, points, big, 30, bold=True), "danger" if cell.paradox else "ink"
    canvas.text(with_minus(str(cell.points)), big, size, role, bold=True, align="left", valign=low)
    canvas.text(cell.detail, small, SMALL, "quiet", align="left", valign="middle" if height < STACKED else "top")
