"""Drawing squares, pictures, pawns and cubes on the Kivy canvas that is open now."""

from __future__ import annotations

from kivy.graphics import SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.drawing.theme import seat_colour, seat_shape
from companion.games.catch_22.board_files.icons import COIN, picture
from companion.games.catch_22.board_files.layout import Point
from companion.games.catch_22.board_map import Kind
from companion.ui.drawing import canvas, scale

BLUE, YELLOW, PALE, INK, LIGHT, EMPTY = "1D4D86", "F3C74A", "FFF6D6", "17160F", "FFFFFF", "7A6A3C"
"""The printed board's own colours: the same in every theme. INK on YELLOW has a contrast of about 11:1."""


def square(centre: Point, side: float, *, lit: bool = False) -> None:
    """A yellow square; a paler one can be chosen now."""
    box = (centre[0] - side / 2, centre[1] - side / 2, side, side)
    canvas.panel(box, PALE if lit else YELLOW, 0.12 * side / dp(1))


def path(one: Point, other: Point, side: float) -> None:
    """The yellow neck between two squares."""
    canvas.line((*one, *other), YELLOW, 0.16 * side / dp(1))


def printed(kind: Kind, centre: Point, side: float, tokens: int | None = None) -> None:
    """The picture on a square; a jackpot with the number that lies there, its coin paler where it is empty."""
    for part in picture(kind):
        role = LIGHT if part.light else EMPTY if kind is Kind.JACKPOT and tokens == 0 else INK
        points = [(centre[0] + x * side, centre[1] - y * side) for x, y in part.points]
        if part.form == "polygon":
            canvas.polygon(points, scale.role(role))
        elif part.form == "line":
            canvas.line([value for point in points for value in point], role, part.width * side / 2 / dp(1))
        else:
            canvas.disc(points[0], part.width * side, role)
    if kind is Kind.JACKPOT and tokens is not None:
        x, y = centre[0] + COIN[0] * side, centre[1] - COIN[1] * side
        size = max(18.0, 0.5 * side / dp(1))
        canvas.text(str(tokens), (x - side / 2, y - side / 2, side, side), size, LIGHT, bold=True)


def cube(seat: int, centre: Point, side: float, alpha: float = 1.0) -> None:
    """A blocker cube: a block of the seat's colour with its shape on it."""
    half = 0.36 * side
    x, y = centre
    lid = [
        (x - half, y + half),
        (x - half + 0.2 * half, y + 1.25 * half),
        (x + 1.2 * half, y + 1.25 * half),
        (x + half, y + half),
    ]
    flank = [
        (x + half, y + half),
        (x + 1.2 * half, y + 1.25 * half),
        (x + 1.2 * half, y - 0.75 * half),
        (x + half, y - half),
    ]
    canvas.polygon(
        [
            (x - half - dp(1.5), y - half - dp(1.5)),
            (x + half, y - half - dp(1.5)),
            (x + 1.2 * half + dp(1.5), y - 0.75 * half),
            (x + 1.2 * half + dp(1.5), y + 1.25 * half + dp(1.5)),
            (x - half, y + 1.25 * half + dp(1.5)),
            (x - half - dp(1.5), y + half),
        ],
        scale.role(INK, alpha),
    )
    red, green, blue, _ = scale.seat_colour(seat)
    canvas.polygon(lid, (red * 0.75 + 0.25, green * 0.75 + 0.25, blue * 0.75 + 0.25, alpha))
    canvas.polygon(flank, (red * 0.55, green * 0.55, blue * 0.55, alpha))
    canvas.polygon(
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)],
        (red, green, blue, alpha),
    )
    canvas.shape(seat_shape(seat), centre, 0.42 * half, LIGHT, INK, alpha)


def pawn(seat: int, centre: Point, radius: float) -> None:
    """A pawn: the seat's shape on a dark foot with a light rim, so that it stands out from yellow and blue."""
    x, y = centre
    canvas.colour(INK)
    SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
    canvas.colour(LIGHT)
    SmoothLine(circle=(x, y, radius), width=dp(1.6))
    canvas.shape(seat_shape(seat), centre, 0.6 * radius, seat_colour(seat), LIGHT)


def pawns(seats: tuple[int, ...], centre: Point, side: float, *, raised: int | None = None) -> None:
    """All pawns of a square, side by side where there are several; `raised` is in somebody's hand and left out."""
    shown = [seat for seat in seats if seat != raised]
    for seat, spot, radius in spots(tuple(shown), centre, side):
        pawn(seat, spot, radius)


def spots(seats: tuple[int, ...], centre: Point, side: float) -> list[tuple[int, Point, float]]:
    """Where each of a square's pawns stands, and how large."""
    x, y = centre
    if len(seats) == 1:
        return [(seats[0], centre, 0.38 * side)]
    columns = 2 if len(seats) <= 4 else 3
    rows = (len(seats) + columns - 1) // columns
    step = side * (0.5 if columns == 2 else 0.36)
    radius = 0.25 * side if columns == 2 else 0.19 * side
    return [
        (
            seat,
            (x + (number % columns - (columns - 1) / 2) * step, y + ((rows - 1) / 2 - number // columns) * step),
            radius,
        )
        for number, seat in enumerate(seats)
    ]
