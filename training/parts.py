"""`python -m training.parts FOLDER NUMBER SCENES FINDER [RENDERS PHOTOS]`: crops of partly hidden dice, of whole
dice, and without a die. They come from SCENES rendered scenes or, with pictures, SCENES times from each picture for
training. Sheets are laid over the dice.

Crops are cut at the finder's detections and, as large as the dice, around the hidden parts, the sheets' edges and other
places. A die between a part and whole is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.pictures import held_out, scene_of, stills
from training.real import photo_scenes
from training.samples import keep, longer_side
from training.scene import draw_scene
from training.sheets import filled, laid, outline_over
from training.trial import Networks
from training.truth import Die, Scene
from training.webcam import packed
from vision.frames import Image
from vision.imaging.boxes import as_large, lying_in, middles, overlap, sizes
from vision.imaging.crops import CROP, MODELS, cut
from vision.reading import Box
from vision.sim.die import Floats

NONE, PART, WHOLE, UNCLEAR = range(4)
"""The kind of a crop."""
FAINTEST, FAINT = 0.05, 0.25
"""Least score of the finder's candidates, and the score up to which they are also cut as large as the dice."""
MOST = 20
"""Most candidates of a picture, best first."""
NONES = 8
"""Most crops without a die from one picture."""
SMALLEST = 14.0
"""Least size of a die that is covered, px."""
HIDDEN = (0.15, 0.88)
"""Least and largest share of a die that a sheet hides."""
TOP, BODY = (0.7, 0.92), (0.08, 0.85, 0.9)
"""A part has a visible share of its top face below the first number, and of its body between the first two; a whole die
has shares above the last numbers.
"""
SEEN, OTHER = 0.55, 0.12
"""A box with more than the first share of a die's visible part may show that die; a box with more than the second share
of any die's visible part is not without a die.
"""
SIZES = (0.35, 2.0)
"""Least and largest size of such a box, relative to the die."""
ALIKE = 0.45
"""Least overlap (IoU) of a box with a whole die's for the crop to count as whole."""


@dataclass(frozen=True, eq=False)
class Visible:
    """A die under sheets: its `box`, the box `left` (4,) px of its visible part, None without one, and its kind: PART,
    WHOLE or UNCLEAR.
    """

    box: Box
    left: Box | None
    kind: int


def crops_of(scene: Scene, networks: Networks, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return crops (n, CROP, CROP, 3) of a scene covered by sheets, and the kind of each (n,)."""
    picture, hidden, sheets = _covered(scene, rng)
    dice = [_visible(die, hidden) for die in scene.dice]
    size = float(np.median([longer_side(each.box) for each in dice])) if dice else 30.0
    boxes = np.concatenate([_found(picture, networks, size), _placed(dice, sheets, size, picture, rng)])
    height, width = picture.shape[:2]
    at = middles(boxes)
    boxes = boxes[(at > 2.0).all(axis=1) & (at < (width - 2.0, height - 2.0)).all(axis=1)]
    kinds = _kinds(boxes, dice)
    clear = np.flatnonzero(kinds != UNCLEAR)
    none = clear[kinds[clear] == NONE]
    chosen = np.concatenate([clear[kinds[clear] != NONE], rng.permutation(none)[:NONES]])
    crops, _ = cut(picture, boxes[chosen])
    return np.array(crops, np.uint8).reshape(-1, CROP, CROP, 3), kinds[chosen].astype(np.uint8)


def _covered(scene: Scene, rng: np.random.Generator) -> tuple[Image, NDArray[np.bool_], list[Floats]]:
    """Return the scene's picture with sheets over none, one or two dice and perhaps beside them, the hidden pixels (H,
    W), and the sheets' outlines.
    """
    height, width = scene.picture.shape[:2]
    large = [die.box for die in scene.dice if longer_side(die.box) > SMALLEST]
    some = rng.permutation(len(large))[: 1 if rng.random() < 0.7 else 2] if rng.random() < 0.85 else ()
    ways = rng.uniform(0, 2 * np.pi, 3)
    sheets = [outline_over(large[k], rng.uniform(*HIDDEN), way, rng) for k, way in zip(some, ways, strict=False)]
    if rng.random() < 0.5:
        x, y = rng.uniform(0, 1, 2) * (width, height)
        half = 0.5 * max(longer_side(large[0]) if large else 40.0, 20.0)
        sheets.append(outline_over((x - half, y - half, x + half, y + half), 0.5, ways[2], rng))
    picture, hidden, soft = scene.picture, np.zeros((height, width), np.bool_), rng.uniform(0.4, 1.3)
    for outline in sheets:
        picture, more = laid(picture, outline, soft, rng)
        hidden |= more
    if rng.random() < 0.3:
        picture = packed(picture, int(rng.integers(40, 92)))
    return picture, hidden, sheets


def _visible(die: Die, hidden: NDArray[np.bool_]) -> Visible:
    top, body = outlines_of(die)
    own = filled(hidden.shape, body, 1) > 0
    seen = own & ~hidden
    if not seen.any() or (die.hidden and seen.sum() < BODY[2] * own.sum()):
        return Visible(die.box, None, UNCLEAR)
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    left = (float(columns[0]), float(rows[0]), float(columns[-1]) + 1.0, float(rows[-1]) + 1.0)
    face = filled(hidden.shape, top, 1) > 0
    on_top = min(float((face & ~hidden).sum() / max(face.sum(), 1)), die.top_seen)
    share = float(seen.sum() / own.sum())
    if on_top < TOP[0] and share > BODY[0] and (share < BODY[1] or die.hidden):
        return Visible(die.box, left, PART)
    return Visible(die.box, left, WHOLE if on_top > TOP[1] and share > BODY[2] else UNCLEAR)


def outlines_of(die: Die) -> tuple[Floats, Floats]:
    """Return the outlines (n, 2) px of a die's top face and body: for a hidden die its box, for an unknown pose an
    estimate for a usual camera.
    """
    x0, y0, x1, y1 = die.box
    wide, high = x1 - x0, y1 - y0
    if die.stand is None or die.hidden:
        around = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        round_ = 0.475 * np.column_stack([wide * np.cos(around), high * np.sin(around)])
        inner = np.array([[0.15, 0.12], [0.85, 0.12], [0.85, 0.7], [0.15, 0.7]]) * (wide, high) + (x0, y0)
        return inner, round_ + np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    middle, top = np.array(die.stand.middle), np.array(die.stand.top)
    one, other = (np.array(side) for side in die.stand.sides)
    face = np.array([-one - other, one - other, one + other, other - one])
    corners = np.concatenate([face + (top - middle), face - (top - middle)])
    return top + face, np.asarray(cv2.convexHull((middle + 0.93 * corners).astype(np.float32))[:, 0], np.float32)


def _found(picture: Image, networks: Networks, size: float) -> Floats:
    """Return boxes (n, 4) of the finder's detections; faint ones also as large as the dice."""
    found = networks.candidates(picture, FAINTEST)[:MOST]
    boxes = np.array([box for _, box, _ in found], np.float32).reshape(-1, 4)
    faint = np.array([score < FAINT for score, _, _ in found], np.bool_)
    return np.concatenate([boxes, as_large(boxes[faint], size)])


def _placed(dice: list[Visible], sheets: list[Floats], size: float, picture: Image, rng: np.random.Generator) -> Floats:
    """Return boxes (n, 4) as large as the dice, around their parts, at an edge of a sheet, and anywhere."""
    places = [
        np.array([(each.left[0] + each.left[2]) / 2, (each.left[1] + each.left[3]) / 2]) + rng.normal(0, 0.06, 2) * size
        for each in dice
        if each.kind == PART and each.left is not None
    ]
    if sheets:
        one, other = sheets[-1][rng.integers(4, size=2)]
        places.append(0.5 * (one + other) + rng.normal(0, 0.2, 2) * size)
    places.append(rng.uniform(0, 1, 2) * picture.shape[1::-1])
    return as_large(np.tile(np.array(places, np.float32), 2), size)


def _kinds(boxes: Floats, dice: list[Visible]) -> NDArray[np.int_]:
    """Return the kinds (n,) of boxes (n, 4): that of the best fitting die in each, NONE if hardly anything of a die is
    visible.
    """
    large = sizes(boxes)
    kinds, best, near = np.full(len(boxes), NONE), np.full(len(boxes), -1.0), np.zeros(len(boxes))
    for each in dice:
        if each.left is None:
            continue
        left = np.array([each.left], np.float32)
        within, of_box = lying_in(left, boxes)[0], lying_in(boxes, left)[:, 0]
        near = np.maximum(near, np.maximum(within, of_box))
        own = longer_side(each.box)
        shown = (within > SEEN) & (large > SIZES[0] * own) & (large < SIZES[1] * own)
        better = shown & (within + of_box > best)
        best[better] = (within + of_box)[better]
        kinds[better] = each.kind
        if each.kind == WHOLE:
            kinds[better & (overlap(boxes, np.array([each.box], np.float32))[:, 0] < ALIKE)] = UNCLEAR
    kinds[(kinds == NONE) & (near > OTHER)] = UNCLEAR
    return kinds


def drawn(rng: np.random.Generator, count: int) -> Iterator[Scene]:
    """Yield `count` rendered scenes."""
    for _ in range(count):
        yield draw_scene(rng, whole=rng.random() < 0.6, board=rng.random() < 0.15)


def main(folder: str, number: str, scenes: str, finder: str, renders: str = "", photos: str = "") -> None:
    """Write a shard; its number is its seed."""
    cv2.setNumThreads(1)
    networks = Networks(Path(finder), MODELS / "reader.onnx")
    rng = np.random.default_rng((2031, int(number)))
    some = drawn(rng, int(scenes))
    if renders:
        known = [scene_of(label) for label in stills(Path(renders)) if not held_out(label)] + photo_scenes(Path(photos))
        some = (scene for _ in range(int(scenes)) for scene in known if scene.dice)
    made = [crops_of(scene, networks, rng) for scene in some]
    crops, kinds = (np.concatenate(each) for each in zip(*made, strict=True))
    Path(folder).mkdir(parents=True, exist_ok=True)
    path = Path(folder) / f"parts{int(number):04d}.npz"
    keep(path, crops=crops, kinds=kinds)
    print(f"{path.name}: {len(crops)} crops, {np.count_nonzero(kinds == PART)} of parts")


if __name__ == "__main__":
    main(*sys.argv[1:])
