"""The stages of reading one picture, in order: detect, classify, estimate poses, veto."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.proposals import PROPOSALS
from vision.detection.pyramid import PYRAMID, PyramidSearch
from vision.imaging.boxes import NO_BOXES, middles, overlap, typical_size
from vision.objects.arrived import most_arrived, proposed
from vision.objects.unexplained import Unexplained, most_unexplained
from vision.pipeline.refinement import classify
from vision.pose.tilt import TILT, DicePoses, estimate_poses, lean_probabilities
from vision.probability import softmax, with_odds
from vision.reading import COLOUR_NAMES, DieReading, Reason, ReasonKind
from vision.tray.furniture import on_furniture
from vision.trust.features import DIE, Candidate
from vision.trust.vetoes import SET_UP_LIMITS, VETO_LIMITS, box_of, unexplained_reason, vetoes, vetoes_since_empty

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.detection.classifier import CropPredictions
    from vision.detection.detector import Detections
    from vision.frames import Floats, Image
    from vision.imaging.change import Arrival, Change
    from vision.pipeline.context import ReadContext
    from vision.pipeline.networks import Networks
    from vision.pose.table_pose import TablePose
    from vision.trust.features import CandidateFeatures

    Observer = Callable[[Image, Sequence[Candidate], Unexplained], None]


@dataclass(frozen=True)
class StageParams:
    """Limits of the stages. Chosen on photographs with dice that touch."""

    longest_px: int = 2560
    """Longer side to which larger pictures are reduced first; crops are cut from this copy."""
    usual_size: float = 0.04
    """Size of dice over the picture's longer side, where it is unknown."""
    box_over_edge: float = 1.2
    """Shorter side of a die's box over its edge: the die is turned or seen askew."""
    at_edge: float = 0.25
    """Edges by which the middle of a die's foot may lie beyond the outline, for taps and lenses are not exact,"""
    outside: float = 0.6
    """and from which it stands beside the tray; in between it is asked about."""


STAGES = StageParams()


def read_dice(
    image: Image, networks: Networks, context: ReadContext, observer: Observer | None = None
) -> tuple[tuple[DieReading, ...], tuple[Reason, ...]]:
    """Return the dice in `image` (H, W, 3), boxes in its pixels, and the reasons to ask about it, () if there is none.
    An empty table is sure only if the detector finds nothing. The `observer` gets the picture, all candidates and the
    object that is most probably a missed die, as they are judged.
    """
    size = context.die_px or STAGES.usual_size * max(image.shape[:2])
    change = context.change(image, size)
    window = None if context.outline is None else context.outline.window(image.shape)
    levels = networks.detector.levels(image, window, context.die_px or 0.0)
    search = PyramidSearch(levels, partial(_wanted, context, change), partial(_beside, context, change, size))
    candidates = _candidates(image, networks, search, context.table)
    candidates, at_edge = _inside(candidates, context, change)
    dice = [each for each in candidates if each.probability > DIE]
    rarity = 1.0 if context.asked is None else context.asked.rarity(len(dice))
    boxes = np.stack([each.box for each in dice]) if dice else NO_BOXES
    unexplained = _unexplained(image, networks, search.found, boxes, change, context)
    candidates = [
        each if each.probability > DIE else replace(each, probability=with_odds(each.probability, 1.0 / rarity))
        for each in candidates
    ]
    unexplained = replace(unexplained, probability=with_odds(unexplained.probability, 1.0 / rarity))
    if observer is not None:
        observer(image, candidates, unexplained)
    if not dice:
        if unexplained.probability > VETO_LIMITS.unexplained:
            return (), (unexplained_reason(unexplained),)
        # Without any detection the tray is surely empty.
        return (), (Reason(ReasonKind.NONE_FOUND),) if len(search.found) else _too_much(search, unexplained)
    if change is None or context.confirmed:
        set_up = change is not None and context.outline is not None
        reasons = vetoes(image, candidates, unexplained, SET_UP_LIMITS if set_up else VETO_LIMITS)
    else:
        reasons = vetoes_since_empty(change, image, candidates, unexplained)
    reasons = reasons or _too_much(search, unexplained)
    edge = tuple(Reason(ReasonKind.AT_TRAY_EDGE, k, die.value) for k, die in enumerate(dice) if die in at_edge)
    return tuple(reading_of(each) for each in dice), reasons or edge


def _wanted(context: ReadContext, change: Change | None, boxes: Floats) -> NDArray[np.bool_]:
    """Return (N,) which of the boxes (N, 4) px may hold a new die of the tray."""
    wanted = ~on_furniture(boxes, context.furniture)
    if change is not None and context.confirmed:
        wanted &= ~change.unchanged(boxes)
    return np.asarray(wanted, np.bool_)


def _beside(context: ReadContext, change: Change | None, size: float, found: Detections) -> Detections:
    """Return what came into the tray and was not `found`. Dice are as large as those found, else about `size` px."""
    if change is None or not context.confirmed:
        return found.chosen(slice(0))
    sure = found.boxes[found.scores > PYRAMID.certain_score]
    arrivals = _arrivals(context, change, sure)
    if len(sure):
        size = typical_size(sure)
    elif context.die_px is None and arrivals:
        size = min(size, float(np.sqrt(arrivals[0].area)))
    new = proposed(arrivals, found, size)
    return new.chosen(_wanted(context, change, new.boxes))


def _arrivals(context: ReadContext, change: Change, dice: Floats) -> list[Arrival]:
    """Return what came into the tray beside the boxes `dice` (N, 4) px, and is no furniture."""
    known = np.array(context.furniture, np.float32).reshape(-1, 4)
    arrivals = change.arrivals(np.concatenate([dice, known]))
    if context.outline is None or not arrivals:
        return arrivals
    depths = context.outline.depths(middles(np.stack([each.box for each in arrivals])))
    return [each for each, depth in zip(arrivals, depths, strict=True) if depth > 0.0]


def _inside(
    candidates: list[Candidate], context: ReadContext, change: Change | None
) -> tuple[list[Candidate], list[Candidate]]:
    """Return the candidates that stand in the tray, or may, and those that may."""
    if context.outline is None or not candidates:
        return candidates, []
    boxes, offsets = np.stack([each.box for each in candidates]), np.stack([each.top_offset for each in candidates])
    edges = (boxes[:, 2:] - boxes[:, :2]).min(axis=1) / STAGES.box_over_edge
    feet = middles(boxes) - 0.5 * edges[:, None] * offsets
    depths = context.outline.depths(feet) / np.maximum(edges, 1.0)
    kept = depths > -STAGES.outside
    if change is not None and context.confirmed:
        kept &= ~change.unchanged(boxes)
    kept_ones = [each for each, keep in zip(candidates, kept, strict=True) if keep]
    return kept_ones, [each for each, depth in zip(candidates, depths, strict=True) if depth <= -STAGES.at_edge]


def _too_much(search: PyramidSearch, unexplained: Unexplained) -> tuple[Reason, ...]:
    """Return the reason to ask where something that may be a die was not looked at, because there is so much."""
    return (Reason(ReasonKind.TOO_MUCH),) if search.too_many or unexplained.too_many else ()


def _unexplained(
    image: Image,
    networks: Networks,
    found: Detections,
    dice: Floats,
    change: Change | None,
    context: ReadContext,
) -> Unexplained:
    """Return the object outside the boxes `dice` (N, 4) px that is most probably a missed die: something that came
    since the tray was empty or, where that is unknown, an object of the object network.
    """
    if change is None:
        known = np.array(context.furniture, np.float32).reshape(-1, 4)
        maps = networks.object_net.maps(image)
        return most_unexplained(image, networks.classifier, maps, dice, known)
    size = typical_size(dice) if len(dice) else context.die_px or STAGES.usual_size * max(image.shape[:2])
    return most_arrived(image, networks.classifier, found, _arrivals(context, change, dice), size)


def survey(image: Image, networks: Networks, table: TablePose | None = None) -> tuple[list[Candidate], Detections]:
    """Return the candidates, most probable first, one for each die, and all detections."""
    search = PyramidSearch(networks.detector.levels(image))
    return _candidates(image, networks, search, table), search.found


def _candidates(image: Image, networks: Networks, search: PyramidSearch, table: TablePose | None) -> list[Candidate]:
    features, predictions, table = classify(image, networks.classifier, search, table)
    candidates = _each_once(_ranked(features, predictions))
    dice = [each for each in candidates if each.probability > DIE]
    if not dice:
        return candidates
    return _with_poses(dice, image, networks, table) + [each for each in candidates if each.probability <= DIE]


def _with_poses(dice: list[Candidate], image: Image, networks: Networks, table: TablePose | None) -> list[Candidate]:
    """Return the dice with poses averaged over both networks, and their probabilities of leaning."""
    boxes, top_offsets = np.stack([each.box for each in dice]), np.stack([each.top_offset for each in dice])
    sigmas = np.array([each.sigma for each in dice], np.float32)
    height, width = image.shape[:2]
    seen = DicePoses(width, height, boxes, top_offsets, sigmas)
    poses, leanings = estimate_poses(image, networks.pose_net, seen, table)
    lean = lean_probabilities(poses, leanings, table)
    return [
        replace(die, lean=float(lean[k]), top_offset=poses.top_offsets[k], sigma=float(poses.sigmas[k]))
        for k, die in enumerate(dice)
    ]


def _ranked(features: CandidateFeatures, predictions: CropPredictions) -> list[Candidate]:
    """Return the candidates, most probable first."""
    values, probability = features.given_die.argmax(axis=1), features.probability
    colours = softmax(predictions.colours)
    return [
        Candidate(
            value_probabilities=features.value_probabilities[k],
            score=float(features.scores[k]),
            value=int(values[k]),
            probability=float(probability[k]),
            lean=TILT.prior,
            colour_probabilities=colours[k],
            box=predictions.boxes[k],
            angle_deg=float(predictions.angle_deg[k]),
            top_offset=predictions.top_offsets[k],
            sigma=float(predictions.sigmas[k]),
        )
        for k in np.argsort(-probability, kind="stable")
    ]


def _each_once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without those on a more probable one: a second box of a die."""
    if not candidates:
        return []
    boxes = np.stack([each.box for each in candidates])
    taken = overlap(boxes, boxes) > PROPOSALS.overlap
    kept: list[int] = []
    for k in range(len(candidates)):
        if not taken[k, kept].any():
            kept.append(k)
    return [candidates[k] for k in kept]


def reading_of(die: Candidate) -> DieReading:
    """Return the die of a reading for a candidate."""
    colour = int(die.colour_probabilities.argmax())
    return DieReading(
        value=die.value,
        colour=COLOUR_NAMES[colour],
        box=box_of(die.box),
        value_confidence=round(die.probability, 4),
        colour_confidence=round(float(die.colour_probabilities[colour]), 4),
        angle_deg=round(die.angle_deg, 1),
        cocked=die.marked,
        top_offset=(round(float(die.top_offset[0]), 3), round(float(die.top_offset[1]), 3)),
        top_offset_sigma=round(die.sigma, 3),
    )
