"""A die that can be tapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.ui.drawing import canvas
from companion.ui.widgets.tap_target import Tappable
from companion.views.dice_views import DieView

WAS, SIGN = 48, 28
"""Width (dp) of the corners with what was read, and with a question mark or a player's sign."""


class DieButton(Tappable):
    """A die; `marked` has the accent around it. `was`: what was read, if it shows another value now. `seat`: whose it
    is, if that is asked.
    """

    def __init__(self, die: DieView, tapped: Callable[[], object], was: int = 0, **kwargs: Any) -> None:
        self.die, self.was, self.marked = die, was, False
        self.seat: int | None = None
        super().__init__(tapped, **kwargs)

    @property
    def _has_changed(self) -> bool:
        return bool(self.was) and self.was != self.die.value

    @property
    def die_box(self) -> canvas.Box:
        """Where the die lies: its pips stay free of what stands in the corners."""
        x, y, width, height = self.box
        left, right = dp(WAS) if self._has_changed else 0.0, 0.0 if self.die.sure and self.seat is None else dp(SIGN)
        left = max(left, min(right, width - height))  # in the middle, if there is room
        side = min(height - dp(16), width - max(left, dp(8)) - max(right, dp(8)))
        return (x + left + (width - left - right - side) / 2, y + (height - side) / 2, side, side)

    def paint(self) -> None:
        """Paint the ground, the die, and a question mark if it is not sure."""
        x, y, width, height = self.box
        canvas.raised(self.box, "pressed" if self.down else "raised", flat=self.down)
        if self.marked:
            canvas.frame(self.box, "asked", 12, 4)
        canvas.die(self.die.value, self.die.colour, self.die_box)
        if not self.die.sure:
            spot = (x + width - dp(26), y + height - dp(28), dp(24), dp(26))
            canvas.panel(spot, "warn", 6)
            canvas.text("?", spot, 20, "warn_ink", bold=True)
        if self.seat is not None:
            canvas.seat_mark(self.seat, (x + width - dp(18), y + dp(18)), dp(11))
        if self._has_changed:
            spot = (x + dp(4), y + height - dp(28), dp(WAS - 4), dp(26))
            canvas.panel(spot, "warn", 6)
            canvas.text(f"{self.was} →", spot, 18, "warn_ink", bold=True)
