"""What to do at a first visit, in three drawn steps."""

from __future__ import annotations

from companion.core.text import say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head, playing_card
from companion.drawing.geometry import Box, columns_in, inset
from companion.drawing.theme import LABEL, NUMBER, seat_colour

STEPS = (
    say("Tap the game that lies on your table."),
    say("Say who sits where, and which dice they have."),
    say("Play. The tablet reads the dice, knows the rules and keeps the score."),
)


def paint_steps(canvas: Canvas, box: Box) -> None:
    """Paint the steps side by side: a number, a picture, a sentence."""
    for number, (words, place) in enumerate(zip(STEPS, columns_in(box, 0, 0, 0, gap=14), strict=True)):
        canvas.panel(place, "panel", 14)
        figure, picture, room = columns_in(inset(place, 14, 8), 34, 84, 0, gap=10)
        canvas.text(str(number + 1), figure, NUMBER, "quiet", bold=True)
        _PICTURES[number](canvas, picture)
        canvas.text(words, room, LABEL, align="left")


def _paint_cover(canvas: Canvas, box: Box) -> None:
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    playing_card(canvas, middle, min(box[3], 84), "", turned=8)
    cat_head(canvas, middle, min(20, box[3] / 4), "EE8A1D")


def _paint_seats(canvas: Canvas, box: Box) -> None:
    x, y, width, height = box
    high = min(height, 76)
    low = y + (height - high) / 2
    canvas.panel((x + 14, low + 14, width - 28, high - 28), "raised", 8)
    for seat, (across, up) in enumerate(((0.5, 0.0), (0.0, 0.5), (0.5, 1.0), (1.0, 0.5))):
        shapes.seat_mark(canvas, seat, (x + 12 + (width - 24) * across, low + 12 + (high - 24) * up), 10)


def _paint_dice(canvas: Canvas, box: Box) -> None:
    x, y, width, height = box
    side = min(36, height / 2 - 2)
    for value, colour, across, up in ((5, "blue", 0.02, 0.3), (6, "red", 0.5, 0.05)):
        shapes.die(canvas, value, colour, (x + width * across, y + height * up, side, side))
    cat_head(canvas, (x + width * 0.5, y + height * 0.72), min(18, height / 5), seat_colour(6), mood="pounces")


_PICTURES = (_paint_cover, _paint_seats, _paint_dice)
