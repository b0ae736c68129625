"""A board from a photograph: the picture with four corners to be put right, then a draft for the editor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from kivy.graphics import SmoothLine
from kivy.metrics import dp

from companion.core.text import Text, say
from companion.games.catch_22 import pieces
from companion.games.catch_22.board_files.grid import Grid, Place
from companion.games.catch_22.board_files.library import photos_in
from companion.games.catch_22.board_scan.corners import find_corners
from companion.games.catch_22.board_scan.image_files import BadPicture, Image, read_picture
from companion.games.catch_22.board_scan.scan import scan
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in
from companion.ui.widgets.picture import Picture

Point = tuple[float, float]
Draft = Callable[[Grid, frozenset[Place], tuple[Text, ...]], object]
GRIP = 46
"""A finger (dp) so near to a corner takes it."""


class Photo(Drawn):
    """Shows the camera's picture or a photograph from `folder`; `draft` gets what was read from it."""

    def __init__(self, image: Image | None, folder: Path, draft: Draft, **kwargs: Any) -> None:
        self._camera, self._folder, self._draft = image, folder, draft
        self._photos = photos_in(folder)
        self._number = -1
        self.image: Image | None = None
        self.words = ""
        super().__init__(**kwargs)
        self.frame = Framed()
        self.next = Button(word("Next picture"), self._next, size=20)
        self.read = Button(word("Read it"), self._read, "asked", 22)
        for widget in (self.frame, self.next, self.read):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._take(image) if image is not None else self._next()

    def _take(self, image: Image) -> None:
        """Shows a picture and the corners that are found in it."""
        self.image = image
        found = find_corners(image)
        self.frame.show(image, [(float(x), float(y)) for x, y in found.points])
        sure = found.trust >= 0.5
        self.words = (
            word("Are these the corners? Drag them.") if sure else word("Drag the four corners to the board's.")
        )
        self.again()

    def _next(self) -> None:
        """The next photograph, the camera's picture after the last."""
        self._number += 1
        if self._number < len(self._photos):
            try:
                self._take(read_picture(self._photos[self._number]))
            except BadPicture as wrong:
                self.words = translate(
                    say("{file}: {problem}", file=self._photos[self._number].name, problem=wrong.text)
                )
                self.again()
        elif self._camera is not None:
            self._number = -1
            self._take(self._camera)
        elif self._photos:
            self._number = -1
            self._next()
        else:
            self.words = translate(
                say("No camera, and no photograph in the folder {folder} beside the journal", folder=self._folder.name)
            )
            self.read.say(self.read.words, why=word("there is no picture"))
            self.again()

    def _read(self) -> None:
        if self.image is not None:
            found = scan(self.image, self.frame.corners)
            self._draft(found.grid, found.printed, found.reasons)

    def _lay(self, *_: object) -> None:
        if self.width < dp(200):
            return
        picture, below = rows_in(self.box, 0, 62, gap=10)
        put(self.frame, picture)
        self._line, other, read = columns_in(below, 0, 170, 170)
        put(self.next, other)
        put(self.read, read)

    def paint(self) -> None:
        """What to do."""
        if hasattr(self, "_line"):
            canvas.text(self.words, self._line, 22, align="left")


class Framed(Picture):
    """A picture with four corners that can be dragged."""

    def __init__(self, **kwargs: Any) -> None:
        self.corners: list[Point] = []
        self._size: tuple[int, int] = (1, 1)
        self._held: dict[int, int] = {}
        super().__init__(word("no picture"), **kwargs)

    def show(self, image: Image, corners: list[Point]) -> None:
        """Another picture, uint8 (H, W, 3) BGR, and where its corners are (pixels)."""
        self._size = (int(image.shape[1]), int(image.shape[0]))
        self.corners = corners
        self.show_frame(np.ascontiguousarray(image))
        self.again()

    def spot(self, corner: Point) -> Point:
        """Where a pixel of the picture is on the screen."""
        x, y, width, height = self._fitted()
        return x + corner[0] / self._size[0] * width, y + height - corner[1] / self._size[1] * height

    def pixel(self, point: Point) -> Point:
        """Which pixel of the picture is under a point of the screen, kept inside."""
        x, y, width, height = self._fitted()
        across = min(1.0, max(0.0, (point[0] - x) / width))
        down = min(1.0, max(0.0, (y + height - point[1]) / height))
        return across * self._size[0], down * self._size[1]

    def on_touch_down(self, touch: Any) -> bool:
        """Takes the corner nearest to the finger."""
        if not self.corners or not self.collide_point(*touch.pos):
            return False
        far = [np.hypot(x - touch.x, y - touch.y) for x, y in map(self.spot, self.corners)]
        nearest = int(np.argmin(far))
        if far[nearest] > 3 * dp(GRIP):
            return False
        touch.grab(self)
        self._held[touch.uid] = nearest
        return self.on_touch_move(touch, held=True)

    def on_touch_move(self, touch: Any, *, held: bool = False) -> bool:
        """It follows the finger."""
        if touch.uid not in self._held or (touch.grab_current is not self and not held):
            return False
        self.corners[self._held[touch.uid]] = self.pixel(touch.pos)
        self.again()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """It is let go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._held.pop(touch.uid, None)
        if self.get_parent_window() is not None:
            self.again()
        return True

    def paint(self) -> None:
        """The picture, the outline of the board, four grips."""
        super().paint()
        if not self.corners or self._texture is None:
            return
        spots = [self.spot(corner) for corner in self.corners]
        outline = [value for spot in (*spots, spots[0]) for value in spot]
        canvas.line(outline, pieces.INK, 3.5)
        canvas.line(outline, pieces.LIGHT, 1.8)
        for number, (x, y) in enumerate(spots):
            for role, width in ((pieces.INK, 5.5), (pieces.LIGHT, 3)):
                canvas.colour(role)
                SmoothLine(circle=(x, y, dp(22 if number in self._held.values() else 17)), width=dp(width))
