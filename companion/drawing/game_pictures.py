"""The picture that stands for a game: its own, else dice or cards."""

from __future__ import annotations

from companion.core.game import Game
from companion.drawing.canvas import Canvas
from companion.drawing.cats import fan
from companion.drawing.geometry import Box, square_in
from companion.drawing.shapes import die


def paint_picture(game: Game, canvas: Canvas, box: Box) -> None:
    """Paint what stands for a game, as large as fits into the box."""
    x, y, side, _ = square = square_in(box)
    if game.picture is not None:
        game.picture(canvas, square)
    elif game.dice:
        die(canvas, 5, "red", (x + side * 0.05, y + side * 0.42, side * 0.5, side * 0.5))
        die(canvas, 3, "white", (x + side * 0.45, y + side * 0.08, side * 0.5, side * 0.5))
    else:
        fan(canvas, square, ("2", "7", "K"), side * 0.6, side * 0.25)
