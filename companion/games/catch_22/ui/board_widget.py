"""The board on the screen: squares, pawns and cubes, what is lit, and what a finger does there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import SmoothLine
from kivy.metrics import dp

from companion.drawing.theme import SMALL
from companion.games.catch_22 import view_model as shown
from companion.games.catch_22.board_files.layout import Layout, layout
from companion.games.catch_22.board_map import Board
from companion.games.catch_22.state import Phase, State
from companion.games.catch_22.ui import drawing
from companion.ui.drawing import canvas
from companion.ui.widgets.painted import Drawn, put

Point = tuple[float, float]
REACH = 40
"""A finger (dp) this near to a square that can be chosen means it: squares may be smaller than fingers."""
LIT = "FFFFFF"
RIM = 26
"""Width (dp) of the rim at the left, and below if there is room, with the names of rows and columns."""
NAME = 22
"""Height (dp) of a column's name on a square."""


class BoardWidget(Drawn):
    """The board. `touched(place, at)` gets the square tapped or moved to, `dropped` the one where a cube was let go."""

    def __init__(
        self, touched: Callable[[int, Point], object], dropped: Callable[[int, Point], object], **kwargs: Any
    ) -> None:
        self.state: State | None = None
        self.picked: frozenset[int] = frozenset()
        self.rolls_shown = False
        self._touched, self._dropped = touched, dropped
        self._pointed = ""
        self._fingers: dict[int, int | None] = {}
        self._drawn: tuple[Board, Layout] | None = None
        super().__init__(**kwargs)
        self.over = Over(self)
        self.add_widget(self.over)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        put(self.over, self.box)

    @property
    def fit(self) -> shown.Fitted:
        """Where everything lies now."""
        assert self.state is not None, "asked only when there is a board"
        board = self.state.board
        if self._drawn is None or self._drawn[0] != board:
            self._drawn = (board, layout(board))
        x, y, width, height = self.box
        rim = dp(RIM) if shown.has_coordinates(board) else 0.0
        return shown.fitted(self._drawn[1], (x + rim, y, width - rim, height))

    def show(self, state: State, pointed: str) -> None:
        """Takes a new position; `pointed` is the id of the square that a button box has stepped to.

        Fingers that were down before it mean nothing any more.
        """
        if self.state is None or state != self.state:
            self.picked = frozenset()
            self._fingers.clear()
            self.over.held = None
        self.state, self._pointed = state, pointed
        self.again()
        self.over.again()

    def show_rolls(self, on: bool) -> None:
        """Whether each square shows the numbers that lead there."""
        self.rolls_shown = on
        self.again()

    def pick(self, place: int) -> None:
        """Picks a square for a cube, or drops it again; no more than there are cubes."""
        assert self.state is not None
        _, hand = shown.cubes_to_place(self.state)
        if place in self.picked or len(self.picked) < hand:
            self.picked ^= {place}
        self.over.again()

    def place_at(self, point: Point) -> int | None:
        """The square a finger means: the nearest that can be chosen, else the one right under it."""
        if self.state is None:
            return None
        fit = self.fit
        can = shown.choosable(self.state) or shown.cube_squares(self.state)
        near = shown.nearest(fit.centres, can, point, max(dp(REACH), 0.75 * fit.square))
        under = shown.nearest(fit.centres, (1 << len(fit.centres)) - 1, point, 0.7 * fit.square)
        if self.state.phase in (Phase.PLACE, Phase.ROLL) and under is not None:
            return under
        return near if near is not None else under

    def lit_boxes(self) -> list[tuple[float, float, float, float]]:
        """The squares that are to be chosen from now, in this widget's coordinates."""
        if self.state is None:
            return []
        fit, can = self.fit, shown.choosable(self.state)
        side = fit.square
        return [
            (x - side / 2, y - side / 2, side, side) for place, (x, y) in enumerate(fit.centres) if can >> place & 1
        ]

    def on_touch_down(self, touch: Any) -> bool:
        """Shows where the finger points, and by which way one would go there."""
        if not self.collide_point(*touch.pos) or self.state is None:
            return False
        place = self.place_at(touch.pos)
        if place is None:
            return False
        touch.grab(self)
        self._point(touch, place)
        return True

    def _point(self, touch: Any, place: int | None) -> None:
        """Each finger means a square of its own; the way to the one that moved last is shown."""
        self._fingers[touch.uid] = self.over.held = place
        self.over.again()

    def on_touch_move(self, touch: Any) -> bool:
        """The pawn is dragged: the way follows the finger."""
        if touch.grab_current is not self:
            return False
        place = self.place_at(touch.pos)
        if touch.uid in self._fingers and place != self._fingers[touch.uid]:
            self._point(touch, place)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let go: the square under the finger is chosen, if the board is still on the screen."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        place = self._fingers.pop(touch.uid, None)
        self.over.held = next(reversed(self._fingers.values()), None)
        self.over.again()
        state = self.state
        if place is None or state is None or self.get_parent_window() is None:
            return True
        own = state.turn is not None and state.phase is Phase.MOVE and state.pawns[state.turn] == place
        if not (own and not state.destinations >> place & 1):  # a pawn that was only touched goes nowhere
            self._touched(place, self.to_window(*touch.pos))
        return True

    def drop(self, point: Point, at: Point) -> None:
        """A cube is let go at a point of this widget."""
        place = self.place_at(point) if self.collide_point(*point) else None
        self.over.ghost = None
        self.over.again()
        if place is not None:
            self._dropped(place, at)

    def paint(self) -> None:
        """Blue ground, yellow paths and squares, pictures, cubes, pawns; numbers of pips where asked for."""
        if self.state is None:
            return
        fit = self.fit
        canvas.panel((fit.left, fit.bottom, fit.width, fit.height), drawing.BLUE, 14)
        for one, other in self.state.board.paths:
            drawing.path(fit.centres[one], fit.centres[other], fit.square)
        views = shown.square_views(self.state)
        for square in views:
            drawing.square(fit.centres[square.place], fit.square, lit=square.lit)
            drawing.printed(square.kind, fit.centres[square.place], fit.square, square.tokens)
        self._paint_coordinates(self.state.board, fit)
        self._paint_lit(views, fit)
        for square in views:
            if square.cube is not None:
                drawing.cube(square.cube, fit.centres[square.place], fit.square)
            drawing.pawns(square.pawns, fit.centres[square.place], fit.square)
        if self.rolls_shown and self.state.phase is not Phase.SWITCH:  # whom to change with must be seen whole
            self._paint_pips(fit)

    def _paint_coordinates(self, board: Board, fit: shown.Fitted) -> None:
        """What sentences call the squares by: numbers at the left, letters below or on the lowest squares."""
        if not shown.has_coordinates(board):
            return
        rows, columns = shown.coordinates(board, fit)
        side = fit.square
        for name, up in rows.items():
            canvas.text(name, (fit.left - dp(RIM + 2), up - dp(12), dp(RIM), dp(24)), 22, "quiet")
        has_rim = fit.bottom - self.y >= dp(RIM)
        for name, (across, lowest) in columns.items():
            if has_rim:
                canvas.text(name, (across - side / 2, fit.bottom - dp(RIM), side, dp(RIM)), 22, "quiet")
            else:
                box = (across - side / 2 + dp(2), lowest - side / 2 - dp(4), dp(16), dp(NAME))
                canvas.text(name, box, SMALL, drawing.INK, align="left")  # beside what is printed in the middle

    def _paint_lit(self, views: tuple[shown.SquareView, ...], fit: shown.Fitted) -> None:
        for square in views:
            x, y = fit.centres[square.place]
            side = fit.square
            box = (x - side / 2 - dp(3), y - side / 2 - dp(3), side + dp(6), side + dp(6))
            if square.lit:
                canvas.frame(box, drawing.INK, 0.14 * side / dp(1), 4.5)
                canvas.frame(box, LIT, 0.14 * side / dp(1), 2.5)
            if self.state is not None and self._pointed == self.state.board.id(square.place):
                canvas.frame((box[0] - dp(4), box[1] - dp(4), box[2] + dp(8), box[3] + dp(8)), "asked", 8, 4)

    def _paint_pips(self, fit: shown.Fitted) -> None:
        assert self.state is not None
        for place, pips in shown.pips_to(self.state).items():
            x, y = fit.centres[place]
            words = "".join(str(number) for number in pips)
            wide = max(dp(22), canvas.text_width(words, 18, bold=True) + dp(8))
            tag = (x - wide / 2, y - 0.62 * fit.square, wide, dp(22))
            canvas.panel(tag, LIT, 4)
            canvas.frame(tag, drawing.INK, 4, 1)
            canvas.text(words, tag, 18, drawing.INK, bold=True)


class Over(Drawn):
    """What lies over the board while a finger is down: the way, the cube in the hand, the squares picked."""

    def __init__(self, board: BoardWidget, **kwargs: Any) -> None:
        self._board = board
        self.held: int | None = None
        self.ghost: Point | None = None
        super().__init__(**kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """The board takes the touches."""
        del touch
        return False

    def paint(self) -> None:
        """Nothing, most of the time."""
        state = self._board.state
        if state is None:
            return
        fit = self._board.fit
        seat, _ = shown.cubes_to_place(state)
        for place in self._board.picked:
            drawing.cube(seat, fit.centres[place], fit.square, 0.6)
            self._ring(fit.centres[place], fit.square)
        if self.held is not None:
            self._paint_way(state, self.held, fit)
        if self.ghost is not None:
            under = self._board.place_at(self.ghost)
            if under is not None and shown.cube_squares(state) >> under & 1:
                self._ring(fit.centres[under], fit.square)
            drawing.cube(seat, self.ghost, max(fit.square, dp(54)))

    def _paint_way(self, state: State, place: int, fit: shown.Fitted) -> None:
        way = shown.way_to(state, place)
        points = [value for spot in way for value in fit.centres[spot]]
        if len(points) >= 4:
            canvas.line(points, drawing.INK, 0.12 * fit.square / dp(1))
            canvas.line(points, LIT, 0.07 * fit.square / dp(1))
        self._ring(fit.centres[place], fit.square)
        if way and state.turn is not None:
            drawing.pawn(state.turn, fit.centres[place], 0.42 * fit.square)

    def _ring(self, centre: Point, side: float) -> None:
        canvas.colour(drawing.INK)
        SmoothLine(circle=(*centre, 0.72 * side), width=dp(4.5))
        canvas.colour(LIT)
        SmoothLine(circle=(*centre, 0.72 * side), width=dp(2.5))
