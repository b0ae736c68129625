"""How the dice of one picture stand: level dice show their top faces on the same side of their outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.network import Floats

FOCAL = 1.1
"""Focal length of an ordinary camera over the longer side of its picture (about 49 degrees wide)."""
OUTLINE = 1.3
"""Longer side of a die's box over its edge, half a turn and half a tilt taken together."""
UNLIKE = 0.35
"""Uprights further apart than this (about the sine of the angle between them) are not those of one level table; the
networks' boxes are not exact enough for less."""


def uprights(boxes: Floats, tops: Floats, width: int, height: int) -> Floats:
    """Return (N, 2) how far each die's upright leans from the line of sight, right and down, in edges of the die.

    `boxes` (N, 4) px are the dice's outlines, `tops` (N, 2) px the middles of their top faces. The top of a cube seen
    from afar lies half an edge along the upright from the cube's middle; what the lens adds toward the picture's rim
    (the line of sight itself turns) is taken off.
    """
    middle = 0.5 * (boxes[:, :2] + boxes[:, 2:])
    side = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, keepdims=True)
    sight = (middle - 0.5 * np.array([width, height])) / (FOCAL * max(width, height))
    return np.asarray(2.0 * OUTLINE * (tops - middle) / side - sight, np.float32)


def unlike(boxes: Sequence[Floats], tops: Sequence[Floats], width: int, height: int) -> int | None:
    """Return the die that stands least like the others, None where all stand alike or there are fewer than two.

    Of two dice that differ nobody can say which one leans: the first is named.
    """
    if len(boxes) < 2:
        return None
    leans = uprights(np.stack(boxes), np.stack(tops), width, height)
    apart = [float(np.hypot(*(lean - np.median(np.delete(leans, k, axis=0), axis=0)))) for k, lean in enumerate(leans)]
    worst = int(np.argmax(apart))
    return worst if apart[worst] > UNLIKE else None
