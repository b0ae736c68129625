"""The line that says what just happened."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.ui import brush
from companion.ui.presenter import TableView, Told
from companion.ui.widgets.drawn import Drawn

SIGNS = {
    "note": ("", "ink"),
    "refused": ("✗ ", "warn"),
    "ignored": ("· ", "quiet"),
    "device": ("⚠ ", "warn"),
    "trouble": ("⚠ ", "danger"),
}


class ToldLine(Drawn):
    """The newest notice, with a sign for its kind; the headline where there is none."""

    def __init__(self, **kwargs: Any) -> None:
        self.words, self._role = "", "quiet"
        super().__init__(**kwargs)

    def show(self, view: TableView) -> None:
        """Takes the new view."""
        newest = view.told[0] if view.told else Told(view.headline, "note")
        sign, role = SIGNS.get(newest.kind, ("", "ink"))
        rule = f"  ({newest.rule})" if newest.rule and newest.kind == "refused" else ""
        earlier = [each.text for each in view.told[1:3] if each.kind == "note" and newest.kind == "note"]
        words = sign + "  ·  ".join([newest.text, *earlier]) + rule
        if (words, role) != (self.words, self._role):
            self.words, self._role = words, role
            self.again()

    def paint(self) -> None:
        """One line."""
        x, y, width, height = self.box
        brush.text(self.words, (x + dp(10), y, width - dp(20), height), 22, self._role)
