"""The first page of the rules of Catastrophe."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head
from companion.drawing.first_page import FirstPage, Picture
from companion.drawing.geometry import Box, Point
from companion.drawing.shapes import die
from companion.drawing.theme import LABEL, PROMPT, mark_colour
from companion.games.catastrophe.figures import (
    paint_burst,
    paint_cat,
    paint_hand,
    paint_power_cat,
    paint_reapurr,
    paint_yarn,
)

SPACE = 44
CARD = 92


def _middle(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _track(canvas: Canvas, centre: Point, first: int, count: int) -> list[Point]:
    """Paint spaces of the life track; return where figures stand on them."""
    x, y = centre
    places = []
    for at in range(count):
        left = x + (at - count / 2) * SPACE
        canvas.panel((left + 2, y - 44, SPACE - 4, 88), "raised", 8)
        canvas.text(str(first + at), (left, y - 42, SPACE, 28), LABEL, bold=True)
        places.append((left + SPACE / 2, y + 12))
    return places


def _card(canvas: Canvas, centre: Point, words: Text | str, size: float = LABEL) -> None:
    """Paint a card with its name or number."""
    x, y = centre
    box = (x - 0.4 * CARD, y - CARD / 2, 0.8 * CARD, CARD)
    canvas.panel(box, "card", 8)
    canvas.frame(box, "edge", 8, 2.5)
    canvas.text(words, (box[0] + 3, box[1] + 4, box[2] - 6, box[3] - 8), size, "card_ink", bold=True)


def _table(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    places = _track(canvas, (x - 110, y), 6, 4)
    paint_cat(canvas, 0, places[3], 17)
    paint_cat(canvas, 1, places[1], 17)
    for at, paint in enumerate((paint_hand, paint_power_cat, paint_yarn)):
        paint(canvas, (x + 40 + at * 70, y), 26)


def _play(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    _card(canvas, (x - 70, y), "4", PROMPT)
    canvas.line([(x - 24, y), (x + 12, y)], "danger", 6)
    canvas.polygon([(x + 8, y + 12), (x + 26, y), (x + 8, y - 12)], "danger")
    paint_cat(canvas, 1, (x + 72, y), 30, "sulks")


def _defend(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    die(canvas, 3, "red", (x - 96, y - 30, 60, 60))
    canvas.text("3 < 4", (x - 30, y - 22, 70, 44), PROMPT, bold=True)
    canvas.text("\N{MINUS SIGN}1 ♥", (x + 48, y - 24, 80, 48), PROMPT, "danger", bold=True)


def _reveal(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    places = _track(canvas, (x + 10, y), 1, 4)
    paint_reapurr(canvas, places[1], 24)
    paint_cat(canvas, 1, places[3], 15, "sulks")


def _end(canvas: Canvas, box: Box) -> None:
    x, y = _middle(box)
    paint_burst(canvas, (x - 70, y), 60)
    cat_head(canvas, (x - 70, y - 8), 40, mark_colour(0), mood="wins")
    paint_cat(canvas, 1, (x + 80, y), 26, out=True)


def first_page(_options: object) -> FirstPage:
    """Return the first page; no option changes it."""
    return FirstPage(
        Picture(_table, say("Nine lives on the track, cards in the hand, Power Cats before you, balls of yarn.")),
        (
            Picture(_play, say("Claw: play cards, such as an Attack with a number. Others may react.")),
            Picture(_defend, say("Whoever is attacked rolls: below the number costs a life. Yarn rolls again.")),
            Picture(_reveal, say("Paw: draw three. CATastrophe: reveal a card; the Reapurr may come.")),
        ),
        Picture(_end, say("No life left, or caught by the Reapurr: out. The last cat wins.")),
    )
