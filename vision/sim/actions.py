"""Actions in the rendered tray: each gives the poses of dice and hand over time, and the dice that remain."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.sim.die import DieLook, Floats, Pose, about, lying
from vision.sim.trajectories import Flight

_PALM_OUT_MM = np.array([0.0, -330.0])


@dataclass(frozen=True, eq=False)
class Die:
    """A die in the tray."""

    look: DieLook
    pose: Pose


Dice = tuple[Die, ...]


@dataclass(frozen=True, eq=False)
class Moment:
    """The visible things: the dice, and the hand as (palm (2,) mm, heading rad) or None."""

    dice: Dice
    hand: tuple[Floats, float] | None = None


class Act(Protocol):
    """An action of `lasts` seconds. `before` are the dice in the tray when it begins."""

    @property
    def lasts(self) -> float:
        """Duration in seconds."""

    def at(self, t: float, before: Dice) -> Moment:
        """Return what is visible `t` seconds after the beginning."""

    def after(self, before: Dice) -> Dice:
        """Return the dice in the tray at the end."""


def _eased(t: float, begin: float, end: float) -> float:
    u = min(max((t - begin) / (end - begin), 0.0), 1.0)
    return u * u * (3 - 2 * u)


def _reach(target: Floats, share: float) -> tuple[Floats, float]:
    """Return the palm at a share of its way from outside the picture (0) to the target (1), fingers towards it."""
    start = _PALM_OUT_MM + np.array([target[0] * 0.3, 0.0])
    way = target - start
    return start + way * share, -math.atan2(float(way[0]), float(way[1]))


@dataclass(frozen=True)
class Wait:
    """No action for `lasts` seconds."""

    lasts: float

    def at(self, t: float, before: Dice) -> Moment:
        """See Act."""
        del t
        return Moment(before)

    def after(self, before: Dice) -> Dice:
        """See Act."""
        return before


@dataclass(frozen=True)
class TakeUp:
    """A hand sweeps over all dice, or those of these numbers, from one side to the other and removes them."""

    which: frozenset[int] | None = None
    lasts: float = 1.1

    def _takes(self, number: int) -> bool:
        return self.which is None or number in self.which

    def at(self, t: float, before: Dice) -> Moment:
        """See Act."""
        taken = [d.pose.centre_mm for i, d in enumerate(before) if self._takes(i)]
        xs = [float(centre[0]) for centre in taken] or [0.0]
        ys = [float(centre[1]) for centre in taken] or [0.0]
        across = _eased(t, 0.3, 0.8)
        x = (min(xs) - 20) * (1 - across) + (max(xs) + 20) * across
        target = np.array([x, sum(ys) / len(ys) - 8])
        hand = _reach(target, _eased(t, 0.0, 0.32) * (1 - _eased(t, 0.78, self.lasts)))
        if t < 0.3:
            return Moment(before, hand)
        left = (d for i, d in enumerate(before) if not self._takes(i) or (t < 0.8 and d.pose.centre_mm[0] > x + 5))
        return Moment(tuple(left), hand)

    def after(self, before: Dice) -> Dice:
        """See Act."""
        return tuple(d for i, d in enumerate(before) if not self._takes(i))


@dataclass(frozen=True, eq=False)
class Throw:
    """Dice fly in, roll, and come to rest among those already there."""

    looks: tuple[DieLook, ...]
    flights: tuple[Flight, ...]

    @property
    def lasts(self) -> float:
        """Duration in seconds, until the last die is at rest."""
        return max((f.ends for f in self.flights), default=0.0)

    def at(self, t: float, before: Dice) -> Moment:
        """See Act."""
        flying = (Die(look, f.pose(t)) for look, f in zip(self.looks, self.flights, strict=True))
        return Moment((*before, *flying))

    def after(self, before: Dice) -> Dice:
        """See Act."""
        return (*before, *(Die(look, f.rest) for look, f in zip(self.looks, self.flights, strict=True)))


@dataclass(frozen=True)
class Nudge:
    """A finger pushes one die by `by_mm` and rotates it, or tips it so that `value` is on top."""

    which: int
    by_mm: tuple[float, float]
    yaw_rad: float
    value: int | None = None
    lasts: float = 1.1

    def _pushed(self, die: Die, share: float) -> Die:
        centre = die.pose.centre_mm + np.array([*self.by_mm, 0.0]) * share
        if self.value is None:
            return replace(die, pose=Pose(about((0.0, 0.0, 1.0), self.yaw_rad * share) @ die.pose.turn, centre))
        end = lying(self.value, self.yaw_rad)
        change = end @ die.pose.turn.T
        angle = math.acos(min(max((float(np.trace(change)) - 1) / 2, -1.0), 1.0))
        axis = _rotation_axis(change, angle)
        turn = about(axis, angle * share) @ die.pose.turn if share < 1 else end
        half = die.look.size_mm / 2
        lowest = half * float(np.abs(turn[2]).sum())
        return replace(die, pose=Pose(turn, np.array([centre[0], centre[1], lowest])))

    def at(self, t: float, before: Dice) -> Moment:
        """See Act."""
        target = before[self.which].pose.centre_mm[:2] + np.array([0.0, -70.0])
        share = _eased(t, 0.4, 0.65)
        target = target + np.array(self.by_mm) * share
        hand = _reach(target, _eased(t, 0.0, 0.4) * (1 - _eased(t, 0.7, self.lasts)))
        return Moment(tuple(self._pushed(d, share) if i == self.which else d for i, d in enumerate(before)), hand)

    def after(self, before: Dice) -> Dice:
        """See Act."""
        return tuple(self._pushed(d, 1.0) if i == self.which else d for i, d in enumerate(before))


@dataclass(frozen=True)
class PassOver:
    """A hand passes through the picture without touching anything."""

    lasts: float = 1.4

    def at(self, t: float, before: Dice) -> Moment:
        """See Act."""
        u = t / self.lasts
        return Moment(before, (np.array([-330.0 + 660.0 * u, -60.0 + 40.0 * math.sin(math.pi * u)]), -0.9 + 1.2 * u))

    def after(self, before: Dice) -> Dice:
        """See Act."""
        return before


def _rotation_axis(turn: Floats, angle: float) -> Floats:
    """Return the axis of a rotation matrix (also at half a turn, where the skew part vanishes)."""
    if angle < 1e-6:
        return np.array([0.0, 0.0, 1.0])
    if angle < math.pi - 1e-3:
        return np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    values, vectors = np.linalg.eigh((turn + turn.T) / 2)
    return np.asarray(vectors[:, int(np.argmax(values))])
