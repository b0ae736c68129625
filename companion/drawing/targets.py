"""Where fingers count on a painted picture, and what they mean there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import dist, hypot
from typing import NamedTuple

from companion.drawing.geometry import Box, Point, turned_box
from companion.drawing.scene import Refused
from companion.drawing.theme import TOUCH


class Target(NamedTuple):
    """A box in which a finger means something: an event, or a name that the screen knows; `reach` around it, too, if
    nothing else but a refused target is there.
    """

    box: Box
    means: object
    reach: float = 0.0


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

    def add(self, box: Box, means: object, reach: float = 0.0) -> None:
        """Add a target in the coordinates of the turns that are open now."""
        self.all.append(Target(self.placed(box), means, reach))

    @contextmanager
    def turned(self, degrees: float, centre: Point) -> Iterator[None]:
        """Turn what is added inside the `with` block."""
        self._turns.append((degrees, centre))
        try:
            yield
        finally:
            self._turns.pop()

    def at(self, point: Point) -> Target | None:
        """Return the target under a finger, the newest of several; one that is refused gives way to the nearest that
        reaches as far. If none is there, return the nearest one that is close enough for a finger of `TOUCH` units to
        have meant it, or None.
        """
        under = [target for target in self.all if _distance(target.box, point) == 0]
        reaching = [target for target in self.all if target.reach and _distance(target.box, point) <= target.reach]
        if under and not (reaching and isinstance(under[-1].means, Refused)):
            return under[-1]
        if reaching:
            return min(reaching, key=lambda target: dist(_middle(target.box), point))
        near = min(self.all, key=lambda target: _distance(target.box, point), default=None)
        return near if near is not None and _distance(near.box, point) <= TOUCH / 2 else None


def _middle(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _distance(box: Box, point: Point) -> float:
    x, y, width, height = box
    return hypot(max(x - point[0], 0.0, point[0] - x - width), max(y - point[1], 0.0, point[1] - y - height))
