"""The probability that a whole reading is right: each die has its value, and no die is missing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.probability import LogisticModel
from vision.trust.features import READABLE, VALUE_MODEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats
    from vision.trust.features import Candidate

READING_MODEL = LogisticModel(
    {
        "least log odds of a die": 0.67,
        "log odds that another candidate is a die": -0.25,
        "log odds that an object is a die": -0.10,
        "greatest logit that one is another thing": -0.11,
        "1": -3.00,
    },
    "drawn scenes and pictures that may be trained on, by bench/fit_trust.py",
)
"""Features whose weight had the wrong sign (a larger die, a more certain value or a larger number made a reading less
probable) are left out.
"""


@dataclass(frozen=True)
class ReadingFeatureLimits:
    """The range of each feature of `READING_MODEL`; values beyond it are clipped."""

    log_odds: float = 8.0
    """Largest absolute log odds: beyond, the networks are not more often right (drawn scenes, bench/fit_trust.py)."""
    readable_share: float = 0.6
    """Share of the log odds of being readable that is subtracted from the logit of occlusion
    (strips laid over dice).
    """


READING_LIMITS = ReadingFeatureLimits()


def reading_features(dice: Sequence[Candidate], others: Sequence[Candidate], unexplained: float) -> Floats:
    """Return the features (5,) of `READING_MODEL` for at least one die, the other candidates, and the probability that
    an object beside them is a die.
    """
    other = max((die_probability(each) for each in others), default=0.0)
    return np.array(
        [
            min(_log_odds(each.probability) for each in dice),
            _log_odds(other),
            _log_odds(unexplained),
            max(_clipped(each.impostor_logit) for each in dice),
            1.0,
        ],
        np.float32,
    )


def die_probability(candidate: Candidate) -> float:
    """Return the probability that a rejected candidate is a die: one with its value, or one whose value cannot be read,
    if the detector sees it too.
    """
    return max(candidate.probability, candidate.unread_probability * candidate.score)


def occlusion_of(die: Candidate) -> float:
    """Return the logit that a part of a die is occluded, less a share of the log odds that it is readable."""
    return float(die.occlusion_logit - READING_LIMITS.readable_share * die.features[VALUE_MODEL.index(READABLE)])


def value_probability(die: Candidate) -> float:
    """Return the probability of the die's value among 1 to 6."""
    return float(die.value_probabilities[die.value] / max(float(die.value_probabilities[1:].sum()), 1e-9))


def _log_odds(probability: float) -> float:
    least = math.exp(-READING_LIMITS.log_odds)
    return _clipped(math.log(max(probability, least) / max(1.0 - probability, least)))


def _clipped(number: float, most: float = READING_LIMITS.log_odds) -> float:
    return min(max(float(number), -most), most)
