"""Who sits at a seat: a person or a bot, and the name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.i18n import word
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.painted import Drawn, put, rows_in
from companion.ui.widgets.value_inputs import Segments


class SeatCard(Drawn):
    """The keyboard for the name; above it, in games where a bot can play beside people, who plays this seat."""

    def __init__(
        self,
        pad: Keyboard,
        is_bot: bool | None,
        changed: Callable[[bool], object],
        leave: Callable[[], object] | None = None,
        **kwargs: Any,
    ) -> None:
        """`is_bot` None: a bot cannot play here. `leave`: in a game that goes on, this player may leave the table."""
        self.pad = pad
        super().__init__(**kwargs)
        self._who: list[Widget] = [] if is_bot is None else [Segments(who(), is_bot, changed)]
        if leave is not None:
            self._who.append(Button(word("Leaves the table"), leave, "plain", 22))
        for widget in (*self._who, pad):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def _lay(self, *_: object) -> None:
        boxes = rows_in(self.box, *([60] if self._who else []), 0, gap=10)
        put_grid(self._who, boxes[0], max(1, len(self._who)), 10)
        put(self.pad, boxes[-1])


def who() -> tuple[tuple[bool, str], ...]:
    """A person or a bot, in words."""
    return (False, word("a person")), (True, word("a bot"))
