"""The life track: the spaces, the cats on them, the Reapurr, and who has just left it."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box
from companion.drawing.theme import CAPTION
from companion.games.catastrophe.figures import paint_burst, paint_cat, paint_reapurr
from companion.games.catastrophe.view_model import BoardView, SpaceView


def paint_track(canvas: Canvas, box: Box, board: BoardView) -> None:
    """Paint the spaces from the Lair to 9, with the variant's rule above."""
    x, y, width, height = box
    each = width / len(board.spaces)
    if board.rule:
        canvas.text(board.rule, (x, y + height - 32, width, 32), CAPTION, "quiet")
        height -= 34
    for space in board.spaces:
        _paint_space(canvas, (x + space.number * each + 2, y, each - 4, height), space)


def paint_farewell(canvas: Canvas, box: Box, words: Text, gone: tuple[int, ...]) -> None:
    """Paint a card over the track for those who just went out."""
    x, y, width, height = box
    wide = min(width * 0.8, 640)
    card = (x + (width - wide) / 2, y + 10, wide, height - 20)
    canvas.panel(card, "raised", 16)
    canvas.frame(card, "danger", 16, 5.4)
    left = x + width / 2 - 110 * (len(gone) - 1) / 2
    for at, seat in enumerate(gone):
        centre = (left + at * 110, card[1] + height * 0.56)
        paint_burst(canvas, centre, min(64, height * 0.36))
        paint_cat(canvas, seat, centre, min(32, height * 0.2))
    canvas.text(words, (card[0] + 6, card[1] + 6, wide - 12, 44), 32, bold=True)


def _paint_space(canvas: Canvas, box: Box, space: SpaceView) -> None:
    x, y, width, height = box
    canvas.panel(box, "panel" if space.number else "ground", 10)
    edge = "danger" if space.deadly or space.reapurr else "edge"
    canvas.frame(box, edge, 10, 3.6 if space.deadly else 1.8)
    label = str(space.number) if space.number else say("Lair")
    canvas.text(label, (x + 2, y + 2, width - 4, 30), CAPTION, "quiet", bold=True)
    room = (x + 2, y + 32, width - 4, height - 36)
    if space.reapurr:
        paint_reapurr(canvas, (x + width / 2 - 4, room[1] + room[3] - 30), min(24, width * 0.3))
        room = (room[0], room[1], room[2], room[3] - 56)
    if space.seats:
        _paint_cats(canvas, room, space)


def _paint_cats(canvas: Canvas, room: Box, space: SpaceView) -> None:
    x, y, width, height = room
    across = 1 if len(space.seats) == 1 else 2
    rows = -(-len(space.seats) // across)
    radius = min(width / across / 2.5, height / rows / 2.6, 26)
    for at, seat in enumerate(space.seats):
        row, column = divmod(at, across)
        up = y + height - height * (row + 0.5) / rows - radius * 0.1
        paint_cat(canvas, seat, (x + width * (column + 0.5) / across, up), radius, out=not space.number)
