"""The squared paper of the board editor."""

from __future__ import annotations

from typing import Any, Protocol

from kivy.metrics import dp

from companion.drawing.theme import TOUCH
from companion.games.catch_22 import pieces
from companion.games.catch_22.board_files.edit import Edit
from companion.games.catch_22.board_files.grid import Place
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.painted import Drawn

Point = tuple[float, float]
FINGER = 64
"""Width of a cell in dp that a finger can hit (9 mm are 56) with a cell of overlap between the parts."""


class Painter(Protocol):
    """What the sheet shows and reports its strokes to."""

    edit: Edit

    def stroke(self, place: Place, *, first: bool) -> None:
        """The finger is on a cell."""

    def part_shown(self, part: int | None, parts: int) -> None:
        """The sheet shows another part, or the whole of it (None)."""


class Sheet(Drawn):
    """The squared paper: the whole of it, or one part after the other in cells a finger can hit.

    Where the cells of the whole are smaller than a finger, a tap comes closer and paints nothing.
    """

    def __init__(self, editor: Painter, **kwargs: Any) -> None:
        self._editor = editor
        self._part: int | None = None
        super().__init__(**kwargs)

    def turn(self) -> None:
        """The next part, after the last the whole sheet."""
        across, down = self._parts()
        following = 0 if self._part is None else self._part + 1
        self._show(following if across * down > 1 and following < across * down else None)

    def _show(self, part: int | None) -> None:
        self._part = part
        self.again()
        across, down = self._parts()
        self._editor.part_shown(part, across * down)

    def _part_of(self, place: Place) -> int:
        """The part with this cell."""
        grid = self._editor.edit.grid
        across, down = self._parts()
        return place[1] * down // grid.height * across + place[0] * across // grid.width

    def _parts(self) -> tuple[int, int]:
        """How many parts of finger-sized cells the sheet has across and down."""
        grid = self._editor.edit.grid
        across = max(1, int(self.width // dp(FINGER)))
        down = max(1, int(self.height // dp(FINGER)))
        return -(-grid.width // across), -(-grid.height // down)

    def _seen(self) -> tuple[range, range]:
        """The columns and rows that are shown."""
        grid = self._editor.edit.grid
        if self._part is None:
            return range(grid.width), range(grid.height)
        across, down = self._parts()
        return _share(grid.width, across, self._part % across), _share(grid.height, down, self._part // across)

    def _fit(self) -> tuple[float, float, float]:
        """Where the sheet's first column and first row begin, shown or not, and the width of a cell."""
        columns, rows = self._seen()
        side = min(self.width / len(columns), self.height / len(rows))
        left = self.center_x - side * len(columns) / 2 - side * columns.start
        return left, self.center_y + side * len(rows) / 2 + side * rows.start, side

    def place_at(self, point: Point) -> Place | None:
        """The cell under a finger."""
        left, top, side = self._fit()
        column, row = int((point[0] - left) // side), int((top - point[1]) // side)
        columns, rows = self._seen()
        return (column, row) if column in columns and row in rows else None

    def centre_of(self, place: Place) -> Point:
        """The middle of a cell."""
        left, top, side = self._fit()
        return left + (place[0] + 0.5) * side, top - (place[1] + 0.5) * side

    def on_touch_down(self, touch: Any) -> bool:
        """A stroke begins."""
        place = self.place_at(touch.pos) if self.collide_point(*touch.pos) else None
        if place is None:
            return False
        if self._part is None and self._fit()[2] < dp(TOUCH):
            self._show(self._part_of(place))
            return True
        touch.grab(self)
        self._editor.stroke(place, first=True)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """It goes on."""
        if touch.grab_current is not self:
            return False
        place = self.place_at(touch.pos)
        if place is not None:
            self._editor.stroke(place, first=False)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """It ends."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def paint(self) -> None:
        """Blue paper with its lines, yellow squares, pictures; a ring around squares to be looked at."""
        edit, (columns, rows) = self._editor.edit, self._seen()
        first, top, side = self._fit()
        left, top = first + columns.start * side, top - rows.start * side
        wide, high = side * len(columns), side * len(rows)
        canvas.panel((left, top - high, wide, high), pieces.BLUE, 8)
        for column in range(1, len(columns)):
            canvas.line((left + column * side, top, left + column * side, top - high), pieces.LIGHT, 0.6, 0.25)
        for row in range(1, len(rows)):
            canvas.line((left, top - row * side, left + wide, top - row * side), pieces.LIGHT, 0.6, 0.25)
        painted = KivyCanvas()
        for place in edit.grid.places():
            if place[0] not in columns or place[1] not in rows:
                continue
            cell = edit.grid.cell(place)
            assert cell is not None, "places are the yellow ones"
            middle, wide = canvas.point_in_units(self.centre_of(place)), 0.92 * side / dp(1)
            pieces.square(painted, middle, wide)
            pieces.printed(painted, cell.kind, middle, wide, cell.tokens)
        for place in edit.hints:
            if place[0] in columns and place[1] in rows:
                x, y = self.centre_of(place)
                canvas.frame((x - side / 2, y - side / 2, side, side), "danger", 6, 3)


def _share(count: int, parts: int, number: int) -> range:
    """One of `parts` nearly equal stretches of `count` cells, a cell of its neighbour on each inner side."""
    return range(max(0, count * number // parts - (number > 0)), count * (number + 1) // parts)
