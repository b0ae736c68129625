"""The two networks without the model of vision/trust/model.py, for measuring during training.

They are run as in a reader (vision/detection/), but each may come from its own file.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.detection.classifier import Classifier, CropPredictions
from vision.detection.detector import Detections, Detector
from vision.detection.proposals import apart
from vision.detection.pyramid import PyramidSearch
from vision.frames import Floats, Image
from vision.imaging.boxes import iou, middles
from vision.imaging.crops import MODELS
from vision.probability import logistic, softmax
from vision.reading import Box

SAME = 0.45
"""Least overlap (IoU) of a box with a better one for both to count as the same die."""
SMALLEST = 3.0
"""Least side of a candidate's box, px."""


@dataclass(frozen=True)
class Found:
    """A detected die: `score` of the finder, probabilities `odds` (7,) of the reader (0 = no die), its box, `lean`
    probability, `colour` index, and its `upright` (right and down, in half edges) with the deviation `spread`.
    """

    value: int
    score: float
    odds: tuple[float, ...]
    box: Box
    lean: float
    colour: int
    upright: tuple[float, float]
    spread: float


class Networks:
    """Both networks, loaded by OpenCV from any two files."""

    def __init__(self, finder: Path, reader: Path) -> None:
        self.detector, self.classifier = Detector(finder), Classifier(reader)

    @staticmethod
    def shipped() -> Networks:
        """Return the networks in vision/models."""
        return Networks(MODELS / "finder.onnx", MODELS / "reader.onnx")

    def candidates(self, picture: Image, least: float = 0.25) -> list[tuple[float, Box]]:
        """Return (score, box) of possible dice, best first."""
        found = self._likely(picture, least)
        return [(float(score), _tuple(box)) for score, box in zip(found.scores, found.boxes, strict=True)]

    def read(self, picture: Image, least: float = 0.25) -> list[Found]:
        """Return the dice of a picture: two crops of each candidate, the second mirrored and cut by the first one's
        box, their logits averaged, without those classified as no die.
        """
        seen = self._likely(picture, least)
        x, y = middles(seen.boxes).T
        height, width = picture.shape[:2]
        large = (seen.boxes[:, 2:] - seen.boxes[:, :2]).min(axis=1) > SMALLEST
        seen = seen.chosen((x > 0) & (x < width) & (y > 0) & (y < height) & large)
        first = self.classifier.predict(picture, seen.boxes)
        looks = first.averaged(
            [self.classifier.predict(picture, first.boxes, mirrored=True)], np.ones(len(seen), np.bool_)
        )
        found = [_found(k, float(score), looks) for k, score in enumerate(seen.scores)]
        return _apart([each for each in found if each.value])

    def _likely(self, picture: Image, least: float) -> Detections:
        found = apart(PyramidSearch(self.detector.levels(picture)).go_on(Detections.none().boxes))
        return found.chosen(found.scores >= least)


def _found(k: int, score: float, looks: CropPredictions) -> Found:
    odds = softmax(looks.values[k])
    right, down = (float(v) for v in looks.top_offsets[k])
    return Found(
        value=int(odds.argmax()),
        score=score,
        odds=tuple(float(v) for v in odds),
        box=_tuple(looks.boxes[k]),
        lean=float(logistic(looks.cocked[k])),
        colour=int(looks.colours[k].argmax()),
        upright=(right, down),
        spread=float(looks.sigmas[k]),
    )


def _apart(found: list[Found]) -> list[Found]:
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: -f.score):
        if all(iou(one.box, k.box) < SAME for k in kept):
            kept.append(one)
    return kept


def _tuple(box: Floats) -> Box:
    x0, y0, x1, y1 = (float(v) for v in box)
    return x0, y0, x1, y1


__all__ = ["MODELS", "Box", "Found", "Networks"]
