"""What speaks for and against a die's value, and how much each counts: the figures bench/vision_fit.py fits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.network import Floats

SIGNS = (
    "log odds of the value",
    "log of the finder's score",
    "log of the probability that it is a die",
    "it is a one",
    "log2 of its size over 32 px",
    "size unlike the others'",
    "1",
)
WEIGHTS = np.array([0.75, 1.58, 3.53, -0.02, 0.60, -2.32, 0.80], np.float32)

LIKE_OTHERS = 0.6
"""Octaves by which dice of one table differ in size: 12 and 16 mm, near and far."""
LEAST = 1e-7
"""Smaller probabilities are this one: the networks know no better."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """All that is known of one candidate: `odds` (7,) of the reading network (0: no die, or not readable), the
    finder's `score` 0-1, the `size` of its box in px, and by how many octaves that is unlike the others' (`odd_size`).
    """

    odds: Floats
    score: float
    size: float
    odd_size: float = 0.0

    def values(self) -> Floats:
        """Return the probabilities (7,) of the values 1 to 6 if it is a die (index 0 is 0)."""
        values = np.concatenate([np.zeros(1), np.clip(self.odds[1:], LEAST, 1.0)])
        return np.asarray(values / values.sum(), np.float32)

    def signs(self) -> Floats:
        """Return (7,) figures in the order of SIGNS for the most probable value."""
        values = self.values()
        value = int(values.argmax())
        rest = float(np.clip(values.sum() - values[value], LEAST, 1.0))
        return np.array(
            [
                np.log(float(values[value]) / rest),
                np.log(float(np.clip(self.score, 1e-3, 1.0))),
                np.log(float(np.clip(1.0 - self.odds[0], LEAST, 1.0))),
                float(value == 1),
                float(np.clip(np.log2(max(self.size, 1.0) / 32.0), -2.0, 2.0)),
                self.odd_size,
                1.0,
            ],
            np.float32,
        )

    def likely(self) -> float:
        """Return the probability that this is a die and shows the most probable value."""
        return float(1.0 / (1.0 + np.exp(-np.clip(self.signs() @ WEIGHTS, -30, 30))))


def among_others(known: Sequence[Evidence]) -> list[Evidence]:
    """Return the evidence with `odd_size` filled in: the octaves by which each size differs, more than lenses and mixed
    dice explain, from the typical one: the median that counts every candidate by how likely it is.
    """
    if len(known) < 2:
        return list(known)
    sizes = np.log2([max(own.size, 1.0) for own in known])
    weights = np.array([own.likely() for own in known]) ** 2
    order = np.argsort(sizes)
    reached = np.cumsum(weights[order])
    typical = sizes[order[int(np.searchsorted(reached, 0.5 * reached[-1]))]]
    return [
        replace(own, odd_size=float(max(0.0, abs(size - typical) - LIKE_OTHERS)))
        for own, size in zip(known, sizes, strict=True)
    ]
