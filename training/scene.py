"""A random table with dice and a random camera: the rendered picture, and the truth about each die in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from training import flat, lens, surfaces, trays
from training.cameras import WINDOW, any_camera, tray_camera
from training.clutter import strewn
from training.covers import COVERED, coin_under, cover_die, reach_in
from training.marks import Sheet
from training.placing import Body, Table, on_table, placed_bodies
from training.seen_dice import box_of, truth_of
from training.truth import DIE, SURFACE, THING, UNKNOWN, Die, Scene
from vision.sim.camera import Pinhole
from vision.sim.die import Floats
from vision.sim.render_die import Light, darken, die_patch

_SHEET = 640
_IN_TRAY = 0.3
"""Probability that the dice lie in a tray with a wall in the picture."""
_COVERING = 0.08
"""Probability that something covers a part of a die."""
_CLUTTERED = 0.35
"""Probability of other things among the dice."""


@dataclass(frozen=True, eq=False)
class Bare:
    """A table with nothing standing on it: the `canvas` (WINDOW, WINDOW, 3) float32 under the `light`, and its
    `camera`, tilted by `tilt` degrees, in which the edge of a 16 mm die is `edge_px`. `sheet` is the picture of the
    table top, `view` (3, 3) its homography to the canvas, and `outlines` (n, 2) px of the sheet are those of flat
    things on it.
    """

    canvas: NDArray[np.float32]
    camera: Pinhole
    light: Light
    edge_px: float
    tilt: float
    sheet: Sheet
    view: Floats
    outlines: list[Floats]


def bare_table(
    rng: np.random.Generator,
    *,
    whole: bool = False,
    board: bool = False,
    ordinary: bool = False,
    edges: tuple[float, float] | None = None,
) -> Bare:
    """Return a new table and its camera; see `draw_scene`. With `edges` the camera is that of a tray, and the edges of
    16 mm dice have this least and largest length, px.
    """
    light = lens.random_light(rng, mirrored=not ordinary)
    camera, edge_px, tilt = any_camera(rng, whole=whole) if edges is None else tray_camera(rng, edges)
    sheet, outlines = _sheet(rng, edge_px, board=board)
    px_per_mm = edge_px / 16
    middle = on_table(camera, np.array([[WINDOW / 2, WINDOW / 2]]))[0]
    place = np.array(
        [
            [1 / px_per_mm, 0, middle[0] - _SHEET / 2 / px_per_mm],
            [0, -1 / px_per_mm, middle[1] + _SHEET / 2 / px_per_mm],
            [0, 0, 1],
        ]
    )
    view = camera.table_homography() @ place
    table = cv2.warpPerspective(sheet, view, (WINDOW, WINDOW), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    canvas = np.asarray(table * light.level.astype(np.float32), np.float32)
    return Bare(canvas, camera, light, edge_px, tilt, sheet, view, outlines)


@dataclass(frozen=True, eq=False)
class Laid:
    """A table with its flat things, the tray on it if there is one, and the `bodies` to be rendered on it."""

    bare: Bare
    tray: trays.Tray | None
    bodies: list[Body]

    def stand(self, canvas: NDArray[np.float32], bodies: list[Body], rng: np.random.Generator) -> NDArray[np.int16]:
        """Render bodies and the tray's near walls; return the owner of each pixel (h, w), -1 for none."""
        owners = _draw(canvas, self.bare.camera, bodies, self.bare.light, rng)
        if self.tray is not None:
            owners[trays.stand_walls(canvas, self.bare.camera, self.tray, self.bare.light, near=True)] = COVERED
        return owners

    def dice(self, owners: NDArray[np.int16]) -> tuple[Die, ...]:
        """Return the truth about each die that is more than hardly visible."""
        truths = [truth_of(i, body, self.bare.camera, owners) for i, body in enumerate(self.bodies) if body.die]
        return tuple(die for die in truths if die is not None)


def laid_table(
    rng: np.random.Generator,
    *,
    whole: bool = False,
    board: bool = False,
    leaning: bool = True,
    ordinary: bool = False,
    edges: tuple[float, float] | None = None,
) -> Laid:
    """Return a new table and the bodies for it; of a tray only the floor and the far walls are rendered yet. See
    `draw_scene`.
    """
    bare = bare_table(rng, whole=whole, board=board, ordinary=ordinary, edges=edges)
    camera, light, edge_px = bare.camera, bare.light, bare.edge_px
    tray = None
    if rng.random() < _IN_TRAY and not board:
        near = on_table(camera, rng.uniform(0.1, 0.9, (1, 2)) * WINDOW)[0]
        tray = trays.random_tray(rng, near, bare.tilt, edge_px / 16)
        trays.lay_floor(bare.canvas, camera, tray, light)
        trays.stand_walls(bare.canvas, camera, tray, light, near=False)
    ground = bare.sheet if tray is None else tray.floor
    table = Table(camera, WINDOW, edge_px, tuple(ground[::16, ::16].mean((0, 1))), tray)
    return Laid(bare, tray, placed_bodies(rng, table, leaning=leaning, ordinary=ordinary))


def draw_scene(
    rng: np.random.Generator, *, whole: bool = False, board: bool = False, leaning: bool = True, ordinary: bool = False
) -> Scene:
    """Return a new scene; the same generator state gives the same scene. `whole`: a complete small picture with a usual
    camera, not a window of a larger one. `board`: on a table top full of marks. Not `leaning`: all dice are level, or
    almost. `ordinary`: dice of plain materials, with only plain cubes among them, without reflected lamps, and not by a
    webcam.
    """
    laid = laid_table(rng, whole=whole, board=board, leaning=leaning, ordinary=ordinary)
    canvas, camera, light, bodies = laid.bare.canvas, laid.bare.camera, laid.bare.light, laid.bodies
    fields, outlines = list[Floats](), list[Floats]()
    if rng.random() < _CLUTTERED and not ordinary:
        corners = on_table(camera, np.array([[0.05, 0.05], [0.95, 0.05], [0.95, 0.95], [0.05, 0.95]]) * WINDOW)
        taken = [(body.pose.centre_mm[:2], 0.9 * body.look.size_mm) for body in bodies]
        span = np.stack([corners.min(0), corners.max(0)])
        fields, outlines = strewn(canvas, camera, light, taken, span, rng)
    owners = laid.stand(canvas, bodies, rng)
    if bodies and rng.random() < _COVERING:
        cover_die(canvas, owners, camera, bodies[int(rng.integers(len(bodies)))], light, rng)
    if rng.random() < 0.12:
        reach_in(canvas, owners, camera, light, rng)
    lens.across(canvas, rng)
    picture = lens.taken(canvas, rng, webcams=not ordinary)
    decoys = [box_of(camera.project(b.pose.corners(b.look.size_mm / 2))) for b in bodies if not b.die]
    decoys += [box_of(field) for field in fields]
    for quad in laid.bare.outlines if laid.tray is None else ():
        seen = cv2.perspectiveTransform(np.asarray(quad, np.float64)[None], laid.bare.view)[0]
        decoys.append(box_of(seen))
        outlines.append(np.asarray(seen))
    inside = tuple(d for d in decoys if 0 < (d[0] + d[2]) / 2 < WINDOW and 0 < (d[1] + d[3]) / 2 < WINDOW)
    dice = laid.dice(owners)
    if not np.ptp(picture[::16, ::16], axis=2).any():
        dice = tuple(replace(die, colour=-1) for die in dice)  # a grey picture has no colours
    return Scene(picture, dice, inside, _kinds(owners, bodies, outlines))


def _kinds(owners: NDArray[np.int16], bodies: list[Body], outlines: list[Floats]) -> NDArray[np.uint8]:
    """Return `Scene.kinds` from the bodies' `owners` and the outlines of all other things."""
    kinds = np.full(owners.shape, SURFACE, np.uint8)
    for outline in outlines:
        near = np.clip(outline, -4.0 * WINDOW, 4.0 * WINDOW)
        cv2.fillConvexPoly(kinds, np.asarray(cv2.convexHull(near.astype(np.float32))).astype(np.int32), THING)
    for number, body in enumerate(bodies):
        kinds[owners == number] = DIE if body.die else THING
    kinds[owners == COVERED] = UNKNOWN
    return kinds


def draw_usual_scene(rng: np.random.Generator, edges: tuple[float, float], *, ordinary: bool, cluttered: bool) -> Scene:
    """Return a new scene as seen by a tray's camera during a game: dice of all makes, or `ordinary` ones, level and not
    hidden, in fair light. `edges`: least and largest edge of a 16 mm die, px. `cluttered`: with other things among the
    dice.
    """
    laid = laid_table(rng, leaning=False, ordinary=ordinary, edges=edges)
    canvas, camera, bodies = laid.bare.canvas, laid.bare.camera, laid.bodies
    if cluttered:
        corners = on_table(camera, np.array([[0.05, 0.05], [0.95, 0.05], [0.95, 0.95], [0.05, 0.95]]) * WINDOW)
        taken = [(body.pose.centre_mm[:2], 0.9 * body.look.size_mm) for body in bodies]
        strewn(canvas, camera, laid.bare.light, taken, np.stack([corners.min(0), corners.max(0)]), rng)
    owners = laid.stand(canvas, bodies, rng)
    return Scene(lens.taken(canvas, rng, fair=True), laid.dice(owners), ())


def _sheet(rng: np.random.Generator, edge_px: float, *, board: bool) -> tuple[Sheet, list[Floats]]:
    """Return the table top and the outlines (n, 2), in its pixels, of flat or printed things that resemble a die."""
    sheet = surfaces.surface(rng, (_SHEET, _SHEET), board=board)
    outlines: list[Floats] = []
    if rng.random() < 0.12:
        bar = surfaces.boards(rng, (max(int(edge_px * rng.uniform(0.3, 2)), 4), _SHEET))
        _put(sheet, bar, rng)
    for chance, most, thing in _THINGS:
        if rng.random() < chance:
            for _ in range(rng.integers(1, most + 1)):
                piece, mask, fields = thing(rng, edge_px)
                outlines += _put(sheet, piece, rng, mask, fields)
    return sheet, outlines


def _put(
    sheet: Sheet,
    thing: Sheet,
    rng: np.random.Generator,
    mask: NDArray[np.float32] | None = None,
    fields: int = 1,
) -> list[Floats]:
    """Draw a thing at a random place of the sheet; return the outlines of its fields (a domino has two)."""
    at = (float(rng.uniform(0.12, 0.88) * _SHEET), float(rng.uniform(0.12, 0.88) * _SHEET))
    angle = float(rng.uniform(0, 360))
    flat.lay(sheet, thing, at, angle, mask)
    h, w = thing.shape[:2]
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    outlines = []
    for field in range(fields):
        y0, y1 = -h / 2 + field * h / fields, -h / 2 + (field + 1) * h / fields
        corners = np.array([[-w / 2, y0], [w / 2, y0], [w / 2, y1], [-w / 2, y1]])
        outlines.append(corners @ np.array([[c, -s], [s, c]]) + at)
    return outlines


_Thing = Callable[[np.random.Generator, float], tuple[Sheet, NDArray[np.float32] | None, int]]
_THINGS: tuple[tuple[float, int, _Thing], ...] = (
    (0.22, 3, lambda rng, px: (flat.card(rng, px), None, int(rng.integers(1, 4)))),
    (0.07, 4, lambda rng, px: (flat.domino(rng, px), None, 2)),
    (0.25, 5, lambda rng, px: (*flat.disc(rng, px), 1)),
    (0.04, 4, lambda rng, px: (flat.printed_face(rng, px), None, 1)),
)
"""Flat things: (probability that there are any, largest number, a function that makes one: picture, outline,
fields).
"""


def _draw(
    canvas: NDArray[np.float32], camera: Pinhole, bodies: list[Body], light: Light, rng: np.random.Generator
) -> NDArray[np.int16]:
    """Render all bodies, far ones first; return the owner of each pixel (h, w), -1 for none."""
    owners = np.full(canvas.shape[:2], -1, np.int16)
    order = sorted(
        range(len(bodies)),
        key=lambda i: (bodies[i].pose.centre_mm[2] > 22, -np.linalg.norm(bodies[i].pose.centre_mm - camera.eye_mm)),
    )
    for i in order:
        if bodies[i].on_coin:
            coin_under(canvas, camera, bodies[i], light, rng)
    for i in order:
        darken(canvas, camera, bodies[i].look, bodies[i].pose, light)
    for i in order:
        patch = die_patch(camera, bodies[i].look, bodies[i].pose, light)
        if patch is None:
            continue
        patch.blend(canvas)
        h, w = patch.alpha.shape[:2]
        owners[patch.y0 : patch.y0 + h, patch.x0 : patch.x0 + w][patch.alpha[..., 0] > 0.3] = i
    return owners


__all__ = ["WINDOW", "Bare", "Laid", "bare_table", "box_of", "draw_scene", "draw_usual_scene", "laid_table", "truth_of"]
