"""Image quality of a reading: is the picture too dark, or are the dice clipped, blurred, hazy or noisy?

The limits, and what the set-up measures of the light, are in `calibration.image_quality`.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.image_quality import QUALITY_LIMITS, ceiling, clipped, ranked
from vision.reading import ReasonKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frames import Image
    from vision.reading import Box, DieReading


@dataclass(frozen=True, slots=True)
class DieQualityParams:
    """How the quality of a die is measured. Chosen on altered stills and photographs (bench/VISION.md)."""

    sharp_px: float = 4.0
    """Edge width of a picture that is not blurred: camera, compression and reduction cause it."""
    face_px: int = 64
    """Dice are reduced to this side."""
    smallest_px: int = 4
    """Dice with a shorter side are not measured."""
    outlier_percent: int = 3
    """Percentage of the darkest and of the lightest pixels, each, that the range of levels leaves out: glints."""
    sampled: int = 8
    """Every eighth row and column of the picture gives its brightness."""


DIE_QUALITY = DieQualityParams()
_SOBEL_GAIN = 8.0
"""Response of the Sobel operator to a slope of one level per pixel."""
_DIAGONAL = math.sqrt(0.5)
"""Slope along a diagonal over the sum, or the difference, of the slopes along columns and rows."""
_NOISE_KERNEL = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""Removes planes and edges (Immerkaer, "Fast noise variance estimation", 1996)."""
_NOISE_GAIN = 6.0 * 0.6745
"""Median absolute response of the kernel to noise of deviation 1: its norm times the median of a half-normal."""


@dataclass(frozen=True, slots=True)
class DieQuality:
    """How well dice can be seen: `contrast` is the range of their levels over the lightest, `blur` the width of their
    blurred edges over their size, `clipped_share` the share of clipped pixels, `noise` the deviation of their noise
    over the range of their levels.
    """

    contrast: float
    blur: float
    clipped_share: float
    noise: float


def flaw(image: Image, dice: Sequence[DieReading]) -> ReasonKind | None:
    """Return why no reading of `image` (H, W, 3) uint8 BGR, in which these `dice` were read, is sure; None if it is
    good enough.
    """
    grey = cv2.cvtColor(np.ascontiguousarray(image[:: DIE_QUALITY.sampled, :: DIE_QUALITY.sampled]), cv2.COLOR_BGR2GRAY)
    if ceiling(np.asarray(grey, np.uint8)) < QUALITY_LIMITS.unreadable_ceiling:
        return ReasonKind.TOO_DARK
    quality = dice_quality(image, dice)
    if quality is None:
        return None
    if quality.clipped_share > QUALITY_LIMITS.unreadable_clipped_share:
        return ReasonKind.OVEREXPOSED
    if quality.blur > QUALITY_LIMITS.unreadable_blur:
        return ReasonKind.BLURRED
    if quality.contrast < QUALITY_LIMITS.unreadable_contrast:
        return ReasonKind.HAZY
    return ReasonKind.NOISY if quality.noise > QUALITY_LIMITS.unreadable_noise else None


def dice_quality(image: Image, dice: Sequence[DieReading]) -> DieQuality | None:
    """Return the median quality of the `dice`, with the largest clipped share of any; None where none can be
    measured.
    """
    each = [one for die in dice if (one := _die_quality(_face(image, die.box))) is not None]
    if not each:
        return None
    return DieQuality(
        statistics.median(one.contrast for one in each),
        statistics.median(one.blur for one in each),
        max(one.clipped_share for one in each),
        statistics.median(one.noise for one in each),
    )


def sharpest(images: Sequence[Image]) -> Image:
    """Return the sharpest of several pictures of one scene: in one of them a trembling camera nearly stands still."""

    def sharpness(image: Image) -> float:
        return float(cv2.Laplacian(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.CV_32F).std())

    return max(images, key=sharpness)


def _die_quality(face: Image) -> DieQuality | None:
    """Measure the crop of a die. Its edges and pips run in all directions: blur is measured in the direction in which
    the steepest slopes are the least steep, as range over slope. Widths add up in squares.
    """
    if min(face.shape[:2]) < DIE_QUALITY.smallest_px:
        return None
    plainest = int(np.argmax(cv2.meanStdDev(face)[1]))
    levels = np.asarray(cv2.extractChannel(face, plainest), np.uint8)
    outliers = levels.size * DIE_QUALITY.outlier_percent // 100
    darkest, lightest = ranked(levels, outliers, levels.size - 1 - outliers)
    across, down = (cv2.Sobel(levels, cv2.CV_16S, *way)[1:-1, 1:-1].ravel() for way in ((1, 0), (0, 1)))
    most = across.size - 1 - across.size // 100
    slopes = ((across, 1.0), (down, 1.0), (across + down, _DIAGONAL), (across - down, _DIAGONAL))
    steepest = min(times * ranked(np.abs(slope), most)[0] for slope, times in slopes) / _SOBEL_GAIN
    width = (lightest - darkest) / max(steepest, 1e-3)
    noise = _median(np.abs(cv2.filter2D(levels, cv2.CV_16S, _NOISE_KERNEL)[1:-1, 1:-1])) / _NOISE_GAIN
    blur = math.sqrt(max(0.0, width**2 - DIE_QUALITY.sharp_px**2)) / float(max(face.shape[:2]))
    clipped_share = float(np.count_nonzero(clipped(face))) / levels.size
    span = max(lightest - darkest, 1.0)
    return DieQuality((lightest - darkest) / max(lightest, 1.0), blur, clipped_share, noise / span)


def _median(numbers: NDArray[np.signedinteger]) -> float:
    """Return the median of whole numbers that are not negative."""
    return 0.5 * sum(ranked(numbers, (numbers.size - 1) // 2, numbers.size // 2))


def _face(image: Image, box: Box) -> Image:
    """Return the crop of the `box`, reduced to `face_px`; empty where only a strip would remain."""
    x0, y0, x1, y1 = (max(0, round(edge)) for edge in box)
    face = image[y0:y1, x0:x1]
    scale = DIE_QUALITY.face_px / max(*face.shape[:2], 1)
    if scale >= 1.0:
        return face
    if scale * min(face.shape[:2]) < DIE_QUALITY.smallest_px:
        return face[:0]
    return np.asarray(cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
