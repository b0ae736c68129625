"""How the dice of one picture stand: dice that lie flat on one table all show their top faces from the same side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.boxes import middles
from vision.pose.foreshortening import slope_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.detection.detector import Floats
    from vision.pose.foreshortening import Numbers, TopShapes
    from vision.reading import DieReading

FOCAL = 1.1
"""Focal length of an ordinary camera over the longer side of its picture (about 49 degrees wide)."""
WIDE = 0.25
"""Deviation of 1 / FOCAL among cameras: from a narrow lens to a wide one."""
TILT, TILTS = (0.0, -0.24), (0.12, 0.3)
"""Where level dice's uprights point, right and down, before anything is seen, and with what deviations: cameras stand
on the viewer's side and are held straight (126 photographs with one die: 0.00 and -0.20, deviations 0.10 and 0.29).
"""
STEEPEST = 0.3
"""The least cosine of a camera's tilt (73 degrees) that is reckoned with."""
UNEVEN = 0.015
"""Deviation of level dice's uprights (about the sine of 1 degree): tables and dice are not perfectly flat."""
TOUCHED = 0.03
"""Deviation, in half edges, of how a camera's tilt changes from one roll to the next without anybody saying so."""
LEANS = (0.2, 0.4)
"""Deviations of a leaning die's upright from the others' (about 12 and 24 degrees): half lie on something thin, half
against something high."""
HALF_HIDDEN, ASTRAY = 0.05, 0.35
"""How many dice's uprights are quite wrong, because a die before them hides half of them and they look half as high,
and the deviation of these. A top that was seen vouches for them.
"""


@dataclass(frozen=True, eq=False)
class TablePose:
    """What is known of a table's place before its camera: `mean` (3,) and `spread` (3, 3) of (n right, n down, k). A
    level die's upright is n + p k, p its place over the longer side of the picture, right and down from the middle: n
    is the same for all (as long as the sine of the camera's tilt), k the cosine of the tilt over the focal length.
    `firm`: measured with a chart or the like, not gathered from dice.
    """

    mean: Floats
    spread: Numbers
    firm: bool = False

    @classmethod
    def set_up(cls, middle: Floats, slope: float, off: float) -> TablePose:
        """Return a table whose level dice's upright at the picture's `middle` (2,) and its `slope` k are known up to
        the deviation `off`, in half edges.
        """
        return cls(np.array([*middle, slope], np.float32), off**2 * np.eye(3), firm=True)

    @classmethod
    def usual(cls, upright: Floats) -> TablePose:
        """Return what is known of ordinary cameras, where dice stand about as the `upright` (2,) says."""
        cosine = _cosine(upright)
        mean = np.array([*TILT, cosine / FOCAL], np.float32)
        return cls(mean, np.diag([TILTS[0] ** 2, TILTS[1] ** 2, (WIDE * cosine) ** 2]))

    @classmethod
    def about(cls, uprights: Floats, places: Floats) -> TablePose:
        """Return what is known of ordinary cameras where the dice at places (N, 2) stand as uprights (N, 2) say."""
        typical = np.median(uprights - places / FOCAL, axis=0) if len(places) else np.zeros(2)
        return cls.usual(np.asarray(typical, np.float32))

    def told(self, places: Floats, uprights: Floats, spreads: Floats) -> TablePose:
        """Return what is known of it after uprights (N, 2) of level dice were seen at places (N, 2) over the longer
        side of the picture, right and down from its middle, with deviations `spreads` (N,).
        """
        rows = _rows(np.asarray(places, float))
        weights = 1.0 / np.asarray(spreads, float) ** 2
        before = np.linalg.inv(self.spread)
        spread = np.linalg.inv(before + np.einsum("nij,nik,n->jk", rows, rows, weights))
        mean = spread @ (before @ self.mean + np.einsum("nij,ni,n->j", rows, np.asarray(uprights, float), weights))
        return replace(self, mean=mean.astype(np.float32), spread=spread)

    def expected(self, places: Floats) -> tuple[Floats, Numbers]:
        """Return (N, 2) where level dice's uprights point at places (N, 2), and (N, 2, 2) how far that may be wrong."""
        rows = _rows(np.asarray(places, float))
        return np.asarray(rows @ self.mean, np.float32), rows @ self.spread @ rows.transpose(0, 2, 1)

    def away(self, places: Floats, uprights: Floats, spreads: Floats) -> Numbers:
        """Return (N,) by how many deviations uprights (N, 2) seen at places (N, 2) with deviations `spreads` (N,) are
        off those of level dice.
        """
        expected, spread = self.expected(places)
        off = np.asarray(uprights - expected, float)
        both = spread + np.asarray(spreads, float)[:, None, None] ** 2 * np.eye(2)
        return np.asarray(np.sqrt(np.einsum("ni,ni->n", off, np.linalg.solve(both, off[:, :, None])[:, :, 0])))

    def aged(self) -> TablePose:
        """Return what is left of it when the next roll comes: a camera on its arm may have been touched."""
        return replace(self, spread=self.spread + np.diag([TOUCHED**2, TOUCHED**2, 0.0]))


class PoseComparison:
    """How N dice of one picture stand, and what those of them that are believed say of the table: `uprights` (N, 2),
    where the top faces' middles lie from the dice's middles, right and down, in half edges, with deviations `spreads`
    (N,); `boxes` (N, 4) px. Without a `table` it is an ordinary camera's. `tops` are the top faces' shapes, if they
    were seen.
    """

    def __init__(
        self,
        uprights: Floats,
        spreads: Floats,
        boxes: Floats,
        width: int,
        height: int,
        table: TablePose | None = None,
        tops: TopShapes | None = None,
    ) -> None:
        place = places_of(boxes, width, height)
        if table is None:
            table = TablePose.about(uprights, place)
        self._table, self._places, self._uprights, self._tops = table, place, uprights, tops
        self._rows = _rows(place)
        self._variance = np.asarray(spreads, float) ** 2 + UNEVEN**2
        self._prior = np.linalg.inv(table.spread)
        self._pull = self._prior @ table.mean
        self._known = np.einsum("nij,nik->njk", self._rows, self._rows) / self._variance[:, None, None]
        self._said = np.einsum("nij,ni->nj", self._rows, uprights) / self._variance[:, None]

    def expected(self, among: Floats) -> tuple[Floats, Numbers]:
        """Return (N, 2) where each die's upright would be if it were level, by linear least squares from the table and
        the other dice, believed as far as `among` (N,) 0-1 says, and (N, 2, 2) how far that may be wrong.
        """
        own, own_said = among[:, None, None] * self._known, among[:, None] * self._said
        spread = np.linalg.inv(self._prior + own.sum(axis=0) - own)
        tables = np.einsum("nij,nj->ni", spread, self._pull + own_said.sum(axis=0) - own_said)
        level = self._rows @ spread @ self._rows.transpose(0, 2, 1)
        return np.einsum("nij,nj->ni", self._rows, tables), level

    def table(self) -> TablePose:
        """Return what the table they were made with and all dice together say of the table."""
        return self._table.told(self._places, self._uprights, np.sqrt(self._variance))

    def leanings(self) -> Floats:
        """Return (N,) for each die the log of how much better "it leans" explains its upright, and its top's shape if
        that was seen, than "it lies as the others". The die that stands least like the others takes no part in what
        these are compared with.
        """
        among = np.ones(len(self._uprights), np.float32)
        found = self._against_others(among)
        if len(found) > 2 and found.max() > 0.0:
            among[int(found.argmax())] = 0.0
            found = self._against_others(among)
        return found

    def _against_others(self, among: Floats) -> Floats:
        expected, spread = self.expected(among)
        away = np.asarray(self._uprights - expected, float)
        # Where the table may be otherwise and where the die leans, all that is seen of it changes in the same ways.
        seen = ways = np.broadcast_to(np.eye(2), (len(away), 2, 2))
        own = self._variance[:, None].repeat(2, axis=1)
        if self._tops is not None:
            shapes, variance = self._tops.off_level(expected, self._uprights, self._variance, among)
            seen = np.concatenate([seen, slope_of(expected)], axis=1)
            ways = np.concatenate([ways, slope_of(expected + 0.5 * away)], axis=1)
            away, own = np.concatenate([away, shapes], axis=1), np.concatenate([own, variance], axis=1)
        level = seen @ spread @ seen.transpose(0, 2, 1) + own[:, :, None] * np.eye(own.shape[1])
        if self._tops is None:
            return _against(away, [(1.0, level)], ways)
        astray = level + ASTRAY**2 * np.diag([1.0, 1.0, 0.0, 0.0, 0.0])
        return _against(away, [(1.0 - HALF_HIDDEN, level), (HALF_HIDDEN, astray)], ways)


def lying_flat(dice: Sequence[DieReading]) -> list[DieReading]:
    """Return those of dice that were read of which it is known how they stand, and that lie flat."""
    return [die for die in dice if die.upright is not None and not die.cocked]


def poses_of(dice: Sequence[DieReading], width: int, height: int, table: TablePose | None) -> PoseComparison:
    """Return how dice stand that were read in a picture of `width` x `height` px, each with its upright."""
    uprights = np.array([die.upright for die in dice], np.float32)
    spreads = np.array([die.upright_off for die in dice], np.float32)
    return PoseComparison(uprights, spreads, np.array([die.box for die in dice], np.float32), width, height, table)


def places_of(boxes: Floats, width: int, height: int) -> Floats:
    """Return (N, 2) where boxes (N, 4) px lie, over the picture's longer side, right and down from its middle."""
    off = middles(boxes) - 0.5 * np.array([width, height])
    return np.asarray(off / max(width, height), np.float32)


def _rows(places: Numbers) -> Numbers:
    """Return (N, 2, 3) what the three numbers of a table are multiplied with for uprights at places (N, 2)."""
    rows = np.zeros((len(places), 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1.0
    rows[:, :, 2] = places
    return rows


def _against(away: Numbers, level: Sequence[tuple[float, Numbers]], ways: Numbers) -> Floats:
    """Return (N,) the log of the odds of what is seen of leaning dice, (N, d) `away` from what would be of level ones,
    against level ones'. `level` are how likely each way is in which a level die may be seen, and the spreads (N, d, d)
    that go with it; `ways` (N, d, 2): how what is seen changes with the upright.
    """
    further = ways @ ways.transpose(0, 2, 1)
    seen = np.stack([[spread + leans**2 * further for _, spread in level] for leans in (0.0, *LEANS)])
    shares = np.log([share for share, _ in level])
    straight, *leaning = np.logaddexp.reduce(shares[:, None] + _log_normal(away, seen), axis=1)
    return np.asarray(np.logaddexp.reduce(leaning) - np.log(len(LEANS)) - straight, np.float32)


def _cosine(upright: Floats) -> float:
    """Return the cosine of the tilt that goes with a level die's upright (2,) at the picture's middle."""
    return float(np.sqrt(max(1.0 - float(upright @ upright), STEEPEST**2)))


def _log_normal(away: Numbers, spread: Numbers) -> Numbers:
    """Return (..., N) the log densities, up to a constant, of Gaussians (..., N, d, d) at `away` (N, d)."""
    distance = np.einsum("ni,...ni->...n", away, np.linalg.solve(spread, away[:, :, None])[..., 0])
    return np.asarray(-0.5 * (distance + np.log(np.linalg.det(spread))))
