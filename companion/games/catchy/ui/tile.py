"""The picture of Catchy!: the cat between two players."""

from __future__ import annotations

from companion.drawing.geometry import Box
from companion.ui.drawing import canvas
from companion.ui.drawing.cats import cat_head, picture_square


def draw(box: Box) -> None:
    """A row of places, blue at one end and red at the other, the cat on its way."""
    x, y, side, _ = picture_square(box)
    for number in range(7):
        colour = "2457B8" if number < 2 else "C22A2A" if number > 4 else "738F81"
        canvas.colour(colour)
        canvas.disc((x + side * (0.08 + 0.14 * number), y + side * 0.16), side * (0.075 if number in {0, 6} else 0.055))
    cat_head((x + side * 0.6, y + side * 0.55), side * 0.27, "EE8A1D")
