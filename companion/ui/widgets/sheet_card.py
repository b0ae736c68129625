"""A sheet that a game paints, laid over its board."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.drawing.scene import ShowsSheet
from companion.ui.drawing.canvas import in_units
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.painted import Drawn

_LEAST = 200
"""Narrower than this (dp) it has no place yet."""


class SheetCard(Drawn):
    """The sheet of a `state`."""

    def __init__(self, sheet: ShowsSheet, state: Any, **kwargs: Any) -> None:
        self.sheet, self._state = sheet, state
        super().__init__(**kwargs)

    def paint(self) -> None:
        """The sheet, once there is room for it."""
        if self.width > dp(_LEAST):
            self.sheet.paint(KivyCanvas(), in_units(self.box), self._state)
