"""Things among dice on a table: dominoes, tiles, cards, numeral dice, rods, crumbs, balls, slabs, pawns. They are
rendered as upright bodies, so that they cast shadows.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.looks import paint, plain_ink
from training.marks import Sheet, mark, print_word
from training.prisms import Prism, Thing, in_front, stand
from training.solids import TEXTURE, random_things
from vision.sim.camera import Pinhole
from vision.sim.die import Floats
from vision.sim.render_die import Light

_ROUND = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_LOOKALIKES = 0.45
"""Probability that a thing resembles a die."""


def random_clutter(rng: np.random.Generator) -> Thing:
    """Return a thing of any kind."""
    if rng.random() < _LOOKALIKES:
        return random_things(rng, 1)[0]
    return _KINDS[int(rng.integers(len(_KINDS)))](rng)


def stand_with_outline(
    canvas: Sheet, camera: Pinhole, thing: Thing, at: Floats, yaw: float, light: Light
) -> tuple[list[Floats], Floats]:
    """Render a thing as `prisms.stand` does. Return the outlines of what resembles a die, (8, 2) px each, and the
    outline (n, 2) px of the whole thing.
    """
    fields = stand(canvas, camera, thing, at, yaw, light)
    c, s = np.cos(yaw), np.sin(yaw)
    turn = np.array([[c, s], [-s, c]])
    rings = []
    for prism in thing.prisms:
        ring = prism.outline @ turn + at
        rings += [np.column_stack([ring, np.full(len(ring), high)]) for high in (prism.low, prism.high)]
    seen = camera.project(np.concatenate(rings))
    return fields, np.asarray(cv2.convexHull(seen.astype(np.float32)), np.float32)[:, 0]


def _colour(rng: np.random.Generator) -> tuple[float, float, float]:
    return paint(str(rng.choice(("any", "any", "white", "black", "grey", "red", "yellow", "blue"))), rng)


def _plain(ring: Floats, tall: float, rng: np.random.Generator, *, fields: bool = True) -> Thing:
    """Return a thing of one colour, its top a little lighter or darker at one end."""
    colour = _colour(rng)
    (x0, y0), (x1, y1) = ring.min(0), ring.max(0)
    rows, columns = max(int((y1 - y0) * TEXTURE), 4), max(int((x1 - x0) * TEXTURE), 4)
    if max(rows, columns) > 600:
        rows, columns = max(rows // 8, 4), max(columns // 8, 4)
    slope = 1 + float(rng.uniform(0, 0.35)) * np.linspace(-1, 1, rows, dtype=np.float32)[:, None, None]
    top = np.asarray(np.broadcast_to(np.asarray(colour, np.float32), (rows, columns, 3)) * slope, np.float32).copy()
    box = (float(x0), float(y0), float(x1), float(y1))
    return Thing((Prism(ring, 0.0, tall, colour, top),), (box,) if fields else ())


def _crumb(rng: np.random.Generator) -> Thing:
    radius = float(np.exp(rng.uniform(np.log(0.8), np.log(7))))
    count = int(rng.integers(5, 9))
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    ring = radius * rng.uniform(0.6, 1.2, count)[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    hull = np.asarray(cv2.convexHull(ring.astype(np.float32)))[:, 0].astype(float)
    if cv2.contourArea(hull.astype(np.float32), oriented=True) < 0:
        hull = hull[::-1]
    return _plain(hull, float(rng.uniform(0.4, 1.2)) * radius, rng)


def _rod(rng: np.random.Generator) -> Thing:
    wide, long = float(rng.uniform(1.5, 12)), float(rng.uniform(20, 150))
    ring = 0.5 * np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]])
    return _plain(ring, float(rng.uniform(0.3, 1.0)) * wide, rng, fields=False)


def _slab(rng: np.random.Generator) -> Thing:
    wide, long = float(rng.uniform(30, 80)), float(rng.uniform(40, 160))
    ring = 0.5 * np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]])
    return _plain(ring, float(rng.uniform(0.5, 14)), rng, fields=False)


def _block(rng: np.random.Generator) -> Thing:
    wide, long = rng.uniform(5, 24, 2)
    ring = 0.5 * np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]])
    return _plain(ring, float(rng.uniform(2, 22)), rng)


def _pawn(rng: np.random.Generator) -> Thing:
    """Return a pawn: a round foot, a body and a head, of one colour."""
    colour, radius = _colour(rng), float(rng.uniform(4, 10))
    foot = np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
    prisms, low = [], 0.0
    for share, tall in ((1.0, 0.4), (0.6, 1.4), (0.75, 0.9)):
        top = np.empty((16, 16, 3), np.float32)
        top[:] = [min(1.1 * part, 255.0) for part in colour]
        prisms.append(Prism(foot * radius * share, low, low + tall * radius, colour, top))
        low += tall * radius
    return Thing(tuple(prisms), ((-radius, -radius, radius, radius),))


def _ball(rng: np.random.Generator) -> Thing:
    """Return a ball or a bead, as a stack of discs lit on one side."""
    colour, radius = _colour(rng), float(rng.uniform(3, 11))
    prisms = []
    for low, high in ((0.0, 0.5), (0.5, 1.2), (1.2, 1.7), (1.7, 1.95)):
        share = float(np.sqrt(max(1 - (0.5 * (low + high) - 1) ** 2, 0.05)))
        top = np.empty((12, 12, 3), np.float32)
        top[:] = [min((0.7 + 0.25 * high) * part, 255.0) for part in colour]
        ring = share * radius * np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
        prisms.append(Prism(ring, low * radius, high * radius, colour, top))
    return Thing(tuple(prisms), ((-radius, -radius, radius, radius),))


def _many_sided(rng: np.random.Generator) -> Thing:
    """Return a die with another number of sides, seen from above: facets round a top face with a number."""
    sides = int(rng.choice((3, 4, 5, 6)))
    radius, colour = float(rng.uniform(7, 13)), _colour(rng)
    corners = np.linspace(0, 2 * np.pi, sides, endpoint=False) + float(rng.uniform(0, 1))
    outer = np.linspace(0, 2 * np.pi, 2 * sides, endpoint=False) + corners[0]
    ring = radius * np.column_stack([np.cos(outer), np.sin(outer)])
    size = int(2 * radius * TEXTURE)
    top = np.empty((size, size, 3), np.float32)
    top[:] = colour
    middle, face = size / 2, float(rng.uniform(0.5, 0.75)) * size / 2
    inner = np.column_stack([middle + face * np.cos(corners), middle - face * np.sin(corners)])
    rim = np.column_stack([middle + size * np.cos(outer), middle - size * np.sin(outer)])
    for k in range(2 * sides):
        tone = float(rng.uniform(0.55, 1.1))
        near = inner[((k + 1) // 2) % sides], inner[(k // 2) % sides]
        facet = np.array([rim[k], rim[(k + 1) % (2 * sides)], *near])
        shade = tuple(min(part * tone, 255.0) for part in colour)
        cv2.fillPoly(top, [np.asarray(facet * 16, np.int32)], shade, cv2.LINE_AA, 4)
    cv2.fillPoly(top, [np.asarray(inner * 16, np.int32)], tuple(min(1.1 * c, 255.0) for c in colour), cv2.LINE_AA, 4)
    ink = plain_ink(colour, rng)
    print_word(top, (middle - 0.2 * face, middle), 0.55 * face, ink, str(int(rng.integers(1, 21))))
    box = (-radius, -radius, radius, radius)
    return Thing((Prism(ring, 0.0, radius * float(rng.uniform(0.8, 1.6)), colour, top),), (box,))


def _button(rng: np.random.Generator) -> Thing:
    """Return a token or badge with a sign."""
    radius = float(rng.uniform(5, 16))
    count = int(rng.choice((4, 6, 8, 24)))
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    ring = radius * np.column_stack([np.cos(angles), np.sin(angles)])
    thing = _plain(ring, float(rng.uniform(0.5, 5)), rng)
    top = thing.prisms[0].top
    side = min(top.shape[:2])
    mark(top, (top.shape[1] / 2, top.shape[0] / 2), side * float(rng.uniform(0.15, 0.35)), paint("any", rng), rng)
    return thing


_KINDS: tuple[Callable[[np.random.Generator], Thing], ...] = (
    _crumb,
    _crumb,
    _rod,
    _slab,
    _block,
    _block,
    _pawn,
    _ball,
    _many_sided,
    _many_sided,
    _button,
)


def strewn(
    canvas: Sheet,
    camera: Pinhole,
    light: Light,
    taken: list[tuple[Floats, float]],
    span: Floats,
    rng: np.random.Generator,
) -> tuple[list[Floats], list[Floats]]:
    """Render one to six things between the corners `span` (2, 2) mm of the table, clear of the places `taken` ((2,) mm
    and a radius each), in place. Return the outlines of what resembles a die, and all outlines, px.
    """
    fields, outlines = list[Floats](), list[Floats]()
    placed = list(taken)
    for _ in range(int(rng.integers(1, 7))):
        thing = random_clutter(rng)
        at = rng.uniform(span[0], span[1])
        near = any(np.linalg.norm(at - other) < thing.reach_mm + beside for other, beside in placed)
        if near or not in_front(camera, thing, at):
            continue
        placed.append((at, thing.reach_mm))
        more, outline = stand_with_outline(canvas, camera, thing, at, float(rng.uniform(0, 2 * np.pi)), light)
        fields += more
        outlines.append(outline)
    return fields, outlines
