"""The board to point at a square of it, for a table that is taken over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kivy.metrics import dp

from companion.drawing.geometry import Point
from companion.drawing.targets import Targets
from companion.drawing.theme import TOUCH
from companion.games.catch_22 import board, set_right
from companion.games.catch_22 import view_model as shown
from companion.games.catch_22.state import Phase, State
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Tappable


class SquarePicker(Tappable):
    """The board with the pawns and cubes that were entered; `tapped` gets the id of the square under the finger."""

    def __init__(self, state: State, entered: Mapping[str, Any], tapped: Callable[[str], object]) -> None:
        self._state, self._chosen = set_right.with_pieces(state, entered)._replace(phase=Phase.OVER, turn=None), tapped
        self._targets = Targets()
        self._finger: Point = (0.0, 0.0)
        super().__init__(self._choose)

    def centre_of(self, square: str) -> Point:
        """Return where a square lies in this widget's coordinates."""
        x, y = self._fit.centres[self._state.board.index[square]]
        return dp(x), dp(y)

    @property
    def _fit(self) -> shown.Fitted:
        return board.fit_of(self._state.board, canvas.in_units(self.box))

    def on_touch_up(self, touch: Any) -> bool:
        """Choose the square from which the finger is lifted."""
        self._finger = canvas.point_in_units(touch.pos)
        return bool(super().on_touch_up(touch))

    def _choose(self) -> None:
        target = self._targets.at(self._finger)
        if target is not None:
            self._chosen(str(target.means))

    def paint(self) -> None:
        """Paint the board."""
        painted, fit = KivyCanvas(), self._fit
        board.paint_board(painted, fit, self._state, set())
        for square, (x, y) in zip(self._state.board.squares, fit.centres, strict=True):
            reach = max(0.0, TOUCH - fit.square) / 2
            painted.target((x - fit.square / 2, y - fit.square / 2, fit.square, fit.square), square.id, reach)
        self._targets = painted.targets
