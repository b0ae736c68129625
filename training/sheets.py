"""Sheets over a finished picture: cards, cloths, walls, hands and other things that hide a part of a die."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training import surfaces
from training.samples import longer_side
from vision.frames import Image
from vision.reading import Box
from vision.sim.die import Floats

_PAPER, _SKIN = (230.0, 235.0, 240.0), (120.0, 150.0, 200.0)
_KINDS = (0.45, 0.3, 0.15, 0.1)
"""Probabilities of a sheet like a table top, of any colour, of paper, of skin."""
_SHADOW = 0.6
"""Probability of a sheet's shadow."""


def outline_over(box: Box, share: float, way: float, rng: np.random.Generator) -> Floats:
    """Return the corners (4, 2) px of a sheet that hides this share of the extent of the `box`, from the direction
    `way` (radians).
    """
    x0, y0, x1, y1 = box
    size = longer_side(box)
    out = np.array([np.cos(way), np.sin(way)])
    along = np.array([-out[1], out[0]])
    reach = 0.5 * float(np.abs(out) @ (x1 - x0, y1 - y0))
    edge = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + reach * (1.0 - 2.0 * share) * out
    left, right = (rng.uniform(0.7, 2.5) * size * along for _ in range(2))
    deep = (2.0 * reach * share + rng.uniform(0.2, 2.0) * size) * out
    taper = rng.uniform(0.8, 1.2, 2)
    return np.array([edge - left, edge + right, edge + taper[0] * right + deep, edge - taper[1] * left + deep])


def laid(picture: Image, outline: Floats, soft: float, rng: np.random.Generator) -> tuple[Image, NDArray[np.bool_]]:
    """Return the picture (H, W, 3) with a sheet over it, its edges blurred by the deviation `soft` px, and the hidden
    pixels (H, W).
    """
    mask = filled(picture.shape[:2], outline, 255)
    over = _blurred(mask, soft)
    below = picture.astype(np.float32)
    if rng.random() < _SHADOW:
        move = np.array([[1, 0, rng.uniform(-6, 6)], [0, 1, rng.uniform(-6, 6)]])
        shadow = _blurred(np.asarray(cv2.warpAffine(mask, move, picture.shape[1::-1]), np.uint8), rng.uniform(1, 5))
        below *= 1.0 - shadow * np.float32(rng.uniform(0.1, 0.6))
    covered = below * (1.0 - over) + _sheet(picture.shape[:2], rng) * over
    return np.clip(covered, 0, 255).astype(np.uint8), mask > 127


def filled(size: tuple[int, ...], outline: Floats, value: int) -> NDArray[np.uint8]:
    """Return a picture (H, W) of this `size` with `value` in a convex outline (n, 2) px and 0 elsewhere."""
    mask = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(outline * 16).astype(np.int32), value, cv2.LINE_AA if value > 1 else cv2.LINE_8, 4)
    return mask


def _blurred(mask: NDArray[np.uint8], deviation: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), deviation)[:, :, None] / np.float32(255), np.float32)


def _sheet(size: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the texture of a sheet (H, W, 3), 0-255."""
    height, width = size
    kind = int(rng.choice(len(_KINDS), p=_KINDS))
    if kind == 0:
        sheet = surfaces.surface(rng, (height, width)).astype(np.float32)
    else:
        paper, skin = np.array(_PAPER) * rng.uniform(0.6, 1.05), np.array(_SKIN) * rng.uniform(0.4, 1.2)
        colour = (rng.uniform(0, 255, 3), paper, skin)[kind - 1]
        down, right = np.mgrid[-0.5 : 0.5 : complex(height), -0.5 : 0.5 : complex(width)]
        light = 1.0 + rng.uniform(-0.4, 0.4) * down + rng.uniform(-0.4, 0.4) * right
        sheet = (colour * light[:, :, None]).astype(np.float32)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), rng.uniform(0.5, 1.5))
    shaded = sheet * rng.uniform(0.5, 1.15) + rng.uniform(0, 20) * grain[:, :, None]
    return np.asarray(np.clip(shaded, 0, 255), np.float32)


__all__ = ["filled", "laid", "outline_over"]
