"""Cats, cards, yarn and hearts for the pictures of games."""

from __future__ import annotations

from math import cos, radians, sin

from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point
from companion.drawing.shapes import disc


def cat_head(canvas: Canvas, centre: Point, radius: float, colour: str, eyes: str = "F0E442") -> None:
    """Paint a cat's head from the front."""
    x, y = centre

    def ellipse(across: float, up: float, wide: float, high: float, ink: str) -> None:
        box = (x + radius * (across - wide / 2), y + radius * (up - high / 2), radius * wide, radius * high)
        canvas.ellipse(box, ink)

    for side in (-1, 1):
        ear = ((0.95, 0.3), (0.85, 1.3), (0.2, 0.8))
        canvas.polygon([(x + side * radius * across, y + radius * up) for across, up in ear], colour)
    ellipse(0, 0, 2, 1.8, colour)
    for across in (-0.42, 0.42):
        ellipse(across, 0.1, 0.44, 0.4, eyes)
        ellipse(across, 0.1, 0.14, 0.36, "101010")
    nose = ((-0.13, -0.22), (0.13, -0.22), (0, -0.4))
    canvas.polygon([(x + radius * across, y + radius * up) for across, up in nose], "F08CB4")
    for side in (-1, 1):
        for tilt in (-8, 10):
            hair = [
                (x + side * radius * reach * cos(radians(tilt)), y + radius * (reach * sin(radians(tilt)) - 0.35))
                for reach in (0.35, 1.15)
            ]
            canvas.line(hair, "F3F6F4", 1.6, alpha=0.8)


def playing_card(
    canvas: Canvas, centre: Point, height: float, words: str, ink: str = "card_ink", turned: float = 0
) -> None:
    """Paint a card with a word in its middle, turned counter-clockwise by degrees."""
    x, y = centre
    wide = height * 0.68
    box = (x - wide / 2, y - height / 2, wide, height)
    with canvas.turned(turned, centre):
        canvas.panel(box, "card", 7)
        canvas.frame(box, "1A1F1C", 7, 2.2)
        canvas.text(words, box, height * 0.34, ink, bold=True)


def yarn(canvas: Canvas, centre: Point, radius: float, colour: str) -> None:
    """Paint a ball of yarn."""
    x, y = centre
    disc(canvas, centre, radius, colour)
    for turn in (20, 80, 140):
        with canvas.turned(turn, centre):
            for share in (0.25, 0.6):
                box = (x - radius * share, y - radius * 0.95, radius * share * 2, radius * 1.9)
                canvas.ellipse(box, "FFFFFF", 1.8, alpha=0.55)


def heart(canvas: Canvas, centre: Point, radius: float, colour: str) -> None:
    """Paint a heart: a life."""
    x, y = centre
    half = radius * 0.56
    for side in (-1, 1):
        disc(canvas, (x + side * half * 0.85, y + half * 0.8), half, colour)
    tip = ((-0.98, 0.2), (0.98, 0.2), (0, -1))
    canvas.polygon([(x + radius * across, y + radius * up) for across, up in tip], colour)


def fan(canvas: Canvas, box: Box, words: tuple[str, str, str], height: float, spread: float) -> None:
    """Paint three cards held like a hand; `height` is theirs, `spread` the distance of their middles."""
    x, y, width, high = box
    for number, (word, turned) in enumerate(zip(words, (17, 0, -17), strict=True)):
        playing_card(canvas, (x + width / 2 + (number - 1) * spread, y + high / 2), height, word, turned=turned)


def cat_eye(canvas: Canvas, centre: Point, radius: float) -> None:
    """Paint the app's sign: a cat's eye."""
    x, y = centre
    high = radius * 1.16
    canvas.ellipse((x - radius, y - high / 2, 2 * radius, high), "ink")
    disc(canvas, centre, high / 2 - 2, "F0E442")
    canvas.ellipse((x - high * 0.11, y - high * 0.44, high * 0.22, high * 0.88), "101010")
