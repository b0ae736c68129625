"""The picture of Catch Up: a hand of cards, and the dice to catch up with."""

from __future__ import annotations

from companion.drawing.canvas import Canvas
from companion.drawing.cats import fan
from companion.drawing.geometry import Box, square_in
from companion.drawing.shapes import die


def paint_picture(canvas: Canvas, box: Box) -> None:
    """Paint three cards over three dice."""
    x, y, side, _ = square_in(box)
    fan(canvas, (x, y + side * 0.33, side, side * 0.66), ("A", "9", "K"), side * 0.54, side * 0.24)
    for value, colour, across in ((6, "red", 0.02), (4, "blue", 0.355), (2, "white", 0.69)):
        die(canvas, value, colour, (x + side * across, y + side * 0.02, side * 0.29, side * 0.29))
