"""The history: newest first, a line an event; the picture a roll was read from; a way back to here."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.text import say
from companion.i18n import translate, word
from companion.record.history import Line
from companion.record.journal import JournalError
from companion.referee.verdicts import Accepted, Ignored
from companion.ui.drawing import canvas
from companion.ui.local_time import wall
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import columns_in, put, rows_in
from companion.ui.widgets.picture import Picture

ORIGINS = {
    "touch": ("☝", say("by touch")),
    "tray": ("◉", say("by camera")),
    "box": ("▣", say("by button box")),
}
UNKNOWN_ORIGIN = ("•", say("another way"))
_ROW = 66


class HistoryScreen(Screen):
    """Lines on the left, what is known about the chosen one on the right."""

    title = say("History")
    back = "table"

    def build(self) -> None:
        """Rows are made for one page at a time."""
        self.lines: tuple[Line, ...] = ()
        self.chosen: Line | None = None
        self.trouble = ""
        self.page = 0
        self.rows: list[LineRow] = []
        self.newer = Button("▲ " + word("newer"), lambda: self._turn(-1), "plain", 22)
        self.older = Button("▼ " + word("older"), lambda: self._turn(1), "plain", 22)
        self.picture = Picture(word("There is no picture of this."))
        self.go_here = Button(word("Go back to here"), lambda: self._go_back(0), "plain", 22)
        self.go_before = Button(word("Undo this too"), lambda: self._go_back(1), "plain", 22)
        for button in (self.newer, self.older, self.go_here, self.go_before):
            button.refused = self.toast
        for widget in (self.newer, self.older, self.picture, self.go_here, self.go_before):
            self.add_widget(widget)
        self.refresh()

    def refresh(self) -> None:
        """Reads the record again."""
        try:
            self.lines, self.trouble = self.controller.history(), ""
        except JournalError as wrong:
            self._cannot_read(wrong)
        if self.chosen is None or self.chosen not in self.lines:
            self.chosen = next((line for line in self.lines if not line.undone), None)
            self._show_picture()
        if hasattr(self, "_lay_soon"):
            self._lay_soon()

    def _show_picture(self) -> None:
        jpeg = self._picture_of(self.chosen) if self.chosen is not None else None
        if jpeg is not None:
            self.picture.show_jpeg(jpeg)
        else:
            self.picture.clear(word("There is no picture of this."))

    def _picture_of(self, line: Line) -> bytes | None:
        """The picture a line was read from, if it has one and the journal gives it."""
        try:
            return self.controller.picture(line.seq) if line.has_picture else None
        except JournalError as wrong:
            self._cannot_read(wrong)
            return None

    def _cannot_read(self, wrong: JournalError) -> None:
        """Says it; what was read before stays."""
        self.trouble = words = word("The journal cannot be read: {why}", why=wrong)
        Clock.schedule_once(lambda _dt: self.toast(words, role="danger"), 0)  # the screen may not have its place yet

    def _turn(self, by: int) -> None:
        self.page += by
        self._lay_soon()

    def _choose(self, line: Line) -> Any:
        def act() -> None:
            self.chosen = line
            self._show_picture()
            self._lay_soon()

        return act

    def _go_back(self, more: int) -> None:
        """Undoes everything after the chosen line, and with `more` 1 that line as well."""
        session, chosen = self.controller.session, self.chosen
        if session is None or chosen is None:
            return
        later = sum(entry.seq > chosen.seq for entry in session.entries) + more
        verdict = self.controller.undo(later) if later else None
        if isinstance(verdict, Accepted):
            self.app.go("table")
        elif isinstance(verdict, Ignored):
            self.toast(translate(verdict.why), role="danger")

    def lay(self, body: canvas.Box) -> None:
        """A page of lines, the details."""
        left, right = columns_in(body, 0, 470, gap=22)
        room, turn = rows_in(left, 0, 62, gap=10)
        fit = max(1, int((room[3] + dp(6)) // dp(_ROW + 6)))
        pages = max(1, -(-len(self.lines) // fit))
        self.page = min(max(0, self.page), pages - 1)
        for row in self.rows:
            self.remove_widget(row)
        self.rows = []
        shown = self.lines[self.page * fit : (self.page + 1) * fit]
        for line, box in zip(shown, rows_in(room, *([_ROW] * fit), 0, gap=6), strict=False):
            row = LineRow(line, line == self.chosen, self._choose(line), self._picture_of(line))
            put(row, box)
            self.rows.append(row)
            self.add_widget(row)
        put_grid([self.newer, self.older], turn, 2)
        self.newer.say(self.newer.words, why="" if self.page else word("These are the newest."))
        self.older.say(self.older.words, why="" if self.page < pages - 1 else word("These are the oldest."))
        words, picture, go = rows_in(right, 110, 0, 72, gap=12)
        self._words = words
        put(self.picture, picture)
        put_grid([self.go_here, self.go_before], go, 2)
        chosen = self.chosen
        why = word("This is undone already.") if chosen is None or chosen.undone else ""
        newest = next((line for line in self.lines if not line.undone), None)
        self.go_here.say(self.go_here.words, why=why or (word("This is the newest.") if chosen == newest else ""))
        self.go_before.say(self.go_before.words, why=why)
        self.again()

    def paint(self) -> None:
        """The ground, and the chosen line in full."""
        super().paint()
        box = getattr(self, "_words", None)
        if box is None:
            return
        if self.chosen is None:
            canvas.text(self.trouble or word("Nothing has happened yet."), box, 26, "quiet", align="left")
            return
        upper, lower = rows_in(box, 0, 34, gap=2)
        canvas.text(translate(self.chosen.text), upper, 28, bold=True, align="left")
        sign, origin = ORIGINS.get(self.chosen.origin, UNKNOWN_ORIGIN)
        canvas.text(
            f"{sign} {translate(origin)}  ·  {wall(self.chosen.at, '%Y-%m-%d %H:%M:%S')}  ·  #{self.chosen.seq}",
            lower,
            20,
            "quiet",
            align="left",
        )


class LineRow(Tappable):
    """Time, seat, what, how it came in, whether there is a picture."""

    def __init__(self, line: Line, chosen: bool, tapped: Any, picture: bytes | None, **kwargs: Any) -> None:
        self.line, self._chosen = line, chosen
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
        canvas.text(wall(line.at, "%H:%M:%S"), (x + dp(12), y, dp(92), height), 19, "quiet", align="left")
        canvas.seat_mark(line.seat, (x + dp(126), y + height / 2), dp(13))
        end = dp(150) if line.undone or self._thumbnail is not None else dp(54)
        words = (x + dp(152), y, width - dp(152) - end, height)
        if line.undone:
            upper, lower = rows_in((words[0], y + dp(5), words[2], height - dp(10)), 0, 0, gap=0)
            canvas.text(translate(line.text), upper, 22, ink, align="left")
            canvas.text("↶ " + word("undone"), lower, 18, "warn", align="left")
        else:
            canvas.text(translate(line.text), words, 22, ink, align="left")
        sign = ORIGINS.get(line.origin, UNKNOWN_ORIGIN)[0]
        canvas.text(sign, (x + width - dp(44), y, dp(32), height), 24, "quiet", align="right")
