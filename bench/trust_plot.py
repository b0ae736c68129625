"""A reliability plot: the share of right readings against the probability by the trust model."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

SIDE, BORDER = 360, 48
EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0001)


def plot(path: Path, said: Sequence[tuple[float, bool]], least: float) -> None:
    """Write a picture of the share of right readings against their predicted probability, in bins, both as log odds;
    the line is the identity, the dashed one the operating point.
    """
    picture = np.full((SIDE + 2 * BORDER, SIDE + 2 * BORDER, 3), 255, np.uint8)
    cv2.rectangle(picture, (BORDER, BORDER), (BORDER + SIDE, BORDER + SIDE), (180, 180, 180), 1)
    cv2.line(picture, (BORDER, BORDER + SIDE), (BORDER + SIDE, BORDER), (200, 200, 200), 1, cv2.LINE_AA)
    for share in (0.5, 0.9, 0.99, 0.999):
        at = _place(share)
        cv2.putText(picture, f"{share}", (BORDER + at - 12, BORDER + SIDE + 18), 0, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
        cv2.putText(picture, f"{share}", (6, BORDER + SIDE - at + 4), 0, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
    for y in range(0, SIDE, 8):
        x = BORDER + _place(least)
        cv2.line(picture, (x, BORDER + y), (x, BORDER + y + 3), (60, 60, 200), 1)
    for low, high in pairwise(EDGES):
        inside = [(probability, right) for probability, right in said if low <= probability < high]
        if not inside:
            continue
        x = BORDER + _place(float(np.mean([probability for probability, _ in inside])))
        share = (sum(right for _, right in inside) + 0.5) / (len(inside) + 1.0)
        y = BORDER + SIDE - _place(share)
        cv2.circle(picture, (x, y), 4, (160, 80, 0), -1, cv2.LINE_AA)
        cv2.putText(picture, str(len(inside)), (x + 6, y + 12), 0, 0.38, (90, 90, 90), 1, cv2.LINE_AA)
    cv2.putText(picture, "said (probability that the reading is right)", (BORDER, BORDER + SIDE + 38), 0, 0.42, 0, 1)
    cv2.putText(picture, "were right", (8, 30), 0, 0.42, 0, 1)
    cv2.imwrite(str(path), picture)


def _place(share: float) -> int:
    """Return the position of a share on an axis of log odds from 0.2 to 0.9995."""
    least, most = (np.log(p / (1 - p)) for p in (0.2, 0.9995))
    odds = np.log(min(max(share, 1e-4), 1 - 1e-4) / (1 - min(max(share, 1e-4), 1 - 1e-4)))
    return int(np.clip((odds - least) / (most - least), 0.0, 1.0) * SIDE)
