"""The cubes in a player's hand, to be dragged onto the board."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.drawing.geometry import Point
from companion.games.catch_22.ui import drawing
from companion.games.catch_22.ui.board_widget import BoardWidget
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.widgets.painted import Drawn, columns_in

WORDS = 86
"""Width (dp) of what is written before the cubes."""


class Supply(Drawn):
    """The cubes in the hand of the player whose turn it is, to be dragged onto the board one by one."""

    def __init__(self, board: BoardWidget, **kwargs: Any) -> None:
        self._board = board
        self.seat: int = 0
        self.count: int = 0
        super().__init__(**kwargs)

    def show(self, seat: int, count: int) -> None:
        """Whose cubes, and how many can be placed."""
        if (seat, count) != (self.seat, self.count):
            self.seat, self.count = seat, count
            self.again()

    def paint(self) -> None:
        """What to do, and the cubes beside each other."""
        canvas.panel(self.box, "panel", 12)
        words, room = columns_in((self.x + dp(8), self.y, self.width - dp(16), self.height), WORDS, 0, gap=6)
        canvas.text(word("drag cubes"), words, 18, "quiet")
        if not self.count:
            return
        side = min(dp(44), room[2] / self.count, room[3] - dp(8))
        first = room[0] + (room[2] - side * (self.count - 1)) / 2
        for number in range(self.count):
            drawing.cube(self.seat, (first + number * side, room[1] + room[3] / 2), side * 0.9)

    def on_touch_down(self, touch: Any) -> bool:
        """A cube is taken."""
        if not self.count or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._carry(touch.pos)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """It follows the finger."""
        if touch.grab_current is not self:
            return False
        self._carry(touch.pos)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """It is let go: over the board that places it, elsewhere it goes back."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.get_parent_window() is not None:
            self._board.drop(touch.pos, self.to_window(*touch.pos))
        return True

    def _carry(self, point: Point) -> None:
        self._board.over.ghost = point
        self._board.over.again()
