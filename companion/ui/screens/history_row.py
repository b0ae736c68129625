"""One line of the history: time, seat, what happened, how it came in, what was changed about it; the headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kivy.metrics import dp

from companion.core.text import Text, say
from companion.drawing.theme import LABEL
from companion.i18n import translate, word
from companion.record.history import Line
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.painted import put, rows_in
from companion.ui.widgets.picture import Picture
from companion.views.local_time import wall

ORIGINS = {
    "touch": ("☝", say("by touch")),
    "tray": ("◉", say("by camera")),
    "box": ("▣", say("by button box")),
    "bot": ("⚙", say("by the bot")),
}
UNKNOWN_ORIGIN = ("•", say("another way"))
ROW, HEADING, ROW_GAP = 66, 30, 6
"""Heights of a line and of a heading, and the gap between lines, in dp."""
DIE = 34
"""Side of a drawn die in dp: half a row."""
TIME = 62
"""Width (dp) of the time before a line."""
MOST_DICE = 4
"""More dice than these leave no room for the words."""


class LineRow(Tappable):
    """Time, seat, what, how it came in, whether there is a picture."""

    def __init__(self, line: Line, chosen: bool, tapped: Any, picture: bytes | None, **kwargs: Any) -> None:
        self.line, self._chosen = line, chosen
        self._size: float = LABEL
        super().__init__(tapped, **kwargs)
        self._thumbnail = Picture() if picture else None
        if self._thumbnail is not None:
            self._thumbnail.show_jpeg(picture)
            self.add_widget(self._thumbnail)
            self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        x, y, width, height = self.box
        put(self._thumbnail, (x + width - dp(142), y + dp(4), dp(92), height - dp(8)))

    def paint(self) -> None:
        """One line; what is undone says so."""
        line = self.line
        x, y, width, height = self.box
        canvas.panel(self.box, "pressed" if self.down else "raised" if self._chosen else "panel", 10)
        if self._chosen:
            canvas.frame(self.box, "ink", 10, 2)
        ink = "quiet" if line.undone else "ink"
        canvas.text(wall(line.at, "%H:%M"), (x + dp(12), y, dp(TIME), height), 19, "quiet", align="left")
        if line.mark is not None:
            canvas.person_mark(line.mark, (x + dp(TIME + 34), y + height / 2), dp(13))
        elif line.set_right:
            canvas.text("\u270e", (x + dp(TIME + 16), y, dp(36), height), 26, "warn")
        words = self._room
        below = self._below()
        if below:
            upper, lower = rows_in((words[0], y + dp(5), words[2], height - dp(10)), 0, 0, gap=0)
            canvas.text(translate(line.text), upper, self._size, ink, align="left")
            canvas.text(below, lower, 18, "warn", align="left")
        else:
            canvas.text(translate(line.text), words, self._size, ink, align="left")
        for at, face in enumerate(line.faces if self._shows_dice else ()):
            left = words[0] + words[2] + dp(DIE + 4) * at
            canvas.die(face.value, face.colour, (left, y + (height - dp(DIE)) / 2, dp(DIE), dp(DIE)))
        sign = ORIGINS.get(line.origin, UNKNOWN_ORIGIN)[0]
        canvas.text(sign, (x + width - dp(44), y, dp(32), height), 24, "quiet", align="right")

    @property
    def _room(self) -> canvas.Box:
        """Where the words stand."""
        x, y, width, height = self.box
        end = dp(150) if self._thumbnail is not None else dp(54)
        dice = dp(DIE + 4) * len(self.line.faces) if self._shows_dice else 0.0
        return (x + dp(TIME + 60), y, width - dp(TIME + 60) - end - dice, height)

    @property
    def largest(self) -> float:
        """The largest size in which its words fit."""
        _, _, wide, high = self._room
        return canvas.common_size([translate(self.line.text)], wide, high / 2 if self._below() else high, LABEL)

    def write(self, size: float) -> None:
        """Write the words in the size that all rows have."""
        self._size = size
        self.again()

    @property
    def _shows_dice(self) -> bool:
        return 0 < len(self.line.faces) <= MOST_DICE

    def _below(self) -> str:
        """What is said in a second line: that it is undone, or what was recorded first."""
        if self.line.undone:
            return "\u21b6 " + word("undone")
        if self.line.before is not None:
            return "\u270e " + translate(say("first recorded: {event}", event=self.line.before))
        return ""


def rows_with_headings(lines: Sequence[Line]) -> Iterator[tuple[Line, Text | None, float]]:
    """Yield each line, the heading above it if another part of the game begins there, and the height of both."""
    before = None
    for line in lines:
        heading = line.heading if line.heading != before else None
        yield line, heading, dp(ROW) if heading is None else dp(ROW + HEADING)
        before = line.heading


def last_page(lines: Sequence[Line], room: float) -> int:
    """Return the first line of the last page: the first one from which all others fit into a room of this height."""
    first = max(0, len(lines) - 1)
    while first and sum(high + dp(ROW_GAP) for *_, high in rows_with_headings(lines[first - 1 :])) <= room + dp(
        ROW_GAP
    ):
        first -= 1
    return first
