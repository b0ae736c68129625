"""The colour at each place of a die's body: plain, swirled, marbled, grained, speckled, in two halves or in layers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.sim.die import Bgr, Floats

_HASH = np.array([127.1, 311.7, 74.7], np.float32)
"""Factors of a common hash of cells: the fraction of a large multiple of a sine."""


@dataclass(frozen=True)
class Texture:
    """The mixture of `colours` (one to three) in a body. `kind` is "swirl" (waves that distort each other), "speckles"
    (some of the cells of a grid), "halves" (one side of a plane) or "layers" (between parallel planes). `scale` is the
    number of radians, or cells, per half edge, by axis; `sharp` the steepness of the change of colour; `share` the
    share of cells that are speckles;
    `phases` (radians) vary from die to die.
    """

    kind: str
    colours: tuple[Bgr, ...]
    scale: tuple[float, float, float]
    sharp: float = 1.0
    share: float = 0.2
    phases: tuple[float, float, float] = (0.0, 0.0, 0.0)


def body_colour(hit: Floats, body: Bgr, texture: Texture) -> Floats:
    """Return the colours (3, n) of places `hit` (3, n), in half edges, on a body."""
    mixed = np.broadcast_to(np.asarray(body, np.float32)[:, None], hit.shape)
    for number, colour in enumerate(texture.colours):
        mix = np.float32(1.0) * _mix(hit, texture, float(number))
        mixed = mixed + (np.asarray(colour, np.float32)[:, None] - mixed) * mix
    return np.asarray(mixed)


def _mix(hit: Floats, texture: Texture, number: float) -> Floats:
    """Return the share (n,) of the colour of this number at each place, 0 to 1."""
    scale, phases = np.asarray(texture.scale, np.float32)[:, None], np.asarray(texture.phases, np.float32)[:, None]
    if texture.kind == "speckles":
        cells = np.floor(hit * scale + phases + 7.3 * number)
        chance = np.abs(np.sin(_HASH @ cells) * 43758.5453) % 1.0
        return np.asarray(chance < texture.share, np.float32)
    x, y, z = hit * scale + phases + 1.7 * number
    if texture.kind == "halves":
        return np.asarray(np.clip(0.5 + texture.sharp * (x + y + z - phases.sum() + 0.2 * np.sin(3 * y)), 0, 1))
    if texture.kind == "layers":
        return np.asarray(np.clip(0.5 + texture.sharp * np.sin(x + y + z), 0, 1))
    first = np.sin(x + 1.9 * np.sin(1.3 * y))
    second = np.sin(1.1 * y + 2.1 * np.sin(1.2 * z) + first)
    wave = 0.6 * (first + second + np.sin(z + 1.7 * np.sin(1.4 * x) + second))
    return np.asarray(np.clip(0.5 + texture.sharp * (wave - 0.3 * number), 0, 1))
