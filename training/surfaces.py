"""Surfaces under dice: procedural cloth, wood, paper, carpet and boards, seen from straight above."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.flat import lay
from training.looks import paint, plain_ink
from training.marks import Sheet, mark
from vision.sim.die import Bgr
from vision.sim.render_die import lit, tinted
from vision.sim.render_tray import wood


def blotches(rng: np.random.Generator, size: tuple[int, int], grain: float) -> NDArray[np.float32]:
    """Return smooth noise (h, w) of unit deviation with features of about `grain` pixels."""
    h, w = size
    coarse = rng.standard_normal((max(int(h / grain), 2), max(int(w / grain), 2))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC))


def _tinted(colour: Bgr, change: NDArray[Any]) -> Sheet:
    return tinted(colour, 1 + change)


def plain(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Return paper or a painted table top."""
    colour = paint(str(rng.choice(("white", "white", "ivory", "black", "grey", "any", "any"))), rng)
    return _tinted(colour, 0.04 * blotches(rng, size, 150) + rng.uniform(0, 0.04) * blotches(rng, size, 1.5))


def cloth(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Return felt, or woven cloth."""
    colour = paint(str(rng.choice(("green", "blue", "red", "black", "grey", "any"))), rng)
    change = rng.uniform(0.04, 0.2) * blotches(rng, size, rng.uniform(1, 3)) + 0.05 * blotches(rng, size, 60)
    if rng.random() < 0.4:
        y, x = (each.astype(np.float32) for each in np.ogrid[: size[0], : size[1]])
        step = rng.uniform(1.5, 5)
        change = change + rng.uniform(0.05, 0.25) * np.sin(x * np.pi / step) * np.sin(y * np.pi / step)
    return _tinted(colour, change)


def carpet(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Return carpet, cork or stone: coarse specks."""
    colour = paint(str(rng.choice(("ivory", "grey", "any", "black"))), rng)
    return _tinted(
        colour, rng.uniform(0.1, 0.35) * blotches(rng, size, rng.uniform(2, 9)) + 0.1 * blotches(rng, size, 30)
    )


def boards(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Return wood with grain, rings and sometimes joints."""
    value = rng.uniform(0.25, 0.95)
    colour = (255 * value * rng.uniform(0.3, 0.65), 255 * value * rng.uniform(0.55, 0.8), 255 * value)
    sheet = wood(rng, size, colour)
    if rng.random() < 0.3:
        sheet[:: int(rng.integers(60, 200))] *= 0.5
    return np.rot90(sheet).copy() if rng.random() < 0.5 and size[0] == size[1] else sheet


def squares(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Return a printed game board: squares of a few colours, outlines, and marks in them."""
    step = int(rng.uniform(0.07, 0.22) * size[0])
    colours = [
        paint(str(rng.choice(("ivory", "white", "any", "yellow", "blue", "red", "black"))), rng) for _ in range(4)
    ]
    sheet = np.zeros((*size, 3), np.float32)
    for y in range(0, size[0], step):
        for x in range(0, size[1], step):
            colour = colours[int(rng.integers(4)) if rng.random() < 0.6 else 0]
            sheet[y : y + step, x : x + step] = colour
            if rng.random() < 0.5:
                ink = plain_ink(colour, rng)
                mark(sheet, (x + step / 2, y + step / 2), step * rng.uniform(0.12, 0.33), ink, rng)
    if rng.random() < 0.8:
        line = paint("black", rng)
        for at in range(0, max(size), step):
            cv2.line(sheet, (at, 0), (at, size[0]), line, 2)
            cv2.line(sheet, (0, at), (size[1], at), line, 2)
    return lit(sheet, 1 + 0.03 * blotches(rng, size, 2))


def dotted(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Return polka dots or a grid of holes, of the size of pips or larger."""
    ground = paint(str(rng.choice(("white", "any", "red", "blue", "black"))), rng)
    ink = plain_ink(ground, rng, 120)
    sheet = np.zeros((*size, 3), np.float32)
    sheet[:] = ground
    step = rng.uniform(0.025, 0.09) * size[0]
    radius = int(step * rng.uniform(0.15, 0.38) * 16)
    for row in range(int(size[0] / step) + 1):
        for column in range(int(size[1] / step) + 1):
            x = (column + 0.5 * (row % 2)) * step
            cv2.circle(sheet, (int(x * 16), int(row * step * 16)), radius, ink, -1, cv2.LINE_AA, 4)
    return sheet


def rings(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Return rings around a middle, crossed by bars, like a bowl, a lamp or a grille."""
    y, x = (each.astype(np.float32) for each in np.ogrid[: size[0], : size[1]])
    away = np.hypot(x - rng.uniform(0.2, 0.8) * size[1], y - rng.uniform(0.2, 0.8) * size[0])
    wave = np.sin(away / rng.uniform(4, 40) + rng.uniform(0, 6))
    if rng.random() < 0.5:
        step, angle = rng.uniform(3, 14), rng.uniform(0, 3.14)
        bars = np.sin((x * np.cos(angle) + y * np.sin(angle)) / step)
        if rng.random() < 0.6:
            bars = np.minimum(bars, np.sin((y * np.cos(angle) - x * np.sin(angle)) / step))
        wave = np.where(away < rng.uniform(0.15, 0.5) * size[0], bars, wave)
    share = np.clip(0.5 + rng.uniform(0.5, 3) * wave, 0, 1)[..., None]
    dark, bright = (np.asarray(paint("any", rng), np.float32) for _ in range(2))
    return np.asarray(dark * (1 - share) + bright * share * rng.uniform(1, 1.8), np.float32)


def collage(rng: np.random.Generator, size: tuple[int, int]) -> Sheet:
    """Return a cluttered table: patches of other surfaces, pen strokes, blobs and words of several sizes."""
    sheet = plain(rng, size) if rng.random() < 0.6 else cloth(rng, size)
    for _ in range(int(rng.integers(1, 14))):
        kind, ink = rng.random(), paint("any", rng)
        at = rng.uniform(0, size[0], 2)
        if kind < 0.35:
            surface = (plain, cloth, boards, squares)[int(rng.integers(4))]
            wide, high = rng.integers(20, 260, 2)
            patch = surface(rng, (int(wide), int(high)))
            lay(sheet, patch, (float(at[0]), float(at[1])), float(rng.uniform(0, 360)))
        elif kind < 0.6:
            path = np.cumsum(np.vstack([at, rng.normal(0, rng.uniform(5, 40), (int(rng.integers(2, 30)), 2))]), axis=0)
            cv2.polylines(sheet, [np.asarray(path * 16, np.int32)], False, ink, int(rng.integers(1, 5)), cv2.LINE_AA, 4)
        elif kind < 0.8:
            mark(sheet, (float(at[0]), float(at[1])), float(np.exp(rng.uniform(1, 4.5))), ink, rng)
        else:
            reach = np.exp(rng.uniform(1.5, 5, 2))
            cv2.ellipse(
                sheet, (int(at[0]), int(at[1])), (int(reach[0]), int(reach[1])), rng.uniform(0, 180), 0, 360, ink, -1
            )
    return sheet


SURFACES: tuple[tuple[Callable[[np.random.Generator, tuple[int, int]], Sheet], float], ...] = (
    (plain, 0.28),
    (cloth, 0.22),
    (carpet, 0.13),
    (boards, 0.2),
    (squares, 0.12),
    (dotted, 0.05),
    (rings, 0.05),
    (collage, 0.14),
)


BOARDS = ((squares, 0.6), (dotted, 0.2), (collage, 0.2))
"""Surfaces with print or objects that resemble dice, and their probabilities."""


def surface(rng: np.random.Generator, size: tuple[int, int], *, board: bool = False) -> Sheet:
    """Return a table top of a random kind, or one full of marks if `board`."""
    kinds = BOARDS if board else SURFACES
    weights = np.array([w for _, w in kinds])
    kind = int(rng.choice(len(kinds), p=weights / weights.sum()))
    return np.ascontiguousarray(kinds[kind][0](rng, size))
