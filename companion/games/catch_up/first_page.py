"""The first page of the rules of Catch Up."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.text import say
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head, fan, playing_card
from companion.drawing.first_page import FirstPage, Picture
from companion.drawing.geometry import Box, columns_in
from companion.drawing.shapes import crossed, die
from companion.drawing.theme import NUMBER, mark_colour
from companion.games.catch_up.options import CatchUpOptions

LARGE, CARD = 44, 96
"""Sides of a die, height of a card."""


def _roll(canvas: Canvas, box: Box, values: Sequence[int], colour: str, role: str = "ink") -> None:
    """Paint three dice and their sum."""
    dice, total = columns_in(box, 0, 74, gap=8)
    side = min(LARGE, dice[3], dice[2] / len(values) - 8)
    for at, value in enumerate(values):
        die(canvas, value, colour, (dice[0] + at * (side + 8), dice[1] + (dice[3] - side) / 2, side, side))
    canvas.text(str(sum(values)), total, NUMBER, role, bold=True)


def _halves(box: Box) -> tuple[Box, Box]:
    x, y, width, height = box
    wide = min(width, 260)
    left, high = x + (width - wide) / 2, min(60, height / 2 - 4)
    middle = y + height / 2
    return (left, middle + 4, wide, high), (left, middle - 4 - high, wide, high)


def _table(canvas: Canvas, box: Box) -> None:
    cards, dice = columns_in(box, 0, 0, gap=20)
    fan(canvas, cards, ("A", "9", "K"), min(CARD, box[3] * 0.7), 56)
    side = LARGE
    for value, colour, across, up in ((6, "blue", -0.9, 0.1), (4, "blue", 0.15, 0.45), (2, "blue", 0.25, -0.75)):
        x, y = dice[0] + dice[2] / 2, dice[1] + dice[3] / 2
        die(canvas, value, colour, (x + across * side - side / 2, y + up * side - side / 2, side, side))


def _everybody_rolls(canvas: Canvas, box: Box) -> None:
    for place, values, colour in zip(_halves(box), ((5, 4, 6), (2, 5, 4)), ("blue", "red"), strict=True):
        _roll(canvas, place, values, colour)


def _the_best(canvas: Canvas, box: Box) -> None:
    above, below = _halves(box)
    canvas.panel((above[0] - 8, above[1] - 2, above[2] + 16, above[3] + 4), "raised", 10)
    _roll(canvas, above, (5, 4, 6), "blue", "good")
    canvas.text("15 \N{MINUS SIGN} 11 = 4", below, NUMBER, "warn", bold=True)


def _pay(canvas: Canvas, box: Box) -> None:
    x, y, width, height = box
    middle, up = x + width / 2, y + height / 2
    for at, rank in enumerate(("A", "3")):
        place = (middle + (at - 0.5) * 92, up)
        playing_card(canvas, place, min(CARD, height - 10), rank)
        crossed(canvas, (place[0] - 22, place[1] - 30, 44, 60), "C22A2A", 4)


def _end(canvas: Canvas, box: Box) -> None:
    x, y, width, height = box
    radius = min(46, height / 3)
    up = y + height * 0.42
    cat_head(canvas, (x + width * 0.26, up), radius, mark_colour(0), mood="wins")
    playing_card(canvas, (x + width * 0.48, up), min(CARD, height - 20), "2")
    cat_head(canvas, (x + width * 0.74, up), radius * 0.8, mark_colour(1), mood="sulks")


def first_page(options: CatchUpOptions) -> FirstPage:
    """Return the first page for these options."""
    table = say("Everybody holds the cards of one suit; they count 1 to 13. Three dice go round.")
    if options.short:
        table = say("Everybody holds the cards ace to ten of one suit. Two dice go round.")
    end = say("Whoever has no cards left is out. The last one with cards wins.")
    return FirstPage(
        Picture(_table, table),
        (
            Picture(_everybody_rolls, say("Everybody rolls the dice.")),
            Picture(_the_best, say("The best roll is the one to catch up with.")),
            Picture(_pay, say("Who rolled less gives up cards that make up the difference.")),
        ),
        Picture(_end, end),
    )
