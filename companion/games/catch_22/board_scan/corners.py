"""Finding the board's four corners in a photograph, and laying the board flat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.catch_22.board_scan.segmentation import warmth

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
SEARCH_PX = 640
"""Corners are searched in a picture so long, then refined on the sides."""
SMALLEST = 0.12
"""A board that fills less of the photograph is too far away to be read."""


class Corners(NamedTuple):
    """Four corners, clockwise from the top left, float64 (4, 2) pixels, and how good a quadrilateral they are (0-1)."""

    points: Points
    trust: float


def find_corners(image: Image) -> Corners:
    """The corners of the board: the largest thing that does not look like what surrounds it.

    Never raises; `trust` near 0 if there is no such thing, and then the corners are the picture's own.
    """
    height, width = image.shape[:2]
    scale = min(1.0, SEARCH_PX / max(1, int(height), int(width)))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
    best = Corners(_whole(small), 0.0)
    for mask in (_unlike_border(small), _coloured(small)):
        found = _quadrilateral(mask)
        if found.trust > best.trust:
            best = found
    return Corners(best.points / scale, best.trust)


def flatten(image: Image, corners: Points, long_px: int = 1100) -> Image:
    """The board seen from above, uint8 (H, W, 3), its longer side `long_px`; sides as long as they look on average."""
    top_left, top_right, bottom_right, bottom_left = corners
    wide = float(np.linalg.norm(top_right - top_left) + np.linalg.norm(bottom_right - bottom_left)) / 2
    high = float(np.linalg.norm(bottom_left - top_left) + np.linalg.norm(bottom_right - top_right)) / 2
    scale = long_px / max(wide, high, 1.0)
    width, height = max(16, round(wide * scale)), max(16, round(high * scale))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_AREA).astype(np.uint8)


def in_order(points: Sequence[tuple[float, float]] | Points) -> Points:
    """Four points clockwise, the one nearest to the picture's top left first."""
    four = np.asarray(points, np.float64).reshape(4, 2)
    middle = four.mean(axis=0)
    around = np.argsort(np.arctan2(four[:, 1] - middle[1], four[:, 0] - middle[0]))
    four = four[around]
    return np.roll(four, -int(np.argmin(four.sum(axis=1))), axis=0)


def _whole(image: Image) -> Points:
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def _unlike_border(small: Image) -> npt.NDArray[np.uint8]:
    """Return what differs in colour from the strip along the picture's edges: 255 there.

    The strip's colours are summed up in a few centres; brightness counts less than hue, for the sake of shadows.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    lab[..., 0] *= 0.45
    strip = max(3, round(0.03 * max(small.shape[:2])))
    edge = np.concatenate(
        [part.reshape(-1, 3) for part in (lab[:strip], lab[-strip:], lab[:, :strip], lab[:, -strip:])]
    )
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(7)
    _, _, centres = cv2.kmeans(edge, 5, np.empty((0, 1), np.int32), stop, 2, cv2.KMEANS_PP_CENTERS)
    far = np.min([np.linalg.norm(lab - centre, axis=2) for centre in centres], axis=0)
    return _above_otsu(far)


def _coloured(small: Image) -> npt.NDArray[np.uint8]:
    """Return what is strongly yellow or strongly blue for this light: 255 there."""
    ratio = warmth(small)
    return _above_otsu(np.abs(ratio - np.median(ratio)))


def _above_otsu(values: npt.NDArray[np.floating]) -> npt.NDArray[np.uint8]:
    top = float(np.percentile(values, 99.5)) or 1.0
    bytes_ = np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
    _, mask = cv2.threshold(bytes_, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    found: npt.NDArray[np.uint8] = mask.astype(np.uint8)
    return found


def _quadrilateral(mask: npt.NDArray[np.uint8]) -> Corners:
    """The four-cornered outline of the largest thing in a mask."""
    size = max(3, round(0.015 * max(mask.shape))) | 1
    brush = np.ones((size, size), np.uint8)
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, brush, iterations=2)
    whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, brush)
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    nothing = Corners(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64), 0.0)
    if not outlines:
        return nothing
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < SMALLEST * mask.size:
        return nothing
    four = _four_corners(hull)
    if four is None:
        return nothing
    points = in_order(_sides_refined(hull, four))
    covered = area / max(1.0, cv2.contourArea(points.astype(np.float32)))
    filled = cv2.contourArea(outline) / area
    fit = min(covered, 1 / covered) if covered > 0 else 0.0
    return Corners(points, max(0.0, min(1.0, (fit - 0.85) / 0.12)) * max(0.0, min(1.0, (filled - 0.7) / 0.2)))


def _four_corners(hull: npt.NDArray[Any]) -> Points | None:
    """The hull with ever fewer corners, until four are left."""
    length = cv2.arcLength(hull, closed=True)
    for part in np.linspace(0.01, 0.12, 45):
        found = cv2.approxPolyDP(hull, float(part * length), closed=True)
        if len(found) == 4:
            return found.reshape(4, 2).astype(np.float64)
        if len(found) < 4:
            return None
    return None


def _sides_refined(hull: npt.NDArray[Any], four: Points) -> Points:
    """Each side fitted again to the hull's points along it, rounded corners left out; corners where sides meet."""
    dense = _dense(hull.reshape(-1, 2).astype(np.float64))
    lines = []
    for corner in range(4):
        start, end = four[corner], four[(corner + 1) % 4]
        along = (end - start) / max(1e-9, float(np.linalg.norm(end - start)))
        offset = dense - start
        part = (offset @ along) / max(1e-9, float(np.linalg.norm(end - start)))
        away = np.abs(offset @ np.array([-along[1], along[0]]))
        beside = dense[(part > 0.12) & (part < 0.88) & (away < 0.03 * float(np.linalg.norm(end - start)))]
        if len(beside) < 8:
            return four
        vx, vy, x, y = cv2.fitLine(beside.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((float(vx), float(vy), float(x), float(y)))
    found = []
    for corner in range(4):
        met = _meeting(lines[corner - 1], lines[corner])
        if met is None or np.linalg.norm(met - four[corner]) > 0.1 * np.linalg.norm(four[0] - four[2]):
            return four
        found.append(met)
    return np.array(found)


def _dense(hull: Points) -> Points:
    """Points along a closed outline, about one a pixel."""
    parts = []
    for start, end in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        count = max(1, int(np.linalg.norm(end - start)))
        parts.append(start + (end - start) * (np.arange(count) / count)[:, None])
    return np.concatenate(parts)


def _meeting(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> Points | None:
    matrix = np.array([[one[0], -other[0]], [one[1], -other[1]]])
    if abs(np.linalg.det(matrix)) < 1e-6:
        return None
    step = np.linalg.solve(matrix, np.array([other[2] - one[2], other[3] - one[3]]))
    return np.array([one[2] + step[0] * one[0], one[3] + step[0] * one[1]])
