"""Is something large in the way that was not there when dice were last read: a hand, an arm, a head?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.stillness import differing

if TYPE_CHECKING:
    from vision.stillness import Small

LARGE = 0.02
"""Share of the picture that an arm covers at least; ten dice that fill a corner cover less."""
FULL = 0.28
"""Share of its bounding box that an arm fills; the seams of a bumped picture fill little."""


def in_the_way(before: Small, now: Small) -> bool:
    """Say whether one joined change against the picture `before` is large and comes in over one or two of the
    picture's edges.

    Both are small grey pictures of one size (`vision.stillness.shrink`). A bumped camera changes places all over and
    is no hand.
    """
    if before.shape != now.shape:
        return False
    hot = differing(before, now)
    height, width = hot.shape
    if hot.mean() < LARGE:
        return False
    joined = cv2.morphologyEx(hot, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    for left, top, wide, high, area in stats[1:].tolist():
        edges = (left <= 1) + (top <= 1) + (left + wide >= width - 1) + (top + high >= height - 1)
        if area > LARGE * height * width and 1 <= edges <= 2 and area > FULL * wide * high:
            return True
    return False
