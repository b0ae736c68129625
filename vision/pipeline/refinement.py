"""Refinement: which candidates are classified again, and which top offset the classifier is given to expect."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.classifier import certainty
from vision.detection.detector import Detections
from vision.detection.proposals import PROPOSALS, apart, away_from, faint_of_size, resized, rivals, strongest
from vision.detection.pyramid import PYRAMID
from vision.imaging.boxes import as_large, grown, most_overlap, sizes, typical_size
from vision.pose.ellipses import circles_in, table_by_circles
from vision.pose.table_pose import PoseComparison, TablePose, places_of
from vision.probability import softmax
from vision.trust.features import DIE, CandidateFeatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detection.classifier import Classifier, CropPredictions
    from vision.detection.pyramid import PyramidSearch
    from vision.frames import Floats, Image


@dataclass(frozen=True)
class RefinementParams:
    """When a candidate is classified again. Probabilities, chosen on photographs and ray-traced stills
    (bench/VISION.md).
    """

    clear: float = 0.98
    """A candidate is kept after the first prediction up to this probability of no die; it is clear from this
    probability of being a die with its value on."""
    no_die: float = 0.03
    """Least probability of being a die of an unclear candidate, which is classified again."""
    again: tuple[tuple[float, bool], ...] = ((1.0, True), (1.12, False), (0.92, True))
    """Further crops of an unclear candidate: the ratio to its box, and whether mirrored."""
    faint_value: tuple[float, float] = (0.02, 0.95)
    """Range of the largest value probability of a faint candidate that is classified about its predicted place: below
    it there is no die, above it the place was right."""
    vague_sigma: float = 0.2
    """Largest deviation, half edges, of the expected top offset that the classifier is given."""


REFINEMENT = RefinementParams()


def classify(
    image: Image, classifier: Classifier, search: PyramidSearch, table: TablePose | None = None
) -> tuple[CandidateFeatures, CropPredictions, TablePose | None]:
    """Return the features and predictions of the detections of `search` that may be dice, and the pose of the table:
    with a single die, ellipses on the table add to it. Notes in `search` if some were too many to be classified.

    Faint candidates are also classified in a box as large as the dice, about the predicted place. Unclear ones are
    classified again in their predicted boxes, mirrored, smaller and larger, with the top offset that the other dice and
    the `table` suggest. Their poses stay those of the first prediction, which was given no expected top offset.
    """
    best, others = strongest(apart(search.begin()))
    most = PROPOSALS.most
    seen, predictions = _classified(image, classifier, best.chosen(slice(most)))
    again, clear, probability = _unclear(seen, predictions)
    if len(late := away_from(search.go_on(predictions.boxes[clear]), best.boxes)):
        others = apart(others.joined(late))
    new = rivals(search.found, seen.boxes[again], predictions.boxes[clear])
    dice = predictions.boxes[probability > DIE]
    likely = faint_of_size(others, dice)
    left = max(0, most - len(best))
    search.too_many = len(best) > most or len(likely) > left
    own = likely.chosen(slice(left)).joined(new)
    more, elsewhere = _classified(image, classifier, own.joined(resized(others, dice, len(own))))
    elsewhere = _centred(image, classifier, more, elsewhere, dice)
    seen, predictions = seen.joined(more), predictions.joined(elsewhere)
    again, clear, probability = _unclear(seen, predictions)
    again &= most_overlap(predictions.boxes, predictions.boxes[clear]) < PROPOSALS.overlap
    if again.any():
        level = level_offsets(image, predictions, probability, table)[again]
        steady = {"top_offsets": predictions.top_offsets[again], "sigmas": predictions.sigmas[again]}
        further = _further(image, classifier, predictions.boxes[again], level)
        predictions = predictions.averaged([replace(each, **steady) for each in further], again)
    table = _with_circles(image, predictions, probability, table)
    return candidate_features(seen, predictions), predictions, table


def _with_circles(
    image: Image, predictions: CropPredictions, probability: Floats, table: TablePose | None
) -> TablePose | None:
    """Return the pose of the table, improved by circles on it: the lean of a single die and a tilt of the camera look
    the same.
    """
    dice = probability > DIE
    if dice.sum() != 1 or (table is not None and table.firm):
        return table
    places = places_of(predictions.boxes[dice], image.shape[1], image.shape[0])
    seen = (places, predictions.top_offsets[dice], predictions.sigmas[dice])
    circles = circles_in(image, predictions.boxes[probability > REFINEMENT.no_die])
    return table_by_circles(circles, table or TablePose.about(seen[1], places), seen) or table


def _further(image: Image, classifier: Classifier, boxes: Floats, level: Floats) -> list[CropPredictions]:
    """Return further predictions for the boxes (N, 4), one for each of `again`, with `level` (N, 3)."""
    again = REFINEMENT.again
    ways = np.concatenate([grown(boxes, ratio) for ratio, _ in again])
    mirrored = np.repeat([mirrored for _, mirrored in again], len(boxes))
    predictions = classifier.predict(image, ways, mirrored=mirrored, level=np.tile(level, (len(again), 1)))
    return [predictions.chosen(each) for each in np.arange(len(ways)).reshape(len(again), -1)]


def _classified(image: Image, classifier: Classifier, found: Detections) -> tuple[Detections, CropPredictions]:
    """Return the candidates that may be dice, and their first predictions."""
    predictions = classifier.predict(image, found.boxes)
    maybe = (softmax(predictions.values)[:, 0] < REFINEMENT.clear) | (found.scores > PYRAMID.certain_score)
    return found.chosen(maybe), predictions.chosen(maybe)


def _centred(
    image: Image, classifier: Classifier, found: Detections, predictions: CropPredictions, dice: Floats
) -> CropPredictions:
    """Return the predictions; for faint unclear candidates the one about the predicted place, in a box as large as the
    other `dice` (N, 4), where its logit of a die is larger.
    """
    if not len(dice):
        return predictions
    near = as_large(predictions.boxes, typical_size(dice))
    best = softmax(predictions.values)[:, 1:].max(axis=1)
    least, most = REFINEMENT.faint_value
    faint = (found.scores <= PROPOSALS.any_size_score) & (best > least) & (best < most)
    faint &= most_overlap(near, dice) < PROPOSALS.on_die
    if not faint.any():
        return predictions
    nearer = classifier.predict(image, near[faint])
    better = _die_logits(nearer) > _die_logits(predictions.chosen(faint))
    return predictions.put(nearer.chosen(better), np.flatnonzero(faint)[better])


def _die_logits(predictions: CropPredictions) -> Floats:
    """Return (N,) the best value's logit less that of "no die"."""
    return np.asarray(predictions.values[:, 1:].max(axis=1) - predictions.values[:, 0], np.float32)


def _unclear(found: Detections, predictions: CropPredictions) -> tuple[NDArray[np.bool_], NDArray[np.bool_], Floats]:
    """Return which candidates are unclear, which are clear, and the probability of each."""
    features = candidate_features(found, predictions)
    probability = features.probability
    clear = (probability >= REFINEMENT.clear) & (features.given_die.max(axis=1) >= REFINEMENT.clear)
    return (probability > REFINEMENT.no_die) & ~clear, clear, probability


def level_offsets(image: Image, predictions: CropPredictions, probability: Floats, table: TablePose | None) -> Floats:
    """Return (N, 3), for `Classifier.predict`, the expected top offset of a level die at each candidate, from the table
    and the other dice weighted by their `probability` (N,).
    """
    height, width = image.shape[:2]
    poses = PoseComparison(predictions.top_offsets, predictions.sigmas, predictions.boxes, width, height, table)
    offsets, covariance = poses.expected(probability)
    sigma = np.sqrt(0.5 * np.trace(covariance, axis1=1, axis2=2))
    known = (sigma < REFINEMENT.vague_sigma)[:, None]
    return np.where(known, np.column_stack([offsets, certainty(sigma)]), 0.0).astype(np.float32)


def candidate_features(found: Detections, predictions: CropPredictions) -> CandidateFeatures:
    """Return the features of all candidates."""
    return CandidateFeatures.of(softmax(predictions.values), found.scores, sizes(predictions.boxes))
