"""Probabilities and their logits, deviations and their logarithms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

FARTHEST = 30.0
"""Logits beyond this are taken for it: 1e-13 is as good as never."""

LOG_DEVIATIONS = (-4.0, 1.0)
"""The logarithms of the least and the largest deviation that the networks tell, and are trained to tell."""


def logit_of(probability: float) -> float:
    """Return the logarithm of a probability's odds."""
    return float(np.log(probability / (1.0 - probability)))


def logistic(logits: ArrayLike) -> NDArray[np.float32]:
    """Return the probabilities, float32, that go with logits of any shape."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -FARTHEST, FARTHEST))), np.float32)


def weighed(signs: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float32]:
    """Return the sums (N,), float32, of signs (N, k) times their weights (k,): not as a product of matrices, which once
    warned of an invalid value where all numbers were small.
    """
    return np.asarray(np.einsum("nk,k->n", signs, weights), np.float32)


def softmax(logits: NDArray[Any]) -> NDArray[np.float32]:
    """Return probabilities, float32, along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def deviations(logs: NDArray[Any]) -> NDArray[np.float32]:
    """Return the deviations, float32, whose logarithms a network tells."""
    return np.asarray(np.exp(np.clip(logs, *LOG_DEVIATIONS)), np.float32)
