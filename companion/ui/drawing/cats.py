"""Cats, cards and wool for the pictures of games: drawn on the Kivy canvas that is open now. Sizes are pixels."""

from __future__ import annotations

from math import cos, radians, sin

from kivy.graphics import Color, Ellipse, Line, PopMatrix, PushMatrix, Rotate
from kivy.metrics import dp

from companion.drawing.geometry import Box, Point
from companion.ui.drawing import canvas, scale


def cat_head(centre: Point, radius: float, colour: str, eyes: str = "F0E442") -> None:
    """A cat's head from the front; `colour` is a role or RRGGBB."""
    x, y = centre
    body = scale.role(colour)
    for side in (-1, 1):
        ear = [(x + side * radius * across, y + radius * up) for across, up in ((0.95, 0.3), (0.85, 1.3), (0.2, 0.8))]
        canvas.polygon(ear, body)
    Color(*body)
    Ellipse(pos=(x - radius, y - radius * 0.9), size=(2 * radius, 1.8 * radius))
    for side in (-1, 1):
        canvas.colour(eyes)
        Ellipse(pos=(x + side * radius * 0.42 - radius * 0.22, y - radius * 0.1), size=(radius * 0.44, radius * 0.4))
        canvas.colour("101010")
        Ellipse(pos=(x + side * radius * 0.42 - radius * 0.07, y - radius * 0.08), size=(radius * 0.14, radius * 0.36))
    canvas.polygon([(x - radius * 0.13, y - radius * 0.22), (x + radius * 0.13, y - radius * 0.22),
                    (x, y - radius * 0.4)], scale.role("F08CB4"))  # fmt: skip
    Color(*scale.role("F3F6F4", 0.8))
    for side in (-1, 1):
        for tilt in (-8, 10):
            reach = (radius * 0.35, radius * 1.15)
            angle = radians(tilt)
            Line(
                points=[
                    x + side * reach[0] * cos(angle), y - radius * 0.35 + reach[0] * sin(angle),
                    x + side * reach[1] * cos(angle), y - radius * 0.35 + reach[1] * sin(angle),
                ],
                width=max(1.0, dp(0.8)),
            )  # fmt: skip


def playing_card(centre: Point, height: float, words: str, ink: str = "card_ink", turned: float = 0) -> None:
    """A card with a word in its middle, turned by `turned` degrees."""
    x, y = centre
    wide = height * 0.68
    PushMatrix()
    Rotate(angle=turned, origin=(x, y))
    box = (x - wide / 2, y - height / 2, wide, height)
    canvas.panel(box, "card", 7)
    canvas.frame(box, "1A1F1C", 7, 1.2)
    canvas.text(words, box, height * 0.34 / dp(1), ink, bold=True)
    PopMatrix()


def yarn(centre: Point, radius: float, colour: str) -> None:
    """A ball of yarn."""
    x, y = centre
    canvas.colour(colour)
    Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
    Color(1, 1, 1, 0.55)
    for turn in (20, 80, 140):
        PushMatrix()
        Rotate(angle=turn, origin=(x, y))
        for share in (0.25, 0.6):
            Line(
                ellipse=(x - radius * share, y - radius * 0.95, radius * share * 2, radius * 1.9),
                width=max(1.0, dp(0.9)),
            )
        PopMatrix()


def heart(centre: Point, radius: float, colour: str) -> None:
    """A heart: a life."""
    x, y = centre
    canvas.colour(colour)
    half = radius * 0.56
    for side in (-1, 1):
        Ellipse(pos=(x + side * half * 0.85 - half, y - half * 0.2), size=(2 * half, 2 * half))
    canvas.polygon([(x - radius * 0.98, y + radius * 0.2), (x + radius * 0.98, y + radius * 0.2), (x, y - radius)],
                   scale.role(colour))  # fmt: skip


def picture_square(box: Box) -> Box:
    """The largest square in the middle of a box."""
    x, y, width, height = box
    side = min(width, height)
    return x + (width - side) / 2, y + (height - side) / 2, side, side
