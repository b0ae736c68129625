"""The mark of what was corrected afterwards: the same on dice, cards and squares."""

from __future__ import annotations

from kivy.metrics import dp

from companion.ui.drawing import canvas


def pencil(right: float, low: float) -> None:
    """Draw it at the lower right corner of something, in pixels."""
    box = (right - dp(14), low - dp(4), dp(18), dp(20))
    canvas.panel(box, "warn", 5)
    canvas.text("\u270e", box, 16, "warn_ink")
