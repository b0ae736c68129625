"""Foreshortening of the top faces of dice: the more a face is tilted, the narrower it appears."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frames import Floats

    Numbers = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class TopShapes:
    """The `shapes` (N, 3) of dice's top faces, with the deviations `sigmas` (N,): sums of squares and products (xx, xy,
    yy) of how far two neighbouring sides lie from the face's middle, right and down, in half edges of the die.

    In weak perspective the shape of a face with the top offset u is 1 - u u^T. A camera at an angle measures leans by
    it that hardly change the top offset; a camera straight above measures none.
    """

    shapes: Floats
    sigmas: Floats
    stretch_sigma: float = 0.5
    """Standard deviation of the error that all top faces of a picture share: many photographs were stretched."""

    def off_level(
        self, expected: Floats, top_offsets: Floats, variance: Numbers, among: Floats
    ) -> tuple[Numbers, Numbers]:
        """Return (N, 3) the difference of each shape from that of a level die, whose top offsets (N, 2) are `expected`,
        and its variance (N, 3). The stretch of the picture is estimated from the other dice, weighted by `among` (N,)
        0-1: by how much their shapes differ from those of their own `top_offsets` (N, 2) with `variance` (N,).
        """
        seen, slope = self.sigmas**2, slope_of(top_offsets)
        stretched = self.shapes - shapes_of(top_offsets)
        weights = among / (seen + np.einsum("nij,nij,n->n", slope, slope, variance) / 3.0)
        certain = self.stretch_sigma**-2 + weights.sum() - weights
        others = (weights @ stretched - weights[:, None] * stretched) / certain[:, None]
        return self.shapes - shapes_of(expected) - others, np.repeat((seen + 1.0 / certain)[:, None], 3, axis=1)


def shapes_of(top_offsets: Numbers) -> Numbers:
    """Return (N, 3) the shapes of top faces with top offsets (N, 2)."""
    right, down = np.asarray(top_offsets, float).T
    return np.stack([1.0 - right**2, -right * down, 1.0 - down**2], axis=1)


def slope_of(top_offsets: Numbers) -> Numbers:
    """Return (N, 3, 2) the derivatives of the shapes with respect to the top offsets (N, 2)."""
    right, down = np.asarray(top_offsets, float).T
    none = np.zeros_like(right)
    return -np.stack([2.0 * right, none, down, right, none, 2.0 * down], axis=1).reshape(-1, 3, 2)
