"""The pose of the table, and of the dice on it: dice that lie flat on one table all show their top faces from the same
side.

A die's top offset is where the middle of its top face lies from the die's, right and down, in half edges of the die.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.boxes import middles
from vision.pose.foreshortening import slope_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats
    from vision.pose.foreshortening import Numbers, TopShapes
    from vision.reading import DieReading


@dataclass(frozen=True)
class TablePoseParams:
    """Priors on cameras and dice. Lengths are half edges of a die; for small angles they are about radians."""

    focal: float = 1.1
    """Focal length of an ordinary camera over the longer side of its picture (about 49 degrees wide)."""
    focal_sigma: float = 0.25
    """Deviation of 1 / focal among cameras: from a narrow lens to a wide one."""
    tilt: tuple[float, float] = (0.0, -0.24)
    """Top offset of level dice before anything is seen. Cameras stand on the viewer's side and are held straight: the
    mean over 126 photographs with one die is (0.00, -0.20)."""
    tilt_sigmas: tuple[float, float] = (0.12, 0.3)
    """Its deviations right and down, over the same photographs 0.10 and 0.29."""
    steepest_cosine: float = 0.3
    """The least cosine of a camera's tilt (73 degrees)."""
    uneven: float = 0.015
    """Deviation among level dice (about 1 degree): tables and dice are not perfectly flat."""
    touched: float = 0.03
    """Deviation of how the camera's tilt changes from one roll to the next without notice."""
    leans: tuple[float, float] = (0.2, 0.4)
    """Deviations of a leaning die from the others (about 12 and 24 degrees): half lie on something thin, half against
    something high."""
    half_hidden: float = 0.05
    """The share of dice whose top offset is quite wrong, because a die before them hides half of them."""
    half_hidden_sigma: float = 0.35
    """Deviation of these. A top face that was seen vouches for them."""


PRIORS = TablePoseParams()


@dataclass(frozen=True, eq=False)
class TablePose:
    """What is known of a table's pose before its camera: `mean` (3,) and `covariance` (3, 3) of (n right, n down, k). A
    level die's top offset is n + p k, p its place over the longer side of the picture, right and down from the middle:
    n is the same for all (as long as the sine of the camera's tilt), k the cosine of the tilt over the focal length.
    `firm`: measured with a chart or the like, not gathered from dice.
    """

    mean: Floats
    covariance: Numbers
    firm: bool = False

    @classmethod
    def set_up(cls, middle: Floats, slope: float, sigma: float) -> TablePose:
        """Return a table on which the top offset of level dice at the picture's `middle` (2,) and its `slope` k are
        known up to the deviation `sigma`, in half edges.
        """
        return cls(np.array([*middle, slope], np.float32), sigma**2 * np.eye(3), firm=True)

    @classmethod
    def usual(cls, top_offset: Floats) -> TablePose:
        """Return what is known of ordinary cameras, where dice have about this `top_offset` (2,)."""
        cosine = _cosine(top_offset)
        mean = np.array([*PRIORS.tilt, cosine / PRIORS.focal], np.float32)
        right, down = PRIORS.tilt_sigmas
        return cls(mean, np.diag([right**2, down**2, (PRIORS.focal_sigma * cosine) ** 2]))

    @classmethod
    def about(cls, top_offsets: Floats, places: Floats) -> TablePose:
        """Return what is known of ordinary cameras where dice at places (N, 2) have these top offsets (N, 2)."""
        typical = np.median(top_offsets - places / PRIORS.focal, axis=0) if len(places) else np.zeros(2)
        return cls.usual(np.asarray(typical, np.float32))

    def updated(self, places: Floats, top_offsets: Floats, sigmas: Floats) -> TablePose:
        """Return what is known of it after top offsets (N, 2) of level dice were seen at places (N, 2) over the longer
        side of the picture, right and down from its middle, with the deviations `sigmas` (N,).
        """
        rows = _rows(np.asarray(places, float))
        weights = 1.0 / np.asarray(sigmas, float) ** 2
        before = np.linalg.inv(self.covariance)
        covariance = np.linalg.inv(before + np.einsum("nij,nik,n->jk", rows, rows, weights))
        seen = np.einsum("nij,ni,n->j", rows, np.asarray(top_offsets, float), weights)
        mean = covariance @ (before @ self.mean + seen)
        return replace(self, mean=mean.astype(np.float32), covariance=covariance)

    def expected(self, places: Floats) -> tuple[Floats, Numbers]:
        """Return (N, 2) the top offsets of level dice at places (N, 2), and their covariances (N, 2, 2)."""
        rows = _rows(np.asarray(places, float))
        return np.asarray(rows @ self.mean, np.float32), rows @ self.covariance @ rows.transpose(0, 2, 1)

    def away(self, places: Floats, top_offsets: Floats, sigmas: Floats) -> Numbers:
        """Return (N,) by how many deviations top offsets (N, 2) seen at places (N, 2) with deviations `sigmas` (N,)
        differ from those of level dice.
        """
        expected, covariance = self.expected(places)
        off = np.asarray(top_offsets - expected, float)
        both = covariance + np.asarray(sigmas, float)[:, None, None] ** 2 * np.eye(2)
        return np.asarray(np.sqrt(np.einsum("ni,ni->n", off, np.linalg.solve(both, off[:, :, None])[:, :, 0])))

    def aged(self) -> TablePose:
        """Return what is left of it when the next roll comes: a camera on its arm may have been touched."""
        touched = PRIORS.touched**2
        return replace(self, covariance=self.covariance + np.diag([touched, touched, 0.0]))


class PoseComparison:
    """The poses of N dice of one picture, compared with each other and with the table: `top_offsets` (N, 2) with
    deviations `sigmas` (N,); `boxes` (N, 4) px. Without a `table` it is an ordinary camera's. `tops` are the shapes of
    the top faces, if they were seen.
    """

    def __init__(
        self,
        top_offsets: Floats,
        sigmas: Floats,
        boxes: Floats,
        width: int,
        height: int,
        table: TablePose | None = None,
        tops: TopShapes | None = None,
    ) -> None:
        place = places_of(boxes, width, height)
        if table is None:
            table = TablePose.about(top_offsets, place)
        self._table, self._places, self._top_offsets, self._tops = table, place, top_offsets, tops
        self._rows = _rows(place)
        self._variance = np.asarray(sigmas, float) ** 2 + PRIORS.uneven**2
        self._prior = np.linalg.inv(table.covariance)
        self._pull = self._prior @ table.mean
        self._known = np.einsum("nij,nik->njk", self._rows, self._rows) / self._variance[:, None, None]
        self._said = np.einsum("nij,ni->nj", self._rows, top_offsets) / self._variance[:, None]

    def expected(self, among: Floats) -> tuple[Floats, Numbers]:
        """Return (N, 2) the top offset that each die would have if it were level, by linear least squares from the
        table and the other dice, weighted by `among` (N,) 0-1, and its covariance (N, 2, 2).
        """
        own, own_said = among[:, None, None] * self._known, among[:, None] * self._said
        covariance = np.linalg.inv(self._prior + own.sum(axis=0) - own)
        tables = np.einsum("nij,nj->ni", covariance, self._pull + own_said.sum(axis=0) - own_said)
        level = self._rows @ covariance @ self._rows.transpose(0, 2, 1)
        return np.einsum("nij,nj->ni", self._rows, tables), level

    def table(self) -> TablePose:
        """Return what the table they were made with and all dice together say of the table."""
        return self._table.updated(self._places, self._top_offsets, np.sqrt(self._variance))

    def leanings(self) -> Floats:
        """Return (N,) for each die the log of how much better "it leans" explains its top offset, and the shape of its
        top face if that was seen, than "it lies as the others". The die that differs most takes no part in what the
        others are compared with.
        """
        among = np.ones(len(self._top_offsets), np.float32)
        found = self._against_others(among)
        if len(found) > 2 and found.max() > 0.0:
            among[int(found.argmax())] = 0.0
            found = self._against_others(among)
        return found

    def _against_others(self, among: Floats) -> Floats:
        expected, covariance = self.expected(among)
        away = np.asarray(self._top_offsets - expected, float)
        # Where the table may differ and where the die leans, all that is seen of it changes in the same ways.
        seen = ways = np.broadcast_to(np.eye(2), (len(away), 2, 2))
        own = self._variance[:, None].repeat(2, axis=1)
        if self._tops is not None:
            shapes, variance = self._tops.off_level(expected, self._top_offsets, self._variance, among)
            seen = np.concatenate([seen, slope_of(expected)], axis=1)
            ways = np.concatenate([ways, slope_of(expected + 0.5 * away)], axis=1)
            away, own = np.concatenate([away, shapes], axis=1), np.concatenate([own, variance], axis=1)
        level = seen @ covariance @ seen.transpose(0, 2, 1) + own[:, :, None] * np.eye(own.shape[1])
        if self._tops is None:
            return _log_ratios(away, [(1.0, level)], ways)
        hidden = level + PRIORS.half_hidden_sigma**2 * np.diag([1.0, 1.0, 0.0, 0.0, 0.0])
        return _log_ratios(away, [(1.0 - PRIORS.half_hidden, level), (PRIORS.half_hidden, hidden)], ways)


def lying_flat(dice: Sequence[DieReading]) -> list[DieReading]:
    """Return the dice that lie flat and whose top offset is known."""
    return [die for die in dice if die.top_offset is not None and not die.cocked]


def poses_of(dice: Sequence[DieReading], width: int, height: int, table: TablePose | None) -> PoseComparison:
    """Return the poses of dice that were read in a picture of `width` x `height` px, each with its top offset."""
    top_offsets = np.array([die.top_offset for die in dice], np.float32)
    sigmas = np.array([die.top_offset_sigma for die in dice], np.float32)
    return PoseComparison(top_offsets, sigmas, np.array([die.box for die in dice], np.float32), width, height, table)


def places_of(boxes: Floats, width: int, height: int) -> Floats:
    """Return (N, 2) where boxes (N, 4) px lie, over the picture's longer side, right and down from its middle."""
    off = middles(boxes) - 0.5 * np.array([width, height])
    return np.asarray(off / max(width, height), np.float32)


def _rows(places: Numbers) -> Numbers:
    """Return (N, 2, 3) what the three numbers of a table are multiplied with for top offsets at places (N, 2)."""
    rows = np.zeros((len(places), 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1.0
    rows[:, :, 2] = places
    return rows


def _log_ratios(away: Numbers, level: Sequence[tuple[float, Numbers]], ways: Numbers) -> Floats:
    """Return (N,) the log of the likelihood ratio of leaning dice against level ones, where what is seen is (N, d)
    `away` from what would be seen of level ones. `level` are the probabilities of the ways in which a level die may be
    seen, and the covariances (N, d, d) that go with them; `ways` (N, d, 2): the derivatives by the top offset.
    """
    further = ways @ ways.transpose(0, 2, 1)
    seen = np.stack([[spread + leans**2 * further for _, spread in level] for leans in (0.0, *PRIORS.leans)])
    shares = np.log([share for share, _ in level])
    straight, *leaning = np.logaddexp.reduce(shares[:, None] + _log_normal(away, seen), axis=1)
    return np.asarray(np.logaddexp.reduce(leaning) - np.log(len(PRIORS.leans)) - straight, np.float32)


def _cosine(top_offset: Floats) -> float:
    """Return the cosine of the tilt that goes with a level die's top offset (2,) at the picture's middle."""
    return float(np.sqrt(max(1.0 - float(top_offset @ top_offset), PRIORS.steepest_cosine**2)))


def _log_normal(away: Numbers, covariance: Numbers) -> Numbers:
    """Return (..., N) the log densities, up to a constant, of Gaussians (..., N, d, d) at `away` (N, d)."""
    distance = np.einsum("ni,...ni->...n", away, np.linalg.solve(covariance, away[:, :, None])[..., 0])
    return np.asarray(-0.5 * (distance + np.log(np.linalg.det(covariance))))
