"""Features of a candidate, and a logistic regression on them: is it a die with this value?"""

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
        "log2 of its size": 0.78,
        ODD_SIZE: -0.99,
        "1": -4.84,
    },
    "drawn scenes, ray-traced stills and photographs, by bench/fit_trust.py",
)
DIE = 0.5
"""Least probability of a candidate that becomes a die of the reading."""


LEAST_PROBABILITY = 1e-7
"""Least probability whose logarithm is a feature: the networks' 32-bit numbers tell no smaller ones apart."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """All measurements of one candidate. Of the classifier: `value_probabilities` (7,), index 0 for no die or one that
    cannot be read; `colour_probabilities` (10,) in the order of `COLOUR_NAMES`; `box` px; `angle_deg` of the top face.
    Of the detector: `score`. Of both: the most probable `value` and the `probability` that it is a die with that value.
    `top_offset` (2,) in half edges with the deviation `sigma`, as in `CropPredictions`, and the probability that it
    leans, `lean`.
    """

    value_probabilities: Floats
    score: float
    value: int
    probability: float
    lean: float
    colour_probabilities: Floats
    box: Floats
    angle_deg: float
    top_offset: Floats
    sigma: float

    @property
    def marked(self) -> bool:
        """Whether it is marked as leaning: what may lean has at most 0.5."""
        return self.lean > 0.5

    @property
    def value_probability(self) -> float:
        """The probability of the value among 1 to 6."""
        return float(self.value_probabilities[self.value] / max(float(self.value_probabilities[1:].sum()), 1e-9))


@dataclass(frozen=True, eq=False)
class CandidateFeatures:
    """The features of the N candidates of one picture: `value_probabilities` (N, 7) of the classifier (index 0: no die,
    or not readable), the detector's `scores` (N,) 0-1, the octaves by which each size is odd (`odd_sizes` (N,)), the
    probabilities of the values given a die (`given_die` (N, 7), index 0 is 0), and the `features` (N, 7) of
    `VALUE_MODEL` for the most probable values.
    """

    value_probabilities: Floats
    scores: Floats
    odd_sizes: Floats
    given_die: Floats
    features: Floats

    @staticmethod
    def of(value_probabilities: Floats, scores: Floats, sizes: Floats) -> CandidateFeatures:
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
        return CandidateFeatures(value_probabilities, scores, odd, given_die, features)

    @cached_property
    def probability(self) -> Floats:
        """The probability (N,) that each is a die with its most probable value."""
        return VALUE_MODEL.probability(self.features)


def _given_die(value_probabilities: Floats) -> Floats:
    values = np.maximum(value_probabilities, LEAST_PROBABILITY)
    values[:, 0] = 0.0
    return np.asarray(values / values.sum(axis=1, keepdims=True), np.float32)


def _features(value_probabilities: Floats, given_die: Floats, scores: Floats, octaves: Floats) -> Floats:
    """Return the features (N, 7) of `VALUE_MODEL` as if no size (its log2 in `octaves` (N,)) were odd."""
    best, none = given_die.max(axis=1), value_probabilities[:, 0]
    features = np.empty((len(given_die), len(VALUE_MODEL.names)), np.float32)
    features[:, 0] = _log_odds(best, given_die.sum(axis=1) - best)
    features[:, 1] = np.log(scores)
    features[:, 2] = _log_odds(1.0 - none, none)
    features[:, 3] = given_die.argmax(axis=1) == 1
    features[:, 4] = octaves
    features[:, 5] = 0.0
    features[:, 6] = 1.0
    return features


def _log_odds(one: Floats, other: Floats) -> Floats:
    """Return the logarithms of the odds of one probability against another."""
    return np.asarray(np.log(np.maximum(one, LEAST_PROBABILITY) / np.maximum(other, LEAST_PROBABILITY)), np.float32)
