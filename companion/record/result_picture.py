"""The picture of a result to keep and send: game, day, places, names and scores."""

from __future__ import annotations

from companion.core.game import Game
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_eye
from companion.drawing.game_pictures import paint_picture
from companion.drawing.geometry import Box, inset, rows_in
from companion.record.result_sheet import ResultSheet, SheetRow

WIDE, _HEAD, _ROW, _LINE, _EDGE = 1000, 150, 92, 34, 32
"""Width of the picture; heights of its head, a player's row and a sentence; margin."""


def result_height(sheet: ResultSheet) -> float:
    """Return the height of the picture of a sheet; its width is `WIDE`."""
    return _HEAD + _ROW * len(sheet.rows) + _LINE * (len(sheet.story) + 1) + 2 * _EDGE


def paint_result(canvas: Canvas, sheet: ResultSheet, game: Game, day: str) -> None:
    """Paint the head, a row per player, the sentences, and the app's name."""
    box = (0, 0, WIDE, result_height(sheet))
    canvas.panel(box, "ground", 0)
    lines = [_LINE] * (len(sheet.story) + 1)
    head, *rest = rows_in(inset(box, _EDGE), _HEAD, *([_ROW] * len(sheet.rows)), *lines, gap=0)
    _paint_head(canvas, head, sheet.game, game, day)
    for row, place in zip(sheet.rows, rest, strict=False):
        _paint_row(canvas, (place[0], place[1] + 8, place[2], place[3] - 8), row)
    for words, place in zip(sheet.story, rest[len(sheet.rows) :], strict=False):
        canvas.text(words, place, 22, "quiet", align="left")
    x, y, width, height = rest[-1]
    cat_eye(canvas, (x + width - 150, y + height / 2), 20)
    canvas.text("Cat's Eye", (x + width - 120, y, 120, height), 22, bold=True)


def _paint_head(canvas: Canvas, box: Box, title: str, game: Game, day: str) -> None:
    x, y, width, height = box
    side = height - 20
    paint_picture(game, canvas, (x, y + 16, side, side))
    name, below, _ = rows_in((x + side + 28, y, width - side - 28, height - 10), 70, 36, 0, gap=2)
    canvas.text(title, name, 48, bold=True, align="left")
    canvas.text(day, below, 26, "quiet", align="left")


def _paint_row(canvas: Canvas, box: Box, row: SheetRow) -> None:
    x, y, width, height = box
    won = row.place == 1
    canvas.panel(box, "raised" if won else "panel", 12)
    sign = "★" if won else f"{row.place}." if row.place else ""
    canvas.text(sign, (x + 10, y, 60, height), 34, "good" if won else "quiet")
    shapes.seat_mark(canvas, row.seat, (x + 98, y + height / 2), 17)
    canvas.text(row.score, (x + width - 236, y, 216, height), 36, bold=True, align="right")
    words = (x + 136, y + 6, width - 380, height - 12)
    name, below = rows_in(words, 0, 32, gap=0) if row.why else (words, words)
    canvas.text(row.name, name, 32, bold=won, align="left")
    canvas.text(row.why, below, 22, "quiet", align="left")
