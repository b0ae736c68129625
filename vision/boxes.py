"""What boxes (N, 4) x0 y0 x1 y1 px have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


def overlap(box: Floats, others: Floats) -> Floats:
    """Return the intersection over union of one box (4,) with each of the others (N, 4)."""
    corner0, corner1 = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    both = np.prod(np.clip(corner1 - corner0, 0, None), axis=1)
    area = np.prod(box[2:] - box[:2])
    areas = np.prod(others[:, 2:] - others[:, :2], axis=1)
    return np.asarray(both / np.maximum(area + areas - both, 1e-6), np.float32)


def most_overlap(boxes: Floats, others: Floats) -> Floats:
    """Return (N,) the largest intersection over union of each of the boxes (N, 4) with any of the others (M, 4)."""
    if not len(others):
        return np.zeros(len(boxes), np.float32)
    return np.array([overlap(box, others).max() for box in boxes], np.float32)


def common(boxes: Floats) -> tuple[Floats, Floats]:
    """Return the areas (N, N) that each two of the boxes (N, 4) have in common, and their own (N,), px squared."""
    corner0 = np.maximum(boxes[:, None, :2], boxes[:, :2])
    corner1 = np.minimum(boxes[:, None, 2:], boxes[:, 2:])
    both = np.prod(np.clip(corner1 - corner0, 0, None), axis=2)
    return both, np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)


def grown(boxes: Floats, times: float) -> Floats:
    """Return boxes (N, 4) about the same middles, so many times as large."""
    middle, half = 0.5 * (boxes[:, :2] + boxes[:, 2:]), 0.5 * times * (boxes[:, 2:] - boxes[:, :2])
    return np.concatenate([middle - half, middle + half], axis=1).astype(np.float32)
