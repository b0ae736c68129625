"""What lies on the table in Catchy!: cards, face up or where they were, and the cat."""

from __future__ import annotations

from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point
from companion.drawing.text_layout import fits
from companion.drawing.theme import ink_on
from companion.games.catchy.cards import SIGNS, SUITS
from companion.games.catchy.options import CatchyOptions
from companion.games.catchy.view_model import CardView

# Bands of the three colours of cards; `ink_on` is written on them.
NAMED = {
    "red": "B3241B",
    "yellow": "F2CE2B",
    "green": "1E6B3A",
    "blue": "2457B8",
    "purple": "7A3FA8",
    "pink": "B0306B",
    "rose": "B0306B",
    "orange": "A34A00",
    "mint": "0B6B5A",
    "sky": "1F6AA5",
    "white": "5B6660",
    "grey": "5B6660",
    "black": "262A2C",
}
PLAIN = ("B3241B", "F2CE2B", "1E6B3A")
SIDES = {"red": "C22A2A", "blue": "2457B8"}
PAPER = "FFFFFF"
GREY = "5B6660"
"""Cats and ticks on a card."""
RIM = 7
"""Width of the edge of a card that stands out; the colour's name lies above it."""


def band(suit: int | None, options: CatchyOptions) -> str:
    """Return the colour of a suit's band: what its name says, if that is a colour we know."""
    return "3B4A42" if suit is None else NAMED.get(options.suits[suit].strip().lower(), PLAIN[suit])


def paint_face(canvas: Canvas, centre: Point, radius: float, body: str, ink: str) -> None:
    """Paint a cat's face: two ears, a head, two eyes."""
    x, y = centre
    for side in (-1, 1):
        ear = ((0.95, 1.05), (0.18, 0.72), (0.9, 0.05))
        canvas.polygon([(x + side * radius * across, y + radius * up) for across, up in ear], body)
    canvas.ellipse((x - radius, y - radius * 0.85, 2 * radius, 1.75 * radius), body)
    for side in (-1, 1):
        canvas.ellipse((x + side * radius * 0.42 - radius * 0.13, y, radius * 0.26, radius * 0.34), ink)
    mouth = ((-0.18, -0.3), (0, -0.42), (0.18, -0.3))
    canvas.line([(x + radius * across, y + radius * up) for across, up in mouth], ink, 2.6)


def paint_cat(canvas: Canvas, box: Box, *, blue: bool) -> None:
    """Paint the cat: a tile in the colour of its upper side."""
    x, y, width, height = box
    side = SIDES["blue" if blue else "red"]
    canvas.panel(box, side, 14)
    canvas.frame(box, "ink", 14, 3.6)
    paint_face(canvas, (x + width / 2, y + height * 0.52), width * 0.27, PAPER, side)


def paint_card(
    canvas: Canvas, box: Box, view: CardView, options: CatchyOptions, *, down: bool = False, edge: str = "edge"
) -> None:
    """Paint a card face up: its number, its colour as a band with sign and name, a cat if the number is odd."""
    x, y, width, height = box
    low = RIM if edge != "edge" else 0
    strip = low + (28 if height > 84 else 24)
    colour = band(view.suit, options)
    canvas.panel(box, colour, 9)
    upper = (x, y + strip, width, height - strip)
    canvas.panel(upper, "pressed" if down else "card", 9)
    name = canvas.look.said(view.name)
    words = name if view.suit is None else f"{SIGNS[SUITS[view.suit]]} {name}"
    label = (x + 3, y + low + 1, width - 6, strip - low - 4)
    whole = fits(words, label[2], label[3], bold=True)  # a long word leaves no room for the sign
    canvas.text(words if whole else name, label, 22, ink_on(colour), bold=True)
    number = str(options.joker_number) if view.suit is None else view.card[1]
    ink = "ink" if down else "card_ink"
    if view.suit is None:
        canvas.text("★", (x, upper[1], width * 0.5, upper[3]), 30, ink, bold=True)
        canvas.text(number, (x + width * 0.5, upper[1], width * 0.34, upper[3]), 40, ink, bold=True)
    else:
        canvas.text(number, upper, 46, ink, bold=True)
    if view.odd:
        paint_face(canvas, (x + width - 16, y + height - 18), 8, "ink" if down else GREY, "card")
    canvas.frame(box, edge, 9, 2 if edge == "edge" else RIM)


def paint_gone(canvas: Canvas, box: Box, view: CardView, *, down: bool = False) -> None:
    """Paint where a card of the deck was: struck out, with who laid it in which trick."""
    if view.by is None:
        return
    x, y, width, height = box
    canvas.panel(box, "pressed" if down else "panel", 9)
    canvas.frame(box, "edge", 9, 1.8, alpha=0.6)
    sign = "★" if view.suit is None else f"{SIGNS[SUITS[view.suit]]} {view.mark}"
    canvas.text(sign, (x, y + height * 0.44, width, height * 0.5), 28, "quiet", bold=True)
    canvas.line([(x + 10, y + height * 0.69), (x + width - 10, y + height * 0.69)], "quiet", 4)
    shapes.seat_mark(canvas, view.by, (x + width * 0.36, y + height * 0.23), 9)
    canvas.text(str(view.trick), (x + width * 0.5, y, width * 0.3, height * 0.44), 18, "quiet", align="left")
