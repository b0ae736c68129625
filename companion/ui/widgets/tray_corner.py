"""The tray's corner: the live picture, what was read last as drawn dice, and what became of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.text import listed
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.tray_views import ASKED, COUNTED, TrayView
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.painted import put
from companion.ui.widgets.picture import Picture

STRIP, CHANGED = 52, 26
"""Height of the dice below the picture, and of the line about a change between them, in dp."""


class TrayCorner(Tappable):
    """A tap opens the last picture large."""

    def __init__(self, opened: Callable[[], object], **kwargs: Any) -> None:
        self.view = TrayView(ok=False)
        super().__init__(opened, **kwargs)
        self.picture = Picture(word("No camera: enter rolls by hand"))
        self.add_widget(self.picture)
        self._number = -1
        self.bind(pos=self._lay, size=self._lay)

    def show(self, view: TrayView) -> None:
        """Takes the new view."""
        if view != self.view:
            self.view = view
            if not view.ok:
                self._number = -1
                self.picture.clear(word("No camera: enter rolls by hand"))
            elif self._number < 0:
                self.picture.clear(word("waiting for a picture"))
            self._lay()
            self.again()

    def show_preview(self, preview: Any) -> None:
        """The newest camera picture, if it is a new one."""
        if preview is not None and preview.number != self._number and self.view.ok:
            self._number = preview.number
            self.picture.show_frame(preview.image)

    @property
    def without_dice(self) -> str:
        """What it says while nothing was read: dice that nobody has thrown may lie in the picture."""
        if self.view.can_enter:
            return word("throw the dice") if self.view.ok else word("tap to enter a roll")
        return word("no roll is due")

    def _lay(self, *_: object) -> None:
        x, y, width, height = self.box
        low = dp(STRIP + CHANGED) if self.changed else dp(STRIP)
        put(self.picture, (x + dp(6), y + low, width - dp(12), height - low - dp(6)))

    def paint(self) -> None:
        """Ground, dice, and beside them a tick, a question, or that they do not count."""
        view = self.view
        x, y, width, _ = self.box
        canvas.panel(self.box, "pressed" if self.down else "panel", 14)
        strip = (x + dp(8), y + dp(4), width - dp(16), dp(STRIP - 6))
        if view.moving:
            canvas.text(word("rolling…"), strip, 22, "ink")
        elif view.dice:
            self._paint_dice(view, strip)
            line = (strip[0], y + dp(STRIP), strip[2], dp(CHANGED))
            canvas.text(f"\u270e {self.changed}" if self.changed else "", line, 18, "warn")
        elif view.came_to == ASKED:
            canvas.text(word("look at the tray"), strip, 20, "warn")
        else:
            canvas.text(self.without_dice, strip, 20, "quiet")

    @property
    def changed(self) -> str:
        """What was recorded first of dice that were changed afterwards, and what they show; "" where none was."""
        dice = [die for die in self.view.dice if die.before]
        if not dice or self.view.came_to != COUNTED:
            return ""
        before, now = (listed(values, "and") for values in ([die.before for die in dice], [die.value for die in dice]))
        return word("first {before}, changed to {now}", before=before, now=now)

    def _paint_dice(self, view: TrayView, strip: canvas.Box) -> None:
        x, y, width, height = strip
        beside = dp(40 if view.came_to in {COUNTED, ASKED} else 96)
        side = min(dp(40), (width - beside) / len(view.dice) - dp(4))
        for at, die in enumerate(view.dice):
            box = (x + at * (side + dp(4)), y + (height - side) / 2, side, side)
            canvas.die(die.value, die.colour, box, "edge" if die.sure or view.came_to != ASKED else "warn")
        if view.came_to == COUNTED:
            canvas.tick((x + width - dp(20), y + height / 2), dp(11))
        elif view.came_to == ASKED:
            canvas.text("?", (x + width - dp(36), y, dp(32), height), 34, "warn", bold=True)
        else:
            canvas.text(word("not counted"), (x + width - dp(92), y, dp(92), height), 18, "warn")
