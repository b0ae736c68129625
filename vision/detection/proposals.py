"""Proposals: which of the detector's boxes are classified."""

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


@dataclass(frozen=True)
class ProposalParams:
    """Limits of proposals, chosen on photographs and ray-traced stills (bench/VISION.md). Overlaps are intersections
    over union, differences in size are octaves.
    """

    overlap: float = 0.4
    """Two boxes that overlap more are one die: non-maximum suppression, and the same of candidates."""
    most: int = 48
    """Proposals that are classified, best first; with more the picture is asked about. Of 139 photographs and stills
    three have more than 24.
    """
    unknown_size_score: float = 0.12
    """Least score of a proposal while the size of the dice is unknown,"""
    any_size_score: float = 0.25
    """of one of any size,"""
    faint_score: float = 0.07
    """and of one as large as the other dice."""
    alike: float = 0.3
    """Usual difference in size between dice on one table: `faint_score` applies up to here."""
    unlike: float = 0.7
    """Rare difference: `any_size_score` applies from here on."""
    size_error: float = 1.0
    """Largest error of the detector about the size of a faint die."""
    on_die: float = 0.25
    """A box that overlaps a die more is a part of that die."""
    further: int = 6
    """Faint proposals in boxes of the dice's size, and as many rivals of unclear candidates, that are classified."""
    rival_overlap: float = 0.7
    """Largest overlap with an unclear candidate of its rivals."""


PROPOSALS = ProposalParams()


def apart(found: Detections, most: float = PROPOSALS.overlap) -> Detections:
    """Return the detections after non-maximum suppression at the overlap `most`, best first."""
    if not len(found):
        return found
    rectangles = np.hstack([found.boxes[:, :2], found.boxes[:, 2:] - found.boxes[:, :2]]).astype(float)
    keep = cv2.dnn.NMSBoxes(rectangles.tolist(), found.scores.tolist(), 0.0, most)
    return found.chosen(np.asarray(keep, np.int_).ravel())


def away_from(found: Detections, others: Floats) -> Detections:
    """Return the detections that overlap none of the boxes `others` (N, 4)."""
    return found.chosen(most_overlap(found.boxes, others) <= PROPOSALS.overlap)


def strongest(found: Detections) -> tuple[Detections, Detections]:
    """Return the detections whose score is enough at any size, filled up with the next best to whole batches, and the
    rest.
    """
    count = int((found.scores > PROPOSALS.any_size_score).sum())
    count = min(_filled(count), int((found.scores > PROPOSALS.unknown_size_score).sum()))
    return found.chosen(slice(count)), found.chosen(slice(count, None))


def faint_of_size(found: Detections, dice: Floats) -> Detections:
    """Return which of the remaining detections to classify: with boxes of `dice` (N, 4) also faint ones of that
    size.
    """
    return found.chosen(found.scores > _least_score(found, dice))


def resized(found: Detections, dice: Floats, others: int = 0) -> Detections:
    """Return faint detections away from the `dice` (N, 4), in boxes as large as these: the detector gives neither size
    nor exact place of a die with so low a score. The number fills a batch together with `others` crops.
    """
    if not len(dice):
        return found.chosen(slice(0))
    size = typical_size(dice)
    alike = replace(found, boxes=as_large(found.boxes, size))
    hints = found.scores <= _least_score(found, dice)
    hints &= np.abs(_octaves(found.boxes) - np.log2(size)) < PROPOSALS.size_error
    hints &= most_overlap(alike.boxes, dice) < PROPOSALS.on_die
    return apart(alike.chosen(hints)).chosen(slice(_filled(others + PROPOSALS.further) - others))


def rivals(found: Detections, unclear: Floats, others: Floats) -> Detections:
    """Return the detections in `found` that partly overlap the boxes `unclear` (N, 4) of candidates without a clear
    result, and not the `others` (M, 4). Where dice touch, the best box may lie between two of them and suppress both.
    """
    if not len(unclear):
        return found.chosen(slice(0))
    found = apart(found.chosen(found.scores > PROPOSALS.any_size_score), PROPOSALS.rival_overlap)
    near = most_overlap(found.boxes, unclear)
    new = (near > 0.0) & (near < PROPOSALS.rival_overlap) & (most_overlap(found.boxes, others) < PROPOSALS.overlap)
    return found.chosen(np.flatnonzero(new)[: PROPOSALS.further])


def _least_score(found: Detections, dice: Floats) -> Floats:
    """Return (N,) the least score at which each detection is classified in its own box."""
    least = np.full(len(found), PROPOSALS.unknown_size_score)
    if len(dice):
        typical = statistics.median(_octaves(dice).tolist())
        sizes_apart = np.abs(_octaves(found.boxes) - typical)
        by_size = np.interp(
            sizes_apart, [PROPOSALS.alike, PROPOSALS.unlike], [PROPOSALS.faint_score, PROPOSALS.any_size_score]
        )
        least = by_size if len(dice) > 1 else np.minimum(least, by_size)
    return np.asarray(least, np.float32)


def _filled(count: int) -> int:
    """Return `count` rounded up to whole batches."""
    return -(-count // AT_ONCE) * AT_ONCE


def _octaves(boxes: Floats) -> Floats:
    return np.asarray(np.log2(np.maximum(sizes(boxes), 1.0)), np.float32)
