"""The model of a die: the order of its faces, the places of its pips, its material, and its pose.

In the die's own frame the half edge is 1 and the face normals are the axes. Opposite faces sum to 7, and 1, 2 and 3 run
counter-clockwise around their common corner, as on western dice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from catseye.colours import colour as colour_name
from catseye.text import Commas, say

if TYPE_CHECKING:
    from vision.sim.texture import Texture

Floats = NDArray[np.floating[Any]]
Bgr = tuple[float, float, float]

FACE_VALUES = ((1, 6), (2, 5), (3, 4))
"""Values by axis (x, y, z), each as (face at +1, face at -1)."""


@dataclass(frozen=True)
class DieLook:
    """The shape and material of one die. Colours are blue-green-red, 0-255, under white light; lengths are in half
    edges unless stated otherwise.

    `edge` is the radius of the rounded edges, `ball` the radius of the sphere that cuts the corners off (1.73 cuts
    none), `pip` the radius of a pip, `spread` the distance of the outer pips from the face's middle along each axis,
    `one_scale` the size of the single pip relative to the others. `dent` is the depth of the pips, `gloss` 0 (chalk) to
    1 (polished), `clear` the share of the table that shows through. `swirl` is a second body colour; `slants` gives the
    direction of the diagonals of 2 and 3 and of the rows of 6. `glint` is the radius, in pip radii, of the highlight in
    a lacquered pip. `texture` mixes more colours into the body; `four` is the pip colour of the four, `ring` the colour
    of a ring of width `ring_width` (pip radii) round each pip. `two` is the distance from the face's middle of the pips
    of a 2 that stands straight, parallel to an edge (None: it lies on the diagonal), `rows` that of the rows of a 6
    relative to `spread`. `inset` is the colour of a panel of half side `inset_half` on each face, square, or a
    disc if `inset_round`; `hoop` is the colour of a ring round the pips of each face, with its inner and outer radius.
    With `stamps`, six masks (n, n) uint8, the faces show these in the pip colour instead of pips.
    """

    name: str
    body: Bgr
    pips: Bgr
    one: Bgr | None = None
    size_mm: float = 16.0
    edge: float = 0.16
    ball: float = 1.55
    pip: float = 0.19
    spread: float = 0.52
    one_scale: float = 1.15
    dent: float = 0.5
    gloss: float = 0.5
    clear: float = 0.0
    swirl: Bgr | None = None
    slants: tuple[bool, bool, bool] = (False, False, False)
    glint: float = 0.0
    texture: Texture | None = None
    four: Bgr | None = None
    ring: Bgr | None = None
    ring_width: float = 0.35
    two: float | None = None
    rows: float = 1.0
    inset: Bgr | None = None
    inset_half: float = 0.8
    inset_round: bool = False
    hoop: tuple[Bgr, float, float] | None = None
    stamps: tuple[NDArray[np.uint8], ...] = field(default=(), compare=False)


@dataclass(frozen=True, eq=False)
class Pose:
    """The pose of a die: `turn` (3, 3) rotates the die's axes into the table's, `centre_mm` (3,) is its centre."""

    turn: Floats
    centre_mm: Floats

    def corners(self, half_mm: float) -> Floats:
        """Return the eight corners (8, 3) in mm."""
        return np.asarray(self.centre_mm + half_mm * (CORNERS @ self.turn.T))


CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])

_PAINT: dict[str, tuple[Bgr, Bgr]] = {
    "white": ((232, 236, 238), (22, 20, 20)),
    "ivory": ((190, 222, 236), (24, 22, 20)),
    "red": ((38, 30, 196), (240, 240, 240)),
    "blue": ((178, 72, 24), (240, 240, 240)),
    "green": ((62, 132, 26), (240, 240, 240)),
    "yellow": ((36, 206, 244), (20, 20, 20)),
    "black": ((30, 28, 28), (238, 238, 238)),
    "purple": ((150, 42, 108), (240, 240, 240)),
    "orange": ((22, 122, 244), (20, 20, 20)),
    "pink": ((176, 128, 242), (24, 20, 20)),
    "grey": ((136, 134, 132), (20, 20, 20)),
}


def look_of(colour: str, *, size_mm: float = 16.0) -> DieLook:
    """Return an ordinary die of a named colour ("" is white). Raises ValueError for an unknown name."""
    name = colour or "white"
    if name not in _PAINT:
        known = Commas(map(colour_name, _PAINT))
        raise ValueError(say("no die of colour {colour} here: choose from {known}", colour=repr(colour), known=known))
    body, pips = _PAINT[name]
    return DieLook(name, body, pips, size_mm=size_mm)


@cache
def pip_places(value: int, slants: tuple[bool, bool, bool] = (False, False, False)) -> tuple[tuple[int, int], ...]:
    """Return the pips of a face as (u, v) in steps of -1, 0, 1 from its middle."""
    s = [-1 if flag else 1 for flag in slants]
    diagonal = {2: s[0], 3: s[1]}.get(value, 1)
    pair = ((-1, -diagonal), (1, diagonal))
    square = ((-1, -1), (-1, 1), (1, -1), (1, 1))
    rows = ((-1, 0), (1, 0)) if s[2] > 0 else ((0, -1), (0, 1))
    return {1: ((0, 0),), 2: pair, 3: (*pair, (0, 0)), 4: square, 5: (*square, (0, 0)), 6: (*square, *rows)}[value]


def pip_centres(value: int, look: DieLook) -> tuple[tuple[float, float], ...]:
    """Return the pips' centres (u, v) on a face of this die, in half edges from its middle."""
    if value == 2 and look.two is not None:
        return ((0.0, -look.two), (0.0, look.two)) if look.slants[0] else ((-look.two, 0.0), (look.two, 0.0))
    across, along = look.spread, look.spread
    if value == 6:
        across, along = (look.spread, look.rows * look.spread) if look.slants[2] else (look.rows * across, look.spread)
    return tuple((across * u, along * v) for u, v in pip_places(value, look.slants))


def value_on_top(turn: Floats) -> int:
    """Return the value of the uppermost face."""
    up = np.asarray(turn)[2]
    axis = int(np.argmax(np.abs(up)))
    return FACE_VALUES[axis][0 if up[axis] > 0 else 1]


def top_normal(turn: Floats) -> Floats:
    """Return the outward normal (3,) of the uppermost face."""
    up = np.asarray(turn)[2]
    axis = int(np.argmax(np.abs(up)))
    return np.asarray(turn[:, axis] * np.sign(up[axis]))


def lean_deg(turn: Floats) -> float:
    """Return the angle of the top face from level, in degrees."""
    return math.degrees(math.acos(min(1.0, float(np.max(np.abs(np.asarray(turn)[2]))))))


def lying(value: int, yaw_rad: float) -> Floats:
    """Return the rotation of a die that lies flat with `value` on top, rotated by `yaw_rad` about the vertical."""
    axis = next(i for i, pair in enumerate(FACE_VALUES) if value in pair)
    sign = 1.0 if FACE_VALUES[axis][0] == value else -1.0
    up = np.zeros(3)
    up[axis] = sign
    side = np.zeros(3)
    side[(axis + 1) % 3] = 1.0
    rows = np.stack([side, np.cross(up, side), up])
    return np.asarray(about((0.0, 0.0, 1.0), yaw_rad) @ rows)


def about(axis: tuple[float, float, float] | Floats, angle_rad: float) -> Floats:
    """Return the rotation (3, 3) by an angle about an axis (Rodrigues' formula)."""
    x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle_rad) * k + (1 - math.cos(angle_rad)) * (k @ k))
