"""Camera pictures on the screen: the live one and the one a roll was read from, with the dice outlined."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.core.text import capital
from companion.drawing.geometry import contains, overlapped
from companion.drawing.theme import PROMPT, SMALL
from companion.i18n import word
from companion.referee.signals import Share
from companion.ui.drawing import canvas
from companion.ui.widgets.painted import Drawn, rows_in
from companion.views.dice_views import DieView

WHOLE: Share = (0.0, 0.0, 1.0, 1.0)
_ROOMY = 280
"""A picture that is missing has a sign in its place where it would be this high, in dp."""


class Picture(Drawn):
    """A picture as large as fits, or a part of it. `part` and `marks` are x0, y0, x1, y1 in shares, y downwards; so is
    `spot`, a place that something is said about.
    """

    def __init__(self, empty: str = "", **kwargs: Any) -> None:
        self._texture: Texture | None = None
        self._empty = empty or word("No picture")
        self.part: Share = WHOLE
        self.marks: Sequence[tuple[Share, DieView]] = ()
        self.spot: Share | None = None
        self._tags: list[canvas.Box] = []
        super().__init__(**kwargs)

    def show_frame(self, image: Any) -> None:
        """A camera picture, uint8 (H, W, 3) BGR; copied to the graphics card as it is."""
        high, wide = image.shape[:2]
        if self._texture is None or self._texture.size != (wide, high):
            self._texture = Texture.create(size=(wide, high), colorfmt="bgr")
            self._texture.flip_vertical()
            self.again()
        self._texture.blit_buffer(image.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        self.canvas.ask_update()

    def show_jpeg(self, picture: bytes | None) -> None:
        """A stored picture; None or an unreadable one shows the empty state."""
        self._texture = texture_of(picture)
        self.again()

    def clear(self, empty: str) -> None:
        """No picture, and why."""
        if self._texture is not None or empty != self._empty:
            self._texture, self._empty = None, empty
            self.again()

    def paint(self) -> None:
        """The picture (or why there is none) and an outline around each marked die."""
        if self._texture is None:
            self._paint_empty()
            return
        roomy = self.height >= dp(_ROOMY)
        canvas.panel(self.box, "panel" if roomy else "ground", 16 if roomy else 8)
        box, self._tags = self.fitted(), []
        x0, y0, x1, y1 = self.part
        Color(1, 1, 1, 1)
        (u, v), (du, dv) = self._texture.uvpos, self._texture.uvsize
        left, right, low, high = u + du * x0, u + du * x1, v + dv * (1 - y1), v + dv * (1 - y0)
        Rectangle(
            texture=self._texture,
            pos=box[:2],
            size=box[2:],
            tex_coords=(left, low, right, low, right, high, left, high),
        )
        for mark, die in sorted(self.marks, key=lambda marked: not marked[1].sure):
            self._outline(box, mark, die)  # those to review last: where dice lie close, their tags lie on top
        if self.spot is not None:
            canvas.frame(self._place_of(self.spot, box), "warn", 5, 3)

    def _paint_empty(self) -> None:
        """Why there is no picture; where there is room, a sign above."""
        x, y, width, height = self.box
        words = (x + dp(8), y, width - dp(16), height)
        roomy = height >= dp(_ROOMY)
        canvas.panel(self.box, "panel" if roomy else "ground", 16 if roomy else 8)
        if not roomy:
            canvas.text(capital(self._empty), words, SMALL, "quiet")
            return
        _, sign, words, _ = rows_in(words, 0, 110, 90, 0, gap=0)
        canvas.icon("camera", sign, "edge")
        canvas.text(capital(self._empty), words, PROMPT, "quiet")

    def fitted(self) -> canvas.Box:
        """Return where the picture is drawn, as large as fits."""
        assert self._texture is not None
        x0, y0, x1, y1 = self.part
        wide, high = self._texture.width * (x1 - x0), self._texture.height * (y1 - y0)
        scale = min(self.width / max(1, wide), self.height / max(1, high))
        return (self.center_x - wide * scale / 2, self.center_y - high * scale / 2, wide * scale, high * scale)

    def _outline(self, box: canvas.Box, mark: Share, die: DieView) -> None:
        left, low, wide, high = place = self._place_of(mark, box)
        role = "good" if die.sure and not die.cocked else "warn"
        canvas.frame((left - dp(3), low - dp(3), wide + dp(6), high + dp(6)), role, 5, 2)
        tag = self._tag_place(place, box)
        self._tags.append(tag)
        canvas.panel(tag, role, 6)
        canvas.text(f"{die.value or ''}{'' if die.sure else '?'}", tag, 20, f"{role}_ink", bold=True)

    def _place_of(self, mark: Share, box: canvas.Box) -> canvas.Box:
        """Where a part of the picture is drawn in `box`, that of the whole."""
        x, y, width, height = box
        x0, y0, x1, y1 = self.part
        left, right = (x + width * (share - x0) / (x1 - x0) for share in (mark[0], mark[2]))
        high, low = (y + height * (1 - (share - y0) / (y1 - y0)) for share in (mark[1], mark[3]))
        return left, low, right - left, high - low

    def _tag_place(self, die: canvas.Box, room: canvas.Box) -> canvas.Box:
        """Where a die's value stands: above it, below it or beside it, in the picture, on no other value and no die."""
        x, y, width, height = die
        wide, high, gap = dp(38), dp(28), dp(4)
        corners = [
            (across, up)
            for up in (y + height + gap, y - gap - high)
            for across in (x, x + width - wide, x + (width - wide) / 2, x - wide, x + width)
        ]
        corners += [
            (across, up)
            for across in (x - wide - gap, x + width + gap)
            for up in (y + (height - high) / 2, y + height - high, y)
        ]
        boxes = [(across, up, wide, high) for across, up in corners]
        inside = [box for box in boxes if contains(room, box)] or boxes
        taken = [*self._tags, *(self._place_of(mark, room) for mark, _ in self.marks)]
        return min(inside, key=lambda box: overlapped(box, taken))


def texture_of(picture: bytes | None) -> Texture | None:
    """The texture of a JPEG, None where there is none or it cannot be read."""
    if not picture:
        return None
    kind = "png" if picture[:4] == b"\x89PNG" else "jpg"
    try:
        return CoreImage(BytesIO(picture), ext=kind).texture
    except (OSError, ValueError, RuntimeError):
        return None
    except Exception as wrong:  # Kivy raises a bare Exception for a picture no provider can read
        if type(wrong) is not Exception:
            raise
        return None
