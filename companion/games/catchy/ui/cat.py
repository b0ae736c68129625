"""The cat of Catchy! on the screen."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation

from companion.games.catchy.card_faces import paint_cat
from companion.ui.drawing import scale
from companion.ui.drawing.canvas import in_units
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.painted import Drawn

MOVES_S = 0.22


class CatTile(Drawn):
    """The cat: its face on its upper side; walks where `go` sends it."""

    def __init__(self, **kwargs: Any) -> None:
        self._blue = False
        self._goal: tuple[float, float] | None = None
        super().__init__(**kwargs)

    def wear(self, *, blue: bool) -> None:
        """Shows one of its sides."""
        if blue != self._blue:
            self._blue = blue
            self.again()

    def go(self, goal: tuple[float, float]) -> None:
        """Walks there; the first time it is simply there, as when the window changed or nothing is to move."""
        before, self._goal = self._goal, goal
        if before == goal:
            return
        Animation.cancel_all(self)
        if before is None or before[0] != goal[0] or scale.is_calm():
            self.pos = goal
        else:
            Animation(pos=goal, d=MOVES_S, t="out_quad").start(self)

    def paint(self) -> None:
        """A tile in the colour of its side."""
        paint_cat(KivyCanvas(), in_units(self.box), blue=self._blue)
