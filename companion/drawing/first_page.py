"""The first page of a game's rules: what lies on the table, a turn in three pictures, how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.core.text import Text, say
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in, inset, rows_in
from companion.drawing.text_layout import height
from companion.drawing.theme import LABEL, PROMPT

WORDS = 118
"""The most height of the words below a picture: four lines of the second smallest type."""
HEADING = 34


class Picture(NamedTuple):
    """A picture with the sentence below it."""

    paint: Callable[[Canvas, Box], None]
    words: Text


class FirstPage(NamedTuple):
    """What lies on the table, the steps of a turn, how it ends."""

    table: Picture
    turn: tuple[Picture, Picture, Picture]
    end: Picture


def paint_first_page(canvas: Canvas, box: Box, page: FirstPage) -> None:
    """Paint the table and the end above, the three steps of a turn below; if the box is higher than wide, the end is
    last.
    """
    if box[3] > box[2]:
        table, *rows = rows_in(box, 0, 0, 0, gap=12)
        *steps, end = (place for row in rows for place in columns_in(row, 0, 0, gap=12))
    else:
        above, below = rows_in(box, 0, 0, gap=12)
        table, end = columns_in(above, 0, 0, gap=12)
        steps = columns_in(below, 0, 0, 0, gap=12)
    _paint(canvas, table, page.table, say("On the table"))
    _paint(canvas, end, page.end, say("How it ends"))
    for number, (picture, place) in enumerate(zip(page.turn, steps, strict=True), 1):
        _paint(canvas, place, picture, say("Your turn, {n}", n=number))


def _paint(canvas: Canvas, box: Box, picture: Picture, heading: Text) -> None:
    canvas.panel(box, "panel", 14)
    inner = inset(box, 14, 8)
    size = LABEL * canvas.look.text_size
    high = min(WORDS, height(canvas.look.said(picture.words), inner[2], size) + 8)
    head, room, words = rows_in(inner, HEADING, 0, high, gap=4)
    canvas.text(heading, head, PROMPT, "quiet", align="left")
    picture.paint(canvas, room)
    canvas.text(picture.words, words, LABEL, align="left", valign="top")
