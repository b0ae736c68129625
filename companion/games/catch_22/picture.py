"""The picture of CATCH 22: squares, a star to reach, tokens to carry there."""

from __future__ import annotations

from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point, square_in
from companion.drawing.shapes import disc, mark

PATH = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (3, 2), (3, 3), (0, 1), (0, 2), (1, 2))


def paint_picture(canvas: Canvas, box: Box) -> None:
    """Paint a path of squares from a pawn to the star."""
    x, y, side, _ = square_in(box)
    cell = side * 0.235
    for across, up in PATH:
        square = (x + side * 0.03 + across * cell, y + side * 0.03 + up * cell, cell * 0.92, cell * 0.92)
        canvas.panel(square, "738F81" if (across + up) % 2 else "4F6659", 5)

    def middle(across: float, up: float) -> Point:
        return x + side * 0.03 + (across + 0.46) * cell, y + side * 0.03 + (up + 0.46) * cell

    mark(canvas, "star", middle(3, 3), cell * 0.42, "F2CE2B", "1B1B1B")
    for place in ((2, 1), (0, 2), (1, 2)):
        disc(canvas, middle(*place), cell * 0.26, "EE8A1D")
    mark(canvas, "disc", middle(0, 0), cell * 0.34, "0072B2", "FFFFFF")
    canvas.text("22", (x, y + side * 0.72, side * 0.62, side * 0.28), side * 0.26, bold=True)
