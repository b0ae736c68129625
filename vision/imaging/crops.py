"""Inputs of the networks: reduced pictures, crops of dice, and inference in batches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MODELS = Path(__file__).parents[1] / "models"
ENGINE = cv2.dnn.ENGINE_CLASSIC
"""The fastest of OpenCV 5's engines for networks as small as these: a quarter faster than the new one."""
CROP = 64
"""Side of a crop in pixels."""
FOLDED = (12, CROP // 2, CROP // 2)
"""Shape of a crop as the networks' input."""
MARGIN = 1.6
"""Side of the classifier's crops over the longer side of the die's box."""
FINE = 2
"""Crops with this many times the input's resolution are subsampled by an integer."""
SMOOTH = 2.5
"""Crops up to this many times the input's resolution are interpolated, not averaged: equally exact, four times as
fast.
"""
AT_ONCE = 4
"""Crops in a batch of the classifier: enough for OpenCV's fast convolution."""


def answered(
    net: Any,
    crops: Sequence[NDArray[np.uint8]],
    width: int,
    levels: Floats | None = None,
    *,
    at_once: int = AT_ONCE,
) -> Floats:
    """Return the outputs (N, width) of a network for the crops, in batches of `at_once`; `levels` (N, 3) is its second
    input, if it has one. The last batch is padded with blank crops.
    """
    answers = np.empty((len(crops), width), np.float32)
    for first in range(0, len(crops), at_once):
        some = slice(first, first + at_once)
        count = len(crops[some])
        given = np.zeros((at_once, *FOLDED), np.uint8)
        for k, crop in enumerate(crops[some]):
            given[k] = folded(crop)
        net.setInput(given, "crops")
        if levels is not None:
            level = np.zeros((at_once, levels.shape[1]), np.float32)
            level[:count] = levels[some]
            net.setInput(level, "level")
        answers[some] = net.forward()[:count]
    return answers


def planes(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture (H, W, 3) as the detector's input, (1, 3, H, W)."""
    each = np.empty((1, 3, *picture.shape[:2]), np.uint8)
    cv2.split(picture, list(each[0]))
    return each


def folded(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a crop (H, W, 3), H and W even, as the input of the networks for crops, (12, H/2, W/2): space to depth,
    with upper left B G R, upper right, lower left, lower right. The first layers need no stride, which is faster in
    OpenCV.
    """
    height, width, colours = crop.shape
    squares = crop.reshape(height // 2, 2, width // 2, 2, colours).transpose(1, 3, 4, 0, 2)
    return squares.reshape(4 * colours, height // 2, width // 2)


def reduced(image: NDArray[np.uint8], longest: int, smooth: float = 1.0) -> NDArray[np.uint8]:
    """Return the picture with the longer side `longest` px, averaged where it is reduced by more than `smooth`."""
    scale = longest / max(image.shape[:2])
    if scale == 1.0:
        return image
    size = [max(1, round(side * scale)) for side in image.shape[1::-1]]
    how = cv2.INTER_AREA if scale * smooth < 1 else cv2.INTER_LINEAR
    return cv2.resize(image, size, interpolation=how).astype(np.uint8, copy=False)


def cut(
    image: NDArray[np.uint8], boxes: Floats, side: int = CROP, margin: float = MARGIN
) -> tuple[list[NDArray[np.uint8]], Floats]:
    """Return a square crop (side, side, 3) about each box, padded by the border, and (N, 4) its corner x, y and its
    width and height, px.
    """
    crops, frames = [], []
    for x0, y0, x1, y1 in boxes.astype(float):
        span = max(margin * max(x1 - x0, y1 - y0), 2.0)
        left, top = (x0 + x1 - span) / 2, (y0 + y1 - span) / 2
        crops.append(_cut_one(image, left, top, span, side))
        frames.append((left, top, span, span))
    return crops, np.array(frames, np.float32).reshape(-1, 4)


def _cut_one(image: NDArray[np.uint8], left: float, top: float, span: float, side: int) -> NDArray[np.uint8]:
    height, width = image.shape[:2]
    x0, y0 = round(left), round(top)
    x1, y1 = max(round(left + span), x0 + 1), max(round(top + span), y0 + 1)
    inside = image[max(0, y0) : max(1, min(height, y1)), max(0, x0) : max(1, min(width, x1))]
    if not inside.size:
        return np.zeros((side, side, 3), np.uint8)
    every = max(1, int(span / (FINE * side)))
    inside = inside[::every, ::every]
    above, below, left_of, right_of = (max(0, past) // every for past in (-y0, y1 - height, -x0, x1 - width))
    if above or below or left_of or right_of:
        inside = cv2.copyMakeBorder(inside, above, below, left_of, right_of, cv2.BORDER_REPLICATE).astype(
            np.uint8, copy=False
        )
    how = cv2.INTER_AREA if span > SMOOTH * side else cv2.INTER_LINEAR
    return cv2.resize(inside, (side, side), interpolation=how).astype(np.uint8, copy=False)
