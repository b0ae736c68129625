"""A picture with four corners on it that are dragged where they belong."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Any

from kivy.graphics import SmoothLine
from kivy.metrics import dp

from companion.drawing.geometry import Point
from companion.ui.drawing import canvas
from companion.ui.widgets.picture import Picture

GRIP, HELD = 17, 22
"""Radius (dp) of the ring around a corner, and of one that a finger holds."""
EDGES = ("ground", 3.5), ("ink", 1.8)
RINGS = ("ground", 5.5), ("ink", 3.0)
"""Each line is drawn twice, in colours and widths (dp) that show it on any picture."""


class CornerPicture(Picture):
    """`corners` are in shares of the picture, y downwards. A finger takes the corner that is nearest to it and moves it
    by as much as it moves itself, so that it need not cover the corner.
    """

    def __init__(self, empty: str, **kwargs: Any) -> None:
        self.corners: list[Point] = []
        self._held: dict[int, int] = {}  # touch -> corner
        super().__init__(empty, **kwargs)

    def show_corners(self, corners: Iterable[Point]) -> None:
        """These are the corners; those under a finger are let go."""
        self.corners, self._held = list(corners), {}
        self.again()

    def place(self, corner: Point) -> Point:
        """Where a point of the picture is on the screen."""
        x, y, width, height = self.fitted()
        return x + width * corner[0], y + height * (1 - corner[1])

    def on_touch_down(self, touch: Any) -> bool:
        """Take the nearest corner that no other finger holds."""
        free = [at for at in range(len(self.corners)) if at not in self._held.values()]
        if self._texture is None or not free or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        places = [self.place(corner) for corner in self.corners]
        self._held[touch.uid] = min(free, key=lambda at: hypot(touch.x - places[at][0], touch.y - places[at][1]))
        self.again()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """It moves with the finger, and stays in the picture."""
        if touch.grab_current is not self or touch.uid not in self._held:
            return False
        _, _, width, height = self.fitted()
        across, down = self.corners[self._held[touch.uid]]
        moved = across + touch.dx / width, down - touch.dy / height
        self.corners[self._held[touch.uid]] = min(max(moved[0], 0.0), 1.0), min(max(moved[1], 0.0), 1.0)
        self.again()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """It is let go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._held.pop(touch.uid, None)
        if self.get_parent_window() is not None:
            self.again()
        return True

    def paint(self) -> None:
        """The picture, the outline, a ring around each corner."""
        super().paint()
        if not self.corners or self._texture is None:
            return
        places = [self.place(corner) for corner in self.corners]
        for role, width in EDGES:
            canvas.line([value for place in (*places, places[0]) for value in place], role, width)
        for number, (x, y) in enumerate(places):
            for role, width in RINGS:
                canvas.colour(role)
                SmoothLine(circle=(x, y, dp(HELD if number in self._held.values() else GRIP)), width=dp(width))
