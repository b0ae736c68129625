"""A sentence beside the finger, turned to whoever touched."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.drawing.geometry import Box, Point
from companion.ui.drawing import canvas, scale
from companion.ui.tray_views import without_addresses
from companion.ui.widgets.painted import Drawn, Turned

SHOWN_S = 5.0
_SIZE, _WIDE = 22, 560
AWAY = 44  # dp from the finger, so that it does not hide what is said


class Bubble(Drawn):
    """The sentence on a light ground with an edge in the colour of its kind."""

    def __init__(self, words: str, role: str, **kwargs: Any) -> None:
        self.words, self._role = words, role
        super().__init__(**kwargs)

    def paint(self) -> None:
        """Ground, edge, words."""
        x, y, width, height = self.box
        canvas.panel(self.box, self._role, 12)
        canvas.text(self.words, (x + dp(14), y + dp(2), width - dp(28), height - dp(4)), _SIZE, f"{self._role}_ink")


class Toast(Turned):
    """Appears beside `at` (window coordinates) within the window, or fills a `box`; goes after five seconds or by a
    tap.
    """

    def __init__(
        self, words: str, at: Point, angle: int, room: tuple[float, float], role: str = "warn", box: Box | None = None
    ) -> None:
        words = without_addresses(words)
        one = canvas.text_width(words, _SIZE)
        long = min(dp(_WIDE), max(dp(240), one + dp(40)))
        lines = 1 if one <= long - dp(30) else 1 + int(one // (long - dp(60)))
        deep = dp(24) + lines * dp(30)
        wide, high = (deep, long) if angle in (90, 270) else (long, deep)
        away = dp(AWAY)
        shift = {
            0: (-wide / 2, away),
            180: (-wide / 2, -high - away),
            90: (-wide - away, -high / 2),
            270: (away, -high / 2),
        }[angle]
        left = min(max(at[0] + shift[0], dp(8)), room[0] - wide - dp(8))
        low = min(max(at[1] + shift[1], dp(8)), room[1] - high - dp(8))
        left, low, wide, high = box or (left, low, wide, high)
        self.bubble = Bubble(words, role)
        super().__init__(self.bubble, angle, scale.role(role, 0), pos=(left, low), size=(wide, high))
        Clock.schedule_once(lambda _dt: self.go(), SHOWN_S)

    @property
    def words(self) -> str:
        """What it says."""
        return self.bubble.words

    def go(self) -> None:
        """Takes itself away."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Any) -> bool:
        """A tap sends it away and touches nothing beneath."""
        if not self.collide_point(*touch.pos):
            return False
        self.go()
        return True
