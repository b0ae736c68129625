"""The line that says what just happened."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.drawing.theme import PROMPT
from companion.ui.drawing import canvas
from companion.ui.widgets.painted import Drawn
from companion.views.notices import Notice
from companion.views.presenter import TableView

SIGNS = {
    "note": ("", "ink"),
    "hint": ("☞ ", "good"),
    "look": ("☞ ", "warn"),
    "refused": ("✗ ", "warn"),
    "ignored": ("✗ ", "warn"),
    "device": ("⚠ ", "warn"),
    "trouble": ("⚠ ", "danger"),
}
FILLED = frozenset({"warn", "danger"})
"""What must not be overlooked stands on a ground of its colour."""


class NoticeLine(Drawn):
    """The newest notice, with a sign for its kind; the headline where there is none. Nothing once the game is over:
    there stands the way back to the result. `lies_over`: it has more lines than fit beside the board.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.words, self._role, self.lies_over = "", "quiet", False
        super().__init__(**kwargs)

    def show(self, view: TableView) -> None:
        """Takes the new view."""
        newest = view.notices[0] if view.notices else Notice(view.headline, "note")
        sign, role = SIGNS.get(newest.kind, ("", "ink"))
        rule = f"  ({newest.rule})" if newest.rule and newest.kind == "refused" else ""
        shown = (sign + newest.text + rule, role) if view.over is None else ("", "ink")
        if shown != (self.words, self._role):
            self.words, self._role = shown
            self.again()

    def paint(self) -> None:
        """The one sentence."""
        x, y, width, height = self.box
        words = self.words
        if self.lies_over:
            canvas.panel(self.box, "raised", 10)
        if self._role in FILLED and words:
            canvas.panel((x, y + dp(2), width, height - dp(4)), self._role, 10)
            canvas.text(words, (x + dp(14), y, width - dp(28), height), PROMPT, f"{self._role}_ink", bold=True)
            return
        canvas.text(words, (x + dp(10), y, width - dp(20), height), PROMPT, self._role)
