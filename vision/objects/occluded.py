"""Occluded dice: strips of the dice's colour away from the dice, which may be the visible part of a die behind a wall,
a card or a hand, too small for the detector.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.boxes import DIE_BOX, as_large, grown, middles, typical_size
from vision.imaging.crops import AT_ONCE
from vision.probability import LogisticModel, logit_of, weighted_sum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detection.classifier import Classifier
    from vision.detection.detector import Detections
    from vision.frames import Floats, Image


@dataclass(frozen=True)
class StripParams:
    """Limits of the visible part of a die, chosen on strips laid over dice of stills and photographs
    (bench/fit_occluded.py). Lengths are sides of a die's box, colours L, a and b of 8 bits.
    """

    side_px: int = 16
    """Pictures are reduced, by an integer, as long as dice keep this size: a fifth of a die keeps its colour."""
    top: float = 0.35
    """Distance of the top face from the box's centre at a top offset of one half edge,"""
    core: float = 0.28
    """and half the side of the patch there that gives the die's colour."""
    pip: tuple[int, int, int] = (40, 18, 18)
    """Largest difference from the patch's median; more is a pip or a glint."""
    one_colour: float = 8.0
    """Largest difference between dice of one colour."""
    like: tuple[float, float, float] = (50.0, 14.0, 14.0)
    """Largest difference of a part from the die's colour: other faces, other light."""
    table_area: float = 15.0
    """Largest total area of a colour, squared sides; more is the table's colour."""
    areas: tuple[float, float] = (0.012, 0.3)
    """Range of areas of a part: cubes and counters of the dice's colour are larger,"""
    lengths: tuple[float, float] = (0.3, 2.2)
    """and of its length."""
    whole: float = 0.85
    """Length of a visible strip along a whole edge."""
    most: int = 16
    """Strips of one colour that are measured, those nearest in length to `whole` first."""
    least_area: float = 0.05
    """Least value of the feature; smaller areas are clipped to it."""
    best_logits: tuple[float, float] = (0.0, 3.0)
    """Highest logits of a part by the classifier: strips that would need more are not classified. One picture in ten
    has any, and hardly a part is lost."""


STRIPS = StripParams()
STRIP_MODEL = LogisticModel(
    {
        "by how much its length differs from a die's (absolute log)": -1.33,
        "log of the area of all else that has its colour": -0.87,
        "log of the detector's score": 1.36,
        "logit that a die is there": -0.14,
        "logit that something hides a part of one": 1.83,
        "1": 0.09,
    },
    "strips laid over dice, by bench/fit_occluded.py; with other strips it gives others, about as good",
)
SHAPE = 3
"""Number of features that are known before a strip is classified."""
CONNECTED_COMPONENTS = cv2.CCL_GRANA
"""OpenCV's fastest algorithm for connected components; all have the same result."""


@dataclass(frozen=True, eq=False)
class Strips:
    """M strips of a die's colour: their `boxes` (M, 4) px, and the first features of `STRIP_MODEL`, `shapes` (M, 3)."""

    boxes: Floats
    shapes: Floats

    def best(self, count: int, least: float) -> Strips:
        """Return at most `count` strips, most probable by their shapes first, that may reach a logit above `least`."""
        weights = STRIP_MODEL.vector
        logits = weighted_sum(self.shapes, weights[:SHAPE]) + weights[-1]
        best = np.argsort(-logits, kind="stable")[:count]
        best = best[logits[best] + weights[SHAPE:-1] @ STRIPS.best_logits > least]
        return Strips(self.boxes[best], self.shapes[best])


def occluded_probability(
    image: Image, classifier: Classifier, found: Detections, boxes: Floats, top_offsets: Floats, least: float
) -> float:
    """Return the largest probability that a strip is a part of a die other than those in the `boxes` (N, 4) px, N at
    least 1, with `top_offsets` (N, 2) in half edges; 0 if none can exceed `least`. `found` are all detections of the
    picture.
    """
    strips = strips_of(image, found, boxes, top_offsets).best(AT_ONCE, logit_of(least))
    return float(STRIP_MODEL.probability(strip_features(image, classifier, boxes, strips)).max(initial=0.0))


def strip_features(image: Image, classifier: Classifier, boxes: Floats, strips: Strips) -> Floats:
    """Return the features (M, 6) of `STRIP_MODEL` for strips near the dice in `boxes` (N, 4)."""
    if not len(strips.boxes):
        return np.zeros((0, len(STRIP_MODEL.names)), np.float32)
    predicted = classifier.predict(image, as_large(strips.boxes, typical_size(boxes)))
    logits = np.column_stack([predicted.die_logits, predicted.occlusion_logits])
    return np.column_stack([strips.shapes, logits, np.ones(len(strips.boxes))]).astype(np.float32)


def strips_of(image: Image, found: Detections, boxes: Floats, top_offsets: Floats) -> Strips:
    """Return the regions with the colour of one of the dice in `boxes` (N, 4) px, away from all of them."""
    size = typical_size(boxes)
    times = max(1, int(size / STRIPS.side_px))
    lab = cv2.cvtColor(_reduced(image, times), cv2.COLOR_BGR2Lab).astype(np.uint8, copy=False)
    side, own = size / times, (boxes / times).astype(np.float32)
    free = np.full(lab.shape[:2], 255, np.uint8)
    for x0, y0, x1, y1 in np.rint(grown(own, DIE_BOX.own)).astype(int):
        free[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = 0
    strips = [
        (times * box, shape)
        for colour in _colours(lab, own, top_offsets, side)
        for box, shape in _strips(lab, free, colour, side)
    ]
    if not strips:
        return Strips(np.zeros((0, 4), np.float32), np.zeros((0, SHAPE), np.float32))
    places = np.stack([box for box, _ in strips]).astype(np.float32)
    shapes = np.array([each for _, each in strips])
    return Strips(places, np.column_stack([shapes, np.log(found.best_on(places))]).astype(np.float32))


def _reduced(image: Image, times: int) -> Image:
    """Return the picture reduced by `times`: halved first, then subsampled, which is fastest in OpenCV."""
    if times == 1:
        return image
    columns, rows = image.shape[1] // times, image.shape[0] // times
    whole = image[: rows * times, : columns * times]
    half = cv2.resize(whole, (whole.shape[1] // 2, whole.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return cv2.resize(half, (columns, rows)).astype(np.uint8, copy=False)


def _colours(lab: Image, boxes: Floats, top_offsets: Floats, side: float) -> list[Floats]:
    """Return the distinct colours (3,) of the top faces."""
    colours: list[Floats] = []
    for middle in middles(boxes) + STRIPS.top * side * top_offsets:
        (left, above), (right, below) = (
            np.maximum(middle + reach, 0).astype(int) for reach in (-STRIPS.core * side, STRIPS.core * side + 1)
        )
        core = lab[above:below, left:right].reshape(-1, 3)
        if not len(core):
            continue
        body = core[(np.abs(core - _median(core)) < STRIPS.pip).all(axis=1)]
        colour = np.asarray(body.mean(axis=0) if len(body) else core.mean(axis=0), np.float32)
        if all(np.abs(colour - other).max() >= STRIPS.one_colour for other in colours):
            colours.append(colour)
    return colours


def _median(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the median of colours (N, 3), N at least 1; three times as fast as `np.median` for few."""
    ordered = np.sort(colours, axis=0)
    return np.asarray(0.5 * (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2].astype(float)), np.float64)


def _strips(lab: Image, free: NDArray[np.uint8], colour: Floats, side: float) -> list[tuple[Floats, tuple[float, ...]]]:
    """Return the boxes (4,) and the first features of the regions of this colour where `free` is set."""
    span = np.array(STRIPS.like)
    like = cv2.inRange(lab, np.maximum(colour - span, 0.0), np.minimum(colour + span, 255.0))
    like = cv2.bitwise_and(like, free)
    total = cv2.countNonZero(like)
    (smallest, largest), (shortest, longest) = STRIPS.areas, STRIPS.lengths
    if not smallest <= total / side**2 <= STRIPS.table_area:
        return []
    left, above, columns, rows = cv2.boundingRect(like)
    like = like[above : above + rows, left : left + columns]
    _, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(like, 8, cv2.CV_32S, CONNECTED_COMPONENTS)
    longer = stats[:, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1].max(axis=1) / side
    areas = stats[:, cv2.CC_STAT_AREA] / side**2
    fits = (areas >= smallest) & (areas <= largest) & (longer >= shortest) & (longer <= longest)
    fits[0] = False  # the background label
    by_length = sorted(np.flatnonzero(fits), key=lambda number: abs(math.log(longer[number] / STRIPS.whole)))
    strips: list[tuple[Floats, tuple[float, ...]]] = []
    for number in by_length[: STRIPS.most]:
        x, y, width, height, _ = stats[number].tolist()
        places = cv2.findNonZero(np.asarray(labels[y : y + height, x : x + width] == number, np.uint8))
        long = (max(cv2.minAreaRect(places)[1]) + 1.0) / side
        rest = total / side**2 - areas[number] + STRIPS.least_area
        shape = abs(math.log(long / STRIPS.whole)), math.log(rest)
        x, y = left + x, above + y
        strips.append((np.array([x, y, x + width, y + height], np.float32), shape))
    return strips
