"""Boxes (N, 4) x0 y0 x1 y1 px: sizes, centres and overlaps."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


@dataclass(frozen=True)
class DieBoxParams:
    """Boxes of dice, for all detectors of other objects. Chosen on drawn tables and on strips over dice."""

    own: float = 1.25
    """Anything within this many times a die's box belongs to the die: its pips, its shadow, its light on the table."""
    alike_octaves: float = 0.6
    """Difference in size between dice on one table that is not odd: 12 mm and 16 mm, near and far."""


DIE_BOX = DieBoxParams()
NO_BOXES = np.zeros((0, 4), np.float32)


def sizes(boxes: Floats) -> Floats:
    """Return (N,) the longer sides of boxes (N, 4), px."""
    return np.asarray((boxes[:, 2:] - boxes[:, :2]).max(axis=1), np.float32)


def typical_size(boxes: Floats) -> float:
    """Return the median of the longer sides of boxes (N, 4), N at least 1, px."""
    return float(statistics.median(sizes(boxes).tolist()))


def overlap(boxes: Floats, others: Floats) -> Floats:
    """Return the intersections over union of boxes (N, 4), or of one (4,), with others (M, 4): (N, M) or (M,)."""
    both, own, area = _common(boxes[..., None, :], others)
    return np.asarray(both / np.maximum(own + area - both, 1e-6), np.float32)


def iou(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the intersection over union of two single boxes."""
    return float(overlap(np.array(one, np.float32), np.array([other], np.float32))[0])


def most_overlap(boxes: Floats, others: Floats) -> Floats:
    """Return (N,) the largest intersection over union of each of the boxes (N, 4) with any of the others (M, 4)."""
    return np.asarray(overlap(boxes, others).max(axis=1, initial=0.0), np.float32)


def lying_in(boxes: Floats, others: Floats) -> Floats:
    """Return (N, M) the share of each of the boxes (N, 4) that lies in each of the others (M, 4)."""
    both, own, _ = _common(boxes[:, None], others)
    return np.asarray(both / np.maximum(own, 1e-6), np.float32)


def _common(boxes: Floats, others: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the areas of intersections, of the boxes, and of the others, px squared."""
    sides = np.minimum(boxes[..., 2:], others[..., 2:]) - np.maximum(boxes[..., :2], others[..., :2])
    sides = np.maximum(sides, 0.0)
    own, area = boxes[..., 2:] - boxes[..., :2], others[..., 2:] - others[..., :2]
    return sides[..., 0] * sides[..., 1], own[..., 0] * own[..., 1], area[..., 0] * area[..., 1]


def grown(boxes: Floats, times: float) -> Floats:
    """Return boxes (N, 4) scaled by `times` about their centres."""
    return _about(boxes, 0.5 * times * (boxes[:, 2:] - boxes[:, :2]))


def as_large(boxes: Floats, side: float) -> Floats:
    """Return square boxes of this `side`, px, about the centres of boxes (N, 4)."""
    return _about(boxes, 0.5 * side)


def middles(boxes: Floats) -> Floats:
    """Return (N, 2) the centres of boxes (N, 4)."""
    return 0.5 * (boxes[:, :2] + boxes[:, 2:])


def _about(boxes: Floats, half: Floats | float) -> Floats:
    """Return boxes about the centres of boxes (N, 4) that extend by `half` to each side, px: (N, 2) or one for all."""
    middle = middles(boxes)
    return np.concatenate([middle - half, middle + half], axis=1).astype(np.float32)
