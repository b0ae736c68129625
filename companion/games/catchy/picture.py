"""The picture of Catchy!: the cat between two players."""

from __future__ import annotations

from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head
from companion.drawing.geometry import Box, square_in
from companion.drawing.shapes import disc


def paint_picture(canvas: Canvas, box: Box) -> None:
    """Paint a row of places, blue at one end and red at the other, and the cat on its way."""
    x, y, side, _ = square_in(box)
    for number in range(7):
        colour = "2457B8" if number < 2 else "C22A2A" if number > 4 else "738F81"
        radius = side * (0.075 if number in {0, 6} else 0.055)
        disc(canvas, (x + side * (0.08 + 0.14 * number), y + side * 0.16), radius, colour)
    cat_head(canvas, (x + side * 0.6, y + side * 0.55), side * 0.27, "EE8A1D")
