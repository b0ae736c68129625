"""The life track: the spaces, the cats on them, the Reapurr, and who has just left it."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in, rows_in
from companion.drawing.scene import Corrects, Scene, Takes
from companion.drawing.theme import PROMPT, mixed
from companion.games.catastrophe.figures import paint_burst, paint_cat, paint_reapurr
from companion.games.catastrophe.view_model import BoardView, SpaceView

FEW = 3
"""With so many lives a cat sulks."""


def paint_track(canvas: Canvas, box: Box, board: BoardView, scene: Scene) -> None:
    """Paint the spaces from the Lair to 9, with the variant's rule above, and pencils where figures were moved."""
    x, y, width, height = box
    if board.rule:
        canvas.text(board.rule, (x, y + height - 32, width, 32), PROMPT, "quiet")
    places = list(zip(board.spaces, _space_boxes(box, board), strict=True))
    for space, place in places:
        _paint_space(canvas, place, space)
    for space, place in places:  # above all spaces: they walk over them
        _paint_figures(canvas, place, space)
        moved = any(scene.is_set_right("life", seat) for seat in space.seats)
        if moved or (space.reapurr and scene.is_set_right("reapurr")):
            shapes.pencil(canvas, (place[0] + place[2] - 8, place[1] + 8))


def mark_track(canvas: Canvas, box: Box, board: BoardView, scene: Scene) -> None:
    """Mark the figures to be taken up while the table is set right, and the spaces once one is."""
    facts = scene.facts or {}
    taken = next((means.what for means in scene.picked if isinstance(means, Takes)), None)
    for space, place in zip(board.spaces, _space_boxes(box, board), strict=True):
        cats, reapurr = _rooms(place, space)
        if taken is None:
            for seat, cat in zip(space.seats, _cat_boxes(cats, len(space.seats)), strict=True):
                canvas.target(cat, Takes(("cat", seat)))
            if space.reapurr:
                canvas.target(reapurr, Takes(("reapurr",)))
            continue
        if taken[0] == "cat":
            lives = [space.number if seat == taken[1] else life for seat, life in enumerate(facts["life"])]
            means = Corrects({"life": lives})
        else:
            means = Corrects({"reapurr": space.number})
        canvas.target(place, means)
        here = space.reapurr if taken[0] == "reapurr" else taken[1] in space.seats
        if here or means in scene.down:
            canvas.frame(place, "asked", 14, 6)


def paint_farewell(canvas: Canvas, box: Box, words: Text, gone: tuple[int, ...]) -> None:
    """Paint a card over the track for those who just went out."""
    x, y, width, height = box
    wide = min(width * 0.8, 640)
    card = (x + (width - wide) / 2, y, wide, height)
    canvas.panel(card, "raised", 16)
    canvas.frame(card, "danger", 16, 5.4)
    left = x + width / 2 - 110 * (len(gone) - 1) / 2
    for at, seat in enumerate(gone):
        centre = (left + at * 110, card[1] + height * 0.56)
        paint_burst(canvas, centre, min(64, height * 0.36))
        paint_cat(canvas, seat, centre, min(32, height * 0.2))
    canvas.text(words, (card[0] + 6, card[1] + 6, wide - 12, 44), 32, bold=True)


def _space_boxes(box: Box, board: BoardView) -> list[Box]:
    x, y, width, height = box
    return columns_in((x + 2, y, width - 4, height - (34 if board.rule else 0)), *[0] * len(board.spaces), gap=4)


def _rooms(box: Box, space: SpaceView) -> tuple[Box, Box]:
    """The room of the cats on a space, and of the Reapurr above them."""
    x, y, width, height = box
    room, high = (x + 2, y + 36, width - 4, height - 40), 74 if space.reapurr else 0
    return (room[0], room[1], room[2], room[3] - high), (room[0], room[1] + room[3] - high, room[2], high)


def _paint_space(canvas: Canvas, box: Box, space: SpaceView) -> None:
    x, y, width, _ = box
    deadly = space.deadly or space.reapurr or not space.number
    ground = mixed(canvas.look.colour("panel"), "C22A2A", 0.3) if deadly else canvas.look.colour("panel")
    canvas.panel(box, ground, 14)
    label = str(space.number) if space.number else say("Lair")
    canvas.text(label, (x + 2, y + 2, width - 4, 36), PROMPT, bold=True)


def _paint_figures(canvas: Canvas, box: Box, space: SpaceView) -> None:
    room, reapurr = _rooms(box, space)
    if space.reapurr:
        with canvas.piece("reapurr", reapurr):
            paint_reapurr(canvas, (box[0] + box[2] / 2 - 4, reapurr[1] + 36), min(34, box[2] * 0.36))
    if space.seats:
        _paint_cats(canvas, room, space)


def _paint_cats(canvas: Canvas, room: Box, space: SpaceView) -> None:
    """The cats on a space, as large as they fit; with few lives they sulk."""
    boxes = _cat_boxes(room, len(space.seats))
    mood = "sulks" if space.number <= FEW else "waits"
    for seat, box in zip(space.seats, boxes, strict=True):
        x, y, width, height = box
        radius = min(width / 2.4, height / 3.1, 36)
        with canvas.piece(("cat", seat), box):
            paint_cat(canvas, seat, (x + width / 2, y + height / 2), radius, mood, out=not space.number)


def _cat_boxes(room: Box, count: int) -> list[Box]:
    """One below the other, or in two columns if there are more than two."""
    across = 1 if count <= 2 else 2
    rows = rows_in(room, *[0] * -(-count // across), gap=0)
    return [place for row in rows for place in columns_in(row, *[0] * across, gap=0)][:count]
