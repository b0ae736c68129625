"""A random table with dice on it, seen by a random camera: the drawn picture, and what is true of each die in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.camera import Pinhole, looking_at
from vision.sim.die import CORNERS, Floats, lean_deg, top_normal, value_on_top
from vision.sim.render_die import Light, darken, die_patch
from vision.training import flat, lens, surfaces, trays
from vision.training.covers import COVERED, coin_under, cover_die, reach_in
from vision.training.looks import COLOUR_NAMES
from vision.training.marks import Sheet
from vision.training.placing import Body, Table, on_table, placed_bodies
from vision.training.truth import READABLE, Die, Scene, Stand

WINDOW = 448
"""Pixels a side of the drawn picture: a window somewhere in a larger one."""
_SHEET = 640
_IN_TRAY = 0.3
"""How often the dice lie in a tray of which a wall is in the picture."""
_COVERING = 0.08
"""How often something lies over a part of a die."""
_SHOWS = 0.12
"""What shows less than this share of a hidden die is neither a die nor none."""
_TILTS = (0.42, 0.34, 0.18, 0.06)
"""How often a camera stands overhead (to 15 degrees), usual (to 35), low (to 50) or very low (to 62)."""


@dataclass(frozen=True, eq=False)
class Bare:
    """A table with nothing standing on it: the `canvas` (WINDOW, WINDOW, 3) float32 under the `light`, seen by a
    `camera` that is tilted by `tilt` degrees and shows the edge of a 16 mm die as `edge_px`; the table top's picture
    `sheet`, how (3, 3) it is `view`ed, and the `outlines` (n, 2) px of it of what lies there flat.
    """

    canvas: NDArray[np.float32]
    camera: Pinhole
    light: Light
    edge_px: float
    tilt: float
    sheet: Sheet
    view: Floats
    outlines: list[Floats]


def bare_table(rng: np.random.Generator, *, whole: bool = False, board: bool = False) -> Bare:
    """Return a new table before its camera; see `draw_scene`."""
    light = lens.random_light(rng)
    camera, edge_px, tilt = _camera(rng, whole=whole)
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
    """A table with what lies there flat, the tray on it if there is one, and the `bodies` that are to stand on it."""

    bare: Bare
    tray: trays.Tray | None
    bodies: list[Body]

    def stand(self, canvas: NDArray[np.float32], bodies: list[Body], rng: np.random.Generator) -> NDArray[np.int16]:
        """Draw bodies and the tray's near walls; return whose pixel each is (h, w), -1 for nobody's."""
        owners = _draw(canvas, self.bare.camera, bodies, self.bare.light, rng)
        if self.tray is not None:
            owners[trays.stand_walls(canvas, self.bare.camera, self.tray, self.bare.light, near=True)] = COVERED
        return owners

    def dice(self, owners: NDArray[np.int16]) -> tuple[Die, ...]:
        """Return what is true of each die of which more than hardly anything is in the picture."""
        truths = [truth_of(i, body, self.bare.camera, owners) for i, body in enumerate(self.bodies) if body.die]
        return tuple(die for die in truths if die is not None)


def laid_table(rng: np.random.Generator, *, whole: bool = False, board: bool = False) -> Laid:
    """Return a new table and what is to stand on it, of which only a tray's floor and far walls are drawn; see
    `draw_scene`.
    """
    bare = bare_table(rng, whole=whole, board=board)
    camera, light, edge_px = bare.camera, bare.light, bare.edge_px
    tray = None
    if rng.random() < _IN_TRAY and not board:
        near = on_table(camera, rng.uniform(0.1, 0.9, (1, 2)) * WINDOW)[0]
        tray = trays.random_tray(rng, near, bare.tilt, edge_px / 16)
        trays.lay_floor(bare.canvas, camera, tray, light)
        trays.stand_walls(bare.canvas, camera, tray, light, near=False)
    ground = bare.sheet if tray is None else tray.floor
    table = Table(camera, WINDOW, edge_px, tuple(ground[::16, ::16].mean((0, 1))), tray)
    return Laid(bare, tray, placed_bodies(rng, table))


def draw_scene(rng: np.random.Generator, *, whole: bool = False, board: bool = False) -> Scene:
    """Return a new scene; the same generator state gives the same scene. `whole`: not a window of a larger picture, but
    all of a small one, by a camera that stands as cameras do. `board`: on a table top full of marks.
    """
    laid = laid_table(rng, whole=whole, board=board)
    canvas, camera, light, bodies = laid.bare.canvas, laid.bare.camera, laid.bare.light, laid.bodies
    owners = laid.stand(canvas, bodies, rng)
    if bodies and rng.random() < _COVERING:
        cover_die(canvas, owners, camera, bodies[int(rng.integers(len(bodies)))], light, rng)
    if rng.random() < 0.12:
        reach_in(canvas, owners, camera, light, rng)
    lens.across(canvas, rng)
    picture = lens.taken(canvas, rng)
    decoys = [box_of(camera.project(b.pose.corners(b.look.size_mm / 2))) for b in bodies if not b.die]
    for quad in laid.bare.outlines if laid.tray is None else ():
        seen = cv2.perspectiveTransform(np.asarray(quad, np.float64)[None], laid.bare.view)[0]
        decoys.append(box_of(seen))
    inside = tuple(d for d in decoys if 0 < (d[0] + d[2]) / 2 < WINDOW and 0 < (d[1] + d[3]) / 2 < WINDOW)
    return Scene(picture, laid.dice(owners), inside)


def _camera(rng: np.random.Generator, *, whole: bool) -> tuple[Pinhole, float, float]:
    """Return a camera for a window of a 1280x720 picture, the edge of a 16 mm die in pixels, and its tilt (degrees)."""
    edge_px = float(np.exp(rng.uniform(np.log(13), np.log(36 if whole else 100))))
    tilt = float(
        rng.choice((15 * rng.random() ** 1.5, rng.uniform(15, 35), rng.uniform(35, 50), rng.uniform(50, 62)), p=_TILTS)
    )
    roll = rng.normal(0, 7)
    turned = 0.1 if whole else 0.5 if tilt < 22 else 0.3 if tilt < 35 else 0.15
    if rng.random() < turned:
        roll = rng.uniform(0, 360)
    focal = (WINDOW / 2 if whole else 640) / np.tan(np.radians(rng.uniform(32, 74)) / 2)
    distance = focal * 16 / edge_px
    if distance < 140:
        distance, focal = 140.0, edge_px * 140 / 16
    camera = looking_at(
        (0, 0, 0), distance_mm=distance, tilt_deg=tilt, size=(WINDOW, WINDOW), hfov_deg=50, roll_deg=roll
    )
    across, along = (440, 190) if tilt < 40 else (440, 60)
    if rng.random() < 0.4:
        across, along = 120, 80  # the dice in the middle of the picture, as people photograph them
    off = (0.0, 0.0) if whole else (float(rng.uniform(-across, across)), float(rng.uniform(-along, along)))
    aspect = float(np.exp(rng.uniform(-0.5, 0.5))) if rng.random() < 0.25 else 1.0
    return replace(camera, focal_px=float(focal), axis_px=off, aspect=aspect), edge_px, tilt


def _sheet(rng: np.random.Generator, edge_px: float, *, board: bool) -> tuple[Sheet, list[Floats]]:
    """Return the table top and the outlines (n, 2), in its pixels, of what lies or is printed there that could pass
    for a die.
    """
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
    """Lay a thing somewhere on the sheet; return the outlines of its fields (a domino has two)."""
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
"""Flat things that are no dice: (chance that there are any, how many at most, how to make one: picture, outline,
fields).
"""


def _draw(
    canvas: NDArray[np.float32], camera: Pinhole, bodies: list[Body], light: Light, rng: np.random.Generator
) -> NDArray[np.int16]:
    """Draw all bodies, far ones first; return whose pixel each is (h, w), -1 for nobody's."""
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


def box_of(points: Floats) -> tuple[float, float, float, float]:
    """Return the box x0, y0, x1, y1 (edge coordinates) round points (n, 2) px."""
    (x0, y0), (x1, y1) = points.min(0) + 0.5, points.max(0) + 0.5
    return float(x0), float(y0), float(x1), float(y1)


def truth_of(index: int, body: Body, camera: Pinhole, owners: NDArray[np.int16]) -> Die | None:
    """Return what is true of a die; None when it is hardly in the picture."""
    half = body.look.size_mm / 2
    round_off = 1 - 0.25 * body.look.edge - 0.25 * max(0.0, 1.74 - body.look.ball)
    corners = camera.project(body.pose.corners(half))
    middle = corners.mean(0)
    x0, y0, x1, y1 = box_of(middle + (corners - middle) * round_off)
    if not (0 < (x0 + x1) / 2 < WINDOW and 0 < (y0 + y1) / 2 < WINDOW):
        return None
    up = body.pose.turn[2]
    axis = int(np.argmax(np.abs(up)))
    top = CORNERS[CORNERS[:, axis] == np.sign(up[axis])]
    ring = top[[0, 1, 3, 2]]
    quad = camera.project(body.pose.centre_mm + half * 0.86 * (ring @ body.pose.turn.T))
    mask = np.zeros(owners.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 1)
    area = max(float(cv2.contourArea(quad.astype(np.float32))), 1.0)
    own = float(np.count_nonzero((owners == index) & (mask > 0)))
    sides = np.roll(quad, -1, 0) - quad
    angles = np.arctan2(sides[:, 1], sides[:, 0])
    lean = lean_deg(body.pose.turn)
    stand = _stand(body, camera)
    top_seen = min(own / area, 1.0)
    box, hidden = (x0, y0, x1, y1), False
    if top_seen < READABLE and min(x0, y0) > -1 and max(x1, y1) < WINDOW + 1:
        rows, columns = np.nonzero(owners == index)
        if not len(rows):
            return None
        hull = np.asarray(cv2.convexHull(corners.astype(np.float32)))
        if len(rows) > _SHOWS * float(cv2.contourArea(hull)):
            hidden = True
            box = (float(columns.min()), float(rows.min()), float(columns.max()) + 1, float(rows.max()) + 1)
    return Die(
        value=value_on_top(body.pose.turn),
        cocked=lean > 7,
        lean=lean,
        colour=COLOUR_NAMES.index(body.look.name) if body.look.name else -1,
        box=box,
        cos4=float(np.cos(4 * angles).mean()),
        sin4=float(np.sin(4 * angles).mean()),
        top_seen=top_seen,
        stand=stand,
        hidden=hidden,
    )


def _stand(body: Body, camera: Pinhole) -> Stand:
    half, turn, centre = body.look.size_mm / 2, body.pose.turn, body.pose.centre_mm
    top = centre + half * top_normal(turn)
    along = half * np.delete(turn.T, int(np.argmax(np.abs(turn[2]))), axis=0)
    (x, y), (top_x, top_y) = (camera.project(np.stack([centre, top])) + 0.5).tolist()
    (ax, ay), (bx, by) = (0.5 * (camera.project(top + along) - camera.project(top - along))).tolist()
    return Stand((top_x, top_y), (x, y), float(half * camera.px_per_mm(centre)), ((ax, ay), (bx, by)))


__all__ = ["WINDOW", "Bare", "Laid", "bare_table", "box_of", "draw_scene", "laid_table", "truth_of"]
