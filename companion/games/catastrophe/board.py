"""The middle of the table in Catastrophe: the life track, the stack and what it will do, the piles."""

from __future__ import annotations

from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in, inset, rows_in
from companion.drawing.scene import OpensRow, Scene
from companion.drawing.theme import TOUCH
from companion.games.catastrophe import view_model as shown
from companion.games.catastrophe.in_play import paint_piles, paint_plan, paint_stack, paint_turn, pile_cells
from companion.games.catastrophe.life_track import mark_track, paint_track

HIGHEST_TRACK = 240
NARROW = 760
"""In a room narrower than this the track is lower, and what will happen has the whole width."""


def paint(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Paint the track above, the stack or the turn below, the piles to the right; fingers count only in the strips,
    unless the table is set right.
    """
    state = scene.state if scene.facts is None else shown.with_figures(scene.state, scene.facts)
    board = shown.board(state, stopped=scene.over)
    below = inset(box, 8, 4)
    track = track_box(box)
    room = (below[0], below[1], below[2], below[3] - track[3] - 8)
    narrow = box[2] < NARROW
    if narrow and board.stack:
        room = paint_plan(canvas, room, board, scene.countdown)
    left, right = columns_in(room, 0, 290, gap=12)
    paint_track(canvas, track, board, scene)
    if board.stack:
        place = left if narrow else paint_plan(canvas, left, board, scene.countdown)
        paint_stack(canvas, place, board, scene)
    else:
        paint_turn(canvas, left, board, scene)
    paint_piles(canvas, right, board, scene)
    if scene.facts is not None:
        mark_track(canvas, track, board, scene)
        canvas.target(left, OpensRow("stack" if board.stack else "turn"))
        places = pile_cells(canvas, right) or rows_in(right, 0, TOUCH, gap=4)
        for at, place in enumerate(places):
            canvas.target(place, OpensRow("yarn" if at == len(places) - 1 else "decks"))


def track_box(box: Box) -> Box:
    """Return where the life track lies."""
    inner = inset(box, 8, 4)
    share = 0.48 if box[2] >= NARROW else 0.36
    return rows_in(inner, min(inner[3] * share, HIGHEST_TRACK), 0)[0]
