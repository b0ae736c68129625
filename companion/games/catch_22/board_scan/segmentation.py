"""Telling yellow from blue under whatever light there is."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]


def warmth(image: Image) -> npt.NDArray[np.float32]:
    """Return how much redder than blue each pixel is, log(R / B): shadows leave it alone, a lamp's colour shifts it."""
    blurred = cv2.GaussianBlur(image, (5, 5), 0).astype(np.float32)
    ratio: npt.NDArray[np.float32] = np.log((blurred[..., 2] + 6.0) / (blurred[..., 0] + 6.0)).astype(np.float32)
    return ratio


def yellow_in(flat: Image) -> tuple[Mask, float]:
    """Return where the board is yellow, and how clearly the two colours stand apart (0-1).

    The threshold lies between the two heaps that log(R / B) falls into (Otsu 1979), so the lamp's colour does not
    matter; where the light changes across the board the threshold follows it slowly.
    """
    ratio = warmth(flat)
    low, high = (float(value) for value in np.percentile(ratio, [0.5, 99.5]))
    spread = max(high - low, 1e-6)
    level = low + _otsu((ratio - low) / spread) * spread
    local = _local_level(ratio, level)
    yellow = ratio > local
    gap = _gap(ratio, yellow)
    return yellow, max(0.0, min(1.0, gap / 1.0))


def _local_level(ratio: npt.NDArray[np.float32], level: float) -> npt.NDArray[np.float32]:
    """The threshold at each pixel: halfway between the yellow and the blue of its wide surroundings."""
    wide = max(31, (min(ratio.shape) // 3) | 1)
    first = (ratio > level).astype(np.float32)
    weight_y = cv2.blur(first, (wide, wide)) + 1e-3
    weight_b = cv2.blur(1 - first, (wide, wide)) + 1e-3
    typical_y = float(np.median(ratio[ratio > level])) if first.any() else level
    typical_b = float(np.median(ratio[ratio <= level])) if not first.all() else level
    near_y = (cv2.blur(ratio * first, (wide, wide)) + 0.05 * typical_y) / (weight_y + 0.049)
    near_b = (cv2.blur(ratio * (1 - first), (wide, wide)) + 0.05 * typical_b) / (weight_b + 0.049)
    return ((near_y + near_b) / 2).astype(np.float32)


def _gap(ratio: npt.NDArray[np.float32], yellow: Mask) -> float:
    """Return how far the two heaps are apart, in units in which a good print in good light has well over 1."""
    if not yellow.any() or yellow.all():
        return 0.0
    inside, outside = ratio[yellow], ratio[~yellow]
    width = float(np.std(inside) + np.std(outside)) / 2
    return float((np.median(inside) - np.median(outside)) / (0.5 + 2.0 * width))


def _otsu(values: npt.NDArray[np.float32]) -> float:
    """The threshold (0-1) that parts values of 0-1 best into two heaps."""
    bytes_ = np.clip(values * 255, 0, 255).astype(np.uint8)
    found, _ = cv2.threshold(bytes_, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return float(found) / 255.0
