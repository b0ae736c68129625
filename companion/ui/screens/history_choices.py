"""What could have happened instead, to be tapped: cards as they are drawn on the table, the rest in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

from kivy.metrics import dp

from companion.drawing.geometry import Box
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import ChoicePages, put_grid
from companion.ui.widgets.painted import Drawn, put, rows_in
from companion.ui.widgets.tap_target import Tappable

Draw = Callable[[Box], None]
_REST, _GAP, _WIDEST = 84, 8, 150
"""In dp: the height of the choices in words, the gap between cards, and how wide a card is at most."""
_TALL = 1.25  # height of a card for its width, as the games draw them


class DrawnChoice(Tappable):
    """One choice as it looks; `words` say it."""

    def __init__(self, words: str, draw: Draw, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.words, self._draw = words, draw
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """The picture; an edge while a finger is on it."""
        self._draw(self.box)
        if self.down:
            canvas.frame(self.box, "asked", 9, 4)


class DrawnChoices(Drawn):
    """All drawn choices at once; below them the others, `rest`, as `ChoicePages` takes them."""

    def __init__(
        self, drawn: Sequence[DrawnChoice], rest: Sequence[tuple[str, Callable[[], object], bool]], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._drawn, self._rest = list(drawn), ChoicePages(rest, 26, 120)
        for widget in (*self._drawn, self._rest):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        upper, lower = rows_in(self.box, 0, _REST, gap=14)
        put(self._rest, lower)
        count = len(self._drawn)
        columns = max(range(1, count + 1), key=lambda columns: self._width(upper, columns))
        step = self._width(upper, columns) + dp(_GAP)
        rows = ceil(count / columns)
        x, y, _width, tall = upper
        high = min(tall, rows * (step * _TALL))
        put_grid(self._drawn, (x, y + tall - high, columns * step - dp(_GAP), high), columns, _GAP)

    def _width(self, room: Box, columns: int) -> float:
        """The width of a card with this number of columns."""
        rows = ceil(len(self._drawn) / columns)
        across = (room[2] + dp(_GAP)) / columns - dp(_GAP)
        return min(across, ((room[3] + dp(_GAP)) / rows - dp(_GAP)) / _TALL, dp(_WIDEST))
