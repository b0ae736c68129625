"""In the setup: the order of the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from catseye.colours import suit
from companion.i18n import translate
from companion.ui.widgets.buttons import Button, put_grid, write_alike
from companion.ui.widgets.painted import Drawn


class RowOrder(Drawn):
    """The rows from top to bottom, side by side; a tap moves a row up."""

    wanted_wide = 400

    def __init__(self, rows: Any, changed: Callable[[tuple[str, ...]], object], **kwargs: Any) -> None:
        self.rows = [str(row) for row in rows]
        self._changed = changed
        super().__init__(**kwargs)
        self.buttons = [Button("", self._up(at), size=20) for at in range(len(self.rows))]
        for button in self.buttons:
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._say()

    def _up(self, at: int) -> Callable[[], None]:
        def move() -> None:
            self.rows.insert(at - 1 if at else len(self.rows), self.rows[at])
            del self.rows[at + 1 if at else 0]
            self._say()
            self._changed(tuple(self.rows))

        return move

    def _say(self) -> None:
        for at, (button, row) in enumerate(zip(self.buttons, self.rows, strict=True)):
            name = translate(suit(row))
            button.say(f"← {name}" if at else name)
        write_alike(self.buttons)

    def _lay(self, *_: object) -> None:
        put_grid(self.buttons, self.box, len(self.buttons), 6)
