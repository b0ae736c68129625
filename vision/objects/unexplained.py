"""Unexplained objects: those of the object network that are no read dice and may be dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.boxes import DIE_BOX, as_large, grown, middles, sizes, typical_size
from vision.imaging.crops import AT_ONCE
from vision.probability import LogisticModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.detection.classifier import Classifier
    from vision.detection.detector import Detections
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
    die_logit: float = 10.0
    """Largest absolute value of the classifier's logits,"""
    odd: float = 2.0
    """and of the octaves by which a size is odd; features are clipped to these."""


UNEXPLAINED = UnexplainedParams()
NO_BOXES = np.zeros((0, 4), np.float32)
UNEXPLAINED_MODEL = LogisticModel(
    {
        "greatest probability of a die in a cell": -0.60,
        "log of the sum of these probabilities": -0.27,
        "mean probability of another thing": -0.36,
        "octaves by which its size is odd": -0.40,
        "log of the detector's score": 0.65,
        "logit that a die is there": 0.70,
        "logit that something hides a part of one": 0.01,
        "1": -1.65,
    },
    "drawn scenes and pictures that may be trained on, by bench/fit_trust.py",
)


@dataclass(frozen=True, eq=False)
class UnexplainedObjects:
    """M objects other than the dice: their `boxes` (M, 4) px, and the first features of `UNEXPLAINED_MODEL`, `shapes`
    (M, 4), by the object network. `too_many`: there are more.
    """

    boxes: Floats
    shapes: Floats
    too_many: bool = False


def unexplained_objects(maps: Sequence[ObjectMap], dice: Floats, known: Floats = NO_BOXES) -> UnexplainedObjects:
    """Return the objects that may be dice by the object network, outside the boxes `dice` (N, 4) px and `known` (M, 4)
    px.
    """
    found = [each for seen in maps for each in _objects(seen, dice, known)]
    found.sort(key=lambda each: -each[1][0])
    wanted = max(UNEXPLAINED.few, sum(shape[0] >= UNEXPLAINED.plain for _, shape in found))
    kept = found[: min(wanted, UNEXPLAINED.most)]
    boxes = np.array([box for box, _ in kept], np.float32).reshape(-1, 4)
    shapes = np.array([shape for _, shape in kept], np.float32).reshape(-1, 4)
    return UnexplainedObjects(boxes, shapes, too_many=wanted > UNEXPLAINED.most)


def _objects(seen: ObjectMap, dice: Floats, known: Floats) -> list[tuple[Floats, tuple[float, ...]]]:
    """Return the boxes (4,) px and the first features of the objects of one map."""
    left = seen.die.copy()
    own = grown(np.concatenate([dice, known]), UNEXPLAINED.own_box)
    cells = own / np.tile(seen.cell_px, 2)
    first, last = np.floor(cells[:, :2]).astype(int) - 1, np.ceil(cells[:, 2:]).astype(int) + 1
    for (x0, y0), (x1, y1) in zip(first, last, strict=True):
        left[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = 0.0
    _, labels, stats, _ = cv2.connectedComponentsWithStats((left > UNEXPLAINED.least).astype(np.uint8))
    found: list[tuple[Floats, tuple[float, ...]]] = []
    for number, (x, y, width, height, _) in enumerate(stats[1:].tolist(), 1):
        here = slice(y, y + height), slice(x, x + width)
        pixels = labels[here] == number
        odds = left[here][pixels]
        total = float(odds.sum())
        if total < UNEXPLAINED.smallest_cells:
            continue
        box = (np.array([x, y, x + width, y + height], np.float32) * np.tile(seen.cell_px, 2)).astype(np.float32)
        x_px, y_px = middles(box[None])[0]
        if ((own[:, 0] < x_px) & (x_px < own[:, 2]) & (own[:, 1] < y_px) & (y_px < own[:, 3])).any():
            continue  # the rim of a die
        odd = 0.0
        if len(dice):
            size = max(float(sizes(box[None])[0]), float(seen.cell_px.max()))
            octaves = abs(float(np.log2(size / max(typical_size(dice), 1.0))))
            odd = min(max(0.0, octaves - DIE_BOX.alike_octaves), UNEXPLAINED.odd)
        shape = (float(odds.max()), float(np.log(total)), float(seen.thing[here][pixels].mean()), odd)
        found.append((box, shape))
    return found


def unexplained_features(
    image: Image, classifier: Classifier, found: Detections, objects: UnexplainedObjects, dice: Floats
) -> Floats:
    """Return the features (M, 8) of objects for `UNEXPLAINED_MODEL`. `found` are all detections of the picture, `dice`
    (N, 4) px the boxes of the dice that were read.
    """
    count = len(objects.boxes)
    if not count:
        return np.zeros((0, len(UNEXPLAINED_MODEL.names)), np.float32)
    boxes = as_large(objects.boxes, typical_size(dice)) if len(dice) else objects.boxes
    predicted = classifier.predict(image, boxes)
    most = UNEXPLAINED.die_logit
    logits = (np.clip(each, -most, most) for each in (predicted.die_logits, predicted.occlusion_logits))
    scores = np.log(found.best_on(objects.boxes))
    return np.column_stack([objects.shapes, scores, *logits, np.ones(count)]).astype(np.float32)


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
    found: Detections,
    maps: Sequence[ObjectMap],
    dice: Floats,
    known: Floats,
) -> Unexplained:
    """Return the object that is most probably a die other than the `dice` (N, 4) px; what lies in the boxes `known` (M,
    4) px is none.
    """
    objects = unexplained_objects(maps, dice, known)
    features = unexplained_features(image, classifier, found, objects, dice)
    if not len(features):
        return Unexplained(too_many=objects.too_many)
    probability = UNEXPLAINED_MODEL.probability(features)
    best = int(probability.argmax())
    return Unexplained(float(probability[best]), objects.boxes[best], objects.too_many)
