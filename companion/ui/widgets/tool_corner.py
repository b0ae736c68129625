"""The tools' corner: undo, redo, more, history, rules, home, and three small signs that are only noticed when wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import IconButton, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in
from companion.views.device_signs import Glyph
from companion.views.presenter import TableView

_LINE = 56
SIGN = 72  # dp: the width of the signs in a low corner
LOW = 180  # dp: below this height the signs stand in the second row


class Signs(Tappable):
    """Camera, box, journal: quiet when well, struck through when absent, with a mark of exclamation where a part is
    missing, with a cross when not well.
    """

    def __init__(self, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.glyphs: tuple[Glyph, ...] = ()
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """One sign beside the other, and what they are."""
        x, y, width, height = self.box
        if self.down:
            canvas.panel(self.box, "pressed", 10)
        words = word("devices")
        label = (x + dp(2), y + dp(3), width - dp(4), height * 0.4)
        if canvas.fits(words, label[2], dp(22)):
            canvas.text(words, label, 18, "quiet")
        each = width / max(1, len(self.glyphs))
        for at, glyph in enumerate(self.glyphs):
            self._paint_sign(glyph, (x + at * each, y + height * 0.42, each, height * 0.55))

    @staticmethod
    def _paint_sign(glyph: Glyph, cell: canvas.Box) -> None:
        x, y, width, height = cell
        wrong = {1: "warn", 2: "danger"}.get(_badness(glyph), "")
        if wrong:
            canvas.panel((x + dp(1), y, width - dp(2), height), wrong, 8)
        sign = {"warn": "!", "danger": "✗"}.get(wrong, "") if width > dp(30) else ""
        ink = f"{wrong}_ink" if wrong else "quiet"
        room = width * (0.6 if sign else 1.0)
        canvas.icon(glyph.name, (x + dp(3), y + dp(4), room - dp(6), min(height - dp(8), dp(24))), ink)
        canvas.text(sign, (x + room, y, width - room, height), 22, ink, bold=True)
        if glyph.absent:
            middle, reach = (x + width / 2, y + height / 2), dp(10)
            strike = (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)
            canvas.line(strike, "quiet", 1.5)


def _badness(glyph: Glyph) -> int:
    """0 well or absent, 1 partly wrong, 2 wrong."""
    if glyph.absent:
        return 0
    return 2 if not glyph.ok else 1 if glyph.why else 0


class Tools(Drawn):
    """Two rows of buttons over the line of signs, which has what is seldom needed as well; in a low corner the signs
    are in the second row.
    """

    def __init__(
        self, undo: Callable[[], object], redo: Callable[[], object], more: Callable[[], object],
        history: Callable[[], object], rules: Callable[[], object], home: Callable[[], object],
        devices: Callable[[], object], **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self._seq = -1  # of the newest entry that is shown
        self.undo = IconButton("undo", word("undo"), undo, situation=lambda: self._seq)
        self.redo = IconButton("redo", word("redo"), redo, situation=lambda: self._seq)
        self.undo.repeats = self.redo.repeats = True
        self.more = IconButton("more", word("more"), more)
        self.history, self.rules = (
            IconButton("history", word("history"), history),
            IconButton("rules", word("rules"), rules),
        )
        self.home = IconButton("home", word("home"), home)
        self.signs = Signs(devices)
        self._sound: Tappable | None = None
        self._buttons = [self.undo, self.redo, self.more, self.history, self.rules, self.home]
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
        self._seq = view.seq
        nothing = word("Nothing to undo.")
        if view.table_changed:
            nothing = word("The table has changed since then: what came before is set right, not taken back.")
        for button, can, cannot in (
            (self.undo, view.can_undo, nothing),
            (self.redo, view.can_redo, word("Nothing to redo.")),
        ):
            why = "" if can else cannot
            if why != button.why:
                button.why = why
                button.again()
        if view.glyphs != self.signs.glyphs:
            self.signs.glyphs = view.glyphs
            self.signs.again()

    def _lay(self, *_: object) -> None:
        if self.width < dp(_LINE):
            return
        if self.height < dp(LOW):
            self._lay_low()
        else:
            self._lay_high()
        size = min(button.largest for button in self._buttons)
        for button in self._buttons:
            button.write(size)

    def _lay_high(self) -> None:
        """Two rows of buttons, and the signs below."""
        x, y, width, height = self.box
        sound = [] if self._sound is None else [self._sound]
        low = columns_in((x, y, width, dp(_LINE)), 0, *[_LINE] * (1 + len(sound)), gap=2)
        for widget, box in zip((self.signs, self.more, *sound), low, strict=True):
            put(widget, box)
        upper, lower = rows_in((x, y + dp(_LINE), width, height - dp(_LINE)), 0, 0, gap=5)
        put_grid(self._buttons[:2], upper, 2, 5)
        put_grid(self._buttons[3:], lower, 3, 5)

    def _lay_low(self) -> None:
        """Two rows for all of them; in the second each is as wide as a finger, the signs as their names."""
        upper, lower = rows_in(self.box, 0, 0, gap=5)
        for widget, box in zip(
            (*self._buttons[:2], self.history, self.more), columns_in(upper, 0, 0, 0, _LINE, gap=3), strict=True
        ):
            put(widget, box)
        sound = [] if self._sound is None else [self._sound]
        boxes = columns_in(lower, 0, 0, SIGN, *[0] * len(sound), gap=5)
        for widget, box in zip((*self._buttons[4:], self.signs, *sound), boxes, strict=True):
            put(widget, box)
