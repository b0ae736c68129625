"""Whether a picture is good enough for its reading to be believed: not dark, flooded, blurred, hazy or noisy."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.quality_limits import LIMITS
from vision.reading import ReasonKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frames import Image
    from vision.reading import Box, DieReading

DARK = LIMITS.unreadable_ceiling
HAZY = LIMITS.unreadable_contrast
GRAINY = LIMITS.unreadable_noise
FLOODED = LIMITS.unreadable_clipped_share
BLURRED = LIMITS.unreadable_blur
SHARP = 4.0
"""The width, in pixels, that cameras, packing and reducing give to the edges of a picture that is not blurred."""
CLIPPED = LIMITS.die_clipped
_NO_LIGHT, _NOT_CLIPPED = (0, 0, 0), (CLIPPED - 1, CLIPPED - 1, CLIPPED - 1)
FACE, SMALLEST = 64, 4
"""Dice larger than the first, in pixels, are reduced to it: large enough to tell. Of what is smaller than the second
nothing can be told."""
FEW = 3
"""So many in a hundred of a die's pixels may be darker, and as many lighter, than what counts as its range: glints."""
_SOBEL = 8.0
"""What an edge that rises by one grey level a pixel comes to in Sobel's sums."""
_ASLANT = math.sqrt(0.5)
"""The slope along a diagonal is so many times the sum, or the difference, of those along columns and rows."""
_GRAIN = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""What is left of a picture without planes and edges (Immerkaer, "Fast noise variance estimation", 1996)."""
_OF_NOISE = 6.0 * 0.6745
"""The median of its absolute values where there is noise of deviation 1: the root of the sum of its squares, and the
median of a normal deviate without its sign."""
_EVERY = 8
"""Of a picture's rows and columns so many-th ones tell how bright it is."""


@dataclass(frozen=True, slots=True)
class Clarity:
    """How plain dice are to see: `contrast`, by which share of their lightest their darkest is darker, `smeared`, how
    far their edges are smeared over their size, the share of them that is `flooded` with light, and the deviation of
    their noise, `grain`, over the range of their brightness.
    """

    contrast: float
    smeared: float
    flooded: float
    grain: float


def flaw(image: Image, dice: Sequence[DieReading]) -> ReasonKind | None:
    """Return why no reading of `image` (H, W, 3) uint8 BGR, in which these `dice` were read, is sure; None if it is
    good enough.
    """
    if too_dark(image):
        return ReasonKind.TOO_DARK
    clear = clarity_of(image, dice)
    if clear is None:
        return None
    if clear.flooded > FLOODED:
        return ReasonKind.OVEREXPOSED
    if clear.smeared > BLURRED:
        return ReasonKind.BLURRED
    if clear.contrast < HAZY:
        return ReasonKind.HAZY
    return ReasonKind.NOISY if clear.grain > GRAINY else None


def too_dark(image: Image) -> bool:
    """Whether a picture is so dark that no reading of it is sure."""
    grey = cv2.cvtColor(np.ascontiguousarray(image[::_EVERY, ::_EVERY]), cv2.COLOR_BGR2GRAY)
    return bool(100 * np.count_nonzero(grey >= DARK) < grey.size)


def clarity_of(image: Image, dice: Sequence[DieReading]) -> Clarity | None:
    """Return how plain the `dice` are to see, in the median, and of the one that is flooded most how far; None where
    nothing can be told.
    """
    each = [one for die in dice if (one := _clarity(_face(image, die.box))) is not None]
    if not each:
        return None
    return Clarity(
        statistics.median(one.contrast for one in each),
        statistics.median(one.smeared for one in each),
        max(one.flooded for one in each),
        statistics.median(one.grain for one in each),
    )


def _clarity(face: Image) -> Clarity | None:
    """A die has edges in all directions, its pips have: in the one in which even the steepest edges are the least
    steep, the brightness takes so many pixels for its whole range; in what nothing has blurred, SHARP. Blurs add up in
    squares.
    """
    if min(face.shape[:2]) < SMALLEST:
        return None
    plainest = int(np.argmax(cv2.meanStdDev(face)[1]))
    levels = np.asarray(cv2.extractChannel(face, plainest), np.uint8)
    few = levels.size * FEW // 100
    darkest, lightest = _ranked(levels, few, levels.size - 1 - few)
    across, down = (cv2.Sobel(levels, cv2.CV_16S, *way)[1:-1, 1:-1].ravel() for way in ((1, 0), (0, 1)))
    most = across.size - 1 - across.size // 100
    slopes = ((across, 1.0), (down, 1.0), (across + down, _ASLANT), (across - down, _ASLANT))
    steepest = min(times * _ranked(np.abs(slope), most)[0] for slope, times in slopes) / _SOBEL
    width = (lightest - darkest) / max(steepest, 1e-3)
    grain = _median(np.abs(cv2.filter2D(levels, cv2.CV_16S, _GRAIN)[1:-1, 1:-1])) / _OF_NOISE
    smeared = math.sqrt(max(0.0, width**2 - SHARP**2)) / float(max(face.shape[:2]))
    flooded = 1.0 - cv2.countNonZero(cv2.inRange(face, _NO_LIGHT, _NOT_CLIPPED)) / levels.size
    span = max(lightest - darkest, 1.0)
    return Clarity((lightest - darkest) / max(lightest, 1.0), smeared, flooded, grain / span)


def _median(numbers: NDArray[np.signedinteger]) -> float:
    """Return the median of whole numbers that are not negative."""
    return 0.5 * sum(_ranked(numbers, (numbers.size - 1) // 2, numbers.size // 2))


def _ranked(numbers: NDArray[np.integer], *ranks: int) -> list[float]:
    """Return those of whole numbers that are not negative which have these ranks, the smallest 0: by counting them, in
    a quarter of the time that putting them in order takes.
    """
    reached = np.cumsum(np.bincount(numbers.ravel()))
    return [float(number) for number in np.searchsorted(reached, ranks, side="right")]


def _face(image: Image, box: Box) -> Image:
    """Return what lies in the `box`, no larger than FACE; nothing where that is but a strip."""
    x0, y0, x1, y1 = (max(0, round(edge)) for edge in box)
    face = image[y0:y1, x0:x1]
    scale = FACE / max(*face.shape[:2], 1)
    if scale >= 1.0:
        return face
    if scale * min(face.shape[:2]) < SMALLEST:
        return face[:0]
    return np.asarray(cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
