"""The probability that a reading as a whole is right: all dice show their values, and nothing else is one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.boxes import sizes
from vision.probability import LogisticModel
from vision.trust.features import READABLE, VALUE_MODEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats
    from vision.trust.features import Candidate

READING_MODEL = LogisticModel(
    {
        "least log odds of a die": 0.47,
        "least log odds of a value": -0.05,
        "log of the number of dice": 0.28,
        "log odds that another candidate is a die": -0.25,
        "log odds that an object is a die": -0.18,
        "greatest logit that one is another thing": -0.40,
        "greatest logit that something hides a part of one": 0.07,
        "log2 of the smallest size over 32 px": -0.21,
        "1": -2.96,
    },
    "drawn scenes, by bench/fit_trust.py",
)
READABLE_SHARE = 0.6
"""So much of the log odds that a die is readable speaks against a part of it being hidden (bench/fit_occluded.py)."""
_LEAST, _MOST = -8.0, 8.0
"""Log odds are clipped here: beyond, the networks are no more often right."""
_USUAL_PX, _OCTAVES = 32.0, 1.5


def reading_features(dice: Sequence[Candidate], others: Sequence[Candidate], unexplained: float) -> Floats:
    """Return the features (9,) of `READING_MODEL` for at least one die, the other candidates, and the probability that
    an object beside them is a die.
    """
    small = float(sizes(np.stack([each.box for each in dice])).min())
    other = max((max(each.probability, each.unread_probability * each.score) for each in others), default=0.0)
    return np.array(
        [
            min(_log_odds(each.probability) for each in dice),
            min(_log_odds(_value_probability(each)) for each in dice),
            math.log(len(dice)),
            _log_odds(other),
            _log_odds(unexplained),
            max(_clipped(each.impostor_logit) for each in dice),
            max(_clipped(occlusion_of(each)) for each in dice),
            min(max(math.log2(max(small, 1.0) / _USUAL_PX), -_OCTAVES), _OCTAVES),
            1.0,
        ],
        np.float32,
    )


def occlusion_of(die: Candidate) -> float:
    """Return the logit that something hides a part of a die, less a share of the log odds that it is readable."""
    return float(die.occlusion_logit - READABLE_SHARE * die.features[VALUE_MODEL.index(READABLE)])


def _value_probability(die: Candidate) -> float:
    return float(die.value_probabilities[die.value] / max(float(die.value_probabilities[1:].sum()), 1e-9))


def _log_odds(probability: float) -> float:
    least = math.exp(_LEAST)
    return _clipped(math.log(max(probability, least) / max(1.0 - probability, least)))


def _clipped(number: float) -> float:
    return min(max(float(number), _LEAST), _MOST)
