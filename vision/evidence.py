"""What speaks for and against a die's value, and how much each counts: the figures bench/vision_fit.py fits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.pips import Floats

FUSE = (0.90, 0.60, 2.00)
"""How much counts, for the odds among the six values: the log of the network's odds, the pips found for a two or
three, and for a four and more."""

SIGNS = (
    "log odds of the value",
    "log of the finder's score",
    "log of the odds that it is a die",
    "geometry sees a die there",
    "pips of a two or three",
    "pips of a four and more",
    "pips of another value",
    "it is a one",
    "log2 of its size over 32 px",
    "size unlike the others'",
    "two looks differ",
    "1",
)
WEIGHTS = np.array([0.53, 1.09, 1.27, 1.61, 1.21, 0.82, 0.0, -0.28, 0.42, -2.22, -0.96, 0.66], np.float32)

LIKE_OTHERS = 0.6
"""Octaves by which dice of one table differ in size: 12 and 16 mm, near and far."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """All that is known of one candidate: `odds` (7,) of the reading network (0: no die, or not readable), the
    finder's `score` 0-1, the `support` (7,) geometry found for each value, the `size` of its box in px, whether two
    looks `parted`, and how likely geometry thinks a die there from the whole picture (`seen`, 0 where it sees none).
    """

    odds: Floats
    score: float
    support: Floats
    size: float
    parted: bool
    seen: float = 0.0
    odd_size: float = 0.0

    def values(self, weights: tuple[float, float, float] = FUSE) -> Floats:
        """Return the probabilities (7,) of the values 1 to 6 if it is a die (index 0 is 0), network and geometry
        together.
        """
        return fuse(self.odds, self.support, weights)

    def signs(self, weights: tuple[float, float, float] = FUSE) -> Floats:
        """Return (12,) figures in the order of SIGNS for the most probable value."""
        values = self.values(weights)
        value = int(values.argmax())
        top = float(np.clip(values[value], 1e-4, 1 - 1e-4))
        support = float(self.support[value])
        return np.array(
            [
                np.log(top / (1 - top)),
                np.log(float(np.clip(self.score, 1e-3, 1.0))),
                np.log(float(np.clip(1.0 - self.odds[0], 1e-3, 1.0))),
                self.seen,
                support if value in {2, 3} else 0.0,
                support if value >= 4 else 0.0,
                self.rival(value),
                float(value == 1),
                float(np.clip(np.log2(max(self.size, 1.0) / 32.0), -2.0, 2.0)),
                self.odd_size,
                float(self.parted),
                1.0,
            ],
            np.float32,
        )

    def rival(self, value: int) -> float:
        """Return how much better than for `value` the pips fit another value of four and more, 0-1."""
        own = float(self.support[value]) if value > 1 else 0.0
        other = max(float(self.support[each]) for each in (4, 5, 6) if each != value)
        return max(0.0, other - own)

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


def fuse(odds: Floats, support: Floats, weights: tuple[float, float, float]) -> Floats:
    """Return probabilities (7,), index 0 nought, from the network's `odds` (7,) and the `support` (7,) of the pips."""
    network, few, many = weights
    logits = network * np.log(np.clip(odds[1:], 1e-4, 1.0))
    logits[1:3] += few * support[2:4]
    logits[3:] += many * support[4:]
    raised = np.exp(logits - logits.max())
    return np.concatenate([np.zeros(1), raised / raised.sum()]).astype(np.float32)
