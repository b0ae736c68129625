"""The pose of the table and of the dice on it: the top faces of level dice on one table are parallel.

A die's top offset is the centre of its top face relative to that of the die, right and down, in half edges of the die.
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
    """Priors on cameras and dice. Lengths are half edges of a die, for small angles about radians."""

    focal: float = 1.1
    """Focal length of a usual camera over the longer side of its picture: 49 degrees wide."""
    focal_sigma: float = 0.25
    """Deviation of 1 / focal among cameras."""
    tilt: tuple[float, float] = (0.0, -0.24)
    """Mean top offset of level dice at the picture's centre. Cameras are held upright on the viewer's side: over 126
    photographs with one die it is (0.00, -0.20)."""
    tilt_sigmas: tuple[float, float] = (0.12, 0.3)
    """Its deviations, right and down; over the same photographs 0.10 and 0.29."""
    steepest_cosine: float = 0.3
    """Least cosine of a camera's tilt (73 degrees)."""
    uneven: float = 0.015
    """Deviation among level dice, 1 degree: tables and dice are not perfectly flat."""
    touched: float = 0.03
    """Deviation of the unnoticed change of the camera's tilt between two rolls."""
    leans: tuple[float, float] = (0.2, 0.4)
    """Deviations of leaning dice from the others, 12 and 24 degrees, equally probable: on something thin, against
    something high."""
    half_hidden: float = 0.05
    """Share of level dice with a wrong top offset, being half occluded by another die,"""
    half_hidden_sigma: float = 0.35
    """and the deviation of that. The shape of the top face is not affected."""


PRIORS = TablePoseParams()


@dataclass(frozen=True, eq=False)
class TablePose:
    """The estimated pose of a table relative to its camera: `mean` (3,) and `covariance` (3, 3) of (n right, n down,
    k). A level die's top offset is n + p k, where p is its place over the longer side of the picture, right and down
    from the centre, n has the length of the sine of the camera's tilt, and k is the cosine of the tilt over the focal
    length. `firm`: measured at set-up, not estimated from dice.
    """

    mean: Floats
    covariance: Numbers
    firm: bool = False

    @classmethod
    def set_up(cls, middle: Floats, slope: float, sigma: float) -> TablePose:
        """Return a firm table by the top offset of level dice at the picture's `middle` (2,) and the `slope` k, both
        with the deviation `sigma`, half edges.
        """
        return cls(np.array([*middle, slope], np.float32), sigma**2 * np.eye(3), firm=True)

    @classmethod
    def usual(cls, top_offset: Floats) -> TablePose:
        """Return the prior of usual cameras, where dice have about this `top_offset` (2,)."""
        cosine = _cosine(top_offset)
        mean = np.array([*PRIORS.tilt, cosine / PRIORS.focal], np.float32)
        right, down = PRIORS.tilt_sigmas
        return cls(mean, np.diag([right**2, down**2, (PRIORS.focal_sigma * cosine) ** 2]))

    @classmethod
    def about(cls, top_offsets: Floats, places: Floats) -> TablePose:
        """Return the prior of usual cameras, where dice at places (N, 2) have these top offsets (N, 2)."""
        typical = np.median(top_offsets - places / PRIORS.focal, axis=0) if len(places) else np.zeros(2)
        return cls.usual(np.asarray(typical, np.float32))

    def updated(self, places: Floats, top_offsets: Floats, sigmas: Floats) -> TablePose:
        """Return the posterior after top offsets (N, 2) of level dice were measured at places (N, 2) over the longer
        side of the picture, right and down from its centre, with the deviations `sigmas` (N,).
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
        """Return (N,) the Mahalanobis distance of top offsets (N, 2), measured at places (N, 2) with deviations
        `sigmas` (N,), from those of level dice.
        """
        expected, covariance = self.expected(places)
        off = np.asarray(top_offsets - expected, float)
        both = covariance + np.asarray(sigmas, float)[:, None, None] ** 2 * np.eye(2)
        return np.asarray(np.sqrt(np.einsum("ni,ni->n", off, np.linalg.solve(both, off[:, :, None])[:, :, 0])))

    def aged(self) -> TablePose:
        """Return the pose for the next roll, less certain: the camera may have been touched."""
        touched = PRIORS.touched**2
        return replace(self, covariance=self.covariance + np.diag([touched, touched, 0.0]))


class PoseComparison:
    """Compares the poses of N dice of one picture with each other and with the table: `top_offsets` (N, 2) with
    deviations `sigmas` (N,); `boxes` (N, 4) px. Without a `table` the prior of usual cameras is used. `tops` are the
    shapes of the top faces, if they were measured.
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
        self._prior_sum = self._prior @ table.mean
        self._information = np.einsum("nij,nik->njk", self._rows, self._rows) / self._variance[:, None, None]
        self._measured = np.einsum("nij,ni->nj", self._rows, top_offsets) / self._variance[:, None]

    def expected(self, among: Floats) -> tuple[Floats, Numbers]:
        """Return (N, 2) the top offset of each die if it were level, by linear least squares from the table and the
        other dice, weighted by `among` (N,) 0-1, and its covariance (N, 2, 2).
        """
        own, own_sum = among[:, None, None] * self._information, among[:, None] * self._measured
        covariance = np.linalg.inv(self._prior + own.sum(axis=0) - own)
        tables = np.einsum("nij,nj->ni", covariance, self._prior_sum + own_sum.sum(axis=0) - own_sum)
        level = self._rows @ covariance @ self._rows.transpose(0, 2, 1)
        return np.einsum("nij,nj->ni", self._rows, tables), level

    def table(self) -> TablePose:
        """Return the pose of the table after all these dice."""
        return self._table.updated(self._places, self._top_offsets, np.sqrt(self._variance))

    def leanings(self) -> Floats:
        """Return (N,) the log likelihood ratio of "the die leans" to "the die is level", given its top offset and, if
        measured, the shape of its top face. The die with the largest ratio is left out of what the others are compared
        with.
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
        # An error of the table and a lean change the measurements in the same directions.
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
    """Return the level dice whose top offset is known."""
    return [die for die in dice if die.top_offset is not None and not die.cocked]


def poses_of(dice: Sequence[DieReading], width: int, height: int, table: TablePose | None) -> PoseComparison:
    """Return the comparison of read dice with top offsets, in a picture of `width` x `height` px."""
    top_offsets = np.array([die.top_offset for die in dice], np.float32)
    sigmas = np.array([die.top_offset_sigma for die in dice], np.float32)
    return PoseComparison(top_offsets, sigmas, np.array([die.box for die in dice], np.float32), width, height, table)


def places_of(boxes: Floats, width: int, height: int) -> Floats:
    """Return (N, 2) the centres of boxes (N, 4) px over the picture's longer side, right and down from its centre."""
    off = middles(boxes) - 0.5 * np.array([width, height])
    return np.asarray(off / max(width, height), np.float32)


def _rows(places: Numbers) -> Numbers:
    """Return (N, 2, 3) the design matrices from the three numbers of a table to top offsets at places (N, 2)."""
    rows = np.zeros((len(places), 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1.0
    rows[:, :, 2] = places
    return rows


def _log_ratios(away: Numbers, level: Sequence[tuple[float, Numbers]], ways: Numbers) -> Floats:
    """Return (N,) the log likelihood ratio of leaning to level dice, whose measurements differ by `away` (N, d) from
    those of level ones. `level` holds the mixture of level dice: weights and covariances (N, d, d); `ways` (N, d, 2)
    the derivatives of the measurements with respect to the top offset.
    """
    further = ways @ ways.transpose(0, 2, 1)
    seen = np.stack([[spread + leans**2 * further for _, spread in level] for leans in (0.0, *PRIORS.leans)])
    shares = np.log([share for share, _ in level])
    straight, *leaning = np.logaddexp.reduce(shares[:, None] + _log_normal(away, seen), axis=1)
    return np.asarray(np.logaddexp.reduce(leaning) - np.log(len(PRIORS.leans)) - straight, np.float32)


def _cosine(top_offset: Floats) -> float:
    """Return the cosine of the camera's tilt for a level die's top offset (2,) at the picture's centre."""
    return float(np.sqrt(max(1.0 - float(top_offset @ top_offset), PRIORS.steepest_cosine**2)))


def _log_normal(away: Numbers, covariance: Numbers) -> Numbers:
    """Return (..., N) the log densities, up to a constant, of Gaussians (..., N, d, d) at `away` (N, d)."""
    distance = np.einsum("ni,...ni->...n", away, np.linalg.solve(covariance, away[:, :, None])[..., 0])
    return np.asarray(-0.5 * (distance + np.log(np.linalg.det(covariance))))
