"""What round things that lie on the table (coins, tokens, cups, circles printed on a board) say of how it lies before
the camera: a circle seen aslant is an ellipse, and its short axis points where level dice's top offsets point.

Asked where few dice tell of each other: a lone die's lean looks like another camera's tilt.
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

    from vision.frames import Floats

LONGEST = 960
"""The longer side, in pixels, of the picture in which outlines are followed."""
SOFTER = 1.0
"""Deviation, in its pixels, of the blur before that."""
EDGE = (25, 70)
"""Canny's thresholds: low enough for a brown coin on brown wood."""
SHORTEST, LARGEST = 14.0, 0.35
"""The least short axis of an outline, in its pixels, and the largest long one over the picture's longer side."""
FLATTEST = 0.3
"""The least ratio of the axes: a table seen under less than 17 degrees tells nothing."""
TURNS = (0.75, 3.2)
"""Points of an outline over its width and height together: 1.4 once round a circle, twice that there and back."""
NEAR, MOST_NEAR = 1.2, 0.9
"""Points of the outline lie nearer to the ellipse, in pixels, all but one in ten."""
ROUGHEST = 0.55
"""The root mean square of how far they lie from it, at most."""
SEEN = 0.75
"""The share of the ellipse's turn that the outline must cover: another thing may lie on a part."""
SAME_MIDDLE = 0.3
"""Outlines whose middles are nearer, over the larger one's half axis, are of one thing: a coin's rim and its relief."""
OFF_RATIO, OFF_LEAST = 0.018, 0.015
"""Deviation of a ratio of axes, and the least of a top offset. On 66 ray-traced stills with 211 round things those
found are 0.94 deviations from what the dice say in the median, and more than 2.8 in one of twenty."""
APART = 2.5
"""Deviations by which round things on one table differ at most."""
AGREE = 3.0
"""Deviations by which several dice are off what they say at most."""
CLEARER = 6.0
"""By so much (as twice the logarithm of the odds) one way that round things lean must be likelier than the other."""
ALONE = 36.0
"""The least short axis, in pixels of LONGEST, of a round thing that is believed alone."""


@dataclass(frozen=True, eq=False)
class Rounds:
    """N round things, the largest first: `places` (N, 2) over the picture's longer side from its middle, right and
    down, `top offsets` (N, 2) of level dice there or the reverse of that, their deviations `sigmas` (N,), and `short`
    (N,) the short axes in pixels of LONGEST.
    """

    places: Floats
    top_offsets: Floats
    sigmas: Floats
    short: Floats

    def __len__(self) -> int:
        return len(self.places)


def round_things(image: NDArray[np.uint8], besides: Floats) -> Rounds:
    """Return what is round in `image` (H, W, 3) BGR, but for what lies in the boxes `besides` (M, 4) px."""
    small = reduced(image, min(LONGEST, max(image.shape[:2])), smooth=2.0)
    scale = max(small.shape[:2]) / max(image.shape[:2])
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), SOFTER)
    edges = cv2.Canny(grey, *EDGE)
    for x0, y0, x1, y1 in np.maximum(np.rint(besides * scale), 0).astype(int):
        edges[y0:y1, x0:x1] = 0  # a die's outline would become one with that of a coin it touches
    outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    shapes = [_ellipse(np.asarray(outline, np.int32)) for outline in outlines]
    found = [e for e in shapes if e is not None and e[2] < LARGEST * max(small.shape[:2])]
    found = _each_once([e for e in found if not _inside(e[:2] / scale, besides)])
    if not found:
        none = np.zeros((0, 2), np.float32)
        return Rounds(none, none, none[:, 0], none[:, 0])
    ellipses = np.array(found)
    places = (ellipses[:, :2] - 0.5 * np.array(small.shape[1::-1])) / max(small.shape[:2])
    top_offsets, sigmas = zip(*(_upright(e, p) for e, p in zip(ellipses, places, strict=True)), strict=True)
    return Rounds(*(np.array(each, np.float32) for each in (places, top_offsets, sigmas, ellipses[:, 3])))


def table_told(rounds: Rounds, table: TablePose, dice: tuple[Floats, Floats, Floats]) -> TablePose | None:
    """Return what the round things add to what is known of the `table`, None where they do not agree with each other,
    or not with several dice: then they are no circles, or do not lie on the table. `dice` are the places, offsets and
    deviations of the dice, as in Rounds.

    To which of two sides a circle leans it does not say itself. Dice do, unless they lean; if the table as it is known
    without them has it otherwise and that is not much less likely, nobody knows.
    """
    if not len(rounds):
        return None
    hinted = [_agreed(rounds, table, hint) for hint in (table.updated(*dice), table)]
    found = sorted((each for each in hinted if each is not None), key=lambda each: each.cost)
    if not found:
        return None
    best, other = found[0], found[-1]
    if other.cost - best.cost < CLEARER and not np.array_equal(best.signs, other.signs):
        return None
    return best.table if len(dice[0]) < 2 or best.table.away(*dice).max() < AGREE else None


@dataclass(frozen=True, eq=False)
class _Agreed:
    """A table that round things agree on which lean to the sides `signs` (N,), and what speaks against it."""

    table: TablePose
    signs: Floats
    cost: float


def _agreed(rounds: Rounds, table: TablePose, hint: TablePose) -> _Agreed | None:
    """Return the table that most round things agree on if they lean to the sides the `hint` says."""
    signs = np.where((hint.expected(rounds.places)[0] * rounds.top_offsets).sum(axis=1) < 0.0, -1.0, 1.0)
    top_offsets = signs[:, None] * rounds.top_offsets
    told = [table.updated(rounds.places[[k]], top_offsets[[k]], rounds.sigmas[[k]]) for k in range(len(rounds))]
    alike = np.stack([each.away(rounds.places, top_offsets, rounds.sigmas) < APART for each in told])
    alike = alike[int(alike.sum(axis=1).argmax())]
    alone = len(rounds) == 1 and rounds.short[0] >= ALONE
    if not alone and (alike.sum() < 2 or 2 * alike.sum() < len(rounds)):
        return None
    seen = (rounds.places[alike], top_offsets[alike], rounds.sigmas[alike])
    agreed = table.updated(*seen)
    off = ((seen[1] - agreed.expected(seen[0])[0]) / seen[2][:, None]) ** 2
    moved = agreed.mean - table.mean
    cost = float(off.sum() + moved @ np.linalg.solve(table.covariance, moved)) + APART**2 * float((~alike).sum())
    return _Agreed(agreed, signs, cost)


def _ellipse(outline: NDArray[np.int32]) -> NDArray[np.float64] | None:
    """Return the middle x, y, the long and the short axis px, and the direction of the short one in radians, if the
    outline (N, 1, 2) is an ellipse's.
    """
    width, height = cv2.boundingRect(outline)[2:]
    if min(width, height) < SHORTEST or not TURNS[0] < len(outline) / (width + height) < TURNS[1]:
        return None
    middle, axes, degrees = (np.asarray(each, float) for each in cv2.fitEllipseDirect(outline))
    long, short = float(max(axes)), float(min(axes))
    if not np.isfinite([*middle, *axes, degrees]).all() or short < max(SHORTEST, FLATTEST * long):
        return None
    turn = np.radians(degrees)
    away = outline[:, 0] - middle
    along = away @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) / (0.5 * axes)
    off = np.abs(np.hypot(*along.T) - 1.0) * 0.5 * np.sqrt(long * short)
    near = off < NEAR
    if near.mean() < MOST_NEAR or np.sqrt(np.mean(off[near] ** 2)) > ROUGHEST:
        return None
    sector = np.floor(np.arctan2(along[near, 1], along[near, 0]) / np.radians(10.0))
    if len(np.unique(sector)) < SEEN * 36:
        return None
    return np.array([*middle, long, short, turn if axes[0] < axes[1] else turn + 0.5 * np.pi])


def _inside(place: NDArray[np.float64], boxes: Floats) -> bool:
    return bool(((boxes[:, :2] <= place) & (place <= boxes[:, 2:])).all(axis=1).any())


def _each_once(found: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    kept: list[NDArray[np.float64]] = []
    for one in sorted(found, key=lambda e: -e[2]):
        if all(np.hypot(*(one[:2] - k[:2])) > 0.5 * SAME_MIDDLE * k[2] for k in kept):
            kept.append(one)
    return kept


def _upright(ellipse: NDArray[np.float64], place: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
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
    return sine * axes[:, 0], float(np.hypot(OFF_RATIO * ratio / max(sine, 0.05), OFF_LEAST))
