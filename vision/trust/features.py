"""Features of a candidate and two logistic regressions on them: is it a die with this value, and is it a die whose
value cannot be read?
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.boxes import DIE_BOX
from vision.probability import LogisticModel

if TYPE_CHECKING:
    from vision.frames import Floats

READABLE, ODD_SIZE = "log odds that it is a readable die", "octaves by which its size is odd"
VALUE_MODEL = LogisticModel(
    {
        "log odds of the value": 0.47,
        "log of the detector's score": 2.21,
        READABLE: 0.73,
        "it is a one": -0.53,
        "log2 of its size over 32 px": 0.78,
        ODD_SIZE: -0.99,
        "1": -0.94,
    },
    "drawn scenes, ray-traced stills and photographs, by bench/fit_trust.py",
)
UNREAD_MODEL = LogisticModel(
    {
        "logit that a die is there": 0.12,
        "logit that something hides a part of one": 1.30,
        "log of the detector's score": 2.33,
        ODD_SIZE: -1.22,
        "1": 0.62,
    },
    "strips laid over dice of stills and photographs, with an earlier detector and classifier",
)
DIE = 0.5
"""Least probability of a candidate that becomes a die of the reading."""


@dataclass(frozen=True)
class FeatureLimits:
    """The range of each feature; values beyond it are clipped. From the data of `VALUE_MODEL`."""

    usual_log2_px: float = 5.0
    """Binary logarithm of the usual size of dice, 32 px."""
    least_probability: float = 1e-7
    least_score: float = 1e-3
    readable: float = 9.0
    """Largest absolute log odds."""
    log2_size: float = 2.0
    """Largest difference from the usual size, octaves."""
    unread_logit: float = 14.0
    """Largest absolute logit of `UNREAD_MODEL`."""


FEATURE_LIMITS = FeatureLimits()


@dataclass(frozen=True, eq=False)
class Candidate:
    """All measurements of one candidate. Of the classifier: `value_probabilities` (7,), index 0 for no die or one that
    cannot be read; `colour_probabilities` (10,) in the order of `COLOUR_NAMES`; `box` px; `angle_deg` of the top face;
    the logits that it is another thing that looks like a die (`impostor_logit`) and that a part of it is occluded
    (`occlusion_logit`). Of the detector: `score`. Of both: `features` (7,) of `VALUE_MODEL`, the most probable `value`
    and the `probability` that it is a die with that value; `unread_features` (5,) of `UNREAD_MODEL`, and the
    `unread_probability` that it is a die if its value cannot be read. `top_offset` (2,) in half edges with the
    deviation `sigma`, as in `CropPredictions`, and the probability that it leans, `lean`.
    """

    value_probabilities: Floats
    score: float
    features: Floats
    value: int
    probability: float
    lean: float
    colour_probabilities: Floats
    box: Floats
    angle_deg: float
    top_offset: Floats
    sigma: float
    unread_probability: float
    unread_features: Floats
    impostor_logit: float
    occlusion_logit: float


@dataclass(frozen=True, eq=False)
class CandidateFeatures:
    """The features of the N candidates of one picture: `value_probabilities` (N, 7) of the classifier (index 0: no die,
    or not readable), the detector's `scores` (N,) 0-1, the logits that a die is there, readable or not (`die_logits`
    (N,)), and that a part of it is occluded (`occlusion_logits` (N,)), the octaves by which each size is odd
    (`odd_sizes` (N,)), the probabilities of the values given a die (`given_die` (N, 7), index 0 is 0), and the
    `features` (N, 7) of `VALUE_MODEL` for the most probable values.
    """

    value_probabilities: Floats
    scores: Floats
    die_logits: Floats
    occlusion_logits: Floats
    odd_sizes: Floats
    given_die: Floats
    features: Floats

    @staticmethod
    def of(
        value_probabilities: Floats, scores: Floats, sizes: Floats, die_logits: Floats, occlusion_logits: Floats
    ) -> CandidateFeatures:
        """Return the features of candidates whose boxes have these `sizes` (N,), px. A size is odd by its octaves from
        the median size, less what lenses and mixed dice explain; the median weights each candidate by the square of its
        probability.
        """
        given_die, octaves = _given_die(value_probabilities), np.log2(np.maximum(sizes, 1.0))
        features = _features(value_probabilities, given_die, scores, octaves)
        odd = np.zeros(len(sizes), np.float32)
        if len(sizes) > 1:
            order = np.argsort(octaves)
            reached = np.cumsum(VALUE_MODEL.probability(features)[order] ** 2)
            typical = octaves[order[int(np.searchsorted(reached, 0.5 * reached[-1]))]]
            odd = np.maximum(0.0, np.abs(octaves - typical) - DIE_BOX.alike_octaves).astype(np.float32)
            features[:, VALUE_MODEL.index(ODD_SIZE)] = odd
        return CandidateFeatures(value_probabilities, scores, die_logits, occlusion_logits, odd, given_die, features)

    @cached_property
    def probability(self) -> Floats:
        """The probability (N,) that each is a die with its most probable value."""
        return VALUE_MODEL.probability(self.features)

    @cached_property
    def unread_features(self) -> Floats:
        """The features (N, 5) of `UNREAD_MODEL`."""
        most = FEATURE_LIMITS.unread_logit
        logits = (_clipped(each, -most, most) for each in (self.die_logits, self.occlusion_logits))
        columns = (*logits, _log_score(self.scores), self.odd_sizes, np.ones(len(self.scores), np.float32))
        return np.stack(columns, axis=1).astype(np.float32, copy=False)

    @cached_property
    def unread_probability(self) -> Floats:
        """The probability (N,) that each is a die whose value cannot be read: one partly occluded by a wall, a card, a
        hand or another die.
        """
        return UNREAD_MODEL.probability(self.unread_features)


def _given_die(value_probabilities: Floats) -> Floats:
    values = _clipped(value_probabilities, FEATURE_LIMITS.least_probability, 1.0)
    values[:, 0] = 0.0
    return np.asarray(values / values.sum(axis=1, keepdims=True), np.float32)


def _features(value_probabilities: Floats, given_die: Floats, scores: Floats, octaves: Floats) -> Floats:
    """Return the features (N, 7) of `VALUE_MODEL` as if no size (its log2 in `octaves` (N,)) were odd."""
    best, none = given_die.max(axis=1), value_probabilities[:, 0]
    features = np.empty((len(given_die), len(VALUE_MODEL.names)), np.float32)
    features[:, 0] = _log_odds(best, given_die.sum(axis=1) - best)
    features[:, 1] = _log_score(scores)
    features[:, 2] = _clipped(_log_odds(1.0 - none, none), -FEATURE_LIMITS.readable, FEATURE_LIMITS.readable)
    features[:, 3] = given_die.argmax(axis=1) == 1
    features[:, 4] = _clipped(
        octaves - FEATURE_LIMITS.usual_log2_px, -FEATURE_LIMITS.log2_size, FEATURE_LIMITS.log2_size
    )
    features[:, 5] = 0.0
    features[:, 6] = 1.0
    return features


def _log_score(scores: Floats) -> Floats:
    return np.asarray(np.log(_clipped(scores, FEATURE_LIMITS.least_score, 1.0)), np.float32)


def _clipped(numbers: Floats, least: float, most: float) -> Floats:
    """Return `np.clip`, faster for few numbers."""
    return np.asarray(np.minimum(np.maximum(numbers, least), most), np.float32)


def _log_odds(one: Floats, other: Floats) -> Floats:
    """Return the logarithms of the odds of one probability against another."""
    least = FEATURE_LIMITS.least_probability
    return np.asarray(np.log(_clipped(one, least, 1.0) / _clipped(other, least, 1.0)), np.float32)
