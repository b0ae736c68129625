"""What lies apart from the dice and has their colour: it may be what still shows of a die that a wall, a card or a hand
covers, and of which so little is left that the finder passes it over.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.boxes import as_large, grown, middles, typical_size
from vision.imaging.crops import AT_ONCE
from vision.probability import logistic, logit_of, weighed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detection.detector import Detections, Floats, Networks

SIDE = 16
"""Pictures are reduced, by a whole number, as long as dice are at least so many pixels large there: the colours of a
fifth of one still show."""
TOP, CORE = 0.35, 0.28
"""How far, in sides of its box, a die's top lies beside its middle for an upright of one half edge, and half the side
of what is taken for its colour there."""
BODY = (40, 18, 18)
"""What differs more from the commonest colour there (L, a, b of 8 bits) is a pip or a glint."""
ONE_COLOUR = 8.0
"""Dice that differ by less are of one colour."""
DARKER, TINTED = 50.0, 14.0
"""By how much, in L and in a and b, what is like a die may differ from it: other sides of it, other light."""
APART = 1.25
"""What lies in so many times a die's box is that die, its shadow or its light on the table."""
EVERYWHERE = 15.0
"""A colour of which there is more, over a die's side squared, is the table's: hardly anything of it would be asked
about."""
SMALLEST, LARGEST = 0.012, 0.3
"""The least and greatest area of what may be left of a die, over its side squared: cubes and counters of the dice's
colour are larger."""
SHORTEST, LONGEST = 0.3, 2.2
"""Its least and greatest length, over a die's side."""
AS_LONG = 0.85
"""What is taken for the length of what shows behind an edge, over a die's side."""
QUICKEST = cv2.CCL_GRANA
"""Of OpenCV's ways to find what adjoins, of which each finds the same, the one that takes a third of the time."""
MOST = 16
"""Things of one colour that are measured, those first that are as long as a die."""
LITTLE = 0.05
"""Areas under this, over a die's, are as good as none."""
SIGNS = (
    "by how much its length is not a die's (absolute log)",
    "log of the area of all else that has its colour",
    "log of the finder's score",
    "logit that a die is there",
    "logit that a part of one is",
    "1",
)
WEIGHTS = np.array([-1.33, -0.87, 1.36, -0.14, 1.83, 0.09], np.float32)
"""Fitted on such strips as bench/fit_occluded.py lays over dice; with others its --fit gives others, about as good."""
PLAIN = 3
"""So many of the signs are seen before the reader is asked."""
AT_BEST = (0.0, 3.0)
"""What the reader is taken to say at best of a part of a die. What would need more to be asked about is not looked at:
one in ten pictures is, and hardly a part is lost.
"""


@dataclass(frozen=True, eq=False)
class Strips:
    """M things of the dice's colour: their `boxes` (M, 4) px, and the first of the `signs` (M, PLAIN) that they are
    parts of dice.
    """

    boxes: Floats
    signs: Floats

    def likeliest(self, count: int, least: float) -> Strips:
        """Return no more than so many, those of which the first signs say most, and only what may reach a logit that is
        greater than the `least`.
        """
        said = weighed(self.signs, WEIGHTS[:PLAIN]) + WEIGHTS[-1]
        best = np.argsort(-said, kind="stable")[:count]
        best = best[said[best] + WEIGHTS[PLAIN:-1] @ AT_BEST > least]
        return Strips(self.boxes[best], self.signs[best])


def may_be_covered(
    image: NDArray[np.uint8], networks: Networks, found: Detections, boxes: Floats, uprights: Floats, sure: float
) -> float:
    """Return the probability that a part is to be seen of a die beside those read in the `boxes` (N, 4) px, N at least
    1, with `uprights` (N, 2) in half edges; 0 where it cannot be more than `sure`. `found` is what the finder says of
    the whole picture.
    """
    strips = strips_of(image, found, boxes, uprights).likeliest(AT_ONCE, logit_of(sure))
    return float(logistic(weighed(all_signs(image, networks, boxes, strips), WEIGHTS)).max(initial=0.0))


def all_signs(image: NDArray[np.uint8], networks: Networks, boxes: Floats, strips: Strips) -> Floats:
    """Return the signs (M, 6) of things beside the dice in `boxes` (N, 4), in the order of SIGNS."""
    if not len(strips.boxes):
        return np.zeros((0, len(SIGNS)), np.float32)
    looks = networks.look(image, as_large(strips.boxes, typical_size(boxes)))
    return np.column_stack([strips.signs, looks.there, looks.part, np.ones(len(strips.boxes))]).astype(np.float32)


def strips_of(image: NDArray[np.uint8], found: Detections, boxes: Floats, uprights: Floats) -> Strips:
    """Return what has the colour of one of the dice in `boxes` (N, 4) px and lies apart from all."""
    size = typical_size(boxes)
    times = max(1, int(size / SIDE))
    lab = cv2.cvtColor(_reduced(image, times), cv2.COLOR_BGR2Lab).astype(np.uint8, copy=False)
    side, own = size / times, (boxes / times).astype(np.float32)
    free = np.full(lab.shape[:2], 255, np.uint8)
    for x0, y0, x1, y1 in np.rint(grown(own, APART)).astype(int):
        free[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = 0
    things = [
        (times * box, signs)
        for colour in _colours(lab, own, uprights, side)
        for box, signs in _things(lab, free, colour, side)
    ]
    if not things:
        return Strips(np.zeros((0, 4), np.float32), np.zeros((0, PLAIN), np.float32))
    places = np.stack([box for box, _ in things]).astype(np.float32)
    signs = np.array([each for _, each in things])
    return Strips(places, np.column_stack([signs, np.log(found.best_on(places))]).astype(np.float32))


def _reduced(image: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """Return the picture so many times smaller. OpenCV is quick at halving, and at reducing without smoothing."""
    if times == 1:
        return image
    columns, rows = image.shape[1] // times, image.shape[0] // times
    whole = image[: rows * times, : columns * times]
    half = cv2.resize(whole, (whole.shape[1] // 2, whole.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return cv2.resize(half, (columns, rows)).astype(np.uint8, copy=False)


def _colours(lab: NDArray[np.uint8], boxes: Floats, uprights: Floats, side: float) -> list[Floats]:
    """Return the colours (3,) of the dice's tops, each once."""
    colours: list[Floats] = []
    for middle in middles(boxes) + TOP * side * uprights:
        (left, above), (right, below) = (
            np.maximum(middle + reach, 0).astype(int) for reach in (-CORE * side, CORE * side + 1)
        )
        core = lab[above:below, left:right].reshape(-1, 3)
        if not len(core):
            continue
        body = core[(np.abs(core - _middle_of(core)) < BODY).all(axis=1)]
        colour = np.asarray(body.mean(axis=0) if len(body) else core.mean(axis=0), np.float32)
        if all(np.abs(colour - other).max() >= ONE_COLOUR for other in colours):
            colours.append(colour)
    return colours


def _middle_of(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the median of colours (N, 3), N at least 1: what `np.median` does, of few in a third of the time."""
    ordered = np.sort(colours, axis=0)
    return np.asarray(0.5 * (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2].astype(float)), np.float64)


def _things(
    lab: NDArray[np.uint8], free: NDArray[np.uint8], colour: Floats, side: float
) -> list[tuple[Floats, tuple[float, ...]]]:
    """Return the boxes (4,) and the first signs of what has this colour where the picture is `free` of dice."""
    span = np.array([DARKER, TINTED, TINTED])
    like = cv2.inRange(lab, np.maximum(colour - span, 0.0), np.minimum(colour + span, 255.0))
    like = cv2.bitwise_and(like, free)
    total = cv2.countNonZero(like)
    if not SMALLEST <= total / side**2 <= EVERYWHERE:
        return []
    left, above, columns, rows = cv2.boundingRect(like)
    like = like[above : above + rows, left : left + columns]
    _, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(like, 8, cv2.CV_32S, QUICKEST)
    longer = stats[:, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1].max(axis=1) / side
    areas = stats[:, cv2.CC_STAT_AREA] / side**2
    fits = (areas >= SMALLEST) & (areas <= LARGEST) & (longer >= SHORTEST) & (longer <= LONGEST)
    fits[0] = False  # what is not like it
    things: list[tuple[Floats, tuple[float, ...]]] = []
    for number in sorted(np.flatnonzero(fits), key=lambda number: abs(math.log(longer[number] / AS_LONG)))[:MOST]:
        x, y, width, height, _ = stats[number].tolist()
        places = cv2.findNonZero(np.asarray(labels[y : y + height, x : x + width] == number, np.uint8))
        long = (max(cv2.minAreaRect(places)[1]) + 1.0) / side
        signs = abs(math.log(long / AS_LONG)), math.log(total / side**2 - areas[number] + LITTLE)
        x, y = left + x, above + y
        things.append((np.array([x, y, x + width, y + height], np.float32), signs))
    return things
