"""A question before something that cannot be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.drawing.theme import PROMPT
from companion.i18n import word
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn, Words, put, rows_in


class ConfirmCard(Drawn):
    """What would happen, a button that does it, and one that leaves all as it is."""

    def __init__(
        self, words: str, do: tuple[str, Callable[[], object]], cancel: Callable[[], object], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._about = Words(words, PROMPT, align="left", valign="top")
        self._buttons = [
            Button(do[0], do[1], "danger", 24),
            Button(word("Cancel: change nothing"), cancel, "asked", 24),
        ]
        for widget in (self._about, *self._buttons):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        upper, lower = rows_in(self.box, 0, 88, gap=14)
        put(self._about, upper)
        put_grid(self._buttons, lower, 2)
