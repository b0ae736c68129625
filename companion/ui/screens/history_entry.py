"""What there is to see of one entry of the history: its picture; without one its dice, or its player's sign."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.drawing.theme import SMALL
from companion.i18n import word
from companion.record.history import Line
from companion.ui.drawing import canvas
from companion.ui.widgets.painted import HIDDEN, Drawn, put, rows_in
from companion.ui.widgets.picture import Picture

_DIE, _GAP, _SIGN = 104, 16, 48
"""The largest side of a die, the gap between two, the radius of a player's sign, in dp."""


class EntryPicture(Drawn):
    """Shows one entry after the other."""

    def __init__(self, **kwargs: Any) -> None:
        self._picture = Picture()
        self._line: Line | None = None
        self._has_picture = False
        super().__init__(**kwargs)
        self.add_widget(self._picture)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, line: Line | None, jpeg: bytes | None) -> None:
        """Another entry, with its stored picture if it has one."""
        self._line, self._has_picture = line, jpeg is not None
        self._picture.show_jpeg(jpeg)
        self._lay()
        self.again()

    def _lay(self, *_: object) -> None:
        put(self._picture, self.box if self._has_picture else HIDDEN)

    def paint(self) -> None:
        """The dice or the sign, and that there is no picture."""
        if self._has_picture:
            return
        canvas.panel(self.box, "panel", 14)
        upper, lower = rows_in(self.box, 0, 48, gap=0)
        canvas.text(word("There is no picture of this."), lower, SMALL, "quiet")
        if self._line is None:
            return
        x, y, width, height = upper
        middle = (x + width / 2, y + height / 2)
        faces = self._line.faces
        if not faces:
            if self._line.seat is not None:
                canvas.seat_mark(self._line.seat, middle, dp(_SIGN))
            return
        side = min(dp(_DIE), (width - dp(_GAP)) / len(faces) - dp(_GAP))
        left = middle[0] - (len(faces) * (side + dp(_GAP)) - dp(_GAP)) / 2
        for at, face in enumerate(faces):
            canvas.die(face.value, face.colour, (left + at * (side + dp(_GAP)), middle[1] - side / 2, side, side))
