"""A suggestion where the tray lies: the largest plain region of the picture, as four corners to be set right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.frames import Image

Corners = tuple[tuple[float, float], ...]
"""Four corners (x, y), clockwise, as shares of the picture."""

SIDE_PX = 240
"""Longer side of the copy in which the region is sought: seams, marks and dice are small there."""
ALIKE_LEVELS = 5
"""Largest difference of neighbouring pixels of a plain region, levels of Lab."""
AREAS = (0.12, 0.85)
"""Shares of the picture that a tray takes."""
FILLED = 0.8
"""Least share of a quadrilateral that a tray's floor fills."""
INSET = 0.1
"""Distance of the corners from the picture's edges, as a share, where no tray is found."""


def suggested_corners(image: Image) -> Corners:
    """Return where the tray may lie in a picture (H, W, 3)."""
    found = _largest_plain(image)
    return found or ((INSET, INSET), (1 - INSET, INSET), (1 - INSET, 1 - INSET), (INSET, 1 - INSET))


def _largest_plain(image: Image) -> Corners | None:
    scale = SIDE_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), 7)
    height, width = lab.shape[:2]
    best: tuple[float, Corners] | None = None
    for x in (0.35, 0.5, 0.65):
        for y in (0.35, 0.5, 0.65):
            region = np.zeros((height + 2, width + 2), np.uint8)
            level = (ALIKE_LEVELS,) * 3
            cv2.floodFill(
                lab.copy(), region, (int(x * width), int(y * height)), 0, level, level, cv2.FLOODFILL_MASK_ONLY
            )
            corners = _corners(region[1:-1, 1:-1])
            if corners is not None and (best is None or corners[0] > best[0]):
                best = corners
    return None if best is None else best[1]


def _corners(region: Image) -> tuple[float, Corners] | None:
    """Return the area of a quadrilateral that a region fills, and its corners; None if it fills none of a tray's
    size.
    """
    height, width = region.shape
    closed = cv2.morphologyEx(region, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    outer, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    edge = max(outer, key=cv2.contourArea)
    filled = float(cv2.contourArea(edge)) / (height * width)
    if filled < AREAS[0]:
        return None
    four = cv2.approxPolyN(cv2.convexHull(edge), 4, ensure_convex=True).reshape(-1, 2).astype(np.float32)
    share = float(cv2.contourArea(four)) / (height * width)
    if share > AREAS[1] or filled < FILLED * share:
        return None
    inside = np.clip((four + 0.5) / (width, height), 0.0, 1.0)
    return share, tuple((float(x), float(y)) for x, y in inside)
