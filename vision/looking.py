"""Which candidates are looked at, how often, and what the reading network is told of the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.evidence import Evidence
from vision.network import Found, certainty
from vision.odds import softmax
from vision.stance import Stances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.network import Floats, Looks, Networks
    from vision.stance import Table

BELIEVED = 0.5
"""What the finder believes in more than this is looked at whatever the first look says."""
HARDLY = 0.98
"""What the look holds for no die with more than this probability is not looked at further."""
NO_DIE, CLEAR = 0.03, 0.98
"""What is a die and shows its value with less or more than these probabilities after the first look is not looked at
again."""
AGAIN = ((1.0, True), (1.12, False), (0.92, True))
"""How it is looked at again: so many times the box, and whether mirrored."""
VAGUE = 0.2
"""Where a level die's upright would point is told in these looks if it is known up to less than this deviation."""


def looked_over(
    image: NDArray[np.uint8], networks: Networks, found: Found, table: Table | None = None
) -> tuple[Found, Looks]:
    """Return what of the `found` is worth it, looked at; again where the first look was not clear, in the box that
    gave: mirrored, a little smaller and a little larger, and told where up is by the other dice and the `table`. How a
    die stands is left to the first look, which was not told what to see.
    """
    first = networks.look(image, found.boxes)
    readable = softmax(first.values)[:, 0] < HARDLY
    worth = readable | (found.scores > BELIEVED) | (first.there > 0.0)
    found, first = found.chosen(worth), first.chosen(worth)
    known = known_of(found, first)
    likely = known.likely()
    again = (likely > NO_DIE) & ((likely < CLEAR) | (known.values().max(axis=1) < CLEAR))
    if not again.any():
        return found, first
    boxes, levels = first.boxes[again], levels_told(image, first, likely, table)[again]
    more = [
        replace(
            networks.look(image, grown(boxes, times), mirrored=mirrored, levels=levels),
            uprights=first.uprights[again],
            spreads=first.spreads[again],
        )
        for times, mirrored in AGAIN
    ]
    return found, first.averaged(more, again)


def levels_told(image: NDArray[np.uint8], looks: Looks, likely: Floats, table: Table | None) -> Floats:
    """Return (N, 3) for `Networks.look` where a level die's upright would point at each of the places looked at: as the
    table and the other dice, as far as they are `likely` (N,) dice, have it.
    """
    height, width = image.shape[:2]
    stances = Stances(looks.uprights, looks.spreads, looks.boxes, width, height, table)
    levels, spread = stances.expected(likely)
    off = np.sqrt(0.5 * np.trace(spread, axis1=1, axis2=2))
    known = (off < VAGUE)[:, None]
    return np.where(known, np.column_stack([levels, certainty(off)]), 0.0).astype(np.float32)


def grown(boxes: Floats, times: float) -> Floats:
    """Return boxes (N, 4) about the same middles, so many times as large."""
    middle, half = 0.5 * (boxes[:, :2] + boxes[:, 2:]), 0.5 * times * (boxes[:, 2:] - boxes[:, :2])
    return np.concatenate([middle - half, middle + half], axis=1).astype(np.float32)


def known_of(found: Found, looks: Looks) -> Evidence:
    """Return the evidence for all candidates."""
    sizes = (looks.boxes[:, 2:] - looks.boxes[:, :2]).max(axis=1)
    return Evidence.of(softmax(looks.values), found.scores, sizes, looks.there)
