"""Probabilities and their logits, standard deviations and their logarithms, logistic regressions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

FARTHEST = 30.0
"""Logits are clipped here: 1e-13 is as good as never."""
LOG_DEVIATIONS = (-4.0, 1.0)
"""The logarithms of the least and the largest standard deviation that the networks give, and are trained to give."""


@dataclass(frozen=True, eq=False)
class LogisticModel:
    """A logistic regression. `weights` by the name of the feature, in the order of the features; `fitted_on` says on
    which data, and by which program.
    """

    weights: Mapping[str, float]
    fitted_on: str

    @property
    def names(self) -> tuple[str, ...]:
        """The features in order."""
        return tuple(self.weights)

    @cached_property
    def vector(self) -> NDArray[np.float32]:
        """The weights (k,) in order."""
        return np.array([*self.weights.values()], np.float32)

    def index(self, name: str) -> int:
        """Return the place of a feature."""
        return self.names.index(name)

    def probability(self, features: NDArray[Any]) -> NDArray[np.float32]:
        """Return the probabilities (N,) that go with features (N, k)."""
        return logistic(weighted_sum(features, self.vector))


def logit_of(probability: float) -> float:
    """Return the logarithm of a probability's odds."""
    return float(np.log(probability / (1.0 - probability)))


def logistic(logits: ArrayLike) -> NDArray[np.float32]:
    """Return the probabilities, float32, that go with logits of any shape."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -FARTHEST, FARTHEST))), np.float32)


def weighted_sum(features: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float32]:
    """Return the sums (N,), float32, of features (N, k) times weights (k,). It is no matrix product, because that once
    warned of an invalid value where all numbers were small.
    """
    return np.asarray(np.einsum("nk,k->n", features, weights), np.float32)


def softmax(logits: NDArray[Any]) -> NDArray[np.float32]:
    """Return probabilities, float32, along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def deviations(logs: NDArray[Any]) -> NDArray[np.float32]:
    """Return the standard deviations, float32, of which a network gives the logarithms."""
    return np.asarray(np.exp(np.clip(logs, *LOG_DEVIATIONS)), np.float32)
