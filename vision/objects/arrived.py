"""What came into the tray and was not read: shadows and crumbs, or a die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.detector import Detections
from vision.imaging.boxes import NO_BOXES, as_large
from vision.objects.unexplained import UNEXPLAINED, Unexplained
from vision.probability import LogisticModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.detection.classifier import Classifier
    from vision.frames import Floats, Image
    from vision.imaging.change import Arrival


@dataclass(frozen=True)
class ArrivedParams:
    """Which arrivals are looked at."""

    least_area: float = 0.06
    """Least area, in squared sides of a die: pips of a die of the tray's colour."""
    whole: tuple[float, float] = (0.35, 2.5)
    """The range of those that may be a whole die by themselves,"""
    score: float = 0.3
    """and the detector's score that they are given."""


ARRIVED = ArrivedParams()
ARRIVED_MODEL = LogisticModel(
    {
        "log of the detector's score": 1.64,
        "logit that a die is there": 0.79,
        "1": 4.96,
    },
    "ray-traced tables of four seeds, by bench/fit_trust.py",
)


def proposed(arrivals: Sequence[Arrival], found: Detections, size: float) -> Detections:
    """Return a detection for each arrival of a die's size that none of those `found` covers, as large as dice are: that
    something came is known without the detector.
    """
    smallest, largest = ARRIVED.whole
    alone = [each.box for each in arrivals if smallest <= each.area / size**2 <= largest][: UNEXPLAINED.most]
    boxes = np.array(alone, np.float32).reshape(-1, 4)
    boxes = boxes[found.best_on(boxes) < ARRIVED.score] if len(boxes) else boxes
    scores = np.full(len(boxes), ARRIVED.score, np.float32)
    return Detections(boxes, scores)


def most_arrived(
    image: Image, classifier: Classifier, found: Detections, arrivals: Sequence[Arrival], size: float
) -> Unexplained:
    """Return the arrival of a die's size that is most probably a die, of `size` px. `found` are all detections of the
    picture.
    """
    some = as_large_as_dice(arrivals, size)
    features, boxes = arrived_features(image, classifier, found, some[: UNEXPLAINED.most], size)
    if not len(features):
        return Unexplained()
    probability = ARRIVED_MODEL.probability(features)
    best = int(probability.argmax())
    return Unexplained(float(probability[best]), boxes[best], too_many=len(some) > UNEXPLAINED.most)


def as_large_as_dice(arrivals: Sequence[Arrival], size: float) -> list[Arrival]:
    """Return the arrivals that may be dice of `size` px, a part of one or some that touch."""
    return [each for each in arrivals if each.area >= ARRIVED.least_area * size**2]


def arrived_features(
    image: Image, classifier: Classifier, found: Detections, arrivals: Sequence[Arrival], size: float
) -> tuple[Floats, Floats]:
    """Return the features (M, 3) of `ARRIVED_MODEL`, and the boxes (M, 4) px, of arrivals."""
    if not arrivals:
        return np.zeros((0, len(ARRIVED_MODEL.names)), np.float32), NO_BOXES
    boxes = np.stack([each.box for each in arrivals])
    logits = classifier.predict(image, as_large(boxes, size)).die_logits
    scores = np.log(found.best_on(boxes))
    return np.column_stack([scores, logits, np.ones(len(boxes))]).astype(np.float32), boxes
