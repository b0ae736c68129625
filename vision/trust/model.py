"""The whole picture read by the networks: which candidates are dice, how far to trust each, and whether all of it may
be accepted unasked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.detector import COLOURS
from vision.detection.pyramid import PyramidSearch
from vision.imaging.boxes import overlap, share, typical_size
from vision.objects.new_objects import BackgroundChange, may_have_come
from vision.objects.occluded import may_be_covered
from vision.pipeline.refinement import DIE, looked_over
from vision.pose.tilt import SELDOM, DicePoses, leaning, posed
from vision.probability import softmax
from vision.reading import DieReading, Reason, ReasonKind
from vision.trust.vetoes import ARRIVED, COVERED, LEANING, box_of, vetoes, vetoes_since_empty

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.detection.detector import CropPredictions, Floats, Networks
    from vision.pose.table_pose import TablePose
    from vision.trust.features import CandidateFeatures

    Noted = Callable[[NDArray[np.uint8], Sequence["Candidate"]], None]

SAME = 0.4
"""Two boxes that overlap more are one die."""
INSIDE = 0.7
"""A candidate that shares more than this of its box with a die that was read is part of that."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A candidate after all evidence: the reading network's `odds` (7,), the finder's `score` and the `signs` (7,) that
    trust/features.py weighs; its `value` if it is a die, how `likely` it is one and shows that, `cocked` and `colours`
    (10,) odds, its `box` px, `turn` of its top face in degrees, and its `upright` (2,) in half edges with the deviation
    `spread`; if it is not read, how likely it is a die all the same (`unread`), with the `unread_signs` (5,) for that,
    the logits that what looks like a die is none (`unlike`) and that something hides a `part` of it, and the most that
    any one look gave any one value (`at_best`).
    """

    odds: Floats
    score: float
    signs: Floats
    value: int
    likely: float
    cocked: float
    colours: Floats
    box: Floats
    turn: float
    upright: Floats
    spread: float
    unread: float
    unread_signs: Floats
    unlike: float
    part: float
    at_best: float


def read_by_network(
    image: NDArray[np.uint8],
    networks: Networks,
    table: TablePose | None = None,
    noted: Noted | None = None,
    empty: NDArray[np.uint8] | None = None,
) -> tuple[tuple[DieReading, ...], tuple[Reason, ...]]:
    """Return the dice of `image` (H, W, 3), boxes in its pixels, and why the picture should not be accepted unasked
    (() if it may). An empty table is sure only where nothing on it is even a little like a die. `table` is where the
    table stands before the camera, `empty` (H, W, 3) what it looked like without dice, if that is known. All that was
    judged is `noted` besides, with the picture.
    """
    search = PyramidSearch(networks.levels(image))
    judged = _judge(image, networks, search, table)
    if noted is not None:
        noted(image, judged)
    if not len(search.found):  # nothing here is even a little like a die: the tray is empty, and that is sure
        return (), ()
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return (), (Reason(ReasonKind.NONE_FOUND),)
    boxes, uprights = np.stack([each.box for each in dice]), np.stack([each.upright for each in dice])
    change = None if empty is None else BackgroundChange.between(empty, image, typical_size(boxes))
    reasons = vetoes(image, judged) if change is None else vetoes_since_empty(change, image, judged)
    if not reasons and may_be_covered(image, networks, search.found, boxes, uprights, COVERED) > COVERED:
        reasons = (Reason(ReasonKind.OCCLUDED_DIE),)
    if not reasons and change is not None and may_have_come(image, networks, search.found, change, boxes) > ARRIVED:
        reasons = (Reason(ReasonKind.NEW_OBJECT),)
    return tuple(_die(each) for each in dice), reasons


def judge(image: NDArray[np.uint8], networks: Networks, table: TablePose | None = None) -> list[Candidate]:
    """Return what is known of each candidate, likeliest dice first, no two of one die."""
    return _judge(image, networks, PyramidSearch(networks.levels(image)), table)


def _judge(
    image: NDArray[np.uint8], networks: Networks, search: PyramidSearch, table: TablePose | None
) -> list[Candidate]:
    known, looks, table = looked_over(image, networks, search, table)
    return stood(_each_once(_judged(known, looks)), image, networks, table)


def stood(
    judged: list[Candidate], image: NDArray[np.uint8], networks: Networks, table: TablePose | None = None
) -> list[Candidate]:
    """Return the candidates, of the dice among them how they stand as the poser says too, and `cocked` as that says."""
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return judged
    boxes, uprights = np.stack([each.box for each in dice]), np.stack([each.upright for each in dice])
    spreads = np.array([each.spread for each in dice], np.float32)
    height, width = image.shape[:2]
    lying_flat, unlike = posed(image, networks.poser, DicePoses(width, height, boxes, uprights, spreads), table)
    cocked = leaning(lying_flat, unlike, table)
    others = [each for each in judged if each.likely <= DIE]
    return [
        replace(each, cocked=float(leans), upright=upright, spread=float(spread))
        for each, leans, upright, spread in zip(dice, cocked, lying_flat.uprights, lying_flat.spreads, strict=True)
    ] + others


def _judged(known: CandidateFeatures, looks: CropPredictions) -> list[Candidate]:
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


def _each_once(judged: Sequence[Candidate]) -> list[Candidate]:
    """Leave out what lies on a likelier candidate: the same die boxed twice, or a part of it (a side, its pips)."""
    if not judged:
        return []
    boxes = np.stack([each.box for each in judged])
    taken = (overlap(boxes, boxes) > SAME) | (share(boxes, boxes) > INSIDE)
    kept: list[int] = []
    for k in range(len(judged)):
        if not taken[k, kept].any():
            kept.append(k)
    return [judged[k] for k in kept]


def _die(judged: Candidate) -> DieReading:
    colour = int(judged.colours.argmax())
    return DieReading(
        value=judged.value,
        colour=COLOURS[colour],
        box=box_of(judged.box),
        value_confidence=round(judged.likely, 4),
        colour_confidence=round(float(judged.colours[colour]), 4),
        angle_deg=round(judged.turn, 1),
        cocked=judged.cocked >= LEANING,
        upright=(round(float(judged.upright[0]), 3), round(float(judged.upright[1]), 3)),
        upright_off=round(judged.spread, 3),
    )
