"""The picture of the empty tray: felt with a wooden rim on a table. Rendered once; frames start from a copy."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.sim.camera import Pinhole
from vision.sim.die import Bgr, Floats
from vision.sim.render_die import Light, dim_outline, lay_inside, tinted

INSIDE_MM = (300.0, 190.0)
"""Width and depth of the felt, mm; its middle is the origin of the table's frame."""
_RIM_MM = 14.0
_WALL_MM = 24.0
_FELTS: tuple[Bgr, ...] = ((62, 108, 38), (120, 62, 34), (44, 40, 116), (72, 70, 68))
_TABLES: tuple[Bgr, ...] = ((64, 104, 150), (52, 78, 112), (150, 158, 164))
_GRAIN_PX_PER_MM = 2.0


def empty_picture(camera: Pinhole, light: Light, rng: np.random.Generator) -> Image:
    """Return the tray without dice under `light`, as the camera sees it, without noise and exposure."""
    felt = _FELTS[int(rng.integers(len(_FELTS)))]
    table = _TABLES[int(rng.integers(len(_TABLES)))]
    level = light.level
    canvas = _flat(camera, wood(rng, (700, 1000), table) * level, 1.0)
    width, depth = INSIDE_MM
    outer = _ring(width / 2 + _RIM_MM, depth / 2 + _RIM_MM)
    dim_outline(
        canvas,
        camera.project(_raised(outer, 0.0) - light.towards * (_WALL_MM / light.towards[2]) * (1, 1, 0)),
        6.0,
        light.shadow * 0.7,
    )
    inside = camera.project(_raised(_ring(width / 2, depth / 2), 0.0))
    cloth = _flat(camera, felt_cloth(rng, (700, 1000), felt) * level, _GRAIN_PX_PER_MM)
    _wall_shadows(cloth, camera, light)
    lay_inside(canvas, (0, 0), cloth, inside)
    for quad, normal in _walls():
        shine = np.asarray(light.around) * 0.9 + np.asarray(light.main) * max(float(normal @ light.towards), 0.0)
        if float(normal @ (camera.eye_mm - quad.mean(0))) > 0:
            boards = (wood(rng, (60, 400), (46, 72, 108)) * shine).astype(np.float32)
            lay_inside(canvas, (0, 0), _textured(camera, quad, boards), camera.project(quad))
    y, x = np.ogrid[-1 : 1 : camera.height * 1j, -1 : 1 : camera.width * 1j]
    falloff = (1.03 - 0.10 * (x * x + y * y) + 0.04 * x).astype(np.float32)
    return np.asarray(np.clip(canvas * falloff[..., None] + 0.5, 0, 255), np.uint8)


def felt_cloth(rng: np.random.Generator, size: tuple[int, int], colour: Bgr) -> NDArray[np.float32]:
    """Return cloth (h, w, 3) float32 0-255 under white light: short fibres and slow variations of brightness."""
    h, w = size
    fine = np.asarray(cv2.GaussianBlur(rng.standard_normal((h, w), np.float32), (0, 0), 0.8))
    slow = cv2.resize(rng.standard_normal((h // 40, w // 40), np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    return tinted(colour, 1 + 0.16 * fine + 0.035 * slow)


def wood(rng: np.random.Generator, size: tuple[int, int], colour: Bgr) -> NDArray[np.float32]:
    """Return boards (h, w, 3) float32 0-255 under white light: growth rings along the grain, and pores."""
    h, w = size
    bend = cv2.resize(
        rng.standard_normal((max(h // 60, 2), max(w // 200, 2)), np.float32), (w, h), interpolation=cv2.INTER_CUBIC
    )
    rows = np.arange(h, dtype=np.float32)[:, None]
    rings = np.sin((rows / 9 + 2.4 * bend) * (1 + 0.1 * np.sin(rows / 70)))
    pores = np.asarray(cv2.GaussianBlur(rng.standard_normal((h, w), np.float32), (0, 0), sigmaX=6, sigmaY=0.7))
    return tinted(colour, 1 + 0.07 * rings + 0.12 * pores)


def _ring(x: float, y: float) -> Floats:
    return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])


def _raised(outline: Floats, height_mm: float) -> Floats:
    return np.column_stack([outline, np.full(len(outline), height_mm)])


def _flat(camera: Pinhole, texture: NDArray[np.float32], px_per_mm: float) -> NDArray[np.float32]:
    """Return a texture on the table around the origin, as the camera sees it."""
    h, w = texture.shape[:2]
    place = np.array([[1 / px_per_mm, 0, -w / 2 / px_per_mm], [0, -1 / px_per_mm, h / 2 / px_per_mm], [0, 0, 1]])
    view = camera.table_homography() @ place
    size = (camera.width, camera.height)
    return np.asarray(
        cv2.warpPerspective(texture, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32
    )


def _textured(camera: Pinhole, quad_mm: Floats, texture: NDArray[np.float32]) -> NDArray[np.float32]:
    h, w = texture.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    view = cv2.getPerspectiveTransform(corners, camera.project(quad_mm).astype(np.float32))
    return np.asarray(
        cv2.warpPerspective(texture, view, (camera.width, camera.height), borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def _walls() -> list[tuple[Floats, Floats]]:
    """Return the rim's faces, lower ones first, as (corners (4, 3), outward normal (3,))."""
    width, depth = INSIDE_MM
    inner, outer = _ring(width / 2, depth / 2), _ring(width / 2 + _RIM_MM, depth / 2 + _RIM_MM)
    faces = []
    for ring, sign in ((outer, 1.0), (inner, -1.0)):
        for i in range(4):
            ends = ring[[i, (i + 1) % 4]]
            middle = ends.mean(0)
            normal = np.append(sign * middle / np.linalg.norm(middle), 0.0)
            quad = np.concatenate([_raised(ends, _WALL_MM), _raised(ends[::-1], 0.0)])
            faces.append((quad, normal))
    for i in range(4):
        j = (i + 1) % 4
        quad = _raised(np.stack([outer[i], outer[j], inner[j], inner[i]]), _WALL_MM)
        faces.append((quad, np.array([0.0, 0.0, 1.0])))
    return faces


def _wall_shadows(cloth: NDArray[np.float32], camera: Pinhole, light: Light) -> None:
    """Darken the felt in the rim's shadow of the main light."""
    inner = _ring(INSIDE_MM[0] / 2, INSIDE_MM[1] / 2)
    fall = light.towards[:2] * (_WALL_MM / light.towards[2])
    for i in range(4):
        ends = inner[[i, (i + 1) % 4]]
        if ends.mean(0) @ light.towards[:2] > 0:
            band = np.concatenate([ends, (ends - fall)[::-1]])
            dim_outline(cloth, camera.project(_raised(band, 0.0)), 3.0, light.shadow * 0.8)
