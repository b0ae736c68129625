"""A board that a game paints, and the fingers on it."""

from __future__ import annotations

from math import atan2, degrees, dist
from typing import Any, NamedTuple

from companion.core.events import Event
from companion.drawing.geometry import Box, Point
from companion.drawing.scene import PaintBoard, Refused, Scene
from companion.drawing.targets import Targets
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.painted import Drawn
from companion.ui.widgets.slides import Slides


class Finger(NamedTuple):
    """A finger on a board: where and on what it went down, what it means now, and the position then."""

    at: Point
    began: object
    means: object
    stood: object


class TouchedBoard(Drawn):
    """Takes touches to the targets of a painted board.

    A target goes down under a finger; when the finger is lifted from it in the same position, `act` does what it means.
    Two fingers on a target are one tap. What a finger has dragged lies where it was put.
    `picked` are the meanings that fingers have picked, `written` is where words stand on the board, `slides` moves its
    pieces.
    """

    drags = False
    """Whether a finger means what is under it when it is lifted, and not only where it went down."""

    def __init__(self, **kwargs: Any) -> None:
        self.targets = Targets()
        self.read: list[Box] = []
        self.slides = Slides()
        self.picked: frozenset[object] = frozenset()
        self._fingers: dict[int, Finger] = {}
        self._dragged = False  # since it was painted last
        super().__init__(**kwargs)

    def paint_board(self, board: PaintBoard | None, scene: Scene) -> None:
        """Paint a game's board over this widget."""
        if board is not None:
            painted = KivyCanvas(self._angle)
            board(painted, canvas.in_units(self.box), scene)
            self.targets, self.read = painted.targets, painted.read
            self.slides.follow(painted.pieces, self.box, still=self._dragged)
            self._dragged = False

    @property
    def _angle(self) -> float:
        """How far this widget is turned in the window, in degrees."""
        (left, low), (right, high) = self.to_window(0, 0), self.to_window(1, 0)
        return degrees(atan2(high - low, right - left))

    @property
    def down(self) -> tuple[object, ...]:
        """The meanings of the targets on which fingers lie."""
        return tuple(finger.means for finger in self._fingers.values())

    def standing(self) -> object:
        """Return the position: a finger that is lifted in another one means nothing. None for a board that stays."""
        return None

    def on_touch_down(self, touch: Any) -> bool:
        """Take the touch to the target under the finger, if no child widget takes it."""
        if super().on_touch_down(touch):
            return True
        means = self._under(touch.pos)
        if means is None or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._fingers[touch.uid] = Finger(touch.pos, means, means, self.standing())
        self.pressed(means)
        self.again()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Follow a finger to another target, if this board is one to drag on."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        means, finger = self._under(touch.pos), self._fingers[touch.uid]
        if self.drags and means != finger.means:
            self._fingers[touch.uid] = finger._replace(means=means)
            self.again()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Do what the target means, if the finger is still on it and the position is still the same."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        finger, means = self._fingers.pop(touch.uid, None), self._under(touch.pos)
        self.again()
        if finger is None:  # another finger has tapped the target meanwhile
            return True
        stayed = self.drags or means == finger.means
        if means is not None and stayed and self.standing() == finger.stood:
            self._fingers = {uid: other for uid, other in self._fingers.items() if other.began != finger.began}
            self._dragged = means != finger.began
            self.lifted(finger.began, means, self.to_window(*touch.pos))
        return True

    def pressed(self, means: object) -> None:
        """Follow a finger that has just gone down on a target."""

    def lifted(self, began: object, means: object, at: Point) -> None:
        """Do what a target means from which a finger is lifted that went down on the one called `began`."""
        del began
        self.act(means, at)

    def act(self, means: object, at: Point) -> None:
        """Do what a target means that was tapped at a point of the window."""

    def means_at(self, x: float, y: float) -> object:
        """Return what a tap there would do: what the target means, whether it is picked, and in which position an
        event would happen. A finger that has just gone down there may have picked up what it means.
        """
        here = (finger for finger in self._fingers.values() if dist(finger.at, (x, y)) < 1)
        means = next((finger.began for finger in here), self._under((x, y)))
        position = self.standing() if isinstance(means, Event | Refused) else None
        return means, means in list(self.picked), position  # a list: not every meaning can be hashed

    def _under(self, at: Point) -> object:
        """What the target under a finger means, or None."""
        target = self.targets.at(canvas.point_in_units(at)) if self.collide_point(*at) else None
        return None if target is None else target.means
