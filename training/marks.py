"""Marks of boards and cards, drawn on a flat picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.die import Bgr

Sheet = NDArray[np.float32]
"""A flat picture (h, w, 3) float32, 0-255, blue-green-red, under white light."""


def spot(sheet: Sheet, at: tuple[float, float], radius: float, ink: Bgr) -> None:
    """Draw a disc with its middle at (x, y) pixels, in place."""
    cv2.circle(sheet, (int(at[0] * 16), int(at[1] * 16)), int(radius * 16), ink, -1, cv2.LINE_AA, 4)


def polygon(sheet: Sheet, points: NDArray[np.float64], ink: Bgr) -> None:
    """Draw a polygon with corners (n, 2) pixels, in place."""
    cv2.fillPoly(sheet, [np.asarray(points * 16, np.int32)], ink, cv2.LINE_AA, 4)


def mark(
    sheet: Sheet, at: tuple[float, float], radius: float, ink: Bgr, rng: np.random.Generator, *, dots: bool = True
) -> None:
    """Draw a triangle, a star, a number, a heart-shaped blob or, with `dots`, a disc or a row of dots, with its middle
    at (x, y) pixels, in place.
    """
    x, y = at
    kind = int(rng.integers(6)) if dots else int(rng.choice((1, 2, 3, 5)))
    if kind == 0:
        spot(sheet, at, radius, ink)
    elif kind in (1, 2):
        n = 3 if kind == 1 else 10
        angle = np.arange(n) * 2 * np.pi / n + rng.uniform(0, 6)
        reach = radius * (1 if kind == 1 else np.where(np.arange(n) % 2, 0.42, 1.0))
        points = np.stack([x + reach * np.cos(angle), y + reach * np.sin(angle)], 1)
        polygon(sheet, points, ink)
    elif kind == 3:
        print_word(sheet, (x, y), radius, ink, str(int(rng.integers(1, 99))))
    elif kind == 4:
        n = int(rng.integers(2, 5))
        for i in range(n):
            spot(sheet, (x + (i - (n - 1) / 2) * radius * 0.9, y), radius * 0.28125, ink)
    else:
        for dx in (-0.4, 0.4):
            spot(sheet, (x + dx * radius, y - 0.2 * radius), radius * 0.5, ink)
        tip = np.array([[x - 0.85 * radius, y], [x + 0.85 * radius, y], [x, y + radius]])
        polygon(sheet, tip, ink)


def print_word(sheet: Sheet, at: tuple[float, float], radius: float, ink: Bgr, word: str) -> None:
    """Draw a number or a letter of half height `radius`, centred on (x, y) pixels, in place."""
    scale = max(radius / 14, 0.2)
    stencil = np.zeros((int(radius * 3) + 4, int(radius * 4) + 4), np.uint8)
    cv2.putText(
        stencil,
        word,
        (2, int(radius * 2.2)),
        cv2.FONT_HERSHEY_SIMPLEX,
        scale,
        255,
        max(1, int(scale * 1.6)),
        cv2.LINE_AA,
    )
    y, x = max(int(at[1] - radius * 1.6), 0), max(int(at[0] - radius), 0)
    under = sheet[y : y + stencil.shape[0], x : x + stencil.shape[1]]
    alpha = stencil[: under.shape[0], : under.shape[1], None].astype(np.float32) / 255
    under += (np.asarray(ink, np.float32) - under) * alpha
