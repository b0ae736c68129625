"""The sheet of all rolls: a column a player, a row a roll, the newest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kivy.metrics import dp

from companion.core.events import Face
from companion.i18n import word
from companion.record.history import Line
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn, rows_in

_HEAD, _ROW, _FIRST, _DIE = 48, 54, 120, 36
"""Height of the names, height of a row, width of the first column and side of a die, in dp."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One roll of each seat that has one here; `round` is None in a game without rounds."""

    round: int | None
    rolls: Mapping[int, tuple[Face, ...]]


def sheet_rows(lines: Iterable[Line]) -> list[SheetRow]:
    """All rolls that count, newest first. `lines` are those of the history; a seat's next roll begins another row."""
    rolls = [line for line in lines if line.faces and not line.undone][::-1]
    rows: list[SheetRow] = []
    for number, group in groupby(rolls, key=lambda line: line.round):
        row: dict[int, tuple[Face, ...]] = {}
        for line in group:
            assert line.seat is not None, "a roll is somebody's"
            if line.seat in row:
                rows.append(SheetRow(number, row))
                row = {}
            row[line.seat] = line.faces
        rows.append(SheetRow(number, row))
    return rows[::-1]


class RollSheet(Drawn):
    """Draws the sheet page by page."""

    def __init__(self, rows: Sequence[SheetRow], names: Sequence[str], **kwargs: Any) -> None:
        self.rows, self._names, self._page, self._fit = rows, names, 0, 1
        super().__init__(**kwargs)
        self._newer = Button("▲ " + word("newer"), lambda: self._turn(-1), "plain", 22)
        self._older = Button("▼ " + word("older"), lambda: self._turn(1), "plain", 22)
        self.add_widget(self._newer)
        self.add_widget(self._older)
        self.bind(pos=self._lay, size=self._lay)

    def _turn(self, by: int) -> None:
        self._page += by
        self._lay()

    def _lay(self, *_: object) -> None:
        sheet, low = rows_in(self.box, 0, 62, gap=10)
        self._sheet = sheet
        self._fit = max(1, int((sheet[3] - dp(_HEAD)) // dp(_ROW)))
        last = max(0, -(-len(self.rows) // self._fit) - 1)
        self._page = min(max(0, self._page), last)
        self._newer.say(self._newer.words, why="" if self._page else word("These are the newest."))
        self._older.say(self._older.words, why="" if self._page < last else word("These are the oldest."))
        put_grid([self._newer, self._older], low, 2)
        self.again()

    def paint(self) -> None:
        """Names, then a row a roll; a line above the first row of each round."""
        sheet = getattr(self, "_sheet", None)
        if sheet is None:
            return
        x, y, width, height = sheet
        wide = (width - dp(_FIRST)) / max(1, len(self._names))
        top = y + height - dp(_HEAD)
        for seat, name in enumerate(self._names):
            left = x + dp(_FIRST) + seat * wide
            canvas.seat_mark(seat, (left + dp(16), top + dp(_HEAD) / 2), dp(12))
            canvas.text(name, (left + dp(36), top, wide - dp(40), dp(_HEAD)), 24, bold=True, align="left")
        shown = self.rows[self._page * self._fit : (self._page + 1) * self._fit]
        before: int | None = None
        for at, row in enumerate(shown):
            low = top - dp(_ROW) * (at + 1)
            if at == 0 or row.round != before:
                canvas.bar((x, low + dp(_ROW) - dp(1), width, dp(2)), "edge")
                if row.round is not None:
                    words = word("Round {n}", n=row.round)
                    canvas.text(words, (x, low, dp(_FIRST - 8), dp(_ROW)), 20, "quiet", align="left")
            before = row.round
            for seat, faces in row.rolls.items():
                self._roll(faces, (x + dp(_FIRST) + seat * wide, low, wide, dp(_ROW)))

    def _roll(self, faces: Sequence[Face], box: canvas.Box) -> None:
        """The dice, smaller where they would not fit, and their sum where there are several."""
        x, y, width, height = box
        room = width - dp(56)
        each = min(dp(_DIE + 6), room / len(faces))
        side = each - dp(4)
        for at, face in enumerate(faces):
            canvas.die(face.value, face.colour, (x + at * each, y + (height - side) / 2, side, side))
        if len(faces) > 1:
            total = sum(face.value for face in faces)
            left = x + each * len(faces) + dp(6)
            canvas.text(str(total), (left, y, dp(48), height), 24, bold=True, align="left")
