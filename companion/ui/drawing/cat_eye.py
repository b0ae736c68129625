"""The sign of the app."""

from __future__ import annotations

from kivy.graphics import SmoothEllipse

from companion.ui.drawing import canvas


def cat_eye(centre: tuple[float, float], radius: float) -> None:
    """The app's sign: a cat's eye."""
    x, y = centre
    wide, high = radius * 2, radius * 1.16
    canvas.colour("ink")
    SmoothEllipse(pos=(x - wide / 2, y - high / 2), size=(wide, high))
    canvas.colour("F0E442")
    SmoothEllipse(pos=(x - high / 2 + 2, y - high / 2 + 2), size=(high - 4, high - 4))
    canvas.colour("101010")
    SmoothEllipse(pos=(x - high * 0.11, y - high * 0.44), size=(high * 0.22, high * 0.88))
