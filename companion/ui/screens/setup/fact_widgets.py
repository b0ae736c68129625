"""What a fact is entered with: values to choose among, a number that may be missing, a board of cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import ceil
from typing import Any

from kivy.metrics import dp

from companion.drawing.theme import TOUCH
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.screens.setup.fact_fields import NONE
from companion.ui.widgets.buttons import LESS, Button, put_grid
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in

_GAP = 6
_FAR = 10
"""A number that can be larger than this also steps by 5."""

Values = Sequence[tuple[Any, str]]


class Palette(Drawn):
    """Values as buttons, as many on a page as fit at a finger's size. Those in `chosen` are marked."""

    def __init__(
        self, values: Values, chosen: Collection[Any], tapped: Callable[[Any], object], size: float = 22, **kwargs: Any
    ) -> None:
        self._values, self._chosen, self._tapped, self._size = values, chosen, tapped, size
        self._page = 0
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def _button(self, value: Any, words: str) -> Button:
        chosen = any(value == known and type(value) is type(known) for known in self._chosen)
        kind = "chosen" if chosen else "plain"
        return Button(("✓ " if chosen else "") + words, lambda: self._tapped(value), kind, self._size)

    def _turn(self) -> None:
        self._page += 1
        self._lay()

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self.width < dp(TOUCH) or self.height < dp(20):
            return
        longest = max(canvas.text_width(f"✓ {words}", self._size, bold=True) for _, words in self._values)
        wide = min(max(dp(TOUCH), longest + dp(20)), self.width)
        columns = max(1, int((self.width + dp(_GAP)) // (wide + dp(_GAP))))
        rows = max(1, int((self.height + dp(_GAP)) // dp(TOUCH + _GAP)))
        pages = [self._values]
        if len(self._values) > columns * rows:
            room = max(1, columns * rows - 1)
            pages = [self._values[at : at + room] for at in range(0, len(self._values), room)]
        self._page %= len(pages)
        buttons = [self._button(*each) for each in pages[self._page]]
        if len(pages) > 1:
            buttons.append(Button(f"▶ {self._page + 1}/{len(pages)}", self._turn, "quiet", 20))
        columns = min(columns, len(buttons))
        high = min(self.height, ceil(len(buttons) / columns) * dp(TOUCH + 10) - dp(_GAP))
        for button in buttons:
            self.add_widget(button)
        put_grid(buttons, (self.x, self.top - high, self.width, high), columns, _GAP)

    def paint(self) -> None:
        """The buttons draw themselves."""


class Count(Drawn):
    """A whole number between buttons; below the least there may be none."""

    def __init__(
        self, value: int | None, low: int, high: int | None, optional: bool, changed: Callable[[int | None], object],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self.value, self._low, self._high, self._optional, self._changed = value, low, high, optional, changed
        super().__init__(**kwargs)
        far = high is None or high - low > _FAR
        self._less = [
            Button(LESS + (str(by) if by > 1 else ""), self._stepping(-by), size=26) for by in (5, 1)[not far :]
        ]
        self._more = [
            Button("+" + (str(by) if by > 1 else ""), self._stepping(by), size=26) for by in (1, 5)[: 1 + far]
        ]
        for button in (*self._less, *self._more):
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._bound()

    def _stepping(self, by: int) -> Callable[[], object]:
        return lambda: self._step(by)

    def _step(self, by: int) -> None:
        if self.value is None:
            self.value = self._low
        elif self.value + by < self._low:
            self.value = None if self._optional and self.value == self._low else self._low
        else:
            self.value = self.value + by if self._high is None else min(self._high, self.value + by)
        self._bound()
        self.again()
        self._changed(self.value)

    def _bound(self) -> None:
        least = self.value is None or (self.value <= self._low and not self._optional)
        most = self.value is not None and self._high is not None and self.value >= self._high
        for button in self._less:
            button.say(button.words, why=word("{n} is the least", n=self.value or self._low) if least else "")
        for button in self._more:
            button.say(button.words, why=word("{n} is the most", n=self.value) if most else "")

    def _lay(self, *_: object) -> None:
        less, more = len(self._less) * (TOUCH + _GAP), len(self._more) * (TOUCH + _GAP)
        boxes = columns_in(self.box, less - _GAP, 0, more - _GAP, gap=_GAP)
        put_grid(self._less, boxes[0], len(self._less), _GAP)
        put_grid(self._more, boxes[2], len(self._more), _GAP)
        self._middle = boxes[1]
        self.again()

    def paint(self) -> None:
        """The number between."""
        if hasattr(self, "_middle"):
            canvas.text(NONE if self.value is None else str(self.value), self._middle, 30, bold=True)


class Cells(Drawn):
    """Rows of cells: choose what goes into them above, then tap cells. `rows` has a word and the cells' values each."""

    def __init__(
        self, rows: Sequence[tuple[str, Sequence[Any]]], values: Values, changed: Callable[[int, int, Any], object],
        brush: Any = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        self._rows, self._values, self._changed = rows, values, changed
        self.brush = brush
        self._labels: list[tuple[str, canvas.Box]] = []
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def _take(self, value: Any) -> None:
        self.brush = value
        self._lay()

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self.width < dp(200) or not self._rows:
            return
        above, cells = rows_in(self.box, 2 * TOUCH + _GAP, 0, gap=14)
        palette = Palette(self._values, (self.brush,), self._take, 20)
        put(palette, above)
        self.add_widget(palette)
        each = min(cells[3] / len(self._rows), dp(78))
        known = dict(self._values)
        for number, (_words, row) in enumerate(self._rows):
            box = (cells[0] + dp(90), cells[1] + cells[3] - (number + 1) * each, cells[2] - dp(90), each - dp(_GAP))
            buttons = [
                Button(f"{column + 1}\n{known.get(value, '')}", self._tapping(number, column), size=18)
                for column, value in enumerate(row)
            ]
            for button, value in zip(buttons, row, strict=True):
                button.kind = "plain" if value is None else "chosen"
                self.add_widget(button)
            put_grid(buttons, box, len(buttons), _GAP)
        self._labels = [
            (words, (cells[0], cells[1] + cells[3] - (number + 1) * each, dp(84), each - dp(_GAP)))
            for number, (words, _row) in enumerate(self._rows)
        ]
        self.again()

    def _tapping(self, row: int, column: int) -> Callable[[], object]:
        return lambda: self._changed(row, column, self.brush)

    def paint(self) -> None:
        """The words of the rows."""
        for words, box in self._labels:
            canvas.text(words, box, 20, "quiet", align="left")
