"""A board from a photograph: the picture with four corners to be put right, then a draft for the editor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from kivy.metrics import dp

from companion.core.text import Text, say
from companion.games.catch_22.board_files.grid import Grid, Place
from companion.games.catch_22.board_files.library import photos_in
from companion.games.catch_22.board_scan.corners import find_corners
from companion.games.catch_22.board_scan.image_files import BadPicture, Image, read_picture
from companion.games.catch_22.board_scan.scan import scan
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.corner_picture import CornerPicture
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in

Draft = Callable[[Grid, frozenset[Place], tuple[Text, ...]], object]


class Photo(Drawn):
    """Shows the camera's picture or a photograph from `folder`; `draft` gets what was read from it."""

    def __init__(self, image: Image | None, folder: Path, draft: Draft, **kwargs: Any) -> None:
        self._camera, self._folder, self._draft = image, folder, draft
        self._photos = photos_in(folder)
        self._number = -1
        self.image: Image | None = None
        self.words = ""
        super().__init__(**kwargs)
        self.frame = CornerPicture(word("no picture"))
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
        height, width = image.shape[:2]
        self.frame.show_frame(np.ascontiguousarray(image))
        self.frame.show_corners((float(x) / width, float(y) / height) for x, y in found.points)
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
            height, width = self.image.shape[:2]
            found = scan(self.image, [(x * width, y * height) for x, y in self.frame.corners])
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
