"""Pieces on a board slide to where they lie now; what fingers mean never waits for them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.metrics import dp

from companion.drawing.geometry import Box, Point
from companion.ui.drawing import scale
from companion.ui.kivy_canvas import Piece

SLIDE_S = 0.2
"""How long a piece slides (design: 200 ms)."""
AWAY = 150
"""How far (dp) from its place a new piece begins to slide, on the side that it comes from."""
_SIDES: dict[int, Point] = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
"""Where a player sits, by how far their strip is turned against the picture."""


class _Move(NamedTuple):
    """How far from its place a piece begins to slide, in pixels, and for how long it has been sliding, in seconds."""

    across: float
    up: float
    age: float = 0.0


class Slides:
    """Moves the pieces of the newest picture by the graphics card, from where each was seen last: nothing is painted
    again.
    """

    def __init__(self) -> None:
        self._pieces: Mapping[Hashable, Piece] = {}
        self._moves: dict[Hashable, _Move] = {}
        self._room: Box | None = None
        self._timer: Any = None

    @property
    def moving(self) -> bool:
        """Whether a piece is on its way."""
        return self._timer is not None

    def place(self, name: Hashable) -> Point:
        """Where the lower left corner of a piece is seen now."""
        (x, y, _, _), _, moved = self._pieces[name]
        return x + moved.x, y + moved.y

    def follow(self, pieces: Mapping[Hashable, Piece], room: Box, *, still: bool = False) -> None:
        """Take over the picture that was just painted in this room; in another room, or if `still`, all lie still."""
        moves = {}
        for name, piece in {} if still or room != self._room or scale.is_calm() else pieces.items():
            before = self._pieces.get(name)
            if before is not None and before.box == piece.box:
                move = self._moves.get(name)
            else:
                x, y = self._outside(piece) if before is None else self.place(name)
                move = _Move(x - piece.box[0], y - piece.box[1])
            if move is not None and (move.across or move.up):
                moves[name] = move
        self._pieces, self._room, self._moves = pieces, room, moves
        if self._timer is None and moves:
            self._timer = Clock.schedule_interval(self._tick, 0)
        self._put()

    @staticmethod
    def _outside(piece: Piece) -> Point:
        """Where a new piece begins."""
        across, up = (0.0, 0.0) if piece.side is None else _SIDES[piece.side]
        return piece.box[0] + across * dp(AWAY), piece.box[1] + up * dp(AWAY)

    def _tick(self, dt: float) -> None:
        step = min(dt, SLIDE_S / 3)  # a slow frame does not swallow the motion
        self._moves = {name: move._replace(age=move.age + step) for name, move in self._moves.items()}
        self._put()

    def _put(self) -> None:
        """Put all pieces where they are seen now; stop once they lie still."""
        for name, (across, up, age) in self._moves.items():
            left = (1 - min(1.0, age / SLIDE_S)) ** 3  # fast at first, slow at the end
            moved = self._pieces[name].moved
            moved.x, moved.y = across * left, up * left
        self._moves = {name: move for name, move in self._moves.items() if move.age < SLIDE_S}
        if not self._moves and self._timer is not None:
            self._timer.cancel()
            self._timer = None
