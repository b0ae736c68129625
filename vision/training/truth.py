"""What is true of a picture: its dice, how each stands, and what might be taken for one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.frames import Image

SURFACE, DIE, THING, UNKNOWN, NO_DIE = range(5)
"""What a place of a picture shows: the table, a die, something else, what nobody could say, or one of the table and
something else.
"""
READABLE = 0.5
"""The least share of a top that must be seen for it to be read."""


@dataclass(frozen=True)
class Stand:
    """How a die stands in a picture: where the middles of its `top` face and of itself lie, x and y in edge
    coordinates, how long half an edge would be that lay across the line of sight, px, and how far and whither two
    neighbouring sides of the top face lie from its middle (`sides`: right and down, px).
    """

    top: tuple[float, float]
    middle: tuple[float, float]
    half_edge: float
    sides: tuple[tuple[float, float], tuple[float, float]]

    @property
    def up(self) -> tuple[float, float]:
        """How far the top's middle lies from the die's, right and down, in half edges of the die."""
        return (self.top[0] - self.middle[0]) / self.half_edge, (self.top[1] - self.middle[1]) / self.half_edge

    def moved(self, right: float, down: float) -> Stand:
        """Return it in a picture in which all lies so many pixels further right and down."""
        (x0, y0), (x1, y1) = self.top, self.middle
        return replace(self, top=(x0 + right, y0 + down), middle=(x1 + right, y1 + down))

    def shape(self) -> tuple[float, ...]:
        """Return what the top face looks like whichever of its sides one begins with, in half edges of the die: the
        sums of squares and products of its sides (xx, xy, yy), and how far a cube with sharp corners would reach from
        its middle, right and down.
        """
        (ax, ay), (bx, by) = ((x / self.half_edge, y / self.half_edge) for x, y in self.sides)
        right, down = self.up
        reach = (abs(ax) + abs(bx) + abs(right), abs(ay) + abs(by) + abs(down))
        return (ax * ax + bx * bx, ax * ay + bx * by, ay * ay + by * by, *reach)


@dataclass(frozen=True)
class Die:
    """What is true of one die. `box` (x0, y0, x1, y1) is in edge coordinates of the picture (pixel i covers [i, i +
    1)).

    `colour` is an index into COLOUR_NAMES or -1 where people would disagree; `cos4`, `sin4` give the turn of the top
    face
    in the picture; `top_seen` is the share of the top face that nothing covers and that lies in the picture; `stand`
    is None if unknown.
    Of a die that is `hidden` (its top, by something in the picture) `box` is round what is seen of it.
    """

    value: int
    cocked: bool
    lean: float
    colour: int
    box: tuple[float, float, float, float]
    cos4: float
    sin4: float
    top_seen: float
    stand: Stand | None = None
    hidden: bool = False

    @property
    def up(self) -> tuple[float, float] | None:
        """How far the top's middle lies from the die's, if that is known (see Stand)."""
        return None if self.stand is None else self.stand.up

    def moved(self, right: float, down: float) -> Die:
        """Return it in a picture in which all lies so many pixels further right and down."""
        x0, y0, x1, y1 = self.box
        stand = None if self.stand is None else self.stand.moved(right, down)
        return replace(self, box=(x0 + right, y0 + down, x1 + right, y1 + down), stand=stand)


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture (h, w, 3) uint8, its dice, and boxes of things that are no dice but might be taken for some. `kinds`
    (h, w) uint8 says what each place shows (SURFACE, DIE, THING, UNKNOWN), where that is known.
    """

    picture: Image
    dice: tuple[Die, ...]
    decoys: tuple[tuple[float, float, float, float], ...]
    kinds: NDArray[np.uint8] | None = None
