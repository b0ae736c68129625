"""The truth about a picture: its dice, their poses, and things that resemble dice."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.frames import Image

SURFACE, DIE, THING, UNKNOWN, NO_DIE = range(5)
"""The kinds of a place in a picture: the table, a die, something else, undecidable, or one of the table and something
else.
"""
READABLE = 0.5
"""Least visible share of a top face for a readable die."""


@dataclass(frozen=True)
class Stand:
    """The pose of a die in a picture: the middles of its `top` face and of itself, x and y in edge coordinates, the
    length of half an edge perpendicular to the line of sight, px, and the vectors from the top face's middle to the
    middles of two neighbouring sides (`sides`: right and down, px).
    """

    top: tuple[float, float]
    middle: tuple[float, float]
    half_edge: float
    sides: tuple[tuple[float, float], tuple[float, float]]

    @property
    def up(self) -> tuple[float, float]:
        """The offset of the top face's middle from the die's, right and down, in half edges of the die."""
        return (self.top[0] - self.middle[0]) / self.half_edge, (self.top[1] - self.middle[1]) / self.half_edge

    def moved(self, right: float, down: float) -> Stand:
        """Return the pose after a shift of the picture by `right` and `down` pixels."""
        (x0, y0), (x1, y1) = self.top, self.middle
        return replace(self, top=(x0 + right, y0 + down), middle=(x1 + right, y1 + down))

    def shape(self) -> tuple[float, ...]:
        """Return the shape of the top face, independent of the order of its sides, in half edges of the die: the sums
        of squares and products of its sides (xx, xy, yy), and the extent of a cube with sharp corners from its middle,
        right and down.
        """
        (ax, ay), (bx, by) = ((x / self.half_edge, y / self.half_edge) for x, y in self.sides)
        right, down = self.up
        reach = (abs(ax) + abs(bx) + abs(right), abs(ay) + abs(by) + abs(down))
        return (ax * ax + bx * bx, ax * ay + bx * by, ay * ay + by * by, *reach)


@dataclass(frozen=True)
class Die:
    """The truth about one die. `box` (x0, y0, x1, y1) is in edge coordinates of the picture (pixel i covers [i, i +
    1)).

    `colour` is an index into COLOUR_NAMES, or -1 if ambiguous; `cos4`, `sin4` give the angle of the top face in the
    picture; `top_seen` is the share of the top face that is visible; `stand` is None if unknown. If the top is `hidden`
    by something in the picture, `box` is around the visible part.
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
        """The offset of the top face's middle from the die's, None if unknown (see Stand)."""
        return None if self.stand is None else self.stand.up

    def moved(self, right: float, down: float) -> Die:
        """Return the die after a shift of the picture by `right` and `down` pixels."""
        x0, y0, x1, y1 = self.box
        stand = None if self.stand is None else self.stand.moved(right, down)
        return replace(self, box=(x0 + right, y0 + down, x1 + right, y1 + down), stand=stand)


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture (h, w, 3) uint8, its dice, and boxes of things that resemble dice. `kinds` (h, w) uint8 is the kind of
    each place (SURFACE, DIE, THING, UNKNOWN), None if unknown.
    """

    picture: Image
    dice: tuple[Die, ...]
    decoys: tuple[tuple[float, float, float, float], ...]
    kinds: NDArray[np.uint8] | None = None
