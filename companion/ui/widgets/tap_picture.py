"""A live picture that can be tapped, with places and an outline marked in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, Line
from kivy.metrics import dp

from companion.ui.drawing import canvas, scale
from companion.ui.widgets.picture import Picture

ImagePoint = tuple[float, float]


class TappedPicture(Picture):
    """Calls `tapped(x, y)` with the share of the picture, 0 to 1 from its upper left corner."""

    def __init__(self, empty: str, tapped: Callable[[float, float], object], **kwargs: Any) -> None:
        self._places: Sequence[ImagePoint] = ()
        self._outline_of: Sequence[ImagePoint] = ()
        self._tapped = tapped
        super().__init__(empty, **kwargs)

    def mark(self, places: Sequence[ImagePoint], outline: Sequence[ImagePoint]) -> None:
        """Small crosses at `places`, lines along `outline` (closed where it has four), all in shares."""
        if (tuple(places), tuple(outline)) != (tuple(self._places), tuple(self._outline_of)):
            self._places, self._outline_of = tuple(places), tuple(outline)
            self.again()

    def on_touch_down(self, touch: Any) -> bool:
        """A tap inside the picture itself."""
        if self._texture is not None and self.collide_point(*touch.pos):
            x, y, width, height = self.fitted()
            across, down = (touch.x - x) / width, 1 - (touch.y - y) / height
            if 0 <= across <= 1 and 0 <= down <= 1:
                self._tapped(across, down)
                return True
        return bool(super().on_touch_down(touch))

    def paint(self) -> None:
        """The picture, then what is marked in it."""
        super().paint()
        if self._texture is None:
            return
        x, y, width, height = self.fitted()
        Color(*scale.role("good"))
        for across, down in self._places:
            middle = (x + width * across, y + height * (1 - down))
            reach = dp(4)
            Line(points=[middle[0] - reach, middle[1], middle[0] + reach, middle[1]], width=dp(1))
            Line(points=[middle[0], middle[1] - reach, middle[0], middle[1] + reach], width=dp(1))
        corners = [(x + width * across, y + height * (1 - down)) for across, down in self._outline_of]
        if len(corners) > 1:
            points = [value for corner in corners for value in corner]
            Line(points=points, close=len(corners) == 4, width=dp(1.6))
        for number, corner in enumerate(corners, 1):
            tag = (corner[0] - dp(13), corner[1] - dp(13), dp(26), dp(26))
            canvas.panel(tag, "good", 13)
            canvas.text(str(number), tag, 18, "good_ink", bold=True)
