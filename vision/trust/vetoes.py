"""Pictures of which parts are out of place: frames that were damaged on their way from the camera, or put together.

Where what does not belong together adjoins, the brightness jumps from one column of pixels to the next all along a
straight line, now up, now down. The edges of real things are never so straight for so long, nor so sharp, nor aligned
to the pixels; where one is, it is brighter on the same side everywhere.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frames import Image

    Floats = NDArray[np.float32]

TIMES = 1.6
"""A line of jumps: in most bands of a picture its jumps are more than so many times those beside it. In 553 pictures
as they were taken no two lines that cross came to more than 1.44 (bench/VISION.md).
"""
EVERY = 8
"""Of the columns or rows along which jumps are looked for so many-th ones tell."""
BANDS = 6
"""Into so many bands a line is cut: that some jump is not enough."""
MOST = 40
"""Jumps are taken for no larger than so many grey levels: one thing's edge is not to outweigh all else."""
LEAST = 1.0
"""The grey levels that are added to what lies beside a line: where there is hardly anything, noise is not a jump."""
BESIDE = (-4, -3, -2, 2, 3, 4)
"""Where, in pixels from a line, no such jumps are."""
ONE_WAY = 0.9
"""Where the jumps of all bands are to the same side by more than this share the line is a thing's edge."""


def torn(image: Image) -> bool:
    """Whether lines of jumps cross the picture (H, W, 3) uint8 BGR, from side to side and from top to bottom."""
    return _jumps(_grey(image[::EVERY])) > TIMES and _jumps(np.ascontiguousarray(_grey(image[:, ::EVERY]).T)) > TIMES


def _grey(image: Image) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_BGR2GRAY), np.uint8)


def _jumps(grey: NDArray[np.uint8]) -> float:
    """Return by how much the jumps of the plainest line from top to bottom are greater than those beside it, of a
    picture (H, W) or a part of its rows; 0 where it is too small to tell.
    """
    high = len(grey) // BANDS
    if not high or grey.shape[1] < 2 * max(BESIDE) + 2:
        return 0.0
    grey = grey[: BANDS * high]
    jumps = _means(np.minimum(cv2.absdiff(grey[:, 1:], grey[:, :-1]), MOST))
    steps = np.diff(_means(grey), axis=1)
    edge = np.abs(steps.sum(axis=0)) > ONE_WAY * np.abs(steps).sum(axis=0)
    reach = max(BESIDE)
    padded = cv2.copyMakeBorder(jumps, 0, 0, reach, reach, cv2.BORDER_REPLICATE)
    count = jumps.shape[1]
    beside = functools.reduce(np.maximum, (padded[:, reach + off : reach + off + count] for off in BESIDE))
    times = np.sort(jumps / (beside + LEAST), axis=0)
    middle = 0.5 * (times[(BANDS - 1) // 2] + times[BANDS // 2])
    return float(middle[~edge].max(initial=0.0))


def _means(rows: NDArray[np.uint8]) -> Floats:
    """Return the means (BANDS, W) of the bands of rows (H, W), H as many times BANDS as each has rows."""
    bands = np.split(rows, BANDS)
    return np.concatenate([cv2.reduce(band, 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F) for band in bands])
