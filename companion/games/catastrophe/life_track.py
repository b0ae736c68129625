"""The life track: the spaces, the cats on them, the Reapurr, and who has just left it."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box
from companion.drawing.theme import PROMPT, mixed
from companion.games.catastrophe.figures import paint_burst, paint_cat, paint_reapurr
from companion.games.catastrophe.view_model import BoardView, SpaceView

FEW = 3
"""With so many lives a cat sulks."""


def paint_track(canvas: Canvas, box: Box, board: BoardView) -> None:
    """Paint the spaces from the Lair to 9, with the variant's rule above."""
    x, y, width, height = box
    each = width / len(board.spaces)
    if board.rule:
        canvas.text(board.rule, (x, y + height - 32, width, 32), PROMPT, "quiet")
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
    deadly = space.deadly or space.reapurr or not space.number
    ground = mixed(canvas.look.colour("panel"), "C22A2A", 0.3) if deadly else canvas.look.colour("panel")
    canvas.panel(box, ground, 14)
    label = str(space.number) if space.number else say("Lair")
    canvas.text(label, (x + 2, y + 2, width - 4, 36), PROMPT, bold=True)
    room = (x + 2, y + 36, width - 4, height - 40)
    if space.reapurr:
        paint_reapurr(canvas, (x + width / 2 - 4, room[1] + room[3] - 38), min(34, width * 0.36))
        room = (room[0], room[1], room[2], room[3] - 74)
    if space.seats:
        _paint_cats(canvas, room, space)


def _paint_cats(canvas: Canvas, room: Box, space: SpaceView) -> None:
    """The cats on a space, as large as they fit; with few lives they sulk."""
    x, y, width, height = room
    across = 1 if len(space.seats) <= 2 else 2
    rows = -(-len(space.seats) // across)
    radius = min(width / across / 2.4, height / rows / 3.1, 36)
    for at, seat in enumerate(space.seats):
        row, column = divmod(at, across)
        up = y + height - height * (row + 0.5) / rows
        centre = (x + width * (column + 0.5) / across, up)
        paint_cat(canvas, seat, centre, radius, "sulks" if space.number <= FEW else "waits", out=not space.number)
