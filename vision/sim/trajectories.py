"""The motion of thrown dice: over the rim, a few bounces, rolling over their edges, a short rocking, and exactly the
resting pose that was drawn for them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catseye.text import say
from vision.sim.die import CORNERS, Floats, Pose, about, lying

_ROCKING_S = 0.16


@dataclass(frozen=True, eq=False)
class Flight:
    """One die's trajectory from `start_mm` (2,) to its resting pose. Times are seconds from the throw."""

    start_mm: Floats
    rest: Pose
    half_mm: float
    begins: float
    rolling_s: float
    turns_rad: float
    spin_rad: float
    release_mm: float

    @property
    def ends(self) -> float:
        """The time at which the die is at rest, in seconds from the throw."""
        return self.begins + self.rolling_s + _ROCKING_S

    def pose(self, t: float) -> Pose:
        """Return the pose at `t`; from `ends` on it is exactly `rest`."""
        if t >= self.ends:
            return self.rest
        way = self.rest.centre_mm[:2] - self.start_mm
        length = float(np.linalg.norm(way)) or 1.0
        roll_axis = (-way[1] / length, way[0] / length, 0.0)
        part = min(max((t - self.begins) / self.rolling_s, 0.0), 1.0)
        left = (1 - part) ** 1.4
        rocking = 0.0
        if part >= 1.0:
            since = (t - self.begins - self.rolling_s) / _ROCKING_S
            rocking = 0.10 * (1 - since) ** 2 * abs(math.sin(2 * math.pi * since))
        turn = (
            about((0.0, 0.0, 1.0), self.spin_rad * left)
            @ about(roll_axis, -self.turns_rad * left - rocking)
            @ self.rest.turn
        )
        xy = self.start_mm + way * (1 - left)
        ground = float(self.half_mm * np.max(-(CORNERS @ turn.T)[:, 2]))
        ground += (self.rest.centre_mm[2] - self.half_mm) * (1 - left)
        return Pose(turn, np.array([xy[0], xy[1], ground + self._bounce(part)]))

    def _bounce(self, part: float) -> float:
        """Return the height in mm above rolling contact: the fall from the hand, then three bounces, each a quarter as
        high as the one before.
        """
        landing, height = 0.2, self.release_mm
        if part < landing:
            return height * (1 - (part / landing) ** 2)
        begin, length = landing, 0.16
        for _ in range(3):
            height, end = height * 0.25, begin + length
            if part < end:
                u = (part - begin) / length
                return height * 4 * u * (1 - u)
            begin, length = end, length * 0.55
        return 0.0


def throw(
    rests: list[Pose], halves_mm: list[float], rng: np.random.Generator, *, reach_mm: tuple[float, float]
) -> list[Flight]:
    """Return a flight for each resting pose, all from one hand just outside the area of half size `reach_mm`.

    The dice leave the hand side by side in the order of their targets, so that their trajectories do not cross.
    """
    side = int(rng.integers(3))
    mouth = np.array([(0.0, -reach_mm[1] - 110), (-reach_mm[0] - 110, 0.0), (reach_mm[0] + 110, 0.0)][side])
    along = np.array([(1.0, 0.0), (0.0, 1.0), (0.0, 1.0)][side])
    inward = -mouth / np.linalg.norm(mouth)
    mouth = mouth + along * rng.uniform(-0.3, 0.3) * reach_mm[1]
    bearing = [
        math.atan2(float((p.centre_mm[:2] - mouth) @ along), float((p.centre_mm[:2] - mouth) @ inward)) for p in rests
    ]
    flights: list[Flight | None] = [None] * len(rests)
    rolling = rng.uniform(1.05, 1.45)
    for place, i in enumerate(np.argsort(bearing)):
        start = mouth + along * (place - (len(rests) - 1) / 2) * 2.6 * halves_mm[i] + inward * rng.uniform(-15, 15)
        distance = float(np.linalg.norm(rests[i].centre_mm[:2] - start))
        flights[i] = Flight(
            start_mm=start,
            rest=rests[i],
            half_mm=halves_mm[i],
            begins=float(rng.uniform(0, 0.05)),
            rolling_s=rolling * float(rng.uniform(0.95, 1.1)),
            turns_rad=distance / halves_mm[i] * float(rng.uniform(0.65, 0.85)),
            spin_rad=float(rng.uniform(-2.5, 2.5)),
            release_mm=float(rng.uniform(55, 85)),
        )
    return [f for f in flights if f is not None]


def scatter(
    values: list[int],
    halves_mm: list[float],
    rng: np.random.Generator,
    *,
    inside_mm: tuple[float, float],
    touching: float = 0.2,
    among: Sequence[tuple[Pose, float]] = (),
) -> list[Pose]:
    """Return flat resting poses inside an area of half size `inside_mm`: apart, or, with probability `touching` each,
    against an earlier die. They lie clear of the dice `among` which they fall, poses with half edges.

    Raises ValueError if the dice do not fit.
    """
    placed: list[tuple[Floats, float, float]] = []
    lying_there = [(pose.centre_mm[:2], 0.0, math.sqrt(2) * half) for pose, half in among]
    for half in halves_mm:
        for attempt in range(400):
            yaw = rng.uniform(0, math.tau)
            if placed and attempt < 100 and rng.random() < touching:
                at = _beside(placed[int(rng.integers(len(placed)))], half, yaw, rng.uniform(0, math.tau))
            else:
                at = np.array([rng.uniform(-1, 1) * inside_mm[0], rng.uniform(-1, 1) * inside_mm[1]])
            gap = 0.0 if attempt < 100 else 0.5
            others = [*lying_there, *placed]
            if np.all(np.abs(at) <= inside_mm) and not any(overlap((at, yaw, half + gap), other) for other in others):
                placed.append((at, yaw, half))
                break
        else:
            raise ValueError(say("{n} dice do not fit into the tray", n=len(halves_mm)))
    return [
        Pose(lying(v, yaw), np.array([at[0], at[1], half])) for v, (at, yaw, half) in zip(values, placed, strict=True)
    ]


def leaning(rest: Pose, half_mm: float, lean_deg: float, azimuth_rad: float) -> Pose:
    """Return a flat resting pose, leant about a horizontal axis at this azimuth; the lowest corner touches the tray."""
    turn = about((math.cos(azimuth_rad), math.sin(azimuth_rad), 0.0), math.radians(lean_deg)) @ rest.turn
    height = half_mm * float(np.max(-(CORNERS @ turn.T)[:, 2]))
    return Pose(turn, np.array([rest.centre_mm[0], rest.centre_mm[1], height]))


def overlap(one: tuple[Floats, float, float], two: tuple[Floats, float, float]) -> bool:
    """Return whether two squares (middle (2,), angle in rad, half edge) overlap: no side of either separates them."""
    for yaw in (one[1], two[1]):
        for axis in (np.array([math.cos(yaw), math.sin(yaw)]), np.array([-math.sin(yaw), math.cos(yaw)])):
            apart = abs(float((one[0] - two[0]) @ axis))
            if apart >= sum(
                half * (abs(math.cos(turn - yaw)) + abs(math.sin(turn - yaw))) for _, turn, half in (one, two)
            ):
                return False
    return True


def _beside(other: tuple[Floats, float, float], half: float, yaw: float, bearing: float) -> Floats:
    """Return the nearest place along a bearing at which a square just touches another."""
    direction = np.array([math.cos(bearing), math.sin(bearing)])
    low, high = 0.0, 2.9 * (half + other[2])
    for _ in range(24):
        middle = (low + high) / 2
        if overlap((other[0] + direction * middle, yaw, half), other):
            low = middle
        else:
            high = middle
    return np.asarray(other[0] + direction * (high + 0.05))
