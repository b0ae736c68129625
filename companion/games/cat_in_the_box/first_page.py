"""The first page of the rules of Cat in the Box."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.text import say
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head, playing_card
from companion.drawing.first_page import FirstPage, Picture
from companion.drawing.geometry import Box, Point
from companion.drawing.shapes import crossed, seat_mark
from companion.drawing.theme import PROMPT
from companion.games.cat_in_the_box.board import ROWS

CARD = 92
CELL = 30
"""Height of a card, side of a cell of the small board."""
COLUMNS = 5
Tokens = Mapping[tuple[int, int], int]
"""The seat whose token lies on a cell, by row from the top and column."""


def _middle(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _board(canvas: Canvas, centre: Point, tokens: Tokens) -> None:
    """Paint the research board with tokens on it."""
    x, y = centre
    for row, colour in enumerate(ROWS.values()):
        for column in range(COLUMNS):
            cell = (x + (column - COLUMNS / 2) * CELL, y + (1 - row) * CELL, CELL - 3, CELL - 3)
            canvas.panel(cell, colour, 4)
            if (row, column) in tokens:
                seat_mark(canvas, tokens[row, column], (cell[0] + cell[2] / 2, cell[1] + cell[3] / 2), 9)


def _cards(canvas: Canvas, centre: Point, words: str) -> None:
    x, y = centre
    for at, word in enumerate(words):
        playing_card(canvas, (x + (at - (len(words) - 1) / 2) * 44, y), CARD, word, turned=6 - 6 * at)


def _table(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    _board(canvas, (x - 90, y), {})
    _cards(canvas, (x + 100, y), "253")


def _declare(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    playing_card(canvas, (x - 100, y), CARD, "3", ROWS["blue"])
    canvas.line([(x - 60, y), (x - 32, y)], "asked", 5)
    canvas.polygon([(x - 36, y + 10), (x - 20, y), (x - 36, y - 10)], "asked")
    _board(canvas, (x + 66, y), {(1, 2): 0})


def _trick(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    for at, (word, colour) in enumerate((("3", "blue"), ("5", "blue"), ("1", "red"))):
        playing_card(canvas, (x + (at - 1) * 76, y - 8), CARD - 8, word, ROWS[colour])
        seat_mark(canvas, at, (x + (at - 1) * 76, y + 52), 9 if at < 2 else 14)


def _no_more(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    for at, colour in enumerate(ROWS.values()):
        token = (x + (at - 2) * 52 + 6, y - 20, 40, 40)
        canvas.panel(token, colour, 8)
        if at == 1:
            crossed(canvas, token, "ink", 5)


def _end(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    _board(canvas, (x - 90, y), {(0, 1): 0, (1, 1): 0, (1, 2): 0, (3, 4): 1, (2, 0): 1})
    cat_head(canvas, (x + 90, y - 6), 40, "4A4F55", mood="pounces")
    canvas.text("?", (x + 132, y, 40, 50), PROMPT, "warn", bold=True)


def first_page(_options: object) -> FirstPage:
    """Return the first page; no option changes it."""
    return FirstPage(
        Picture(_table, say("A research board, and cards with a number but no colour. As many rounds as players.")),
        (
            Picture(_declare, say("Lay a card, say its colour, and put a token on that cell. It must be empty.")),
            Picture(_trick, say("Highest red wins the trick, else the highest of the colour led.")),
            Picture(_no_more, say("Not the colour led? Then you have no more of it.")),
        ),
        Picture(
            _end,
            say("Tricks are points; a right guess adds your largest group. No colour left: a paradox ends the round."),
        ),
    )
