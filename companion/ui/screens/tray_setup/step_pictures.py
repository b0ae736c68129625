"""A picture of what each step of the tray's set-up wants, for whoever does not read."""

from __future__ import annotations

from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head
from companion.drawing.geometry import Box, inset
from companion.drawing.shapes import die, disc
from companion.drawing.theme import LABEL, PLAIN_DIE

WIDE = 1.5
"""Width of the drawn tray by its height."""
CAT = "8E969A"
"""The colour of the cat at the end: no player's."""


def paint_step(canvas: Canvas, step: str, box: Box) -> None:
    """Paint a tray as it lies there in this step, as large as fits into the box, at its left."""
    x, y, width, height = box
    high = min(height, width / WIDE)
    tray = (x, y + (height - high) / 2, WIDE * high, high)
    canvas.panel(tray, "shade", 14)
    floor = inset(tray, 9)
    canvas.panel(floor, "pressed", 8)
    left, low, wide, deep = floor
    middle = (left + wide / 2, low + deep / 2)
    if step == "plane":
        _paint_chart(canvas, (middle[0] - deep * 0.48, middle[1] - deep * 0.32, deep * 0.96, deep * 0.64))
    elif step == "corners":
        corners = ((left, low + deep), (left + wide, low + deep), (left + wide, low), (left, low))
        for number, (across, up) in enumerate(corners, 1):
            centre = (across + (14 if across == left else -14), up + (14 if up == low else -14))
            disc(canvas, centre, 14, "good")
            room = (centre[0] - 14, centre[1] - 14, 28, 28)
            canvas.text(str(number), room, LABEL, "good_ink", bold=True)
    elif step == "dice":
        side = deep * 0.4
        with canvas.turned(14, middle):
            die(canvas, 5, "", (middle[0] - side / 2, middle[1] - side / 2, side, side), PLAIN_DIE.pips)


def paint_verdict(canvas: Canvas, box: Box, *, ready: bool) -> None:
    """Paint a cat that is glad, or sulks."""
    x, y, width, height = box
    radius = min(width / 2.4, height / 3)
    cat_head(canvas, (x + 1.2 * radius, y + height / 2 - 0.2 * radius), radius, CAT, mood="wins" if ready else "sulks")


def _paint_chart(canvas: Canvas, box: Box) -> None:
    """A sheet with squares, light and dark in turn."""
    canvas.panel(box, "FFFFFF", 2)
    x, y, width, height = inset(box, 4)
    columns, rows = 6, 4
    wide, high = width / columns, height / rows
    for at in range(columns * rows):
        column, row = at % columns, at // columns
        if (column + row) % 2:
            canvas.panel((x + column * wide, y + row * high, wide, high), "1B1B1B", 0)
