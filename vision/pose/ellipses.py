"""Round things on the table (coins, tokens, cups, circles printed on a board) show its pose: a circle seen at an angle
is an ellipse, and its short axis points where the top offsets of level dice point.

Used where there are few dice: the lean of a lone die looks like another camera's tilt.
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
    """Chosen on 66 ray-traced stills with 211 round things. Pixels are those of a copy that is `longest_px` long."""

    longest_px: int = 960
    blur_px: float = 1.0
    canny: tuple[int, int] = (25, 70)
    """Canny's thresholds: low enough for a brown coin on brown wood."""
    least_short_px: float = 14.0
    """The least short axis,"""
    largest: float = 0.35
    """the largest long one over the picture's longer side,"""
    flattest: float = 0.3
    """and the least ratio of both: a table seen under less than 17 degrees."""
    turns: tuple[float, float] = (0.75, 3.2)
    """Points of an outline over its width and height together: 1.4 once round a circle, twice that there and back."""
    near_px: float = 1.2
    """Points of the outline lie nearer to the ellipse,"""
    near_share: float = 0.9
    """in this share,"""
    near_rms_px: float = 0.55
    """and so near in the root mean square."""
    covered_turn: float = 0.75
    """The share of the ellipse's turn that its outline covers: another thing may lie on a part."""
    same_middle: float = 0.3
    """Outlines whose middles are nearer, in the larger one's half axes, are one thing: a coin's rim and its relief."""
    ratio_sigma: float = 0.018
    """Deviation of a ratio of axes,"""
    least_sigma: float = 0.015
    """and the least of a top offset, half edges: the offsets so found differ from what the dice say by 0.94 deviations
    in the median, and by more than 2.8 in one of twenty."""
    apart_sigmas: float = 2.5
    """Round things on one table differ by less,"""
    dice_sigmas: float = 3.0
    """and several dice differ by less from what they say."""
    clearer: float = 6.0
    """One side to which they lean must be more probable than the other by this (twice the log of the odds)."""
    alone_px: float = 36.0
    """The least short axis of a round thing that counts alone."""


ELLIPSES = EllipseParams()


@dataclass(frozen=True, eq=False)
class RoundThings:
    """N round things, the largest first: `places` (N, 2) over the picture's longer side from its middle, right and
    down; `top_offsets` (N, 2) of level dice there, or the reverse, with the deviations `sigmas` (N,); and the `short`
    axes (N,) px.
    """

    places: Floats
    top_offsets: Floats
    sigmas: Floats
    short: Floats

    def __len__(self) -> int:
        return len(self.places)


def round_things(image: Image, others: Floats) -> RoundThings:
    """Return what is round in `image` (H, W, 3) BGR, without what lies in the boxes `others` (M, 4) px."""
    small = reduced(image, min(ELLIPSES.longest_px, max(image.shape[:2])), smooth=2.0)
    longest = max(small.shape[:2])
    scale = longest / max(image.shape[:2])
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), ELLIPSES.blur_px)
    edges = cv2.Canny(grey, *ELLIPSES.canny)
    for x0, y0, x1, y1 in np.maximum(np.rint(others * scale), 0).astype(int):
        edges[y0:y1, x0:x1] = 0  # a die's outline would become one with that of a coin it touches
    outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    shapes = [_ellipse(np.asarray(outline, np.int32)) for outline in outlines]
    found = [each for each in shapes if each is not None and each[2] < ELLIPSES.largest * longest]
    found = _each_once([each for each in found if not _inside(each[:2] / scale, others)])
    if not found:
        none = np.zeros((0, 2), np.float32)
        return RoundThings(none, none, none[:, 0], none[:, 0])
    ellipses = np.array(found)
    places = (ellipses[:, :2] - 0.5 * np.array(small.shape[1::-1])) / longest
    top_offsets, sigmas = zip(*(_top_offset(*both) for both in zip(ellipses, places, strict=True)), strict=True)
    return RoundThings(*(np.array(each, np.float32) for each in (places, top_offsets, sigmas, ellipses[:, 3])))


def table_by_round_things(
    things: RoundThings, table: TablePose, dice: tuple[Floats, Floats, Floats]
) -> TablePose | None:
    """Return the `table` as the round things show it, None where they do not agree with each other, or not with several
    dice: then they are no circles, or do not lie on the table. `dice` are the places, top offsets and deviations of the
    dice, as in RoundThings.

    An ellipse does not show to which of two sides its circle leans. Dice do, unless they lean; if the table as it is
    known without them says the other side, and that is not much less probable, it is not known.
    """
    if not len(things):
        return None
    hinted = [_agreed(things, table, hint) for hint in (table.updated(*dice), table)]
    found = sorted((each for each in hinted if each is not None), key=lambda each: each.cost)
    if not found:
        return None
    best, other = found[0], found[-1]
    if other.cost - best.cost < ELLIPSES.clearer and not np.array_equal(best.signs, other.signs):
        return None
    return best.table if len(dice[0]) < 2 or best.table.away(*dice).max() < ELLIPSES.dice_sigmas else None


@dataclass(frozen=True, eq=False)
class _Agreed:
    """A table that round things agree on which lean to the sides `signs` (N,), and what speaks against it."""

    table: TablePose
    signs: Floats
    cost: float


def _agreed(things: RoundThings, table: TablePose, hint: TablePose) -> _Agreed | None:
    """Return the table that most round things agree on if they lean to the sides the `hint` says."""
    signs = np.where((hint.expected(things.places)[0] * things.top_offsets).sum(axis=1) < 0.0, -1.0, 1.0)
    top_offsets = signs[:, None] * things.top_offsets
    told = [table.updated(things.places[[k]], top_offsets[[k]], things.sigmas[[k]]) for k in range(len(things))]
    alike = np.stack([each.away(things.places, top_offsets, things.sigmas) < ELLIPSES.apart_sigmas for each in told])
    alike = alike[int(alike.sum(axis=1).argmax())]
    alone = len(things) == 1 and things.short[0] >= ELLIPSES.alone_px
    if not alone and (alike.sum() < 2 or 2 * alike.sum() < len(things)):
        return None
    seen = (things.places[alike], top_offsets[alike], things.sigmas[alike])
    agreed = table.updated(*seen)
    off = ((seen[1] - agreed.expected(seen[0])[0]) / seen[2][:, None]) ** 2
    moved = agreed.mean - table.mean
    cost = float(off.sum() + moved @ np.linalg.solve(table.covariance, moved))
    return _Agreed(agreed, signs, cost + ELLIPSES.apart_sigmas**2 * float((~alike).sum()))


def _ellipse(outline: NDArray[np.int32]) -> NDArray[np.float64] | None:
    """Return the middle x, y, the long and the short axis px, and the direction of the short one in radians, if the
    outline (N, 1, 2) is an ellipse's.
    """
    (fewest, most), shortest = ELLIPSES.turns, ELLIPSES.least_short_px
    width, height = cv2.boundingRect(outline)[2:]
    if min(width, height) < shortest or not fewest < len(outline) / (width + height) < most:
        return None
    middle, axes, degrees = (np.asarray(each, float) for each in cv2.fitEllipseDirect(outline))
    long, short = float(max(axes)), float(min(axes))
    if not np.isfinite([*middle, *axes, degrees]).all() or short < max(shortest, ELLIPSES.flattest * long):
        return None
    turn = np.radians(degrees)
    away = outline[:, 0] - middle
    along = away @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) / (0.5 * axes)
    off = np.abs(np.hypot(*along.T) - 1.0) * 0.5 * np.sqrt(long * short)
    near = off < ELLIPSES.near_px
    if near.mean() < ELLIPSES.near_share or np.sqrt(np.mean(off[near] ** 2)) > ELLIPSES.near_rms_px:
        return None
    sector = np.floor(np.arctan2(along[near, 1], along[near, 0]) / np.radians(10.0))
    if len(np.unique(sector)) < ELLIPSES.covered_turn * 36:
        return None
    return np.array([*middle, long, short, turn if axes[0] < axes[1] else turn + 0.5 * np.pi])


def _inside(place: NDArray[np.float64], boxes: Floats) -> bool:
    return bool(((boxes[:, :2] <= place) & (place <= boxes[:, 2:])).all(axis=1).any())


def _each_once(found: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    kept: list[NDArray[np.float64]] = []
    for one in sorted(found, key=lambda e: -e[2]):
        if all(np.hypot(*(one[:2] - k[:2])) > 0.5 * ELLIPSES.same_middle * k[2] for k in kept):
            kept.append(one)
    return kept


def _top_offset(ellipse: NDArray[np.float64], place: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Return the top_offset that goes with a circle seen as the `ellipse` at the `place`, and its deviation.

    Beside the picture's middle all things are drawn longer away from it, by the square of the cosine of the angle
    between their ray and the middle's, and by that cosine across: that is undone first. What is left is the circle as
    it looks along its ray: the ratio of its axes is the cosine of the angle between that ray and the table's normal.
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
    return sine * axes[:, 0], float(np.hypot(ELLIPSES.ratio_sigma * ratio / max(sine, 0.05), ELLIPSES.least_sigma))
