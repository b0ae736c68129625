"""What speaks for and against a die's value, and how much each counts: the figures bench/fit_trust.py and
bench/fit_occluded.py fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from vision.probability import logistic, weighed

if TYPE_CHECKING:
    from vision.detection.detector import Floats

READABLE, ODD_SIZE = "log odds that it is a die", "size unlike the others'"
SIGNS = (
    "log odds of the value",
    "log of the finder's score",
    READABLE,
    "it is a one",
    "log2 of its size over 32 px",
    ODD_SIZE,
    "1",
)
WEIGHTS = np.array([0.47, 1.50, 0.87, 0.02, 0.97, -1.33, -1.60], np.float32)

UNREAD_SIGNS = (
    "logit that a die is there",
    "logit that a part of one is",
    "log of the finder's score",
    ODD_SIZE,
    "1",
)
UNREAD_WEIGHTS = np.array([0.12, 1.30, 2.33, -1.22, 0.62], np.float32)
"""Fitted by bench/fit_occluded.py, on strips over dice."""

LIKE_OTHERS = 0.6
"""Octaves by which dice of one table differ in size: 12 and 16 mm, near and far."""
LOG_USUAL = 5.0
"""The logarithm to base 2 of how large dice usually are, 32 px."""
LEAST = 1e-7
"""Smaller probabilities are this one: the networks know no better."""


DIE = 0.5
"""What is a die with more than this probability is taken for one."""


@dataclass(frozen=True, eq=False)
class CandidateFeatures:
    """All that is known of the N candidates of one picture: `odds` (N, 7) of the reading network (0: no die, or not
    readable), the finder's `scores` (N,) 0-1, by how many octaves each is unlike the others' in size (`odd_sizes`,
    (N,)), `there` (N,) the logit that a die is there, readable or not, `part` (N,) that something hides a part of one,
    the probabilities (N, 7) of the `values` 1 to 6 if it is a die (index 0 is 0), and the figures (N, 7) in the order
    of SIGNS for the most probable ones. What follows from it is reckoned when it is first asked for, once.
    """

    odds: Floats
    scores: Floats
    there: Floats
    part: Floats
    odd_sizes: Floats
    values: Floats
    signs: Floats

    @staticmethod
    def of(odds: Floats, scores: Floats, sizes: Floats, there: Floats, part: Floats) -> CandidateFeatures:
        """Return the evidence for candidates whose boxes have these `sizes` (N,), px. A size is odd by the octaves by
        which it differs, more than lenses and mixed dice explain, from the typical one: the median that counts every
        candidate by how likely it is.
        """
        values, octaves = _values_of(odds), np.log2(np.maximum(sizes, 1.0))
        signs = _signs_of(odds, values, scores, octaves)
        odd = np.zeros(len(sizes), np.float32)
        if len(sizes) > 1:
            order = np.argsort(octaves)
            reached = np.cumsum(logistic(weighed(signs, WEIGHTS))[order] ** 2)
            typical = octaves[order[int(np.searchsorted(reached, 0.5 * reached[-1]))]]
            odd = np.maximum(0.0, np.abs(octaves - typical) - LIKE_OTHERS).astype(np.float32)
            signs[:, SIGNS.index(ODD_SIZE)] = odd
        return CandidateFeatures(odds, scores, there, part, odd, values, signs)

    @cached_property
    def likely(self) -> Floats:
        """The probability (N,) that each is a die and shows its most probable value."""
        return logistic(weighed(self.signs, WEIGHTS))

    @cached_property
    def unread_signs(self) -> Floats:
        """Figures (N, 5) in the order of UNREAD_SIGNS."""
        there, part = _clipped(self.there, -14.0, 14.0), _clipped(self.part, -14.0, 14.0)
        columns = (there, part, _seen(self.scores), self.odd_sizes, np.ones(len(there), np.float32))
        return np.stack(columns, axis=1).astype(np.float32, copy=False)

    @cached_property
    def unread(self) -> Floats:
        """The probability (N,) that each, if its value cannot be read, is a die all the same: one of which a wall, a
        card, a hand or another die hides a part.
        """
        return logistic(weighed(self.unread_signs, UNREAD_WEIGHTS))


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


def _values_of(odds: Floats) -> Floats:
    values = _clipped(odds, LEAST, 1.0)
    values[:, 0] = 0.0
    return np.asarray(values / values.sum(axis=1, keepdims=True), np.float32)


def _signs_of(odds: Floats, values: Floats, scores: Floats, octaves: Floats) -> Floats:
    """Return the signs (N, 7) as if no size (its log2 in `octaves` (N,)) were odd."""
    best, none = values.max(axis=1), odds[:, 0]
    signs = np.empty((len(values), len(SIGNS)), np.float32)
    signs[:, 0] = _log_odds(best, values.sum(axis=1) - best)
    signs[:, 1] = _seen(scores)
    signs[:, 2] = _clipped(_log_odds(1.0 - none, none), -9.0, 9.0)
    signs[:, 3] = values.argmax(axis=1) == 1
    signs[:, 4] = _clipped(octaves - LOG_USUAL, -2.0, 2.0)
    signs[:, 5] = 0.0
    signs[:, 6] = 1.0
    return signs


def _seen(scores: Floats) -> Floats:
    return np.asarray(np.log(_clipped(scores, 1e-3, 1.0)), np.float32)


def _clipped(numbers: Floats, least: float, most: float) -> Floats:
    """Return what `np.clip` does, of few numbers in less time."""
    return np.asarray(np.minimum(np.maximum(numbers, least), most), np.float32)


def _log_odds(one: Floats, other: Floats) -> Floats:
    """Return the logarithms of the odds of one probability against another."""
    return np.asarray(np.log(_clipped(one, LEAST, 1.0) / _clipped(other, LEAST, 1.0)), np.float32)
