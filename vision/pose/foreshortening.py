"""The shapes of dice's top faces: the more a face is turned away, the more is missing of a square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frames import Floats

    Numbers = NDArray[np.floating[Any]]

STRETCHED = 0.5
"""Standard deviation of what all top faces of a picture may be off by together: many photographs were stretched."""


@dataclass(frozen=True, eq=False)
class TopShapes:
    """The `shapes` (N, 3) of dice's top faces, with the deviations `sigmas` (N,): sums of squares and products (xx, xy,
    yy) of how far two neighbouring sides lie from the face's middle, right and down, in half edges of the die.

    From far away the shape of a face whose top offset is u is 1 - u u^T. A camera that looks at an angle sees leans by
    it that top offsets hardly show; one that looks straight down sees none.
    """

    shapes: Floats
    sigmas: Floats

    def off_level(
        self, expected: Floats, top_offsets: Floats, variance: Numbers, among: Floats
    ) -> tuple[Numbers, Numbers]:
        """Return (N, 3) by how much each shape differs from that of a level die, whose top offsets (N, 2) are
        `expected`, and (N, 3) the variance of that. By how much the picture was stretched the other dice say, weighted
        by `among` (N,) 0-1: their shapes differ from what their own `top_offsets` (N, 2), with `variance` (N,), say.
        """
        seen, slope = self.sigmas**2, slope_of(top_offsets)
        stretched = self.shapes - shapes_of(top_offsets)
        weights = among / (seen + np.einsum("nij,nij,n->n", slope, slope, variance) / 3.0)
        certain = STRETCHED**-2 + weights.sum() - weights
        others = (weights @ stretched - weights[:, None] * stretched) / certain[:, None]
        return self.shapes - shapes_of(expected) - others, np.repeat((seen + 1.0 / certain)[:, None], 3, axis=1)


def shapes_of(top_offsets: Numbers) -> Numbers:
    """Return (N, 3) the shapes of top faces with top offsets (N, 2)."""
    right, down = np.asarray(top_offsets, float).T
    return np.stack([1.0 - right**2, -right * down, 1.0 - down**2], axis=1)


def slope_of(top_offsets: Numbers) -> Numbers:
    """Return (N, 3, 2) the derivatives of the shapes of top faces by their top offsets (N, 2)."""
    right, down = np.asarray(top_offsets, float).T
    none = np.zeros_like(right)
    return -np.stack([2.0 * right, none, down, right, none, 2.0 * down], axis=1).reshape(-1, 3, 2)
