"""The truth about each die of a rendered scene, from its pose and its visible part."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training.cameras import WINDOW
from training.placing import Body
from training.truth import READABLE, Die, Stand
from vision.reading import COLOUR_NAMES
from vision.sim.camera import Pinhole
from vision.sim.die import CORNERS, Floats, lean_deg, top_normal, value_on_top

_SHOWS = 0.12
"""Least visible share of a hidden die that counts as a die; below it the place is ambiguous."""


def box_of(points: Floats) -> tuple[float, float, float, float]:
    """Return the box x0, y0, x1, y1 (edge coordinates) around points (n, 2) px."""
    (x0, y0), (x1, y1) = points.min(0) + 0.5, points.max(0) + 0.5
    return float(x0), float(y0), float(x1), float(y1)


def truth_of(index: int, body: Body, camera: Pinhole, owners: NDArray[np.int16]) -> Die | None:
    """Return the truth about a die; None if it is hardly in the picture."""
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
