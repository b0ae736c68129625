"""Training samples of the object network: pictures reduced to its input size, and the share of each kind in each
cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.pictures import windows
from training.samples import keep, longer_side
from training.truth import DIE, NO_DIE, THING, UNKNOWN, Scene
from vision.frames import Image

SIDE = 160
"""Side of a view in pixels."""
VIEW_CELL = 4
"""Pixels of a view per cell."""
SHOWN = (DIE, THING, UNKNOWN, NO_DIE)
"""The kinds with stored shares; the rest of each cell is surface."""
_SIZES = (5.0, 42.0)
"""Least and largest longer side of a die on a view, px."""
_FACTORS = (0.15, 1.0)


@dataclass(frozen=True, eq=False)
class View:
    """A `picture` (SIDE, SIDE, 3) uint8 and the `shares` (SIDE / VIEW_CELL, SIDE / VIEW_CELL, 4) uint8, of 255, of the
    kinds SHOWN in each cell.
    """

    picture: Image
    shares: NDArray[np.uint8]


def view_of(scene: Scene, rng: np.random.Generator) -> View:
    """Return a view of a scene with known kinds, reduced by a random factor; beyond its edge it is mirrored. Raises
    ValueError if the kinds are unknown.
    """
    if scene.kinds is None:
        raise ValueError("nothing is known of what each place of this scene shows")
    least, most = _SIZES
    sizes = [longer_side(die.box) for die in scene.dice]
    wanted = float(np.exp(rng.uniform(np.log(least), np.log(most))))
    factor = float(np.clip(wanted / np.median(sizes), *_FACTORS)) if sizes else float(rng.uniform(0.2, 0.8))
    height, width = scene.picture.shape[:2]
    size = max(round(width * factor), 16), max(round(height * factor), 16)
    picture = cv2.resize(scene.picture, size, interpolation=cv2.INTER_AREA)
    planes = [(scene.kinds == kind).astype(np.float32) for kind in SHOWN]
    shares = cv2.resize(cv2.merge(planes), size, interpolation=cv2.INTER_AREA)
    right, below = max(0, SIDE - size[0]), max(0, SIDE - size[1])
    picture, shares = (
        np.asarray(cv2.copyMakeBorder(each, 0, below, 0, right, cv2.BORDER_REFLECT_101)) for each in (picture, shares)
    )
    while min(picture.shape[:2]) < SIDE:  # a mirrored border is no wider than the picture
        picture, shares = (np.tile(each, (2, 2, 1)) for each in (picture, shares))
    x, y = (int(rng.integers(0, n - SIDE + 1)) for n in (picture.shape[1], picture.shape[0]))
    seen = shares[y : y + SIDE, x : x + SIDE]
    cells = cv2.resize(seen, (SIDE // VIEW_CELL, SIDE // VIEW_CELL), interpolation=cv2.INTER_AREA)
    return View(
        np.ascontiguousarray(picture[y : y + SIDE, x : x + SIDE], np.uint8), np.asarray(np.rint(255 * cells), np.uint8)
    )


def save_views(views: list[View], path: Path) -> None:
    """Write views."""
    keep(path, pictures=np.stack([v.picture for v in views]), shares=np.stack([v.shares for v in views]))


def with_kinds(scene: Scene) -> Scene:
    """Return a scene with kinds from its dice's boxes: DIE in the ellipse in a box, UNKNOWN between ellipse and box,
    NO_DIE elsewhere.
    """
    kinds = np.full(scene.picture.shape[:2], NO_DIE, np.uint8)
    for die in scene.dice:
        x0, y0, x1, y1 = die.box
        cv2.rectangle(kinds, (round(x0), round(y0)), (round(x1), round(y1)), UNKNOWN, -1)
    for die in scene.dice:
        x0, y0, x1, y1 = die.box
        middle, axes = (round((x0 + x1) / 2), round((y0 + y1) / 2)), (round(0.46 * (x1 - x0)), round(0.46 * (y1 - y0)))
        cv2.ellipse(kinds, middle, axes, 0, 0, 360, DIE, -1)
    return replace(scene, kinds=kinds)


def views_of(scenes: list[Scene], count: int, rng: np.random.Generator) -> Iterator[View]:
    """Yield `count` views of each labelled picture, from windows of it."""
    for scene in scenes:
        for window in windows(scene, rng, count):
            yield view_of(with_kinds(window), rng)
