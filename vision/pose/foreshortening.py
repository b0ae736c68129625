"""The shapes of dice's top faces: what is missing of a square is what a face is turned away by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detection.detector import Floats

    Numbers = NDArray[np.floating[Any]]

STRETCHED = 0.5
"""Deviation of what all top faces' shapes of a picture may be off by together: many pictures were stretched."""


@dataclass(frozen=True, eq=False)
class TopShapes:
    """The `shapes` (N, 3) of dice's top faces, with deviations `spreads` (N,): sums of squares and products (xx, xy,
    yy) of how far two neighbouring sides lie from the face's middle, right and down, in half edges of the die.

    From far away the shape of a face whose upright is u is 1 - u u^T. A camera that looks at an angle sees leans by it
    that uprights hardly show; one that looks straight down sees none.
    """

    shapes: Floats
    spreads: Floats

    def off_level(
        self, expected: Floats, uprights: Floats, variance: Numbers, among: Floats
    ) -> tuple[Numbers, Numbers]:
        """Return (N, 3) by how much each shape is off that of a level die, whose uprights (N, 2) are `expected`, and
        (N, 3) the variance of that. The picture may have been stretched: how much, the other dice tell that are
        believed, `among` (N,) 0-1, by shapes that are off what their own `uprights` (N, 2) say, with `variance` (N,).
        """
        seen, slope = self.spreads**2, slope_of(uprights)
        stretched = self.shapes - shapes_of(uprights)
        weights = among / (seen + np.einsum("nij,nij,n->n", slope, slope, variance) / 3.0)
        certain = STRETCHED**-2 + weights.sum() - weights
        others = (weights @ stretched - weights[:, None] * stretched) / certain[:, None]
        return self.shapes - shapes_of(expected) - others, np.repeat((seen + 1.0 / certain)[:, None], 3, axis=1)


def shapes_of(uprights: Numbers) -> Numbers:
    """Return (N, 3) the shapes of top faces with uprights (N, 2)."""
    right, down = np.asarray(uprights, float).T
    return np.stack([1.0 - right**2, -right * down, 1.0 - down**2], axis=1)


def slope_of(uprights: Numbers) -> Numbers:
    """Return (N, 3, 2) how the shapes of top faces change with their uprights (N, 2)."""
    right, down = np.asarray(uprights, float).T
    none = np.zeros_like(right)
    return -np.stack([2.0 * right, none, down, right, none, 2.0 * down], axis=1).reshape(-1, 3, 2)
