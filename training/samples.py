"""Makes training samples from a labelled picture: tiles for the finder, crops for the reader."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.truth import READABLE, Die, Scene
from vision.frames import Image
from vision.imaging.boxes import iou
from vision.reading import Box

TILE = 224
"""Side of the finder's training tiles in pixels."""
TILE_SEEN = 192
"""Side of the tiles' pieces that the finder is trained on, cut at random places."""
CELL = 4
"""Finder input pixels per output cell."""
CROP = 64
"""Side of the reader's input in pixels."""
CUT = 88
"""Side of the stored crops: the reader's input plus room to shift it while training."""
REACH = 1.6
"""Side of the reader's input in units of the longer side of the die's box."""
_LARGEST = 70.0
"""Largest side of a box on a tile, px: larger dice belong to the next level, and the finder learns to ignore them."""
MOST = 24
"""Most dice per tile."""


@dataclass(frozen=True, eq=False)
class Tile:
    """A finder sample: `picture` (TILE, TILE, 3) uint8; `dice` (n, 6) float32: middle x, y, width, height, value,
    weight.

    Value 0: unknown. Weight 0: ambiguous (hardly visible); such places are left out of the loss.
    """

    picture: Image
    dice: NDArray[np.float32]


NO_DIE = np.asarray((0, -1, -1, *(0,) * 9, 0), np.float32)
"""The truth of a crop without a die."""
NO_WHOLE_DIE = np.asarray((0, -1, -1, *(0,) * 9, -1), np.float32)
"""The truth of a crop of a part of a die, or of several."""
_CLEAR_OF = 0.05
"""Largest overlap (IoU) with a die of a box without a die."""


@dataclass(frozen=True, eq=False)
class Crop:
    """A reader sample: `picture` (CUT, CUT, 3) uint8; `truth` (13,) float32.

    The truth is: value (0 no readable die, -1 unknown), cocked (0, 1, -1 unknown), colour index (-1 unknown), box x0,
    y0, x1, y1 in pixels of the stored crop, cos 4a, sin 4a (both 0: unknown), the offset of the top face's middle
    (truth.Die.up) and 1 if it is known, presence of a die, readable or not (0, 1, -1 unknown).
    """

    picture: Image
    truth: NDArray[np.float32]


def tile_of(scene: Scene, rng: np.random.Generator) -> Tile:
    """Return a finder sample: the picture reduced by a random factor, with sizes of dice that the finder must
    detect.
    """
    sizes = [longer_side(d.box) for d in scene.dice]
    wanted = np.exp(rng.uniform(np.log(8.5), np.log(50)))
    factor = float(np.clip(wanted / np.median(sizes), 0.08, 1.0)) if sizes else float(rng.uniform(0.25, 0.8))
    if sizes and max(sizes) > _LARGEST and rng.random() < 0.3:
        factor = 1.0  # too large for this level: neither the die nor its parts may be detected
    h, w = scene.picture.shape[:2]
    small = cv2.resize(scene.picture, (max(int(w * factor), 8), max(int(h * factor), 8)), interpolation=cv2.INTER_AREA)
    sx, sy = small.shape[1] / w, small.shape[0] / h
    picture = np.full((TILE, TILE, 3), 114, np.uint8)
    ox, oy = (int(rng.integers(min(0, TILE - n), max(0, TILE - n) + 1)) for n in (small.shape[1], small.shape[0]))
    x0, y0, x1, y1 = max(ox, 0), max(oy, 0), min(ox + small.shape[1], TILE), min(oy + small.shape[0], TILE)
    picture[y0:y1, x0:x1] = small[y0 - oy : y1 - oy, x0 - ox : x1 - ox]
    rows = []
    for die in scene.dice:
        bx0, by0, bx1, by1 = die.box[0] * sx + ox, die.box[1] * sy + oy, die.box[2] * sx + ox, die.box[3] * sy + oy
        cx, cy, bw, bh = (bx0 + bx1) / 2, (by0 + by1) / 2, bx1 - bx0, by1 - by0
        if x0 <= cx < x1 and y0 <= cy < y1:
            inside = (min(bx1, x1) - max(bx0, x0)) * (min(by1, y1) - max(by0, y0)) / (bw * bh)
            known = die.top_seen > 0.8 and inside > 0.9 and die.lean < 35
            if max(bw, bh) > _LARGEST:
                continue
            rows.append((cx, cy, bw, bh, die.value if known else 0, _shown(die, inside, bw, bh)))
    return Tile(picture, np.asarray(rows, np.float32).reshape(-1, 6)[:MOST])


def _shown(die: Die, inside: float, width: float, height: float) -> float:
    """Return 1 if enough of a die is on a tile for a detection, else 0."""
    fits = max(width, height) >= 6.5 and min(width, height) >= 3.5
    return float((die.top_seen > READABLE or die.hidden) and inside > 0.6 and fits)


def empty_truth(box: tuple[float, ...], scene: Scene) -> NDArray[np.float32]:
    """Return the truth of a crop around a box without a die."""
    return NO_DIE if all(iou(box, d.box) < _CLEAR_OF for d in scene.dice) else NO_WHOLE_DIE


def keep(path: Path, **arrays: NDArray[np.generic]) -> None:
    """Write arrays by name; the file appears only when it is complete."""
    part = path.with_suffix(".part.npz")
    save: Any = np.savez  # its type hints take a named array for an option of its own
    save(part, **arrays)
    part.rename(path)


def square(middle: tuple[float, float], side: float) -> tuple[int, int, int]:
    """Return left, top and side, whole px, of the square that `cut` takes; a pixel of it is CUT / side px of the
    crop.
    """
    return round(middle[0] - side / 2), round(middle[1] - side / 2), max(round(side), 2)


def cut(picture: Image, middle: tuple[float, float], side: float) -> Image:
    """Return a square of a picture around a point (edge coordinates), resized to (CUT, CUT, 3); beyond the edge the
    border repeats.
    """
    x0, y0, n = square(middle, side)
    h, w = picture.shape[:2]
    above, below, left, right = max(0, -y0), max(0, y0 + n - h), max(0, -x0), max(0, x0 + n - w)
    piece = picture[max(y0, 0) : min(y0 + n, h), max(x0, 0) : min(x0 + n, w)]
    if above or below or left or right:
        piece = np.asarray(cv2.copyMakeBorder(piece, above, below, left, right, cv2.BORDER_REPLICATE), np.uint8)
    return np.asarray(
        cv2.resize(piece, (CUT, CUT), interpolation=cv2.INTER_AREA if n > CUT else cv2.INTER_LINEAR), np.uint8
    )


def pieces(stored: NDArray[np.uint8], corners: NDArray[np.int64], mirrored: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return pieces (n, CROP, CROP, 3) of stored crops (n, CUT, CUT, 3) with their upper left `corners` (n, 2) x, y;
    those `mirrored` (n,) are reversed left to right.
    """
    some = np.stack([crop[y : y + CROP, x : x + CROP] for crop, (x, y) in zip(stored, corners, strict=True)])
    some[mirrored] = some[mirrored, :, ::-1]
    return some


def longer_side(box: Box) -> float:
    """Return the longer side of a box."""
    return max(box[2] - box[0], box[3] - box[1])


def crop_of(picture: Image, die: Die, rng: np.random.Generator) -> Crop:
    """Return a reader sample of a die, at a slightly random scale; a die with a hidden top becomes "not readable"."""
    x0, y0, x1, y1 = die.box
    side = REACH * CUT / CROP * max(x1 - x0, y1 - y0) * float(np.exp(rng.uniform(-0.18, 0.22)))
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    left, top, n = square(middle, side)
    k = CUT / n
    value, cocked, colour = float(die.value), float(die.cocked), float(die.colour)
    if die.top_seen < READABLE:
        value, cocked, colour = 0.0, -1.0, -1.0
    elif die.top_seen < 0.8:
        value = -1.0
    if die.lean > 36:
        value = -1.0
    if 3 < die.lean < 7:
        cocked = -1.0
    turn = (die.cos4, die.sin4) if die.lean < 3 else (0.0, 0.0)
    box = ((x0 - left) * k, (y0 - top) * k, (x1 - left) * k, (y1 - top) * k)
    up = (*die.up, 1.0) if die.up is not None and die.top_seen > READABLE else (0.0, 0.0, 0.0)
    there = 1.0 if die.top_seen > READABLE or die.hidden else -1.0
    return Crop(cut(picture, middle, side), np.asarray((value, cocked, colour, *box, *turn, *up, there), np.float32))


def empty_crop(scene: Scene, rng: np.random.Generator) -> Crop | None:
    """Return a reader sample without a die from a plausible place: a decoy, beside a die, a pip, or just the table."""
    h, w = scene.picture.shape[:2]
    pick = rng.random()
    if scene.decoys and pick < 0.5:
        x0, y0, x1, y1 = scene.decoys[int(rng.integers(len(scene.decoys)))]
        middle, size = ((x0 + x1) / 2, (y0 + y1) / 2), max(x1 - x0, y1 - y0) * float(np.exp(rng.normal(0, 0.25)))
    elif scene.dice and pick < 0.85:
        die = scene.dice[int(rng.integers(len(scene.dice)))]
        x0, y0, x1, y1 = die.box
        long = max(x1 - x0, y1 - y0)
        angle = rng.uniform(0, 6.28)
        away, times = (
            (rng.uniform(0.55, 1.2), rng.uniform(0.7, 1.4)),  # beside it
            (rng.uniform(0.0, 0.4), rng.uniform(0.2, 0.55)),  # a part of it: a pip, a side face
            (rng.uniform(0.0, 0.8), rng.uniform(1.9, 3.0)),  # it and its neighbours
        )[int(rng.integers(3))]
        size = long * float(times)
        middle = (
            (x0 + x1) / 2 + away * long * float(np.cos(angle)),
            (y0 + y1) / 2 + away * long * float(np.sin(angle)),
        )
    else:
        size = float(np.exp(rng.uniform(np.log(10), np.log(140))))
        middle = (float(rng.uniform(0, w)), float(rng.uniform(0, h)))
    if size < 6:
        return None
    box = (middle[0] - size / 2, middle[1] - size / 2, middle[0] + size / 2, middle[1] + size / 2)
    if any(iou(box, d.box) > 0.33 for d in scene.dice):
        return None
    picture = cut(scene.picture, middle, size * REACH * CUT / CROP)
    return Crop(picture, empty_truth(box, scene))
