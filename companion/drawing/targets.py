"""Where fingers count on a painted picture, and what they mean there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot
from typing import NamedTuple

from companion.drawing.geometry import Box, Point, turned_box
from companion.drawing.theme import TOUCH


class Target(NamedTuple):
    """A box in which a finger means something: an event, or a name that the screen knows."""

    box: Box
    means: object


class Targets:
    """Collects the targets of a picture while it is painted; canvases own one and hand their turns on to it."""

    def __init__(self) -> None:
        self.all: list[Target] = []
        self._turns: list[tuple[float, Point]] = []

    def placed(self, box: Box) -> Box:
        """Return where a box lies on the screen, given the turns that are open now."""
        for degrees, centre in reversed(self._turns):
            box = turned_box(box, degrees, centre)
        return box

    def add(self, box: Box, means: object) -> None:
        """Add a target in the coordinates of the turns that are open now."""
        self.all.append(Target(self.placed(box), means))

    @contextmanager
    def turned(self, degrees: float, centre: Point) -> Iterator[None]:
        """Turn what is added inside the `with` block."""
        self._turns.append((degrees, centre))
        try:
            yield
        finally:
            self._turns.pop()

    def at(self, point: Point) -> Target | None:
        """Return the target under a finger, the newest of several; else the nearest one that is close enough for a
        finger of `TOUCH` units to have meant it, or None.
        """
        under = [target for target in self.all if _distance(target.box, point) == 0]
        if under:
            return under[-1]
        near = min(self.all, key=lambda target: _distance(target.box, point), default=None)
        return near if near is not None and _distance(near.box, point) <= TOUCH / 2 else None


def _distance(box: Box, point: Point) -> float:
    x, y, width, height = box
    return hypot(max(x - point[0], 0.0, point[0] - x - width), max(y - point[1], 0.0, point[1] - y - height))
