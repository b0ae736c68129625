"""The tray's corner: the live picture, what was read last as drawn dice, and what became of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.text import capital, listed
from companion.drawing.theme import TOUCH
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, Tappable
from companion.ui.widgets.painted import columns_in, put, rows_in
from companion.ui.widgets.picture import Picture
from companion.views.tray_views import ASKED, COLLECTED, COUNTED, IGNORED, TrayView, without_addresses

STRIP, CHANGED = 52, 26
"""Height of the dice below the picture, and of the line about a change between them, in dp."""
NOT_COUNTED = 62, 92
"""Height (dp) of two or three lines of these words below the dice, and their width beside them."""
LOW, BESIDE = 160, 92
"""Below this height (dp) the dice stand beside the picture, in this width."""
OFFER = 20
"""Size of the words of the offer above the picture, in dp; it is as high as a finger wants."""


class TrayCorner(Tappable):
    """A tap opens the last picture large; `set_up` is offered by a button above the picture where it would help."""

    def __init__(
        self, opened: Callable[[], object], set_up: Callable[[], object] = lambda: None, **kwargs: Any
    ) -> None:
        self.view = TrayView(ok=False)
        super().__init__(opened, **kwargs)
        self.picture = Picture(word("No camera: enter rolls by hand"))
        self.add_widget(self.picture)
        self.offer = Button(word("Show the tray: 10 s"), set_up, "plain", OFFER)
        self._number = -1
        self.bind(pos=self._lay, size=self._lay)

    def on_touch_down(self, touch: Any) -> bool:
        """The offer lies on the corner."""
        if self.offer.parent is not None and self.offer.on_touch_down(touch):
            return True
        return super().on_touch_down(touch)

    def show(self, view: TrayView) -> None:
        """Takes the new view."""
        if view != self.view:
            self.view = view
            if not view.ok:
                self._number = -1
                why = without_addresses(translate(view.says))
                self.picture.clear(why or word("No camera: enter rolls by hand"))
            elif self._number < 0:
                self.picture.clear(word("Waiting for a picture"))
            if view.offers != (self.offer.parent is not None):
                (self.add_widget if view.offers else self.remove_widget)(self.offer)
            self.picture.spot = view.stirs
            self.picture.again()
            self._lay()
            self.again()

    def show_preview(self, preview: Any) -> None:
        """The newest camera picture, if it is a new one."""
        if preview is not None and preview.number != self._number and self.view.ok:
            self._number = preview.number
            self.picture.show_frame(preview.image)

    @property
    def without_dice(self) -> str:
        """What it says while no dice are shown: those that nobody has thrown may lie in the picture."""
        return translate(self.view.wants)

    def _boxes(self) -> tuple[canvas.Box, canvas.Box]:
        """The picture, below the offer if there is one, and the dice below it; beside it in a low corner."""
        x, y, width, height = self.box
        offer = dp(TOUCH + 4) if self.view.offers else 0.0
        low = self._line_high(width - dp(BESIDE + 12 if height < dp(LOW) else 12))
        if height < dp(LOW):
            wide = width - dp(BESIDE + 12)
            beside = (x + wide + dp(10), y + dp(6), dp(BESIDE - 4), height - dp(12))
            return (x + dp(6), y + dp(6) + low, wide, height - dp(12) - low - offer), beside
        strip = (x + dp(8), y + dp(4), width - dp(16), dp(STRIP - 6))
        return (x + dp(6), y + dp(STRIP) + low, width - dp(12), height - dp(STRIP + 6) - low - offer), strip

    def _line_high(self, wide: float) -> float:
        """How high the line below a picture so wide is: what disturbs it may need two lines."""
        line = self._line_in(wide)
        return max(dp(CHANGED), canvas.text_height(line, wide, 18)) if line else 0.0

    def _line_in(self, wide: float) -> str:
        return self.line if canvas.text_width(self.line, 18) <= wide else self.short_line

    def _lay(self, *_: object) -> None:
        picture = x, y, width, height = self._boxes()[0]
        put(self.picture, picture)
        put(self.offer, (x, y + height + dp(4), width, dp(TOUCH)))

    def paint(self) -> None:
        """Ground, dice, and beside them a tick, a question, or that they do not count."""
        view = self.view
        canvas.panel(self.box, "pressed" if self.down else "panel", 14)
        strip = self._boxes()[1]
        if view.moving:
            canvas.text(word("rolling…"), strip, 22, "ink")
        elif view.dice:
            self._paint_dice(view, strip)
        elif view.came_to == ASKED:
            canvas.text(word("Look at the tray"), strip, 20, "warn")
        else:
            canvas.text(self.without_dice, strip, 20, "quiet")
        x, y, wide, _ = self._boxes()[0]
        high = self._line_high(wide)
        canvas.text(self._line_in(wide), (x, y - high, wide, high), 18, "warn")

    @property
    def line(self) -> str:
        """What stands between the picture and the dice: that they are not the last roll, what was changed, or what
        disturbs the picture; else "".
        """
        if self.view.earlier and not self.view.moving:
            return word("An earlier roll")
        if self.changed and not self.view.moving:
            return f"\u270e {self.changed}"
        return capital(translate(self.view.says)) if self.view.ok else ""

    @property
    def short_line(self) -> str:
        """The same if it has no room: the dice beside it show what they were changed to."""
        if not self.changed or self.view.moving or self.view.earlier:
            return self.line
        before = listed([die.before for die in self.view.dice if die.before], "and")
        return "\u270e " + word("first {before}", before=before)

    @property
    def changed(self) -> str:
        """What was recorded first of dice that were changed afterwards, and what they show; "" where none was."""
        dice = [die for die in self.view.dice if die.before]
        if not dice or self.view.came_to != COUNTED:
            return ""
        before, now = (listed(values, "and") for values in ([die.before for die in dice], [die.value for die in dice]))
        return word("first {before}, changed to {now}", before=before, now=now)

    def _paint_dice(self, view: TrayView, strip: canvas.Box) -> None:
        stacked = strip[3] > dp(STRIP)
        below, beside = NOT_COUNTED if view.came_to == IGNORED else (32, 32)
        dice, mark = rows_in(strip, 0, below, gap=2) if stacked else columns_in(strip, 0, beside, gap=4)
        count = len(view.dice)
        across = min(count, 2 if count < 5 else 3) if stacked else count
        down = -(-count // across)
        side = min(dp(40), dice[2] / across - dp(4), dice[3] / down - dp(4))
        for at, die in enumerate(view.dice):
            left = dice[0] + at % across * (side + dp(4))
            low = dice[1] + dice[3] / 2 + (down / 2 - at // across - 1) * (side + dp(4)) + dp(2)
            rim = "edge" if die.sure or view.came_to != ASKED else "warn"
            canvas.die(die.value, die.colour, (left, low, side, side), rim)
        if view.came_to == COUNTED:
            canvas.tick((mark[0] + mark[2] / 2, mark[1] + mark[3] / 2), dp(11))
        elif view.came_to == ASKED:
            canvas.text("?", mark, 34, "warn", bold=True)
        elif view.came_to == COLLECTED:
            canvas.text("\u2026", mark, 34, "quiet", bold=True)
        else:
            canvas.text(word("not counted"), mark, 18, "warn")
