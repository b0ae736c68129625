"""A player's counts in the strip: with a button for less and more, or small where there are many buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Point
from companion.games.catastrophe.figures import paint_hand, paint_power_cat, paint_yarn
from companion.games.catastrophe.ui.flow_layout import Count
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.painted import put
from companion.ui.widgets.tap_target import Tappable

Picture = Callable[[Canvas, Point, float], None]
"""Paints a figure around a point, so large."""


def figure(picture: Picture, centre: Point, radius: float) -> None:
    """Draw a figure; centre and radius are in pixels."""
    picture(KivyCanvas(), canvas.point_in_units(centre), radius / dp(1))


def pictured(picture: Picture, value: str, box: canvas.Box, words: str = "") -> None:
    """A small picture, its number, and below them what it is, where the word has room; else the picture above."""
    x, y, width, height = box
    middle, number = (x + width / 2, y + height / 2), canvas.text_width(value, 28, bold=True) + dp(4)
    if words and height >= dp(52) and canvas.fits(words, width, dp(22)):
        left = middle[0] - (dp(30) + number) / 2
        figure(picture, (left + dp(12), middle[1] + dp(12)), dp(11))
        canvas.text(value, (left + dp(30), middle[1] - dp(6), number, dp(36)), 28, bold=True)
        canvas.text(words, (x, middle[1] - dp(28), width, dp(22)), 18, "quiet")
        return
    figure(picture, (middle[0], middle[1] + dp(15)), dp(12))
    canvas.text(value, (x, middle[1] - dp(31), width, dp(36)), 28, bold=True)


class Counter(Count):
    """A picture, a number, less and more: the table's own count, one tap each. Less and more are away if not `live`."""

    def __init__(self, picture: Picture, what: str, changed: Any, **kwargs: Any) -> None:
        self._picture, self._what = picture, what
        super().__init__("", "0", changed, **kwargs)

    @property
    def live(self) -> bool:
        """Whether people can count here now."""
        return self.less.parent is not None

    @live.setter
    def live(self, live: bool) -> None:
        if live != self.live:
            for button in (self.less, self.more):
                (self.add_widget if live else self.remove_widget)(button)

    def _lay(self, *_: object) -> None:
        wide = dp(56)
        put(self.less, (self.x, self.y, wide, self.height))
        put(self.more, (self.right - wide, self.y, wide, self.height))

    def paint(self) -> None:
        """Picture, number and word between the buttons."""
        box = (self.x + dp(58), self.y, self.width - dp(116), self.height)
        pictured(self._picture, self.value, box, self._what)


class Small(Tappable):
    """The three counts without buttons, where the player has much to do; a tap opens the counters."""

    def __init__(self, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.counts = (0, 0, 0)
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """Yarn, hand, Power Cats, one below the other."""
        if self.tapped is not None:
            canvas.raised(self.box)
        each = self.height / 3
        for row, (picture, value) in enumerate(
            zip((paint_yarn, paint_hand, paint_power_cat), self.counts, strict=True)
        ):
            y = self.y + self.height - (row + 1) * each
            figure(picture, (self.x + dp(17), y + each / 2), min(dp(10), each * 0.34))
            canvas.text(str(value), (self.x + dp(30), y, self.width - dp(33), each), 24, bold=True)
