"""The pose of the table from circles on it (coins, tokens, cups, printed circles): their images are ellipses whose
minor axes have the direction of the top offsets of level dice.

Used with a single die: its lean and a tilt of the camera look the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.crops import reduced
from vision.pose.table_pose import PRIORS, TablePose

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frames import Floats, Image


@dataclass(frozen=True)
class EllipseParams:
    """Limits of ellipses, chosen on 66 ray-traced stills with 211 circles. Lengths are px of the reduced copy."""

    longest_px: int = 960
    """Longer side of the reduced copy,"""
    blur_px: float = 1.0
    """and the deviation of its Gaussian blur."""
    canny: tuple[int, int] = (25, 70)
    """Canny's thresholds: low enough for a brown coin on brown wood."""
    least_short_px: float = 14.0
    """Least minor axis."""
    turns: tuple[float, float] = (0.75, 3.2)
    """Range of a contour's points over its width plus height: 1.4 for one turn round a circle, twice that for two."""
    near_px: float = 1.2
    """Largest distance of a contour point from the ellipse,"""
    near_share: float = 0.9
    """and least share of the points within it."""
    covered_turn: float = 0.75
    """Least share of the ellipse's circumference that the contour covers: another object may lie on a part."""
    same_middle: float = 0.3
    """Least distance between two circles, in half axes of the larger: a coin's rim and relief are one."""
    ratio_sigma: float = 0.018
    """Deviation of the ratio of axes. With it top offsets from circles differ from those of dice by 0.94 deviations in
    the median and by more than 2.8 in one of twenty."""
    apart_sigmas: float = 2.5
    """Largest difference between circles on one table, in deviations."""
    clearer: float = 6.0
    """Least difference in cost, twice the log of the odds, between the two directions of the tilt."""
    alone_px: float = 36.0
    """Least minor axis of a circle that is used without a second one."""


ELLIPSES = EllipseParams()


@dataclass(frozen=True, eq=False)
class Circles:
    """N circles, largest first: `places` (N, 2) over the picture's longer side, right and down from its centre;
    `top_offsets` (N, 2) of level dice there, up to the sign, with the deviations `sigmas` (N,); the `short` axes (N,)
    px.
    """

    places: Floats
    top_offsets: Floats
    sigmas: Floats
    short: Floats

    def __len__(self) -> int:
        return len(self.places)


def circles_in(image: Image, others: Floats) -> Circles:
    """Return the circles in `image` (H, W, 3) BGR outside the boxes `others` (M, 4) px."""
    small = reduced(image, min(ELLIPSES.longest_px, max(image.shape[:2])), smooth=2.0)
    longest = max(small.shape[:2])
    scale = longest / max(image.shape[:2])
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), ELLIPSES.blur_px)
    edges = cv2.Canny(grey, *ELLIPSES.canny)
    for x0, y0, x1, y1 in np.maximum(np.rint(others * scale), 0).astype(int):
        edges[y0:y1, x0:x1] = 0  # a die's contour would join that of a coin it touches
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    shapes = [_ellipse(np.asarray(contour, np.int32)) for contour in contours]
    found = _each_once([each for each in shapes if each is not None and not _inside(each[:2] / scale, others)])
    if not found:
        none = np.zeros((0, 2), np.float32)
        return Circles(none, none, none[:, 0], none[:, 0])
    ellipses = np.array(found)
    places = (ellipses[:, :2] - 0.5 * np.array(small.shape[1::-1])) / longest
    top_offsets, sigmas = zip(*(_top_offset(*both) for both in zip(ellipses, places, strict=True)), strict=True)
    return Circles(*(np.array(each, np.float32) for each in (places, top_offsets, sigmas, ellipses[:, 3])))


def table_by_circles(circles: Circles, table: TablePose, die: tuple[Floats, Floats, Floats]) -> TablePose | None:
    """Return the `table` updated by circles; None if they disagree with each other: then they are no circles, or not on
    the table. `die` is the place, the top offset and the deviation of the single die, as in Circles.

    An ellipse leaves two directions for the tilt of its circle. The die decides, unless it leans: None if the table
    known without it suggests the other direction and that is not much less probable.
    """
    if not len(circles):
        return None
    hinted = [_agreed(circles, table, hint) for hint in (table.updated(*die), table)]
    found = sorted((each for each in hinted if each is not None), key=lambda each: each.cost)
    if not found:
        return None
    best, other = found[0], found[-1]
    if other.cost - best.cost < ELLIPSES.clearer and not np.array_equal(best.signs, other.signs):
        return None
    return best.table


@dataclass(frozen=True, eq=False)
class _Agreed:
    """A table with which most circles agree, given the `signs` (N,) of their top offsets, and its cost."""

    table: TablePose
    signs: Floats
    cost: float


def _agreed(circles: Circles, table: TablePose, hint: TablePose) -> _Agreed | None:
    """Return the table with which most circles agree if their signs are those of the `hint`."""
    signs = np.where((hint.expected(circles.places)[0] * circles.top_offsets).sum(axis=1) < 0.0, -1.0, 1.0)
    top_offsets = signs[:, None] * circles.top_offsets
    tables = [table.updated(circles.places[[k]], top_offsets[[k]], circles.sigmas[[k]]) for k in range(len(circles))]
    alike = np.stack(
        [each.away(circles.places, top_offsets, circles.sigmas) < ELLIPSES.apart_sigmas for each in tables]
    )
    alike = alike[int(alike.sum(axis=1).argmax())]
    alone = len(circles) == 1 and circles.short[0] >= ELLIPSES.alone_px
    if not alone and (alike.sum() < 2 or 2 * alike.sum() < len(circles)):
        return None
    seen = (circles.places[alike], top_offsets[alike], circles.sigmas[alike])
    agreed = table.updated(*seen)
    off = ((seen[1] - agreed.expected(seen[0])[0]) / seen[2][:, None]) ** 2
    moved = agreed.mean - table.mean
    cost = float(off.sum() + moved @ np.linalg.solve(table.covariance, moved))
    return _Agreed(agreed, signs, cost + ELLIPSES.apart_sigmas**2 * float((~alike).sum()))


def _ellipse(contour: NDArray[np.int32]) -> NDArray[np.float64] | None:
    """Return the centre x, y, the major and minor axis px, and the direction of the minor one in radians, if the
    contour (N, 1, 2) is an ellipse.
    """
    (fewest, most), shortest = ELLIPSES.turns, ELLIPSES.least_short_px
    width, height = cv2.boundingRect(contour)[2:]
    if min(width, height) < shortest or not fewest < len(contour) / (width + height) < most:
        return None
    centre, axes, degrees = (np.asarray(each, float) for each in cv2.fitEllipseDirect(contour))
    long, short = float(max(axes)), float(min(axes))
    if not np.isfinite([*centre, *axes, degrees]).all() or short < shortest:
        return None
    turn = np.radians(degrees)
    away = contour[:, 0] - centre
    along = away @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) / (0.5 * axes)
    off = np.abs(np.hypot(*along.T) - 1.0) * 0.5 * np.sqrt(long * short)
    near = off < ELLIPSES.near_px
    if near.mean() < ELLIPSES.near_share:
        return None
    sector = np.floor(np.arctan2(along[near, 1], along[near, 0]) / np.radians(10.0))
    if len(np.unique(sector)) < ELLIPSES.covered_turn * 36:
        return None
    return np.array([*centre, long, short, turn if axes[0] < axes[1] else turn + 0.5 * np.pi])


def _inside(place: NDArray[np.float64], boxes: Floats) -> bool:
    return bool(((boxes[:, :2] <= place) & (place <= boxes[:, 2:])).all(axis=1).any())


def _each_once(found: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    kept: list[NDArray[np.float64]] = []
    for one in sorted(found, key=lambda e: -e[2]):
        if all(np.hypot(*(one[:2] - k[:2])) > 0.5 * ELLIPSES.same_middle * k[2] for k in kept):
            kept.append(one)
    return kept


def _top_offset(ellipse: NDArray[np.float64], place: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Return the top offset of level dice by a circle whose image at the `place` is the `ellipse`, and its deviation.

    Perspective projection stretches objects away from the picture's centre: by one over the squared cosine of the angle
    between their ray and the optical axis, and by one over that cosine across. This is undone first. The remaining
    ratio of axes is the cosine of the angle between the ray and the table's normal.
    """
    long, short, turn = ellipse[2:5]
    axis = np.array([np.cos(turn), np.sin(turn)])
    shape = long**2 * np.eye(2) + (short**2 - long**2) * np.outer(axis, axis)
    beside = place / PRIORS.focal
    squared = float(beside @ beside)
    cosine = 1.0 / np.sqrt(1.0 + squared)
    straight = cosine * np.eye(2) + (cosine**2 - cosine) * np.outer(beside, beside) / max(squared, 1e-12)
    squares, axes = np.linalg.eigh(straight @ shape @ straight)
    ratio = np.sqrt(squares[0] / squares[1])
    sine = np.sqrt(1.0 - ratio**2)
    return sine * axes[:, 0], float(np.hypot(ELLIPSES.ratio_sigma * ratio / max(sine, 0.05), PRIORS.uneven))
