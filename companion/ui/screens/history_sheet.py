"""The sheet of all rolls, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.i18n import word
from companion.record.roll_sheet import RollRow, paint_rolls, rolls_that_fit
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn, rows_in


class RollSheet(Drawn):
    """Draws the sheet page by page."""

    def __init__(self, rows: Sequence[RollRow], names: Sequence[str], left: Sequence[str] = (), **kwargs: Any) -> None:
        self.rows, self._names, self._left, self._page, self._fit = rows, names, left, 0, 1
        self._sheet: canvas.Box = (0.0, 0.0, 0.0, 0.0)
        super().__init__(**kwargs)
        self._newer = Button("▲ " + word("newer"), lambda: self.scrolled(-1), "plain", 22)
        self._older = Button("▼ " + word("older"), lambda: self.scrolled(1), "plain", 22)
        self.add_widget(self._newer)
        self.add_widget(self._older)
        self.bind(pos=self._lay, size=self._lay)

    def scrolled(self, by: int) -> None:
        """Show the next page, or the one before."""
        self._page += by
        self._lay()

    def _lay(self, *_: object) -> None:
        sheet, low = rows_in(self.box, 0, 62, gap=10)
        self._sheet = canvas.in_units(sheet)
        self._fit = rolls_that_fit(self._sheet[3])
        last = max(0, -(-len(self.rows) // self._fit) - 1)
        self._page = min(max(0, self._page), last)
        self._newer.say(self._newer.words, why="" if self._page else word("These are the newest."))
        self._older.say(self._older.words, why="" if self._page < last else word("These are the oldest."))
        put_grid([self._newer, self._older], low, 2)
        self.again()

    def paint(self) -> None:
        """The rows of this page."""
        first = self._page * self._fit
        paint_rolls(KivyCanvas(), self._sheet, self.rows[first : first + self._fit], self._names, self._left)
