"""The picture of Catastrophe: nine lives, yarn, and a cat that means to keep them."""

from __future__ import annotations

from math import cos, pi, sin

from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head, heart, yarn
from companion.drawing.geometry import Box, square_in

LIVES, LOST = 9, 3


def paint_picture(canvas: Canvas, box: Box) -> None:
    """Paint a ring of lives, some of them lost, around the cat."""
    x, y, side, _ = square_in(box)
    for number in range(LIVES):
        angle = pi / 2 - 2 * pi * number / LIVES
        place = (x + side * (0.5 + 0.42 * cos(angle)), y + side * (0.5 + 0.42 * sin(angle)))
        heart(canvas, place, side * 0.065, "C22A2A" if number < LIVES - LOST else "4A4F55")
    cat_head(canvas, (x + side * 0.5, y + side * 0.5), side * 0.23, "5E6870", "B6F23E")
    yarn(canvas, (x + side * 0.76, y + side * 0.24), side * 0.11, "7A3FA8")
