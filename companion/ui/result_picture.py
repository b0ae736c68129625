"""The picture of a result that people keep and send: game, day, places, names and scores, drawn for itself."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.core.game import Game
from companion.i18n import translate
from companion.record.result_sheet import ResultSheet, SheetRow
from companion.ui.drawing import canvas
from companion.ui.drawing.cat_eye import cat_eye
from companion.ui.local_time import wall
from companion.ui.widgets.painted import Drawn, rows_in

WIDE, _HEAD, _ROW, _LINE, _EDGE = 1000, 150, 92, 34, 32
"""In dp: the width of the picture, the heights of its head, of a player's line and of a sentence, its margin."""


class ResultPicture(Drawn):
    """The sheet of a game; `image()` gives it in pixels. It needs no place on the screen."""

    def __init__(self, sheet: ResultSheet, game: Game, **kwargs: Any) -> None:
        self.sheet, self._game = sheet, game
        super().__init__(size_hint=(None, None), **kwargs)
        high = _HEAD + _ROW * len(sheet.rows) + _LINE * (len(sheet.story) + 1) + 2 * _EDGE
        self.size = (dp(WIDE), dp(high))

    def image(self) -> Any:
        """The picture as Kivy's image: `save(path)` writes it as PNG. Raises OSError then."""
        self._paint()
        return self.export_as_image()

    def paint(self) -> None:
        """The head, a line a player, the sentences, whose picture it is."""
        canvas.bar(self.box, "ground")
        x, y, width, height = self.box
        edge = dp(_EDGE)
        inner = (x + edge, y + edge, width - 2 * edge, height - 2 * edge)
        lines = [_LINE] * (len(self.sheet.story) + 1)
        head, *rest = rows_in(inner, _HEAD, *([_ROW] * len(self.sheet.rows)), *lines, gap=0)
        rows, story = rest[: len(self.sheet.rows)], rest[len(self.sheet.rows) :]
        self._head(head)
        for row, box in zip(self.sheet.rows, rows, strict=True):
            _row(row, (box[0], box[1] + dp(8), box[2], box[3] - dp(8)))
        for words, box in zip(self.sheet.story, story, strict=False):
            canvas.text(translate(words), box, 22, "quiet", align="left")
        low = story[-1]
        cat_eye((low[0] + low[2] - dp(150), low[1] + low[3] / 2), dp(20))
        canvas.text("Cat's Eye", (low[0] + low[2] - dp(120), low[1], dp(120), low[3]), 22, bold=True)

    def _head(self, box: canvas.Box) -> None:
        x, y, width, height = box
        side = height - dp(20)
        canvas.game_picture(self._game, (x, y + dp(16), side, side))
        title, day, _ = rows_in((x + side + dp(28), y, width - side - dp(28), height - dp(10)), 70, 36, 0, gap=2)
        canvas.text(self.sheet.game, title, 48, bold=True, align="left")
        canvas.text(wall(self.sheet.began, "%Y-%m-%d"), day, 26, "quiet", align="left")


def _row(row: SheetRow, box: canvas.Box) -> None:
    x, y, width, height = box
    won = row.place == 1
    canvas.panel(box, "raised" if won else "panel", 12)
    sign = "★" if won else f"{row.place}." if row.place else ""
    canvas.text(sign, (x + dp(10), y, dp(60), height), 34, "good" if won else "quiet")
    canvas.seat_mark(row.seat, (x + dp(98), y + height / 2), dp(17))
    canvas.text(translate(row.score), (x + width - dp(236), y, dp(216), height), 36, bold=True, align="right")
    words = (x + dp(136), y + dp(6), width - dp(380), height - dp(12))
    why = translate(row.why)
    name, below = rows_in(words, 0, 32, gap=0) if why else (words, words)
    canvas.text(row.name, name, 32, bold=won, align="left")
    if why:
        canvas.text(why, below, 22, "quiet", align="left")
