"""Upright things on a table, made of prisms: rendering, and placement apart from each other."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces import lay_face
from training.marks import Sheet
from vision.sim.camera import Pinhole
from vision.sim.die import Bgr, Floats
from vision.sim.render_die import Light, dim_outline


@dataclass(frozen=True, eq=False)
class Prism:
    """An upright prism: a convex outline (n, 2) mm, counterclockwise, about its own middle, from `low` to `high` mm
    above the table, with `sides` of a colour and a picture `top` (h, w, 3) that spans its bounding rectangle.
    """

    outline: Floats
    low: float
    high: float
    sides: Bgr
    top: Sheet


@dataclass(frozen=True, eq=False)
class Thing:
    """A thing of one or more prisms, the lowest first, and its rectangles x0, y0, x1, y1 mm, about its middle, that
    each resemble a die.
    """

    prisms: tuple[Prism, ...]
    fields: tuple[tuple[float, float, float, float], ...]

    @property
    def reach_mm(self) -> float:
        """Radius of the first prism, mm; prisms on it may extend further."""
        return float(np.linalg.norm(self.prisms[0].outline, axis=1).max())


def stand(canvas: Sheet, camera: Pinhole, thing: Thing, at: Floats, yaw: float, light: Light) -> list[Floats]:
    """Render a thing at (2,) mm, rotated by `yaw` radians, in place; return the outlines (8, 2) px of its parts that
    resemble a die.
    """
    c, s = np.cos(yaw), np.sin(yaw)
    turn = np.array([[c, s], [-s, c]])
    for prism in thing.prisms:
        _draw(canvas, camera, prism, turn, at, light)
    high = thing.prisms[0].high
    seen = []
    for x0, y0, x1, y1 in thing.fields:
        ring = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) @ turn + at
        seen.append(camera.project(np.concatenate([_level(ring, 0.0), _level(ring, high)])))
    return seen


def _draw(canvas: Sheet, camera: Pinhole, prism: Prism, turn: Floats, at: Floats, light: Light) -> None:
    ring = prism.outline @ turn + at
    _shade(canvas, camera, ring, prism, light)
    for k in range(len(ring)):
        a, b = ring[k], ring[(k + 1) % len(ring)]
        normal = np.array([b[1] - a[1], a[0] - b[0], 0.0]) / max(float(np.linalg.norm(b - a)), 1e-6)
        if (camera.eye_mm - np.append(a, prism.low)) @ normal <= 0:
            continue
        wall = camera.project(np.array([[*a, prism.low], [*b, prism.low], [*b, prism.high], [*a, prism.high]]))
        level = 0.62 * np.asarray(light.around) + np.asarray(light.main) * max(float(normal @ light.towards), 0.0)
        ink = tuple(float(v) for v in np.asarray(prism.sides) * level)
        cv2.fillConvexPoly(canvas, np.asarray(wall * 16, np.int32), ink, cv2.LINE_AA, 4)
    low, high = prism.outline.min(0), prism.outline.max(0)
    corners = np.array([[low[0], high[1]], [high[0], high[1]], [high[0], low[1]], [low[0], low[1]]]) @ turn + at
    _lay_top(canvas, camera, prism, _level(corners, prism.high), _level(ring, prism.high), light)


def _lay_top(canvas: Sheet, camera: Pinhole, prism: Prism, corners: Floats, ring: Floats, light: Light) -> None:
    spans, top = camera.project(corners), prism.top
    rows, columns = top.shape[:2]
    shrink = np.linalg.norm(spans[1] - spans[0]) / columns
    if shrink < 1:  # the texture is finer than the picture
        top = np.asarray(cv2.GaussianBlur(top, (0, 0), 0.5 / max(float(shrink), 0.05)), np.float32)
    places = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    lay_face(canvas, top, places, spans, light.level, camera.project(ring))


def _shade(canvas: Sheet, camera: Pinhole, ring: Floats, prism: Prism, light: Light) -> None:
    tall = prism.high - prism.low
    cast = _level(np.concatenate([ring, ring - light.fall(tall)]), prism.low)
    scale = camera.px_per_mm(np.append(ring.mean(0), prism.low))
    dim_outline(canvas, camera.project(cast), scale * light.blur * tall * 0.35, light.shadow)
    dim_outline(canvas, camera.project(_level(ring, prism.low)), scale * 1.2, 0.4)


def _level(points: Floats, high: float) -> Floats:
    return np.column_stack([points, np.full(len(points), high)])


def in_front(camera: Pinhole, thing: Thing, at: Floats) -> bool:
    """Return whether a thing at (2,) mm is in front of the camera, not beside or behind it, with a margin."""
    away = float((np.append(at, 0.0) - camera.eye_mm) @ camera.turn[2])
    return away > 1.5 * thing.reach_mm + max(prism.high for prism in thing.prisms)


def middles(rng: np.random.Generator, things: list[Thing], span: NDArray[np.float64]) -> list[Floats]:
    """Return places (2,) mm for things, apart from one another within corners `span` (2, 2) mm: for as many of the
    first as there is room for.
    """
    placed: list[tuple[Floats, float]] = []
    for thing in things:
        for _ in range(40):
            at, reach = np.asarray(rng.uniform(span[0], span[1])), thing.reach_mm
            if all(np.linalg.norm(at - other) > reach + beside for other, beside in placed):
                placed.append((at, reach))
                break
        else:
            break
    return [at for at, _ in placed]
