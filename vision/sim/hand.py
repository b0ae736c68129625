"""A hand in the picture: a palm, four fingers, a thumb and a forearm, reaching in from the viewer's side."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.camera import Pinhole
from vision.sim.die import Bgr, Floats
from vision.sim.render_die import Light, Patch

_PARTS_MM: tuple[tuple[float, float, float, float, float], ...] = (
    (0, -10, 0, -45, 38),
    (-26, 10, -32, 52, 9),
    (-9, 18, -11, 66, 9.5),
    (9, 18, 11, 62, 9.5),
    (26, 10, 30, 46, 8.5),
    (-34, -34, -60, 4, 10),
    (0, -60, 0, -420, 29),
)
"""Capsules (x0, y0, x1, y1, radius) in the hand's frame; y points along the fingers."""
_HEIGHT_MM = 35.0
SKIN: Bgr = (120, 152, 205)


def hand_patch(camera: Pinhole, tip_mm: Floats, heading_rad: float, light: Light, skin: Bgr = SKIN) -> Patch | None:
    """Draw a hand with its palm over `tip_mm` (2,) and its fingers along `heading_rad` (0 is away from the viewer).
    None outside the picture.
    """
    c, s = np.cos(heading_rad), np.sin(heading_rad)
    turn = np.array([[c, -s], [s, c]])
    lines = np.array([part[:4] for part in _PARTS_MM]).reshape(-1, 2) @ turn.T + tip_mm
    seen = camera.project(np.column_stack([lines, np.full(len(lines), _HEIGHT_MM)])).reshape(-1, 2, 2)
    scale = camera.px_per_mm(np.array([tip_mm[0], tip_mm[1], _HEIGHT_MM]))
    reach = 45 * scale
    x0, y0 = np.maximum(np.floor(seen.min((0, 1)) - reach).astype(int), 0)
    x1 = min(int(seen[..., 0].max() + reach), camera.width)
    y1 = min(int(seen[..., 1].max() + reach), camera.height)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    small = np.zeros(((y1 - y0 + 3) // 4, (x1 - x0 + 3) // 4), np.uint8)
    for (begin, end), part in zip((seen - (x0, y0)) / 4, _PARTS_MM, strict=True):
        thick = max(1, round(2 * part[4] * scale / 4))
        cv2.line(small, tuple(int(v * 8) for v in begin), tuple(int(v * 8) for v in end), 255, thick, cv2.LINE_AA, 3)
    height = np.asarray(cv2.GaussianBlur(small, (0, 0), max(1.2, 3.0 * scale / 4)), np.float32) / 255
    height += np.asarray(cv2.GaussianBlur(small, (0, 0), max(2.0, 9.0 * scale / 4)), np.float32) / 255
    slope_x, slope_y = cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1)
    lit = 1.0 - 0.35 * (slope_x * light.towards[0] - slope_y * light.towards[1])
    lit = np.clip(0.45 * height * lit, 0.15, 1.25)
    size = (int(x1 - x0), int(y1 - y0))
    level = light.level
    big = np.asarray(cv2.resize(np.dstack([lit, small.astype(np.float32) / 255]), size), np.float32)
    alpha: NDArray[np.float32] = np.clip((big[..., 1:] - 0.3) / 0.4, 0, 1)
    return Patch(int(x0), int(y0), (big[..., :1] * alpha) * (np.asarray(skin) * level).astype(np.float32), alpha)
