"""In the setup: the order of the rows, and what may be predicted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.colours import colour as colour_name
from companion.games.cat_in_the_box.options import DEALT, PREDICTIONS
from companion.i18n import translate
from companion.ui.widgets.buttons import Button, Segments, put_grid
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
            name = translate(colour_name(row))
            button.say(f"← {name}" if at else name)

    def _lay(self, *_: object) -> None:
        put_grid(self.buttons, self.box, len(self.buttons), 6)

    def paint(self) -> None:
        """The buttons draw themselves."""


def starters(seat: Any, changed: Callable[[int], object], players: int) -> Segments:
    """Who starts, by the numbers that stand before the players."""
    return Segments([(at, str(at + 1)) for at in range(players)], seat, changed)


class Predictions(Drawn):
    """A button for each number of tricks; those that may be predicted stay down. At least one does."""

    wanted, wanted_wide = 140, 330

    def __init__(
        self, allowed: Any, changed: Callable[[Mapping[str, Any]], object], players: int, **kwargs: Any
    ) -> None:
        self._all = {str(size): tuple(counts) for size, counts in dict(allowed).items()}
        self._key, self._changed = str(players), changed
        self.allowed = set(self._all.get(self._key, PREDICTIONS[self._key]))
        super().__init__(**kwargs)
        self.buttons = [Button(str(count), self._flip(count), size=22) for count in range(DEALT[players] - 1)]
        for button in self.buttons:
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._say()

    def _flip(self, count: int) -> Callable[[], None]:
        def flip() -> None:
            if self.allowed == {count}:
                return
            self.allowed ^= {count}
            self._say()
            self._changed({**self._all, self._key: tuple(sorted(self.allowed))})

        return flip

    def _say(self) -> None:
        for count, button in enumerate(self.buttons):
            button.say(
                f"✓{count}" if count in self.allowed else str(count),
                kind="chosen" if count in self.allowed else "plain",
            )

    def _lay(self, *_: object) -> None:
        put_grid(self.buttons, self.box, 5, 6)

    def paint(self) -> None:
        """The buttons draw themselves."""
