"""What lies on the board of CATCH 22: squares and what is printed on them, pawns, cubes."""

from __future__ import annotations

from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Point
from companion.drawing.theme import SMALL, mark_shape, mixed
from companion.games.catch_22.board_files.icons import COIN, picture
from companion.games.catch_22.board_map import Kind

BLUE, YELLOW, PALE, INK, LIGHT, EMPTY = "1D4D86", "F3C74A", "FFF6D6", "17160F", "FFFFFF", "7A6A3C"
"""The printed board's own colours: the same in every theme. INK on YELLOW has a contrast of about 11:1."""


def square(canvas: Canvas, centre: Point, side: float, *, lit: bool = False) -> None:
    """Paint a yellow square, paler if it can be chosen now."""
    canvas.panel((centre[0] - side / 2, centre[1] - side / 2, side, side), PALE if lit else YELLOW, 0.12 * side)


def path(canvas: Canvas, one: Point, other: Point, side: float) -> None:
    """Paint the yellow neck between two squares."""
    canvas.line([one, other], YELLOW, 0.32 * side)


def printed(canvas: Canvas, kind: Kind, centre: Point, side: float, tokens: int | None = None) -> None:
    """Paint the picture on a square; on a jackpot's coin the number that lies there, the coin paler if it is empty."""
    for part in picture(kind):
        role = LIGHT if part.light else EMPTY if kind is Kind.JACKPOT and tokens == 0 else INK
        points = [(centre[0] + x * side, centre[1] - y * side) for x, y in part.points]
        if part.form == "polygon":
            canvas.polygon(points, role)
        elif part.form == "line":
            canvas.line(points, role, part.width * side)
        else:
            shapes.disc(canvas, points[0], part.width * side, role)
    if kind is Kind.JACKPOT and tokens is not None:
        x, y = centre[0] + COIN[0] * side, centre[1] - COIN[1] * side
        room = (x - side / 2, y - side / 2, side, side)
        shapes.number(canvas, str(tokens), room, max(SMALL, 0.5 * side), LIGHT, bold=True)


def cube(canvas: Canvas, seat: int, centre: Point, side: float, *, alpha: float = 1.0) -> None:
    """Paint a blocker cube: a block in the seat's colour with its shape on the front."""
    half, (x, y), colour = 0.36 * side, centre, canvas.look.seat_colour(seat)

    def corner(across: float, up: float, out: float = 0.0) -> Point:
        return x + across * half + out * (1 if across > 0 else -1), y + up * half + out * (1 if up > 0 else -1)

    front, lid = [(-1, -1), (1, -1), (1, 1), (-1, 1)], [(-1, 1), (-0.8, 1.25), (1.2, 1.25), (1, 1)]
    flank, outline = [(1, 1), (1.2, 1.25), (1.2, -0.75), (1, -1)], [(-1, -1), (1, -1), (1.2, -0.75), (1.2, 1.25)]
    canvas.polygon([corner(*at, out=1.5) for at in (*outline, (-0.8, 1.25), (-1, 1))], INK, alpha=alpha)
    for corners, tint in ((lid, mixed(colour, LIGHT, 0.25)), (flank, mixed(colour, "000000", 0.45)), (front, colour)):
        canvas.polygon([corner(*at) for at in corners], tint, alpha=alpha)
    shapes.mark(canvas, mark_shape(canvas.look.mark(seat)), centre, 0.42 * half, LIGHT, INK, alpha=alpha)


def pawn(canvas: Canvas, seat: int, centre: Point, radius: float) -> None:
    """Paint a pawn: the seat's shape on a dark foot with a light rim, to stand out from yellow and blue."""
    shapes.disc(canvas, centre, radius, INK)
    shapes.disc(canvas, centre, radius + 1.6, LIGHT, 3.2)
    shapes.seat_mark(canvas, seat, centre, 0.6 * radius, LIGHT)


def pawns(canvas: Canvas, seats: tuple[int, ...], centre: Point, side: float) -> None:
    """Paint all pawns of a square, side by side if there are several."""
    if len(seats) == 1:
        _piece(canvas, seats[0], centre, 0.38 * side)
        return
    columns, step, radius = (2, 0.5, 0.25) if len(seats) <= 4 else (3, 0.36, 0.19)
    rows = -(-len(seats) // columns)
    for number, seat in enumerate(seats):
        across, down = number % columns - (columns - 1) / 2, number // columns - (rows - 1) / 2
        _piece(canvas, seat, (centre[0] + across * step * side, centre[1] - down * step * side), radius * side)


def _piece(canvas: Canvas, seat: int, centre: Point, radius: float) -> None:
    """Paint a seat's pawn, which slides from square to square."""
    with canvas.piece(("pawn", seat), (centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius)):
        pawn(canvas, seat, centre, radius)


def ring(canvas: Canvas, centre: Point, side: float) -> None:
    """Paint the ring around the square that a finger means."""
    shapes.disc(canvas, centre, 0.72 * side + 4.5, INK, 9)
    shapes.disc(canvas, centre, 0.72 * side + 2.5, LIGHT, 5)
