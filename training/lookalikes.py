"""Draws tables with things that resemble dice: dominoes, tiles, bricks, cards and the like (solids.py)."""

from __future__ import annotations

import numpy as np

from training import lens
from training.placing import on_table
from training.prisms import in_front, middles, stand
from training.scene import WINDOW, bare_table, box_of
from training.solids import random_things
from vision.frames import Image

MOST = 9
"""Most things on a table."""
SMALLEST = 14.0
"""Least size of a box, px; smaller ones show nothing."""


def draw_table(rng: np.random.Generator) -> tuple[Image, list[tuple[float, float, float, float]]]:
    """Return a picture (WINDOW, WINDOW, 3) without dice, and boxes x0, y0, x1, y1 px of things that resemble dice."""
    bare = bare_table(rng)
    corners = on_table(bare.camera, np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]) * WINDOW)
    things = random_things(rng, int(rng.integers(1, MOST + 1)))
    places = middles(rng, things, np.stack([corners.min(0), corners.max(0)]))
    turns = rng.uniform(0, 2 * np.pi, len(places))
    boxes = []
    far_first = sorted(range(len(places)), key=lambda k: -float(np.linalg.norm([*places[k], 0.0] - bare.camera.eye_mm)))
    for k in far_first:
        if not in_front(bare.camera, things[k], places[k]):
            continue
        fields = stand(bare.canvas, bare.camera, things[k], places[k], float(turns[k]), bare.light)
        boxes += [box_of(seen) for seen in fields]
    lens.across(bare.canvas, rng)
    picture = lens.taken(bare.canvas, rng)
    return picture, [box for box in boxes if _whole(box)]


def _whole(box: tuple[float, float, float, float]) -> bool:
    x0, y0, x1, y1 = box
    return min(x0, y0) > 0 and max(x1, y1) < WINDOW and min(x1 - x0, y1 - y0) > SMALLEST
