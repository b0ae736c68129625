"""The first page of the rules of Catchy!."""

from __future__ import annotations

from companion.core.text import counted, say
from companion.drawing.canvas import Canvas
from companion.drawing.cats import playing_card
from companion.drawing.first_page import FirstPage, Picture
from companion.drawing.geometry import Box, Point
from companion.drawing.shapes import seat_mark, tick
from companion.games.catchy.card_faces import NAMED, paint_cat, paint_face
from companion.games.catchy.options import CatchyOptions

CARD, CAT = 96, 58
"""Height of a card, side of the cat."""
RED, GREEN = NAMED["red"], NAMED["green"]


def _middle(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _cat(canvas: Canvas, centre: Point, *, blue: bool) -> None:
    paint_cat(canvas, (centre[0] - CAT / 2, centre[1] - CAT / 2, CAT, CAT), blue=blue)


def _way(canvas: Canvas, box: Box, cat_at: float) -> None:
    """Paint the course between the two players' arms, and the cat beside one of its places (-3 to 3)."""
    (x, y), each = _middle(box), min(46.0, box[2] / 8)
    low = y - (CAT / 2 + 4)
    for place in (-2.0, 0.0, 2.0):
        canvas.panel((x + place * each - 15, low - 22, 30, 44), "card", 5)
        paint_face(canvas, (x + place * each, low), 9, "5B6660", "card")
    for seat, place in ((0, -3.2), (1, 3.2)):
        seat_mark(canvas, seat, (x + place * each, low), 14)
    _cat(canvas, (x + cat_at * each, low + 24 + CAT / 2), blue=False)


def _arrow(canvas: Canvas, start: Point, end: Point) -> None:
    back = 14 if end[0] > start[0] else -14
    canvas.line([start, end], "asked", 5)
    canvas.polygon([(end[0] - back, end[1] + 10), (end[0] + back / 2, end[1]), (end[0] - back, end[1] - 10)], "asked")


def _table(canvas: Canvas, box: Box) -> None:
    _way(canvas, box, 0)


def _trick(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    for seat, words, across in ((0, "2", -52), (1, "4", 52)):
        playing_card(canvas, (x + across, y + 6), min(CARD, box[3] - 30), words, RED)
        seat_mark(canvas, seat, (x + across * 2.1, y + 6), 12)
    tick(canvas, (x + 52, y - min(CARD, box[3] - 30) / 2 - 2), 14)


def _flip(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    for words, across, ink in (("3", -104, RED), ("5", -44, GREEN)):
        playing_card(canvas, (x + across, y), 76, words, ink)
    _cat(canvas, (x + 32, y), blue=False)
    _arrow(canvas, (x + 66, y), (x + 80, y))
    _cat(canvas, (x + 122, y), blue=True)


def _walk(canvas: Canvas, box: Box) -> None:
    (x, y), each = _middle(box), min(46.0, box[2] / 8)
    _way(canvas, box, 1)
    _arrow(canvas, (x - 40, y + 26), (x + each - CAT / 2 - 14, y + 26))


def _end(canvas: Canvas, box: Box) -> None:
    (x, y), each = _middle(box), min(46.0, box[2] / 8)
    _way(canvas, box, 3)
    canvas.text("+3", (x + each * 3 - 110, y + 4, 66, 44), 30, "good", bold=True)


def first_page(options: CatchyOptions) -> FirstPage:
    """Return the first page for these options."""
    end = counted(
        "In your arms the cat is worth 3 points, on your side after seven tricks 2. {n} point wins.",
        "In your arms the cat is worth 3 points, on your side after seven tricks 2. {n} points win.",
        options.target,
    )
    return FirstPage(
        Picture(_table, say("Three face-down cards between the two of you, and a cat. Each holds seven cards.")),
        (
            Picture(_trick, say("Both lay a card: the higher one of the same colour wins, else the first.")),
            Picture(_flip, say("If both numbers are odd, the cat turns over: red to blue, blue to red.")),
            Picture(_walk, say("Red: the cat walks to the winner. Blue: to the loser.")),
        ),
        Picture(_end, end),
    )
