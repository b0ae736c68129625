"""The lines of news between the panel and the strips, and what is said over them."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.geometry import Box
from companion.drawing.theme import SMALL
from companion.ui.game_panel import Panel
from companion.ui.widgets.notice_line import NoticeLine
from companion.ui.widgets.painted import Turned, put
from companion.ui.widgets.refusal_note import with_room
from companion.views.presenter import TableView
from companion.views.seating import Seating


class News:
    """A line `below` the panel and, where players sit at the top edge, one `above`, turned to them. A panel with a
    place for the line has it there instead. `middle` holds the panel.
    """

    def __init__(self, panel: Panel, middle: Turned) -> None:
        self._panel, self._middle = panel, middle
        self.below = NoticeLine()
        self.above = Turned(NoticeLine(), 180)
        self._places: dict[Widget, Box] = {}

    def lay(self, places: Seating) -> None:
        """Lines and board share the room of the panel."""
        self._places = {self.below: places.below, self.above: places.above}
        self._lay_lines()

    def show(self, view: TableView) -> None:
        """Takes the new view."""
        self.below.show(view)
        self.above.inner.show(view)
        self._lay_lines()

    def place(self, angle: int) -> tuple[Box, int]:
        """Where something is said to a player whose strip is turned by `angle`, and how far that is turned."""
        is_above = angle == 180 and self.above.height > dp(SMALL)
        line = self.above if is_above else self.below
        turns = angle == 180 and (is_above or self._panel.line() is not None)
        return (line.x, line.y, line.width, line.height), 180 if turns else 0

    def _lay_lines(self) -> None:
        """Put each line in its place. One with more lines than fit there lies over the board."""
        line = self._panel.line()
        if line is not None and self._middle.angle % 180 == 0:
            x, y = self._middle.pos
            self._places[self.below] = (x + line[0], y + line[1], line[2], line[3])
        for frame, place in self._places.items():
            if place[3] < dp(SMALL):  # nobody sits at that edge
                put(frame, place)
                continue
            shown: NoticeLine = getattr(frame, "inner", frame)
            room = with_room(shown.words, place, 0, self._middle.center, bold=True)
            shown.lies_over = room != place
            put(frame, room)
