"""Which of the detector's many boxes are classified."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.boxes import as_large, most_overlap, sizes, typical_size
from vision.imaging.crops import AT_ONCE

if TYPE_CHECKING:
    from vision.detection.detector import Detections
    from vision.frames import Floats

FAINTEST = 0.12
"""The least score of a candidate while the size of the dice is not known (training takes its impostors from here)."""


@dataclass(frozen=True)
class ProposalParams:
    """Chosen on photographs and ray-traced stills (bench/VISION.md). Overlaps are intersections over union, sizes are
    compared in octaves.
    """

    overlap: float = 0.4
    """Of two boxes that overlap more only the better one is a candidate."""
    most: int = 24
    """Candidates that are classified, best first."""
    plain_score: float = 0.25
    """Candidates with a greater score are classified whatever their size is."""
    faint_score: float = 0.07
    """The least score of candidates as large as the other dice."""
    alike: float = 0.3
    """The usual difference in size between dice on one table; `faint_score` counts up to here."""
    unlike: float = 0.7
    """The rare one; `plain_score` counts from here on."""
    size_error: float = 1.0
    """By how much the detector may be wrong about the size of a faint die."""
    on_die: float = 0.25
    """A box that overlaps a die more is a part of it."""
    hints: int = 6
    """Faint candidates that are classified in a box as large as the other dice, best first."""
    beside: tuple[float, float] = (0.2, 0.7)
    """A box that overlaps an unclear candidate by more than the first and less than the second is its rival."""
    rivals: int = 6
    """Rivals that are classified, best first."""


PROPOSALS = ProposalParams()


def apart(found: Detections, most: float = PROPOSALS.overlap) -> Detections:
    """Return the candidates best first, without those that overlap a better one by more than `most`."""
    if not len(found):
        return found
    rectangles = np.hstack([found.boxes[:, :2], found.boxes[:, 2:] - found.boxes[:, :2]]).astype(float)
    keep = cv2.dnn.NMSBoxes(rectangles.tolist(), found.scores.tolist(), 0.0, most)
    return found.chosen(np.asarray(keep, np.int_).ravel())


def beside(found: Detections, others: Floats) -> Detections:
    """Return the candidates that lie on none of the boxes `others` (N, 4)."""
    return found.chosen(most_overlap(found.boxes, others) <= PROPOSALS.overlap)


def plain(found: Detections) -> tuple[Detections, Detections]:
    """Return the plain candidates, with as many of the next best as fill the classifier's batch, and the others."""
    count = int((found.scores > PROPOSALS.plain_score).sum())
    count = min(_filled(count), int((found.scores > FAINTEST).sum()))
    return found.chosen(slice(count)), found.chosen(slice(count, None))


def fainter(found: Detections, dice: Floats) -> Detections:
    """Return which of other candidates to classify: where the boxes `dice` (N, 4) of dice say how large dice are, faint
    ones of that size; else those that are less faint.
    """
    return found.chosen(found.scores > _least_score(found, dice))


def hinted(found: Detections, dice: Floats, others: int = 0) -> Detections:
    """Return which of the remaining candidates may be dice that the detector saw badly, clear of the `dice` (N, 4), in
    boxes as large as these: the detector gives neither size nor exact place of so faint a die. They are classified in
    one batch with so many `others`.
    """
    if not len(dice):
        return found.chosen(slice(0))
    size = typical_size(dice)
    alike = replace(found, boxes=as_large(found.boxes, size))
    hints = found.scores <= _least_score(found, dice)
    hints &= np.abs(_octaves(found.boxes) - np.log2(size)) < PROPOSALS.size_error
    hints &= most_overlap(alike.boxes, dice) < PROPOSALS.on_die
    return apart(alike.chosen(hints)).chosen(slice(_filled(others + PROPOSALS.hints) - others))


def rivals(found: Detections, unclear: Floats, others: Floats) -> Detections:
    """Return which of all boxes `found` lie a little beside candidates that were classified in the boxes `unclear`
    (N, 4) without a clear result, and not where the `others` (M, 4) are. Where dice touch, the best box may lie between
    two of them, and hide the boxes of both.
    """
    if not len(unclear):
        return found.chosen(slice(0))
    least, most = PROPOSALS.beside
    found = apart(found.chosen(found.scores > PROPOSALS.plain_score), most)
    near = most_overlap(found.boxes, unclear)
    new = (near > least) & (near < most) & (most_overlap(found.boxes, others) < PROPOSALS.overlap)
    return found.chosen(np.flatnonzero(new)[: PROPOSALS.rivals])


def _least_score(found: Detections, dice: Floats) -> Floats:
    """Return (N,) the score over which each candidate is classified as it is."""
    least = np.full(len(found), FAINTEST)
    if len(dice):
        typical = statistics.median(_octaves(dice).tolist())
        sizes_apart = np.abs(_octaves(found.boxes) - typical)
        by_size = np.interp(
            sizes_apart, [PROPOSALS.alike, PROPOSALS.unlike], [PROPOSALS.faint_score, PROPOSALS.plain_score]
        )
        least = by_size if len(dice) > 1 else np.minimum(least, by_size)
    return np.asarray(least, np.float32)


def _filled(count: int) -> int:
    """Return how many crops fill the batches that so many crops need."""
    return -(-count // AT_ONCE) * AT_ONCE


def _octaves(boxes: Floats) -> Floats:
    return np.asarray(np.log2(np.maximum(sizes(boxes), 1.0)), np.float32)
