"""What to do, in three drawn steps: at a first visit, to show the camera its tray, to let phones in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.text import Text, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head, playing_card
from companion.drawing.geometry import Box, columns_in, inset, rows_in
from companion.drawing.theme import LABEL, NUMBER, mark_colour

LEAST = 300
"""The least width of a step beside others."""
Step = tuple[Callable[[Canvas, Box], None], Text]
"""A picture and a sentence."""


def paint_steps(canvas: Canvas, box: Box, steps: Sequence[Step]) -> None:
    """Paint a number, a picture and a sentence for each step, all as large: side by side, or one below the other."""
    cut = columns_in if box[2] > LEAST * len(steps) else rows_in
    places = cut(box, *[0] * len(steps), gap=14)
    parts = [columns_in(inset(place, 14, 6), 34, 84, 0, gap=10) for place in places]
    size = shapes.one_size(canvas, [words for _, words in steps], parts[0][2], LABEL)
    for number, ((paint, words), place, part) in enumerate(zip(steps, places, parts, strict=True), 1):
        figure, picture, room = part
        canvas.panel(place, "panel", 14)
        canvas.text(str(number), figure, NUMBER, "quiet", bold=True)
        paint(canvas, picture)
        canvas.text(words, room, size, align="left")


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
    cat_head(canvas, (x + width * 0.5, y + height * 0.72), min(18, height / 5), mark_colour(6), mood="pounces")


def _paint_corners(canvas: Canvas, box: Box) -> None:
    """A tray seen from above and aslant, a finger's spot on each corner."""
    x, y, width, height = _tray(box)
    low, high = y + height * 0.1, y + height * 0.9
    corners = [(x, low), (x + width, low), (x + width * 0.86, high), (x + width * 0.14, high)]
    canvas.polygon(corners, "raised")
    canvas.line(corners, "ink", 2.5, closed=True)
    for across, up in corners:
        canvas.ellipse((across - 7, up - 7, 14, 14), "asked")


def _paint_emptying(canvas: Canvas, box: Box) -> None:
    """An empty tray; a die and an arrow that leads out of it."""
    x, y, width, height = _tray(box)
    canvas.panel((x, y, width * 0.72, height * 0.8), "raised", 8)
    canvas.frame((x, y, width * 0.72, height * 0.8), "ink", 8)
    side = 26
    die = (x + width - side, y + height - side, side, side)
    shapes.die(canvas, 4, "red", die)
    start, end = (x + width * 0.3, y + height * 0.34), (die[0] - 4, die[1] + 2)
    canvas.line([start, end], "quiet", 3)
    canvas.polygon([end, (end[0] - 12, end[1] - 1), (end[0] - 3, end[1] - 12)], "quiet")


def _paint_tap(canvas: Canvas, box: Box) -> None:
    """A button, and the cat who is content with it."""
    x, y, width, height = _tray(box)
    canvas.panel((x + 4, y, width - 8, height * 0.42), "asked", 8)
    cat_head(canvas, (x + width / 2, y + height * 0.72), min(17, height / 4), "EE8A1D", mood="wins")


def _tray(box: Box) -> Box:
    """A place for a picture of a tray, in the middle."""
    x, y, width, height = box
    high = min(height, 64)
    return x + 6, y + (height - high) / 2, width - 12, high


def _paint_switch(canvas: Canvas, box: Box) -> None:
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    canvas.panel((x - 32, y - 17, 64, 34), "asked", 17)
    canvas.ellipse((x + 2, y - 13, 26, 26), "ground")


def _paint_code(canvas: Canvas, box: Box) -> None:
    """A phone that looks at a code."""
    x, y, side, _ = _phone(canvas, box)
    each = side / 5
    for at in (0, 1, 3, 5, 7, 9, 11, 12, 15, 17, 18, 20, 22, 24):
        canvas.panel((x + each * (at % 5), y + each * (at // 5), each, each), "ink", 0)


def _paint_seat(canvas: Canvas, box: Box) -> None:
    """A phone with a seat's mark and its die."""
    x, y, side, _ = _phone(canvas, box)
    shapes.seat_mark(canvas, 0, (x + side * 0.5, y + side * 0.95), side * 0.28)
    shapes.die(canvas, 5, "blue", (x + side * 0.22, y - side * 0.05, side * 0.56, side * 0.56))


def _phone(canvas: Canvas, box: Box) -> Box:
    """Paint a phone; return the square in its middle."""
    high = min(box[3], 84.0)
    wide = high * 0.58
    x, y = box[0] + (box[2] - wide) / 2, box[1] + (box[3] - high) / 2
    canvas.panel((x, y, wide, high), "raised", 9)
    canvas.panel((x + 4, y + 8, wide - 8, high - 16), "ground", 3)
    side = wide - 18
    return x + 9, y + (high - side) / 2, side, side


VISIT: tuple[Step, ...] = (
    (_paint_cover, say("Tap the game that lies on your table.")),
    (_paint_seats, say("Say who sits where, and which dice they have.")),
    (_paint_dice, say("Play. The tablet reads the dice, knows the rules and keeps the score.")),
)
TRAY_IS_EMPTY = say("The tray is empty")
TRAY: tuple[Step, ...] = (
    (_paint_corners, say("Drag the four corners to the edge of the tray's floor.")),
    (_paint_emptying, say("Take everything out of it. What lies beside the tray does not count any more.")),
    (_paint_tap, say("Tap “{button}”.", button=TRAY_IS_EMPTY)),
)
PHONES: tuple[Step, ...] = (
    (_paint_switch, say("Tap “on”: then browsers in this network can join.")),
    (_paint_code, say("Scan the code with the phone's camera.")),
    (_paint_seat, say("Take a seat. Everybody sees the same table.")),
)
