"""Which of the finder's many boxes are looked at."""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.boxes import as_large, most_overlap, sizes, typical_size
from vision.imaging.crops import AT_ONCE

if TYPE_CHECKING:
    from vision.detection.detector import Detections, Floats

OVERLAP = 0.4
"""Of two boxes with a larger intersection over union only the better one is a candidate."""
MOST = 24
"""Candidates looked at, best first."""
FAINTEST = 0.12
"""The least score that is looked at while nobody knows how large dice are here."""
LIKE, UNLIKE = 0.3, 0.7
"""Octaves by which the size of a die differs from the others' of the same table, usually and seldom."""
FAINT, PLAIN = 0.07, 0.25
"""The least scores that are looked at of candidates so large as the others, and of ones UNLIKE octaves off."""
OFF = 1.0
"""Octaves by which the finder may be wrong about the size of what it sees but faintly."""
ON_A_DIE = 0.25
"""What overlaps a die that was read by more than this is a part of it."""
HINTS = 6
"""Hints looked at, best first, and as many more as the reader takes at once anyway."""
BETWEEN, NEARLY = 0.2, 0.7
"""A box that overlaps an unclear candidate's more than the first, and any other's less than the second, is a rival."""
RIVALS = 6
"""Rivals looked at, best first."""


def apart(found: Detections, most: float = OVERLAP) -> Detections:
    """Return the candidates best first, without those that overlap a better one by more than `most`."""
    if not len(found):
        return found
    rectangles = np.hstack([found.boxes[:, :2], found.boxes[:, 2:] - found.boxes[:, :2]]).astype(float)
    keep = cv2.dnn.NMSBoxes(rectangles.tolist(), found.scores.tolist(), 0.0, most)
    return found.chosen(np.asarray(keep, np.int_).ravel())


def beside(found: Detections, others: Floats) -> Detections:
    """Return the candidates that lie on none of the boxes `others` (N, 4)."""
    return found.chosen(most_overlap(found.boxes, others) <= OVERLAP)


def plain(found: Detections) -> tuple[Detections, Detections]:
    """Return the plain candidates, with as many of the next best as the reader takes at once anyway, and the others."""
    count = int((found.scores > PLAIN).sum())
    count = min(_filled(count), int((found.scores > FAINTEST).sum()))
    return found.chosen(slice(count)), found.chosen(slice(count, None))


def fainter(found: Detections, dice: Floats) -> Detections:
    """Return which of other candidates are worth a look: where the boxes `dice` (N, 4) of dice that were read say how
    large dice are, faint ones as large as those, otherwise ones that are not quite so faint.
    """
    return found.chosen(found.scores > _least(found, dice))


def hinted(found: Detections, dice: Floats, besides: int = 0) -> Detections:
    """Return what else of other candidates may be a die that the finder saw badly, clear of the `dice` (N, 4) that were
    read, in boxes as large as these: of what it sees so faintly it tells neither the size nor quite the place. They are
    looked at together with so many others `besides`.
    """
    if not len(dice):
        return found.chosen(slice(0))
    size = typical_size(dice)
    alike = replace(found, boxes=as_large(found.boxes, size))
    hints = (found.scores <= _least(found, dice)) & (np.abs(_octaves(found.boxes) - np.log2(size)) < OFF)
    hints &= most_overlap(alike.boxes, dice) < ON_A_DIE
    return apart(alike.chosen(hints)).chosen(slice(_filled(besides + HINTS) - besides))


def _least(found: Detections, dice: Floats) -> Floats:
    """Return (N,) the score over which each candidate is looked at as it is."""
    least = np.full(len(found), FAINTEST)
    if len(dice):
        typical = statistics.median(_octaves(dice).tolist())
        told = np.interp(np.abs(_octaves(found.boxes) - typical), [LIKE, UNLIKE], [FAINT, PLAIN])
        least = told if len(dice) > 1 else np.minimum(least, told)
    return np.asarray(least, np.float32)


def rivals(found: Detections, unclear: Floats, others: Floats) -> Detections:
    """Return those of all boxes `found` that lie a little beside the candidates that were looked at in the boxes
    `unclear` (N, 4) and showed nothing for certain, and not where the `others` (M, 4) are. Where dice touch, the best
    box may lie between two of them, and hide the boxes of both.
    """
    if not len(unclear):
        return found.chosen(slice(0))
    found = apart(found.chosen(found.scores > PLAIN), NEARLY)
    near = most_overlap(found.boxes, unclear)
    new = (near > BETWEEN) & (near < NEARLY) & (most_overlap(found.boxes, others) < OVERLAP)
    return found.chosen(np.flatnonzero(new)[:RIVALS])


def _filled(count: int) -> int:
    """Return how many crops the reader takes in as many goes as so many take."""
    return -(-count // AT_ONCE) * AT_ONCE


def _octaves(boxes: Floats) -> Floats:
    return np.asarray(np.log2(np.maximum(sizes(boxes), 1.0)), np.float32)
