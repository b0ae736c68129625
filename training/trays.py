"""Trays with walls, on which dice lean and behind which they hide."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training import surfaces
from training.faces import lay_face
from training.looks import paint
from training.marks import Sheet
from vision.sim.camera import Pinhole
from vision.sim.die import Floats
from vision.sim.render_die import Light, dim_outline, lay_inside, lit
from vision.sim.render_tray import wood

_NEAREST = 0.2
"""Least distance to the camera, as a share of its own distance; nearer parts are left out."""
_TEXTURE = (48, 400)


@dataclass(frozen=True, eq=False)
class Tray:
    """A rectangular tray: the `middle` (2,) mm of its floor, `half` (2,) mm its half width and depth, rotated by `yaw`
    radians; walls `height_mm` high and `thick_mm` thick. `floor` (with `px_per_mm`) and `wall` are their textures.
    """

    middle: Floats
    half: Floats
    yaw: float
    height_mm: float
    thick_mm: float
    floor: Sheet
    wall: Sheet
    px_per_mm: float

    def corners(self, beyond_mm: float = 0.0) -> Floats:
        """Return the corners (4, 2) mm of the floor, or of an outline `beyond_mm` outside it, counter-clockwise."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        return np.asarray(self.middle + (signs * (self.half + beyond_mm)) @ np.array([[c, s], [-s, c]]))

    def outward(self, side: int) -> Floats:
        """Return the outward normal (2,) of a wall, 0 to 3 counter-clockwise from the near one."""
        angle = self.yaw + (side - 1) * np.pi / 2
        return np.array([np.cos(angle), np.sin(angle)])

    def room(self, spot: Floats, side: int) -> float:
        """Return the distance (mm) of a place (2,) from the inside of a wall."""
        reach = self.half[1 if side % 2 == 0 else 0]
        return float(reach - (spot - self.middle) @ self.outward(side))

    def holds(self, spot: Floats, yaw: float, half_mm: float) -> bool:
        """Return whether a square of this half edge is on the floor, clear of the walls."""
        turn = yaw - self.yaw
        reach = half_mm * (abs(np.cos(turn)) + abs(np.sin(turn)))
        return all(self.room(spot, side) >= reach for side in range(4))


def random_tray(rng: np.random.Generator, near: Floats, tilt_deg: float, px_per_mm: float) -> Tray:
    """Return a tray with a wall or a corner near a place (2,) in mm; for a tilted camera it is often a wall that hides
    things.
    """
    half = rng.uniform((50, 50), (170, 130))
    yaw = float(rng.normal(0, 0.15) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi))
    side = 0 if tilt_deg > 15 and rng.random() < 0.5 else int(rng.integers(4))
    offset = np.zeros(2)
    along = 0 if side % 2 == 0 else 1
    across = 1 - along
    sign = 1.0 if side in (1, 2) else -1.0
    offset[across] = -sign * (half[across] - rng.uniform(4, 60))
    offset[along] = rng.uniform(-1, 1) * max(half[along] - 6, 0)
    c, s = np.cos(yaw), np.sin(yaw)
    middle = near + np.array([[c, -s], [s, c]]) @ offset
    floor = surfaces.cloth(rng, (256, 256)) if rng.random() < 0.7 else surfaces.plain(rng, (256, 256))
    kind = rng.random()
    if kind < 0.6:
        value = rng.uniform(0.15, 0.9)
        colour = (255 * value * rng.uniform(0.3, 0.7), 255 * value * rng.uniform(0.5, 0.85), 255 * value)
        wall = wood(rng, _TEXTURE, colour)
    else:
        wall = np.empty((*_TEXTURE, 3), np.float32)
        wall[:] = paint(str(rng.choice(("black", "black", "grey", "any", "white"))), rng)
        wall = lit(wall, 1 + rng.uniform(0, 0.06) * surfaces.blotches(rng, _TEXTURE, 1.5))
    return Tray(middle, half, yaw, float(rng.uniform(9, 48)), float(rng.uniform(2, 16)), floor, wall, px_per_mm)


def lay_floor(canvas: NDArray[np.float32], camera: Pinhole, tray: Tray, light: Light) -> None:
    """Render the floor and the walls' shadows on it, in place."""
    level = light.level
    shown = _clipped(camera, np.column_stack([tray.corners(), np.zeros(4)]))
    if shown is None:
        return
    outline, _ = shown
    c, s = np.cos(tray.yaw) / tray.px_per_mm, np.sin(tray.yaw) / tray.px_per_mm
    start = tray.corners()[0]
    view = camera.table_homography() @ np.array([[c, -s, start[0]], [s, c, start[1]], [0, 0, 1]])
    height, width = canvas.shape[:2]
    piece = cv2.warpPerspective(tray.floor, view, (width, height), borderMode=cv2.BORDER_REFLECT)
    lay_inside(canvas, (0, 0), np.asarray(piece * level.astype(np.float32), np.float32), outline)
    fall = light.towards[:2] * (tray.height_mm / max(float(light.towards[2]), 0.25))
    inner = tray.corners()
    for side in range(4):
        if tray.outward(side) @ light.towards[:2] > 0:
            ends = inner[[side, (side + 1) % 4]]
            band = np.column_stack([np.concatenate([ends, (ends - fall)[::-1]]), np.zeros(4)])
            if (shade := _clipped(camera, band)) is not None:
                soft = camera.px_per_mm(np.append(ends.mean(0), 0.0)) * light.blur * tray.height_mm * 0.35
                dim_outline(canvas, shade[0], soft, light.shadow * 0.8)


def stand_walls(
    canvas: NDArray[np.float32], camera: Pinhole, tray: Tray, light: Light, *, near: bool
) -> NDArray[np.bool_]:
    """Render the walls that can hide dice on the floor (`near`) or the others; return the pixels (h, w) they cover."""
    covered = np.zeros(canvas.shape[:2], np.bool_)
    for side in range(4):
        inner = np.append(tray.corners()[side], 0.0)
        inwards = np.append(-tray.outward(side), 0.0)
        if bool((camera.eye_mm - inner) @ inwards <= 0) == near:
            for quad, normal in _faces(tray, side):
                if (camera.eye_mm - quad[0]) @ normal > 0:
                    _draw_face(canvas, covered, camera, quad, normal, tray, light)
    return covered


def _faces(tray: Tray, side: int) -> list[tuple[Floats, Floats]]:
    """Return a wall's outer, inner and upper faces as corners (4, 3) mm, lengthwise first, and outward normals (3,)."""
    inner, outer = tray.corners(), tray.corners(tray.thick_mm)
    i, j = side, (side + 1) % 4
    high = tray.height_mm

    def face(a: Floats, za: float, b: Floats, zb: float) -> Floats:
        return np.array([[*a[i], za], [*a[j], za], [*b[j], zb], [*b[i], zb]])

    out = np.append(tray.outward(side), 0.0)
    up = np.array([0.0, 0.0, 1.0])
    return [
        (face(outer, high, outer, 0), out),
        (face(inner, high, inner, 0), -out),
        (face(outer, high, inner, high), up),
    ]


def _draw_face(
    canvas: NDArray[np.float32],
    covered: NDArray[np.bool_],
    camera: Pinhole,
    quad: Floats,
    normal: Floats,
    tray: Tray,
    light: Light,
) -> None:
    shown = _clipped(camera, quad)
    if shown is None:
        return
    outline, (begin, end) = shown
    rows, columns = tray.wall.shape[:2]
    left, right = begin * columns, end * columns
    places = np.array([[left, 0], [right, 0], [right, rows], [left, rows]], np.float32)
    level = np.asarray(light.around) * (0.8 + 0.2 * normal[2]) + np.asarray(light.main) * max(
        float(normal @ light.towards), 0.0
    )
    if (laid := lay_face(canvas, tray.wall, places, outline, level)) is not None:
        down, across, mask = laid
        covered[down, across] |= mask > 0.5


def _clipped(camera: Pinhole, quad: Floats) -> tuple[Floats, tuple[float, float]] | None:
    """Return the outline (4, 2) px of the part of a quad (4, 3) mm, lengthwise first, that is well in front of the
    camera, and the range (from, to) of its length that this is; None without such a part.
    """
    depths = (quad - camera.eye_mm) @ camera.turn[2]
    least = _NEAREST * float(np.linalg.norm(camera.eye_mm))
    begin, end = 0.0, 1.0
    for a, b in ((depths[0], depths[1]), (depths[3], depths[2])):
        if a < least and b < least:
            return None
        if a < least:
            begin = max(begin, (least - a) / (b - a))
        elif b < least:
            end = min(end, (least - a) / (b - a))
    if end - begin < 1e-3:
        return None
    first, second = quad[[0, 3]], quad[[1, 2]]
    near, far = first + begin * (second - first), first + end * (second - first)
    return camera.project(np.stack([near[0], far[0], far[1], near[1]])), (begin, end)
