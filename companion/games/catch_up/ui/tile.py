"""The picture of Catch Up: a hand of cards, and the dice to catch up with."""

from __future__ import annotations

from companion.drawing.geometry import Box
from companion.ui.drawing import canvas
from companion.ui.drawing.cats import picture_square, playing_card


def draw(box: Box) -> None:
    """Three cards over three dice."""
    x, y, side, _ = picture_square(box)
    for words, across, turned in (("A", 0.26, 16), ("9", 0.5, 0), ("K", 0.74, -16)):
        playing_card((x + side * across, y + side * 0.66), side * 0.54, words, turned=turned)
    for value, colour, across in ((6, "red", 0.02), (4, "blue", 0.355), (2, "white", 0.69)):
        canvas.die(value, colour, (x + side * across, y + side * 0.02, side * 0.29, side * 0.29))
