"""The tray's corner: the live picture, what was read last as drawn dice, a quiet tick or a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.presenter import TrayView
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.painted import put
from companion.ui.widgets.picture import Picture

STRIP = 52


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
                self.picture.clear(view.why or word("No camera: enter rolls by hand"))
            elif self._number < 0:
                self.picture.clear(word("waiting for a picture"))
            self.again()

    def show_preview(self, preview: Any) -> None:
        """The newest camera picture, if it is a new one."""
        if preview is not None and preview.number != self._number and self.view.ok:
            self._number = preview.number
            self.picture.show_frame(preview.image)

    @property
    def without_dice(self) -> str:
        """What it says while nothing was read: a tap does more than say so only where a roll is due."""
        if self.view.ok:
            return word("no dice seen")
        return word("tap to enter a roll") if self.view.can_enter else word("no roll is due")

    def _lay(self, *_: object) -> None:
        x, y, width, height = self.box
        put(self.picture, (x + dp(6), y + dp(STRIP), width - dp(12), height - dp(STRIP + 6)))

    def paint(self) -> None:
        """Ground, dice, tick or question."""
        view = self.view
        x, y, width, _ = self.box
        canvas.panel(self.box, "pressed" if self.down else "panel", 14)
        strip = (x + dp(8), y + dp(4), width - dp(16), dp(STRIP - 6))
        if view.moving:
            canvas.text(word("rolling…"), strip, 22, "ink")
            return
        if not view.dice and not view.sure:
            canvas.text(word("look at the tray"), strip, 20, "warn")
            return
        if not view.dice:
            canvas.text(self.without_dice, strip, 20, "quiet")
            return
        side = min(dp(40), (strip[2] - dp(40)) / len(view.dice) - dp(4))
        for at, die in enumerate(view.dice):
            box = (strip[0] + at * (side + dp(4)), strip[1] + (strip[3] - side) / 2, side, side)
            canvas.die(die.value, die.colour, box, "edge" if die.sure else "warn")
        mark = (strip[0] + strip[2] - dp(20), strip[1] + strip[3] / 2)
        if view.sure:
            canvas.tick(mark, dp(11))
        else:
            canvas.text("?", (mark[0] - dp(16), strip[1], dp(32), strip[3]), 34, "warn", bold=True)
