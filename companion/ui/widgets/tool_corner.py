"""The tools' corner: undo, redo, history, rules, home, and three small signs that are only noticed when wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.presenter import Glyph, TableView
from companion.ui.widgets.buttons import IconButton, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, put, rows_in

SYMBOLS = {"camera": "◉", "box": "▣", "journal": "✎"}
_LINE = 56
ABSENT = 0.45
"""How faint the sign of a device is that is not there: nothing is wrong with it."""


class Signs(Tappable):
    """Camera, box, journal: quiet when well, faint when absent, a mark of exclamation where a part is missing, a cross
    when not well.
    """

    def __init__(self, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.glyphs: tuple[Glyph, ...] = ()
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """One sign beside the other."""
        x, y, width, height = self.box
        if self.down:
            canvas.panel(self.box, "pressed", 10)
        each = width / max(1, len(self.glyphs))
        for at, glyph in enumerate(self.glyphs):
            cell = (x + at * each, y, each, height)
            if glyph.absent:
                canvas.text(SYMBOLS.get(glyph.name, "•"), cell, 24, "quiet", alpha=ABSENT)
            elif glyph.ok and not glyph.why:
                canvas.text(SYMBOLS.get(glyph.name, "•"), cell, 24, "quiet")
            else:
                role, sign = ("warn", "!") if glyph.ok else ("danger", "✗")
                inner = (cell[0] + dp(3), y + dp(6), each - dp(6), height - dp(12))
                canvas.panel(inner, role, 8)
                canvas.text(SYMBOLS.get(glyph.name, "•") + sign, inner, 24, f"{role}_ink")


class Tools(Drawn):
    """Two rows of buttons over the line of signs."""

    def __init__(
        self, undo: Callable[[], object], redo: Callable[[], object], history: Callable[[], object],
        rules: Callable[[], object], home: Callable[[], object], devices: Callable[[], object], **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.undo, self.redo = IconButton("↶", word("undo"), undo), IconButton("↷", word("redo"), redo)
        self.history, self.rules = IconButton("☰", word("history"), history), IconButton("§", word("rules"), rules)
        self.home = IconButton("⌂", word("home"), home)
        self.signs = Signs(devices)
        self._sound: Tappable | None = None
        self._buttons = [self.undo, self.redo, self.history, self.rules, self.home]
        for widget in (*self._buttons, self.signs):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def add_sound(self, button: Tappable) -> None:
        """The button for the volume, in the line of signs."""
        self._sound = button
        self.add_widget(button)
        self._lay()

    def show(self, view: TableView) -> None:
        """Which of them can be used, and how the devices are."""
        for button, can in ((self.undo, view.can_undo), (self.redo, view.can_redo)):
            why = "" if can else word("Nothing to undo.") if button is self.undo else word("Nothing to redo.")
            if why != button.why:
                button.why = why
                button.again()
        if view.glyphs != self.signs.glyphs:
            self.signs.glyphs = view.glyphs
            self.signs.again()

    def _lay(self, *_: object) -> None:
        x, y, width, height = self.box
        sound = 0 if self._sound is None else dp(_LINE)
        put(self.signs, (x, y, width - sound, dp(_LINE)))
        if self._sound is not None:
            put(self._sound, (x + width - sound, y, sound, dp(_LINE)))
        upper, lower = rows_in((x, y + dp(_LINE), width, height - dp(_LINE)), 0, 0, gap=5)
        put_grid(self._buttons[:2], upper, 2, 5)
        put_grid(self._buttons[2:], lower, 3, 5)

    def paint(self) -> None:
        """Its pieces draw themselves."""
