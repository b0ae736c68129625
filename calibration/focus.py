"""How sharp edges are: over how many pixels dark becomes light."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

PART = (640, 480)
"""Width and height of the part of a large picture whose sharpness is measured."""
_STEPS_PER_PX = 4
_CLEAR = 60.0
"""A slope of brightness, as OpenCV's Sobel sums it, that is an edge and no noise."""


def edge_widths(
    grey: NDArray[np.uint8], points_px: NDArray[Any], normals: NDArray[Any], reach_px: float
) -> NDArray[np.float64]:
    """The 10-90 % rise in pixels of the edges at `points_px` (n, 2), walked along unit `normals` (n, 2).

    Only edges with a clear step count, so there may be fewer than n. The rise is measured on the profile's running
    extremes, so that noise on the flat parts does not count; a perfectly sharp edge measures about 0.8 pixels.
    """
    count = max(8, round(2 * reach_px * _STEPS_PER_PX))
    steps = np.linspace(-reach_px, reach_px, count + 1)
    where = np.asarray(points_px, np.float32)[:, None] + steps[None, :, None] * np.asarray(normals, np.float32)[:, None]
    where = where.astype(np.float32)
    profiles = cv2.remap(grey, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profiles = np.asarray(profiles, np.float64)
    flipped = profiles[:, -3:].mean(axis=1) < profiles[:, :3].mean(axis=1)
    profiles[flipped] = profiles[flipped, ::-1]
    rising = np.maximum.accumulate(profiles, axis=1)
    falling = np.minimum.accumulate(profiles[:, ::-1], axis=1)[:, ::-1]
    middle = (rising + falling) / 2
    low, high = middle[:, 0], middle[:, -1]
    step = high - low
    clear = step > 24
    share = (middle[clear] - low[clear, None]) / step[clear, None]
    between = ((share > 0.1) & (share < 0.9)).sum(axis=1)
    return np.asarray(between * (2 * reach_px / count), np.float64)


def sharpness(grey: NDArray[np.uint8], reach_px: float = 9.0) -> float | None:
    """The width in pixels of the sharpest tenth of the picture's clear edges; None where there are hardly any."""
    small = cv2.GaussianBlur(grey, (0, 0), 1.2)
    dx, dy = cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1)
    strength = np.hypot(dx, dy)
    edges = cv2.Canny(small, 40, 100) > 0
    rows, columns = np.nonzero(edges)
    if len(rows) < 60:
        return None
    order = np.argsort(-strength[rows, columns])[: min(4000, len(rows))][::4]
    rows, columns = rows[order], columns[order]
    size = np.maximum(strength[rows, columns], 1e-6)
    normals = np.stack([dx[rows, columns] / size, dy[rows, columns] / size], axis=1)
    widths = edge_widths(grey, np.stack([columns, rows], axis=1), normals, reach_px)
    return float(np.percentile(widths, 10)) if len(widths) >= 15 else None


def telling_part(picture: NDArray[np.uint8], small: NDArray[np.uint8], step: int) -> NDArray[np.uint8]:
    """The part of a picture (H, W, ...), at most `PART` large, with the clearest edges. `small` is every `step`th pixel
    of the picture in grey.
    """
    height, width = picture.shape[:2]
    wide, high = min(PART[0], width), min(PART[1], height)
    if (wide, high) == (width, height):
        return picture
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    edges = np.abs(cv2.Sobel(soft, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    edges[edges < _CLEAR] = 0.0
    rows, columns = small.shape
    window = (min(wide // step, columns), min(high // step, rows))
    summed = cv2.boxFilter(edges, -1, window, anchor=(0, 0), normalize=False, borderType=cv2.BORDER_CONSTANT)
    found = summed[: rows - window[1] + 1, : columns - window[0] + 1]
    y, x = np.unravel_index(int(found.argmax()), found.shape)
    top, left = min(int(y) * step, height - high), min(int(x) * step, width - wide)
    return picture[top : top + high, left : left + wide]
