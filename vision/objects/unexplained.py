"""Unexplained objects: those of the object network that are no read dice and may be dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.boxes import NO_BOXES, as_large, grown, middles, typical_size
from vision.imaging.crops import AT_ONCE
from vision.probability import LogisticModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.detection.classifier import Classifier
    from vision.frames import Floats, Image
    from vision.objects.object_net import ObjectMap


@dataclass(frozen=True)
class UnexplainedParams:
    """Limits of objects. Probabilities are those of the object network's cells."""

    least: float = 0.12
    """Least probability of a die in the cells of an object."""
    own_box: float = 1.2
    """Cells within this many times a die's box, and the next one around, belong to that die."""
    smallest_cells: float = 0.35
    """Least sum of the probabilities of an object's cells: a die of half a cell is under 10 px wide."""
    few: int = AT_ONCE
    """Objects that are classified however faint they are, most probable first,"""
    plain: float = 0.5
    """the least probability in a cell of the others that are classified,"""
    most: int = 6 * AT_ONCE
    """and the largest number of both; with more the picture is asked about."""


UNEXPLAINED = UnexplainedParams()
UNEXPLAINED_MODEL = LogisticModel(
    {
        "logit that a die is there": 0.53,
        "1": -2.94,
    },
    "ray-traced tables of four seeds and drawn scenes, by bench/fit_trust.py",
)


@dataclass(frozen=True, eq=False)
class UnexplainedObjects:
    """M objects other than the dice: their `boxes` (M, 4) px, those first in which a cell most probably shows a die.
    `too_many`: there are more.
    """

    boxes: Floats
    too_many: bool = False


def unexplained_objects(maps: Sequence[ObjectMap], dice: Floats, known: Floats = NO_BOXES) -> UnexplainedObjects:
    """Return the objects that may be dice by the object network, outside the boxes `dice` (N, 4) px and `known` (M, 4)
    px.
    """
    found = [each for seen in maps for each in _objects(seen, dice, known)]
    found.sort(key=lambda each: -each[1])
    wanted = max(UNEXPLAINED.few, sum(probability >= UNEXPLAINED.plain for _, probability in found))
    kept = found[: min(wanted, UNEXPLAINED.most)]
    boxes = np.array([box for box, _ in kept], np.float32).reshape(-1, 4)
    return UnexplainedObjects(boxes, too_many=wanted > UNEXPLAINED.most)


def _objects(seen: ObjectMap, dice: Floats, known: Floats) -> list[tuple[Floats, float]]:
    """Return the boxes (4,) px of the objects of one map, and the greatest probability of a die in a cell of each."""
    left = seen.die.copy()
    own = grown(np.concatenate([dice, known]), UNEXPLAINED.own_box)
    cells = own / np.tile(seen.cell_px, 2)
    first, last = np.floor(cells[:, :2]).astype(int) - 1, np.ceil(cells[:, 2:]).astype(int) + 1
    for (x0, y0), (x1, y1) in zip(first, last, strict=True):
        left[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = 0.0
    _, labels, stats, _ = cv2.connectedComponentsWithStats((left > UNEXPLAINED.least).astype(np.uint8))
    found: list[tuple[Floats, float]] = []
    for number, (x, y, width, height, _) in enumerate(stats[1:].tolist(), 1):
        here = slice(y, y + height), slice(x, x + width)
        pixels = labels[here] == number
        odds = left[here][pixels]
        if odds.sum() < UNEXPLAINED.smallest_cells:
            continue
        box = (np.array([x, y, x + width, y + height], np.float32) * np.tile(seen.cell_px, 2)).astype(np.float32)
        x_px, y_px = middles(box[None])[0]
        if ((own[:, 0] < x_px) & (x_px < own[:, 2]) & (own[:, 1] < y_px) & (y_px < own[:, 3])).any():
            continue  # the rim of a die
        found.append((box, float(odds.max())))
    return found


def unexplained_features(image: Image, classifier: Classifier, boxes: Floats, dice: Floats) -> Floats:
    """Return the features (M, 2) for `UNEXPLAINED_MODEL` of objects in the `boxes` (M, 4) px. `dice` (N, 4) px are the
    boxes of the dice that were read.
    """
    if not len(boxes):
        return np.zeros((0, len(UNEXPLAINED_MODEL.names)), np.float32)
    boxes = as_large(boxes, typical_size(dice)) if len(dice) else boxes
    logits = classifier.predict(image, boxes).die_logits
    return np.column_stack([logits, np.ones(len(boxes))]).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Unexplained:
    """The object that is most probably a missed die: that `probability`, and its `box` (4,) px; 0 and None without any
    object. `too_many`: there are more than were looked at.
    """

    probability: float = 0.0
    box: Floats | None = None
    too_many: bool = False


def most_unexplained(
    image: Image,
    classifier: Classifier,
    maps: Sequence[ObjectMap],
    dice: Floats,
    known: Floats,
) -> Unexplained:
    """Return the object that is most probably a die other than the `dice` (N, 4) px; what lies in the boxes `known` (M,
    4) px is none.
    """
    objects = unexplained_objects(maps, dice, known)
    features = unexplained_features(image, classifier, objects.boxes, dice)
    if not len(features):
        return Unexplained(too_many=objects.too_many)
    probability = UNEXPLAINED_MODEL.probability(features)
    best = int(probability.argmax())
    return Unexplained(float(probability[best]), objects.boxes[best], objects.too_many)
