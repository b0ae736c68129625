"""The probability that a whole reading is right: each die has its value and lies level, and no die is missing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.probability import LogisticModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats
    from vision.trust.features import Candidate

READING_MODEL = LogisticModel(
    {
        "log odds that all dice are right and no other candidate is one": 0.54,
        "least log odds of a value": 0.22,
        "greatest log odds that a die leans": -0.42,
        "log odds that an object is a die": -0.21,
        "1": -4.49,
    },
    "ray-traced tables of four seeds and drawn scenes, by bench/fit_trust.py",
)


@dataclass(frozen=True)
class ReadingFeatureLimits:
    """The range of each feature of `READING_MODEL`; values beyond it are clipped."""

    log_odds: float = 8.0
    """Largest absolute log odds: beyond, the networks are not more often right (drawn scenes, bench/fit_trust.py)."""


READING_LIMITS = ReadingFeatureLimits()


def reading_features(dice: Sequence[Candidate], others: Sequence[Candidate], unexplained: float) -> Floats:
    """Return the features (5,) of `READING_MODEL` for at least one die, the other candidates, and the probability that
    an object beside them is a die. A die that is marked as leaning does not count as one that may.
    """
    right = math.prod([*(each.probability for each in dice), *(1.0 - each.probability for each in others)])
    leans = max(0.0 if each.marked else each.lean for each in dice)
    value = min(each.value_probability for each in dice)
    return np.array([*map(_log_odds, (right, value, leans, unexplained)), 1.0], np.float32)


def _log_odds(probability: float) -> float:
    least = math.exp(-READING_LIMITS.log_odds)
    odds = math.log(max(probability, least) / max(1.0 - probability, least))
    return min(max(odds, -READING_LIMITS.log_odds), READING_LIMITS.log_odds)
