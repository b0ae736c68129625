"""The pictures on the squares, as shapes in a unit square: one drawing for the tablet and for files."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from companion.games.catch_22.board_map import Kind


class Shape(NamedTuple):
    """A filled polygon, a line of some width, or a disc (one point, `width` its radius).

    Units: the square is 1 wide, (0, 0) its centre, y downwards. `light` shapes are drawn in the light ink.
    """

    form: Literal["polygon", "line", "disc"]
    points: tuple[tuple[float, float], ...]
    width: float = 0.0
    light: bool = False


def star(outer: float = 0.4, inner: float = 0.18) -> Shape:
    """A star with five points, one upwards."""
    points = tuple(
        (radius * math.sin(math.pi * corner / 5), -0.02 - radius * math.cos(math.pi * corner / 5))
        for corner in range(10)
        for radius in ((inner if corner % 2 else outer),)
    )
    return Shape("polygon", points)


def _arc(radius: float, start: float, end: float, count: int = 20) -> tuple[tuple[float, float], ...]:
    """Points on a circle, angles in degrees clockwise from the top."""
    angles = [math.radians(start + (end - start) * step / (count - 1)) for step in range(count)]
    return tuple((radius * math.sin(angle), -0.02 - radius * math.cos(angle)) for angle in angles)


_ROLL_AGAIN = (
    Shape("line", _arc(0.27, 20, 310), 0.08),
    Shape("polygon", ((-0.02, -0.43), (-0.02, -0.13), (-0.26, -0.25))),
    Shape("disc", ((0.0, -0.02),), 0.07),
)
_SWITCH = (
    Shape("line", ((-0.3, -0.15), (0.16, -0.15)), 0.09),
    Shape("polygon", ((0.12, -0.3), (0.36, -0.15), (0.12, 0.0))),
    Shape("line", ((0.3, 0.17), (-0.16, 0.17)), 0.09),
    Shape("polygon", ((-0.12, 0.02), (-0.36, 0.17), (-0.12, 0.32))),
)
_REMOVE = (
    Shape("polygon", ((-0.26, -0.31), (0.26, -0.31), (0.26, 0.21), (-0.26, 0.21))),
    Shape("line", ((-0.35, -0.4), (0.35, 0.3)), 0.09, light=True),
    Shape("line", ((-0.35, 0.3), (0.35, -0.4)), 0.09, light=True),
)
COIN = (0.0, -0.06)
"""Where a jackpot's number is written."""
_COIN = (Shape("disc", (COIN,), 0.35),)

_PICTURES: dict[Kind, tuple[Shape, ...]] = {
    Kind.PLAIN: (),
    Kind.STAR: (star(),),
    Kind.JACKPOT: _COIN,
    Kind.ROLL_AGAIN: _ROLL_AGAIN,
    Kind.SWITCH: _SWITCH,
    Kind.REMOVE_CUBE: _REMOVE,
}


def picture(kind: Kind) -> tuple[Shape, ...]:
    """The shapes of a kind, back to front. A jackpot's number is written on its coin in the light ink."""
    return _PICTURES[kind]
