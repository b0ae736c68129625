"""The picture of CATCH 22: squares, a star to reach, tokens to carry there."""

from __future__ import annotations

from companion.drawing.geometry import Box
from companion.ui.drawing import canvas, scale
from companion.ui.drawing.cats import picture_square

PATH = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (3, 2), (3, 3), (0, 1), (0, 2), (1, 2))


def draw(box: Box) -> None:
    """A path of squares from a pawn to the star."""
    x, y, side, _ = picture_square(box)
    cell = side * 0.235
    for across, up in PATH:
        square = (x + side * 0.03 + across * cell, y + side * 0.03 + up * cell, cell * 0.92, cell * 0.92)
        canvas.panel(square, "738F81" if (across + up) % 2 else "4F6659", 5)

    def middle(across: float, up: float) -> tuple[float, float]:
        return x + side * 0.03 + (across + 0.46) * cell, y + side * 0.03 + (up + 0.46) * cell

    canvas.shape("star", middle(3, 3), cell * 0.42, scale.role("F2CE2B"), "1B1B1B")
    for across, up in ((2, 1), (0, 2), (1, 2)):
        canvas.colour("EE8A1D")
        canvas.disc(middle(across, up), cell * 0.26)
    canvas.shape("disc", middle(0, 0), cell * 0.34, scale.role("0072B2"), "FFFFFF")
    canvas.text("22", (x, y + side * 0.72, side * 0.62, side * 0.28), side * 0.26 / max(1.0, side / 110), bold=True)
