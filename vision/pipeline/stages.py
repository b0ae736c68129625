"""The stages of reading one picture, in order: find candidates, classify them, estimate their poses, check."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.detector import COLOURS
from vision.detection.pyramid import PyramidSearch
from vision.imaging.boxes import overlap, share, typical_size
from vision.objects.new_objects import BackgroundChange, may_have_come
from vision.objects.occluded import may_be_covered
from vision.pipeline.refinement import looked_over
from vision.pose.tilt import SELDOM, DicePoses, leaning, posed
from vision.probability import softmax
from vision.reading import DieReading, Reason, ReasonKind
from vision.trust.features import DIE, Candidate
from vision.trust.vetoes import ARRIVED, COVERED, LEANING, box_of, vetoes, vetoes_since_empty

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.detection.detector import CropPredictions, Networks
    from vision.frames import Image
    from vision.pipeline.context import ReadContext
    from vision.pose.table_pose import TablePose
    from vision.trust.features import CandidateFeatures

    Observer = Callable[[Image, Sequence[Candidate]], None]

SAME = 0.4
"""Two boxes that overlap more are one die."""
INSIDE = 0.7
"""A candidate that shares more than this of its box with a die that was read is part of that."""


def read_dice(
    image: Image, networks: Networks, context: ReadContext, observer: Observer | None = None
) -> tuple[tuple[DieReading, ...], tuple[Reason, ...]]:
    """Return the dice of `image` (H, W, 3), boxes in its pixels, and why the picture should not be accepted without a
    question (() if it may). An empty table is sure only where nothing on it is even a little like a die. The `observer`
    is shown the picture and all candidates.
    """
    search = PyramidSearch(networks.levels(image))
    candidates = _candidates(image, networks, search, context.table)
    if observer is not None:
        observer(image, candidates)
    if not len(search.found):  # nothing here is even a little like a die: the tray is empty, and that is sure
        return (), ()
    dice = [each for each in candidates if each.likely > DIE]
    if not dice:
        return (), (Reason(ReasonKind.NONE_FOUND),)
    boxes, uprights = np.stack([each.box for each in dice]), np.stack([each.upright for each in dice])
    empty = context.background
    change = None if empty is None else BackgroundChange.between(empty, image, typical_size(boxes))
    reasons = vetoes(image, candidates) if change is None else vetoes_since_empty(change, image, candidates)
    if not reasons and may_be_covered(image, networks, search.found, boxes, uprights, COVERED) > COVERED:
        reasons = (Reason(ReasonKind.OCCLUDED_DIE),)
    if not reasons and change is not None and may_have_come(image, networks, search.found, change, boxes) > ARRIVED:
        reasons = (Reason(ReasonKind.NEW_OBJECT),)
    return tuple(_die(each) for each in dice), reasons


def find_candidates(image: NDArray[np.uint8], networks: Networks, table: TablePose | None = None) -> list[Candidate]:
    """Return what is known of each candidate, likeliest dice first, no two of one die."""
    return _candidates(image, networks, PyramidSearch(networks.levels(image)), table)


def _candidates(
    image: NDArray[np.uint8], networks: Networks, search: PyramidSearch, table: TablePose | None
) -> list[Candidate]:
    known, looks, table = looked_over(image, networks, search, table)
    return with_poses(_each_once(_ranked(known, looks)), image, networks, table)


def with_poses(
    candidates: list[Candidate], image: NDArray[np.uint8], networks: Networks, table: TablePose | None = None
) -> list[Candidate]:
    """Return the candidates, of the dice among them how they stand as the poser says too, and `cocked` as that says."""
    dice = [each for each in candidates if each.likely > DIE]
    if not dice:
        return candidates
    boxes, uprights = np.stack([each.box for each in dice]), np.stack([each.upright for each in dice])
    spreads = np.array([each.spread for each in dice], np.float32)
    height, width = image.shape[:2]
    lying_flat, unlike = posed(image, networks.poser, DicePoses(width, height, boxes, uprights, spreads), table)
    cocked = leaning(lying_flat, unlike, table)
    others = [each for each in candidates if each.likely <= DIE]
    return [
        replace(each, cocked=float(leans), upright=upright, spread=float(spread))
        for each, leans, upright, spread in zip(dice, cocked, lying_flat.uprights, lying_flat.spreads, strict=True)
    ] + others


def _ranked(known: CandidateFeatures, looks: CropPredictions) -> list[Candidate]:
    """Return the candidates, likeliest first."""
    values, likely = known.values.argmax(axis=1), known.likely
    colours = softmax(looks.colours)
    return [
        Candidate(
            odds=known.odds[k],
            score=float(known.scores[k]),
            signs=known.signs[k],
            value=int(values[k]),
            likely=float(likely[k]),
            cocked=SELDOM,
            colours=colours[k],
            box=looks.boxes[k],
            turn=float(looks.angle_deg[k]),
            upright=looks.uprights[k],
            spread=float(looks.spreads[k]),
            unread=float(known.unread[k]),
            unread_signs=known.unread_signs[k],
            unlike=float(looks.unlike[k]),
            part=float(looks.part[k]),
            at_best=float(looks.at_best[k]),
        )
        for k in np.argsort(-likely, kind="stable")
    ]


def _each_once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out what lies on a likelier candidate: the same die boxed twice, or a part of it (a side, its pips)."""
    if not candidates:
        return []
    boxes = np.stack([each.box for each in candidates])
    taken = (overlap(boxes, boxes) > SAME) | (share(boxes, boxes) > INSIDE)
    kept: list[int] = []
    for k in range(len(candidates)):
        if not taken[k, kept].any():
            kept.append(k)
    return [candidates[k] for k in kept]


def _die(die: Candidate) -> DieReading:
    colour = int(die.colours.argmax())
    return DieReading(
        value=die.value,
        colour=COLOURS[colour],
        box=box_of(die.box),
        value_confidence=round(die.likely, 4),
        colour_confidence=round(float(die.colours[colour]), 4),
        angle_deg=round(die.turn, 1),
        cocked=die.cocked >= LEANING,
        upright=(round(float(die.upright[0]), 3), round(float(die.upright[1]), 3)),
        upright_off=round(die.spread, 3),
    )
