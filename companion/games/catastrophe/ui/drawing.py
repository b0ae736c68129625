"""Cats, yarn, the Grim Reapurr: vector drawings for the board and the strips."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.graphics import SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.ui.drawing import canvas, scale

YARN_INK = "D8A6C4"


def cat(seat: int, centre: tuple[float, float], radius: float, *, out: bool = False) -> None:
    """A player's token: a cat's head in the seat's colour around the seat's shape."""
    x, y = centre
    paint, edge = scale.seat_colour(seat, 0.35 if out else 1.0), 0.4 if out else 1.0
    for side in (-1, 1):
        ear = [(x + side * radius * a, y + radius * b) for a, b in ((0.88, 1.3), (1.0, 0.05), (0.1, 0.85))]
        canvas.polygon(ear, paint)
        canvas.colour("ink", edge)
        SmoothLine(points=[part for point in ear for part in point], close=True, width=dp(1.1))
    canvas.colour("pressed")
    SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
    canvas.colour("ink", edge)
    SmoothLine(circle=(x, y, radius), width=dp(1.1))
    canvas.seat_mark(seat, centre, radius * 0.62)


def reapurr(centre: tuple[float, float], radius: float) -> None:
    """The Grim Reapurr: a hooded cat with a scythe."""
    x, y = centre
    half = ((0.2, 0.75), (0.7, 1.15), (0.9, 0.25), (1.0, -1.0))
    sides = (*((-a, b) for a, b in reversed(half)), *half)
    hood = [(x + radius * a, y + radius * b) for a, b in sides]
    canvas.polygon(hood, scale.role("danger"))
    canvas.colour("danger_ink")
    SmoothEllipse(pos=(x - radius * 0.72, y - radius * 0.75), size=(radius * 1.44, radius * 1.3))
    for side in (-1, 1):
        eye = [(x + side * radius * a, y + radius * b) for a, b in ((0.14, -0.12), (0.52, 0.2), (0.5, -0.16))]
        canvas.polygon(eye, scale.role("warn"))
    nose = [(x + radius * a, y + radius * b) for a, b in ((-0.1, -0.32), (0.1, -0.32), (0.0, -0.46))]
    canvas.polygon(nose, scale.role("danger"))
    stick = x + radius * 1.15
    canvas.colour("ink")
    SmoothLine(points=(stick, y - radius, stick, y + radius * 1.1), width=dp(1.6))
    blade = [
        (stick - radius * 0.95 * sin(at * pi / 12), y + radius * 1.1 - radius * 0.55 * (1 - cos(at * pi / 12)))
        for at in range(7)
    ]
    SmoothLine(points=[part for point in blade for part in point], width=dp(2.2))


def yarn(centre: tuple[float, float], radius: float) -> None:
    """A ball of yarn."""
    x, y = centre
    canvas.colour(YARN_INK)
    SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
    canvas.colour("ground")
    for turn in (-0.45, 0.0, 0.45):
        SmoothLine(
            points=[
                part
                for at in range(7)
                for part in _turned(x, y, radius * (at / 3 - 1) * 0.8, radius * (turn + 0.12 * (3 - abs(at - 3))), 0.6)
            ],
            width=dp(1),
        )
    canvas.colour(YARN_INK)
    tail = ((0.6, -0.8), (1.2, -1.0), (1.5, -0.6))
    SmoothLine(points=[part for a, b in tail for part in (x + radius * a, y + radius * b)], width=dp(1.3))


def cards(centre: tuple[float, float], radius: float) -> None:
    """Two cards, one behind the other: a hand."""
    x, y = centre
    for shift, role in ((-0.35, "quiet"), (0.15, "card")):
        box = (x + shift * radius - radius * 0.5, y - radius * 0.85 - shift * radius * 0.3, radius * 1.1, radius * 1.6)
        canvas.panel(box, role, 3)
        canvas.frame(box, "card_ink", 3, 0.8)


def power_cat(centre: tuple[float, float], radius: float) -> None:
    """A card with ears: a Power Cat."""
    x, y = centre
    gold = scale.role("warn")
    for side in (-1, 1):
        canvas.polygon(
            [(x + side * radius * 0.7, y + radius * 1.1), (x + side * radius * 0.75, y + radius * 0.3),
             (x + side * radius * 0.1, y + radius * 0.55)],
            gold,
        )  # fmt: skip
    canvas.panel((x - radius * 0.75, y - radius * 0.9, radius * 1.5, radius * 1.5), "warn", 5)
    canvas.colour("warn_ink")
    for side in (-1, 1):
        SmoothEllipse(
            pos=(x + side * radius * 0.3 - radius * 0.1, y - radius * 0.25), size=(radius * 0.2, radius * 0.3)
        )


def burst(centre: tuple[float, float], radius: float, rays: int = 14) -> None:
    """A star behind who went out, so that it is noticed."""
    x, y = centre
    reach = [radius * (1.0 if at % 2 else 0.72) for at in range(2 * rays)]
    points = [(x + sin(at * pi / rays) * far, y + cos(at * pi / rays) * far) for at, far in enumerate(reach)]
    canvas.polygon(points, scale.role("danger", 0.28))


def _turned(x: float, y: float, across: float, up: float, angle: float) -> tuple[float, float]:
    return x + across * cos(angle) - up * sin(angle), y + across * sin(angle) + up * cos(angle)
