"""`python -m training.lookalikes FOLDER NUMBER TABLES FINDER`: crops of things that resemble dice, from rendered
tables with dominoes, tiles, bricks, cards and the like (solids.py), and of a finder's other false detections there.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training import lens
from training.placing import on_table
from training.prisms import in_front, middles, stand
from training.samples import CROP, CUT, REACH, cut, keep
from training.scene import WINDOW, bare_table, box_of
from training.solids import random_things
from training.trial import Networks
from vision.detection.proposals import FAINTEST
from vision.frames import Image
from vision.imaging.crops import MODELS

MOST = 9
"""Most things on a table, and most detections of the finder that are used."""
_AWAY, _TIMES = 0.06, (0.85, 1.25)
"""Deviation of a box's offset, as a share of its size, and the range of its size relative to the thing."""
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


def crops_of(count: int, seed: int, finder: Path) -> NDArray[np.uint8]:
    """Return crops (n, CUT, CUT, 3) from `count` tables, of things that resemble dice and of the finder's
    detections.
    """
    rng, crops = np.random.default_rng((2028, seed)), []
    networks = Networks(finder, MODELS / "reader.onnx")
    for _ in range(count):
        picture, boxes = draw_table(rng)
        found = [box for _, box, _ in networks.candidates(picture, FAINTEST)[:MOST]]
        for x0, y0, x1, y1 in boxes + found:
            size = max(x1 - x0, y1 - y0)
            away = rng.normal(0, _AWAY * size, 2)
            middle = ((x0 + x1) / 2 + float(away[0]), (y0 + y1) / 2 + float(away[1]))
            crops.append(cut(picture, middle, size * float(rng.uniform(*_TIMES)) * REACH * CUT / CROP))
    return np.stack(crops)


def main(folder: str, number: str, tables: str, finder: str) -> None:
    """Write a shard; its number is its seed."""
    cv2.setNumThreads(1)
    Path(folder).mkdir(parents=True, exist_ok=True)
    path = Path(folder) / f"lookalike{int(number):04d}.npz"
    crops = crops_of(int(tables), int(number), Path(finder))
    keep(path, crops=crops)
    print(f"{path.name}: {len(crops)} crops of {tables} tables")


if __name__ == "__main__":
    main(*sys.argv[1:])
