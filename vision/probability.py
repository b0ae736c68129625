"""Logits, softmax, standard deviations by their logarithms, and logistic regression."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

FARTHEST = 30.0
"""Largest absolute logit: a probability of 1e-13."""
LOG_DEVIATIONS = (-4.0, 1.0)
"""Range of the logarithms of standard deviations that the networks output, as in training."""


@dataclass(frozen=True, eq=False)
class LogisticModel:
    """A logistic regression. `weights` are by the name of the feature, in the order of the features; `fitted_on` names
    data and program.
    """

    weights: Mapping[str, float]
    fitted_on: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the features in order."""
        return tuple(self.weights)

    @cached_property
    def vector(self) -> NDArray[np.float32]:
        """The weights (k,) in order."""
        return np.array([*self.weights.values()], np.float32)

    def index(self, name: str) -> int:
        """Return the index of a feature."""
        return self.names.index(name)

    def probability(self, features: NDArray[Any]) -> NDArray[np.float32]:
        """Return the probabilities (N,) for features (N, k)."""
        return logistic(weighted_sum(features, self.vector))


def logit_of(probability: float) -> float:
    """Return the logarithm of a probability's odds."""
    return float(np.log(probability / (1.0 - probability)))


def with_odds(probability: float, times: float) -> float:
    """Return the probability whose odds are this many `times` those of a `probability`."""
    return times * probability / (times * probability + 1.0 - probability)


def logistic(logits: ArrayLike) -> NDArray[np.float32]:
    """Return the logistic function, float32, of logits of any shape."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -FARTHEST, FARTHEST))), np.float32)


def weighted_sum(features: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float32]:
    """Return the products (N,), float32, of features (N, k) and weights (k,). Not `@`, which once warned of an invalid
    value with small numbers only.
    """
    return np.asarray(np.einsum("nk,k->n", features, weights), np.float32)


def softmax(logits: NDArray[Any]) -> NDArray[np.float32]:
    """Return the softmax, float32, along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def deviations(logs: NDArray[Any]) -> NDArray[np.float32]:
    """Return the standard deviations, float32, for a network's logarithms."""
    return np.asarray(np.exp(np.clip(logs, *LOG_DEVIATIONS)), np.float32)
