"""Cats, cards, yarn and hearts for the pictures of games."""

from __future__ import annotations

from math import cos, radians, sin

from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point
from companion.drawing.shapes import disc
from companion.drawing.theme import MARK_COLOURS, ink_on, mixed, type_step


def cat_head(
    canvas: Canvas, centre: Point, radius: float, colour: str, eyes: str = "F0E442", mood: str = "waits"
) -> None:  # fmt: skip
    """Paint a cat's head from the front. Its mood is waits, pounces (wide pupils), sulks (lids down, mouth down) or
    wins (eyes shut with joy, a crown).
    """
    x, y = centre
    dark = ink_on(colour)

    def at(*points: Point) -> list[Point]:
        return [(x + radius * across, y + radius * up) for across, up in points]

    def ellipse(across: float, up: float, wide: float, high: float, ink: str) -> None:
        box = (x + radius * (across - wide / 2), y + radius * (up - high / 2), radius * wide, radius * high)
        canvas.ellipse(box, ink)

    for side in (-1, 1):
        canvas.polygon(at((0.95 * side, 0.3), (0.85 * side, 1.3), (0.2 * side, 0.8)), colour)
        canvas.polygon(at((0.83 * side, 0.62), (0.79 * side, 1.1), (0.45 * side, 0.84)), mixed(colour, "F08CB4", 0.6))
    ellipse(0, 0, 2, 1.8, colour)
    line = max(1.6, radius * 0.07)
    for across in (-0.42, 0.42):
        if mood == "wins":
            arc = [(across + 0.2 * cos(radians(turn)), 0.02 + 0.2 * sin(radians(turn))) for turn in range(0, 181, 30)]
            canvas.line(at(*arc), dark, line * 1.3)
            continue
        ellipse(across, 0.1, 0.44, 0.4, eyes)
        ellipse(across, 0.1, 0.34 if mood == "pounces" else 0.14, 0.36, "101010")
        if mood == "sulks":
            canvas.polygon(
                at((across - 0.26, 0.34), (across + 0.26, 0.34), (across + 0.26, 0.1), (across - 0.26, 0.1)), colour
            )
            canvas.line(at((across - 0.22, 0.1), (across + 0.22, 0.1)), dark, line)
    canvas.polygon(at((-0.13, -0.22), (0.13, -0.22), (0, -0.4)), "F08CB4")
    mouth = {"sulks": ((-0.2, -0.62), (0, -0.52), (0.2, -0.62)), "pounces": ((-0.1, -0.55), (0.1, -0.55))}
    smile = ((-0.3, -0.42), (-0.2, -0.58), (0, -0.44), (0.2, -0.58), (0.3, -0.42))
    canvas.line(at(*mouth.get(mood, smile)), dark, line)
    for side in (-1, 1):
        for tilt in (-8, 10):
            hair = [(side * far * cos(radians(tilt)), far * sin(radians(tilt)) - 0.35) for far in (0.5, 1.15)]
            canvas.line(at(*hair), "F3F6F4", max(1.6, radius * 0.03), alpha=0.8)
    if mood == "wins":
        crown = ((-0.5, 0.8), (-0.6, 1.4), (-0.25, 1.1), (0, 1.55), (0.25, 1.1), (0.6, 1.4), (0.5, 0.8))
        canvas.polygon(at(*crown), "F2C530")
        canvas.line(at((-0.5, 0.86), (0.5, 0.86)), "B5860B", line)


def confetti(canvas: Canvas, box: Box, seconds: float = 0.0) -> None:
    """Paint confetti that has fallen for so many seconds: from above the box, each piece at its own pace."""
    x, y, width, height = box
    for number in range(60):
        across, pace, turn = (number * step % 97 / 97 for step in (31, 57, 71))
        far = (1.15 * pace + (0.25 + 0.35 * turn) * seconds) if seconds else pace
        left, low = x + width * across + 12 * sin(3 * seconds + number), y + height * (1.1 - far if seconds else far)
        if y < low < y + height and x + 8 < left < x + width - 8:
            tilt = 360 * turn + 180 * seconds * (turn - 0.5)
            reach = [(radians(tilt + angle), 7) for angle in (0, 50, 180, 230)]
            corners = [(left + far * cos(angle), low + far * sin(angle)) for angle, far in reach]
            canvas.polygon(corners, MARK_COLOURS[number % 7])


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


FAN_WIDE = 0.8
"""How wide the letter of a card is that is held at a slant, in sizes of its type."""


def fan(canvas: Canvas, box: Box, words: tuple[str, str, str], height: float, spread: float) -> None:
    """Paint three cards held like a hand; `height` is theirs, `spread` the distance of their middles. Where large text
    would be covered by the next card, only the last one has its word.
    """
    x, y, width, high = box
    wide = FAN_WIDE * type_step(0.34 * height) * canvas.look.text_size
    seen = words if spread >= wide else ("", "", words[-1])
    for number, (word, turned) in enumerate(zip(seen, (17, 0, -17), strict=True)):
        playing_card(canvas, (x + width / 2 + (number - 1) * spread, y + high / 2), height, word, turned=turned)


def cat_eye(canvas: Canvas, centre: Point, radius: float) -> None:
    """Paint the app's sign: a cat's eye."""
    x, y = centre
    high = radius * 1.16
    canvas.ellipse((x - radius, y - high / 2, 2 * radius, high), "ink")
    disc(canvas, centre, high / 2 - 2, "F0E442")
    canvas.ellipse((x - high * 0.11, y - high * 0.44, high * 0.22, high * 0.88), "101010")
