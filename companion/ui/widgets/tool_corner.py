"""The tools' corner: undo, redo, history, rules, home, and three small signs that are only noticed when wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.drawing.theme import TOUCH
from companion.ui.presenter import Glyph, TableView
from companion.ui.widgets.buttons import IconButton, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in

SYMBOLS = {"camera": "◉", "box": "▣", "journal": "✎"}
_LINE = 56
NARROW = 120  # dp: below this width there is room for one sign
LOW = 180  # dp: below this height the signs stand in the second row


class Signs(Tappable):
    """Camera, box, journal: quiet when well, struck through when absent, with a mark of exclamation where a part is
    missing, with a cross when not well.
    """

    def __init__(self, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.glyphs: tuple[Glyph, ...] = ()
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """One sign beside the other, each with its name; where there is no room one for all, the worst."""
        x, y, width, height = self.box
        if self.down:
            canvas.panel(self.box, "pressed", 10)
        names = {"camera": word("camera"), "box": word("box"), "journal": word("journal")}
        shown = self.glyphs if width >= dp(NARROW) or not self.glyphs else (max(self.glyphs, key=_badness),)
        each = width / max(1, len(shown))
        for at, glyph in enumerate(shown):
            self._paint_sign(glyph, names.get(glyph.name, ""), (x + at * each, y, each, height))

    @staticmethod
    def _paint_sign(glyph: Glyph, name: str, cell: canvas.Box) -> None:
        x, y, width, height = cell
        wrong = {1: "warn", 2: "danger"}.get(_badness(glyph), "")
        if wrong:
            canvas.panel((x + dp(2), y + dp(2), width - dp(4), height - dp(4)), wrong, 8)
        ink, sign = (f"{wrong}_ink", "!" if wrong == "warn" else "✗") if wrong else ("quiet", "")
        symbol = (x, y + height * 0.4, width, height * 0.56)
        canvas.text(SYMBOLS.get(glyph.name, "•") + sign, symbol, 22, ink)
        canvas.text(name, (x + dp(2), y + dp(3), width - dp(4), height * 0.4), 18, ink)
        if glyph.absent:
            middle, reach = (x + width / 2, symbol[1] + symbol[3] / 2), dp(10)
            strike = (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)
            canvas.line(strike, "quiet", 1.5)


def _badness(glyph: Glyph) -> int:
    """0 well or absent, 1 partly wrong, 2 wrong."""
    if glyph.absent:
        return 0
    return 2 if not glyph.ok else 1 if glyph.why else 0


class Tools(Drawn):
    """Two rows of buttons over the line of signs; in a low corner the signs are the last in the second row."""

    def __init__(
        self, undo: Callable[[], object], redo: Callable[[], object], history: Callable[[], object],
        rules: Callable[[], object], home: Callable[[], object], devices: Callable[[], object], **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.undo, self.redo = IconButton("↶", word("undo"), undo), IconButton("↷", word("redo"), redo)
        self.history, self.rules = IconButton("☰", word("history"), history), IconButton("§", word("rules"), rules)
        self.home = IconButton("⌂", word("home"), home)
        self.signs = Signs(devices)
        self._buttons = [self.undo, self.redo, self.history, self.rules, self.home]
        for widget in (*self._buttons, self.signs):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

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
        if height < dp(LOW):
            upper, lower = rows_in(self.box, 0, 0, gap=5)
            put_grid(self._buttons[:3], upper, 3, 5)
            *below, last = columns_in(lower, TOUCH, TOUCH, 0, gap=5)
            for widget, box in zip((*self._buttons[3:], self.signs), (*below, last), strict=True):
                put(widget, box)
            return
        put(self.signs, (x, y, width, dp(_LINE)))
        upper, lower = rows_in((x, y + dp(_LINE), width, height - dp(_LINE)), 0, 0, gap=5)
        put_grid(self._buttons[:2], upper, 2, 5)
        put_grid(self._buttons[2:], lower, 3, 5)

    def paint(self) -> None:
        """Its pieces draw themselves."""
