"""Cats, yarn, the Grim Reapurr: the figures on the board and in the strips."""

from __future__ import annotations

from math import cos, pi, sin

from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head
from companion.drawing.geometry import Point
from companion.drawing.theme import mixed

YARN_INK = "D8A6C4"


def paint_cat(
    canvas: Canvas, seat: int, centre: Point, radius: float, mood: str = "waits", *, out: bool = False
) -> None:  # fmt: skip
    """Paint a player's cat in their colour, with the seat's shape on its collar; pale once it is out."""
    colour = canvas.look.seat_colour(seat)
    colour = mixed(colour, canvas.look.colour("ground"), 0.6) if out else colour
    cat_head(canvas, centre, radius, colour, mood="sulks" if out else mood)
    shapes.seat_mark(canvas, seat, (centre[0], centre[1] - radius * 1.05), radius * 0.42)


def paint_reapurr(canvas: Canvas, centre: Point, radius: float) -> None:
    """Paint the Grim Reapurr: a hooded cat with a scythe."""
    x, y = centre

    def at(*points: tuple[float, float], side: int = 1) -> list[Point]:
        return [(x + side * radius * across, y + radius * up) for across, up in points]

    half = ((0.2, 0.75), (0.7, 1.15), (0.9, 0.25), (1.0, -1.0))
    canvas.polygon(at(*((-a, b) for a, b in reversed(half)), *half), "danger")
    canvas.ellipse((x - radius * 0.72, y - radius * 0.75, radius * 1.44, radius * 1.3), "danger_ink")
    for side in (-1, 1):
        canvas.polygon(at((0.14, -0.12), (0.52, 0.2), (0.5, -0.16), side=side), "warn")
    canvas.polygon(at((-0.1, -0.32), (0.1, -0.32), (0.0, -0.46)), "danger")
    canvas.line(at((1.15, -1), (1.15, 1.1)), "ink", 3.2)
    blade = [(1.15 - 0.95 * sin(step * pi / 12), 1.1 - 0.55 * (1 - cos(step * pi / 12))) for step in range(7)]
    canvas.line(at(*blade), "ink", 4.4)


def paint_yarn(canvas: Canvas, centre: Point, radius: float) -> None:
    """Paint a ball of yarn."""
    x, y = centre
    shapes.disc(canvas, centre, radius, YARN_INK)
    for turn in (-0.45, 0.0, 0.45):
        thread = [((step / 3 - 1) * 0.8, turn + 0.12 * (3 - abs(step - 3))) for step in range(7)]
        turned = [(a * cos(0.6) - b * sin(0.6), a * sin(0.6) + b * cos(0.6)) for a, b in thread]
        canvas.line([(x + radius * a, y + radius * b) for a, b in turned], "ground", 2)
    tail = ((0.6, -0.8), (1.2, -1.0), (1.5, -0.6))
    canvas.line([(x + radius * a, y + radius * b) for a, b in tail], YARN_INK, 2.6)


def paint_hand(canvas: Canvas, centre: Point, radius: float) -> None:
    """Paint two cards, one behind the other."""
    x, y = centre
    for shift, role in ((-0.35, "quiet"), (0.15, "card")):
        box = (x + shift * radius - radius * 0.5, y - radius * 0.85 - shift * radius * 0.3, radius * 1.1, radius * 1.6)
        canvas.panel(box, role, 3)
        canvas.frame(box, "card_ink", 3, 1.4)


def paint_power_cat(canvas: Canvas, centre: Point, radius: float) -> None:
    """Paint a card with ears: a Power Cat."""
    x, y = centre
    for side in (-1, 1):
        ear = ((0.7, 1.1), (0.75, 0.3), (0.1, 0.55))
        canvas.polygon([(x + side * radius * a, y + radius * b) for a, b in ear], "warn")
    canvas.panel((x - radius * 0.75, y - radius * 0.9, radius * 1.5, radius * 1.5), "warn", 5)
    for side in (-1, 1):
        eye = (x + side * radius * 0.3 - radius * 0.1, y - radius * 0.25, radius * 0.2, radius * 0.3)
        canvas.ellipse(eye, "warn_ink")


def paint_burst(canvas: Canvas, centre: Point, radius: float) -> None:
    """Paint a star behind who went out, so that it is noticed."""
    x, y = centre
    reach = [radius * (1.0 if at % 2 else 0.72) for at in range(28)]
    points = [(x + sin(at * pi / 14) * far, y + cos(at * pi / 14) * far) for at, far in enumerate(reach)]
    canvas.polygon(points, "danger", alpha=0.28)
