"""The picture of Cat in the Box: a cat looks out of its box; the four colours are open."""

from __future__ import annotations

from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head
from companion.drawing.geometry import Box, square_in


def paint_picture(canvas: Canvas, box: Box) -> None:
    """Paint the cat above the box, four cards of one number on its front."""
    x, y, side, _ = square_in(box)
    cat_head(canvas, (x + side * 0.5, y + side * 0.62), side * 0.25, "4A4F55")
    canvas.panel((x + side * 0.1, y + side * 0.05, side * 0.8, side * 0.42), "9A6B3F", 0)
    for left in (True, False):
        edge, reach = (0.1, -0.06) if left else (0.9, 1.06)
        middle = 0.34 if left else 0.66
        corners = [(edge, 0.47), (middle, 0.47), (middle - (0.06 if left else -0.06), 0.58), (reach, 0.56)]
        canvas.polygon([(x + side * across, y + side * up) for across, up in corners], "B98550")
    for number, colour in enumerate(("C22A2A", "2457B8", "F2CE2B", "23803F")):
        canvas.panel((x + side * (0.17 + 0.17 * number), y + side * 0.14, side * 0.14, side * 0.22), colour, 4)
