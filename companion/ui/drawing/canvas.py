"""Drawing on the Kivy canvas that is open now: rounded panels, text, shapes, dice, cards. Sizes are pixels.

Everything is drawn in vectors, sharp at any density. Call these inside `Drawn.paint` (or `with canvas:`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from kivy.graphics import Color, Mesh, Rectangle, SmoothLine
from kivy.metrics import dp

from companion.drawing.geometry import Box
from companion.ui.drawing import scale
from companion.ui.drawing.rounded_textures import disc, rounded
from companion.ui.drawing.text_box import fits, text, width_in_two
from companion.ui.drawing.text_layout import text_width

__all__ = [
    "Box",
    "bar",
    "colour",
    "crossed",
    "die",
    "disc",
    "fits",
    "frame",
    "line",
    "outline",
    "panel",
    "polygon",
    "seat_mark",
    "shape",
    "text",
    "text_width",
    "tick",
    "width_in_two",
]


def colour(name: str, alpha: float = 1.0) -> None:
    """Draws in a role's colour, or RRGGBB, from here on."""
    Color(*scale.role(name, alpha))


def panel(box: Box, name: str = "panel", radius: float = 12, alpha: float = 1.0) -> None:
    """A filled, rounded rectangle; `radius` in dp."""
    colour(name, alpha)
    rounded(box, dp(radius))


def frame(box: Box, name: str = "edge", radius: float = 12, width: float = 1.5, alpha: float = 1.0) -> None:
    """A rounded outline just inside the box; `radius` and `width` in dp."""
    colour(name, alpha)
    rounded(box, dp(radius), max(1.0, dp(width) * 1.8))


def bar(box: Box, name: str, alpha: float = 1.0) -> None:
    """A plain filled rectangle."""
    colour(name, alpha)
    Rectangle(pos=box[:2], size=box[2:])


def line(points: Sequence[float], name: str = "edge", width: float = 1.5, alpha: float = 1.0) -> None:
    """A line through x, y, x, y...; `width` in dp."""
    colour(name, alpha)
    SmoothLine(points=list(points), width=dp(width))


def polygon(points: Sequence[tuple[float, float]], rgba: Sequence[float]) -> None:
    """A filled polygon, as a fan around the middle of its points (so it must be star-shaped around it)."""
    Color(*rgba)
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    corners = [middle, *points, points[0]]
    Mesh(
        vertices=[part for x, y in corners for part in (x, y, 0, 0)],
        indices=list(range(len(corners))),
        mode="triangle_fan",
    )


def shape(kind: str, centre: tuple[float, float], radius: float, rgba: Sequence[float], rim: str = "ink") -> None:
    """A seat's shape, filled and outlined: disc, square, triangle, diamond, star, ring, cross, hexagon."""
    if kind in {"disc", "ring"}:
        Color(*rgba)
        disc(centre, radius)
        colour(rim)
        disc(centre, radius, dp(2.4))
        if kind == "ring":
            colour("panel")
            disc(centre, radius * 0.5)
            colour(rim)
            disc(centre, radius * 0.5, dp(2.4))
        return
    points = outline(kind, centre, radius)
    polygon(points, rgba)
    colour(rim)
    SmoothLine(points=[part for point in points for part in point], close=True, width=dp(1.2))


def outline(kind: str, centre: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """The corners of a cornered seat shape."""
    x, y = centre

    def ring(count: int, turn: float, *radii: float) -> list[tuple[float, float]]:
        angles = [(turn + 2 * pi * at / count, radii[at % len(radii)]) for at in range(count)]
        return [(x + reach * sin(angle), y + reach * cos(angle)) for angle, reach in angles]

    if kind == "square":
        return ring(4, pi / 4, radius * 1.2)
    if kind == "triangle":
        return ring(3, 0, radius * 1.2)
    if kind == "diamond":
        return ring(4, 0, radius * 1.15)
    if kind == "star":
        return ring(10, 0, radius * 1.2, radius * 0.52)
    if kind == "cross":
        third = radius * 0.38
        return [
            (x + a * radius if abs(a) == 1 else x + a, y + b * radius if abs(b) == 1 else y + b)
            for a, b in (
                (-third, 1), (third, 1), (third, third), (1, third), (1, -third), (third, -third),
                (third, -1), (-third, -1), (-third, -third), (-1, -third), (-1, third), (-third, third),
            )
        ]  # fmt: skip
    return ring(6, 0, radius * 1.1)


def seat_mark(seat: int, centre: tuple[float, float], radius: float) -> None:
    """The shape of a seat in its colour."""
    shape(scale.seat_shape(seat), centre, radius, scale.seat_colour(seat))


_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


def die(value: int, name: str, box: Box, rim: str = "edge") -> None:
    """A die of a named colour showing `value` (0 shows none), as large as fits into the box."""
    x, y, width, height = box
    side = min(width, height)
    x, y = x + (width - side) / 2, y + (height - side) / 2
    body = scale.die_colour(name)
    panel((x, y, side, side), body.body, radius=side * 0.2 / dp(1))
    frame((x, y, side, side), rim, radius=side * 0.2 / dp(1), width=1.2)
    colour(body.pips)
    radius, step = side * 0.095, side * 0.26
    for across, up in _PIPS.get(value, ()):
        middle = (x + side / 2 + across * step, y + side / 2 + up * step)
        disc(middle, radius)


def tick(centre: tuple[float, float], radius: float, name: str = "good") -> None:
    """A small check mark."""
    x, y = centre
    line((x - radius, y, x - radius * 0.3, y - radius * 0.7, x + radius, y + radius * 0.7), name, width=2)


def crossed(box: Box, name: str = "danger", width: float = 2) -> None:
    """A cross over a box: struck out."""
    x, y, wide, high = box
    line((x, y, x + wide, y + high), name, width)
    line((x, y + high, x + wide, y), name, width)
