"""The history: newest first, a line an event; the picture a roll was read from; a way to change it or back to it."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.app.films import film_of
from companion.core.text import Text, say
from companion.drawing.theme import LABEL
from companion.i18n import translate, word
from companion.record.history import Line
from companion.record.journal import JournalError
from companion.record.roll_sheet import roll_rows, those_who_left
from companion.record.session import Entry
from companion.referee.verdicts import Accepted, Ignored
from companion.ui.drawing import canvas
from companion.ui.screens.history_change import EntryChange
from companion.ui.screens.history_entry import EntryPicture, paint_words, table_after
from companion.ui.screens.history_row import HEADING, ROW, ROW_GAP, LineRow, last_page, rows_with_headings
from companion.ui.screens.history_sheet import RollSheet
from companion.ui.screens.screen import TITLE, Screen
from companion.ui.screens.share_card import ShareCard
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Words, parts_in, put, rows_in
from companion.ui.widgets.value_inputs import Segments
from companion.views.amending import came_of_change, entry_of, gone_with

_WHEEL_LINES = 3
"""Lines a step of the wheel moves the list, as desktops do."""
_ALL = -1
"""The filter that shows every seat."""


class HistoryScreen(Screen):
    """Lines on the left, what is known about the chosen one on the right."""

    title = say("History")
    back = "table"
    title_ends = 240
    card_inset = 12

    def build(self) -> None:
        """Rows are made for those lines that are in view."""
        self.lines: tuple[Line, ...] = ()
        self._earlier: tuple[Line, ...] | None = None
        self.chosen: Line | None = None
        self.trouble = ""
        self.seat = _ALL
        self.first = 0
        self.rows: list[LineRow] = []
        self._headings: list[Words] = []
        self._dragged: tuple[float, int] | None = None
        session = self.controller.session
        names = session.table.players if session is not None else ()
        self.filter = Segments([(_ALL, word("all")), *enumerate(names)], _ALL, self._show_seat)
        self.newer = Button("▲ " + word("newer"), lambda: self._turn(-1), "plain", 22)
        self.older = Button("▼ " + word("older"), lambda: self._turn(1), "plain", 22)
        self.picture = EntryPicture()
        self.change = Button(word("Change this"), self._change, "plain", 22)
        self.go_here = Button(word("Go back to here"), lambda: self._go_back(inclusive=False), "plain", 22)
        self.go_before = Button(word("Undo this too"), lambda: self._go_back(inclusive=True), "plain", 22)
        self.sheet = Button(word("All rolls"), self._open_sheet, "plain", 22)
        self.share = Button(word("Share"), self._share, "plain", 22)
        has_dice = session is not None and session.game.dice
        self._below = [self.newer, self.older, *([self.sheet] if has_dice else [])]
        for button in (*self._below, self.share, self.change, self.go_here, self.go_before):
            self.add_widget(button)
        self.add_widget(self.filter)
        self.add_widget(self.picture)
        self.refresh()

    def refresh(self) -> None:
        """Reads the record again."""
        try:
            if self._earlier is None:
                self._earlier = self.controller.earlier()
            self.lines, self.trouble = (*self.controller.history(), *self._earlier), ""
        except JournalError as wrong:
            self._cannot_read(wrong)
        self._choose_shown()
        if hasattr(self, "_lay_soon"):
            self._lay_soon()

    # --- what is in view

    @property
    def _shown(self) -> list[Line]:
        return [line for line in self.lines if self.seat in {_ALL, line.seat}]

    @property
    def _nothing(self) -> str:
        """What is said if the list is empty."""
        session = self.controller.session
        if session is None or self.seat == _ALL:
            return word("Nothing has happened yet.")
        return word("Nothing by {name} yet.", name=session.table.name(self.seat))

    def _show_seat(self, seat: int) -> None:
        self.seat, self.first = seat, 0
        self._choose_shown()
        self._lay_soon()

    def _choose_shown(self) -> None:
        """Keep the chosen line if it is in the list; else choose the newest there, if possible one that counts."""
        if self.chosen in self._shown:
            return
        here = None if self.chosen is None else (self.chosen.session, self.chosen.seq)
        again = [line for line in self._shown if (line.session, line.seq) == here]
        self.chosen = min((*again, *self._shown), key=lambda line: line.undone, default=None)
        self._show_picture()

    def _turn(self, by: int) -> None:
        self.first += by * max(1, len(self.rows))
        self._lay_soon()

    def scrolled(self, by: int) -> None:
        """Move the list by a few lines."""
        self.first += by * _WHEEL_LINES
        self._lay_soon()

    def on_touch_down(self, touch: Any) -> bool:
        """A finger on the list may drag it."""
        on_list = (
            self.opened is None
            and not touch.is_mouse_scrolling
            and any(row.collide_point(*touch.pos) for row in self.rows)
        )
        self._dragged = (touch.y, self.first) if on_list else None
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """The list follows the finger, line by line."""
        if self._dragged is not None:
            began, first = self._dragged
            moved = first + round((touch.y - began) / dp(ROW + ROW_GAP))
            if moved != self.first:
                self.first = moved
                self._lay_soon()
        return bool(super().on_touch_move(touch))

    def _show_picture(self) -> None:
        session, chosen = self.controller.session, self.chosen
        after = None if session is None else table_after(session, self._entry())
        jpeg = None if chosen is None else self._picture_of(chosen)
        played = "" if chosen is None or session is None else chosen.session or session.id
        self.picture.show(chosen, jpeg, after, film_of(self.app.folder.films, played, jpeg))

    def _picture_of(self, line: Line) -> bytes | None:
        """The picture a line was read from, if it has one and the journal gives it."""
        try:
            return self.controller.picture(line.seq, line.session) if line.has_picture else None
        except JournalError as wrong:
            self._cannot_read(wrong)
            return None

    def _cannot_read(self, wrong: JournalError) -> None:
        """Says it; what was read before stays."""
        self.trouble = words = word("The journal cannot be read: {why}", why=wrong.text)
        Clock.schedule_once(lambda _dt: self.toast(words, role="danger"), 0)  # the screen may not have its place yet

    def _choose(self, line: Line) -> None:
        self.chosen = line
        self._show_picture()
        self._lay_soon()

    # --- what can be done about the chosen line

    def _entry(self) -> Entry | None:
        """The chosen line, where it counts."""
        session, chosen = self.controller.session, self.chosen
        if session is None or chosen is None or chosen.undone or chosen.session:
            return None
        return entry_of(session, chosen.seq)

    def _change(self) -> None:
        session, entry = self.controller.session, self._entry()
        if session is not None and entry is not None and self.chosen is not None:
            EntryChange(self, session, entry, self._picture_of(self.chosen)).open()

    def _open_sheet(self) -> None:
        session = self.controller.session
        if session is not None:
            players, lines = session.table.players, self.lines
            self.card.open(RollSheet(roll_rows(lines, len(players)), players, those_who_left(lines)), word("All rolls"))

    def _share(self) -> None:
        if self.controller.session is not None:
            self.card.open(ShareCard(self.controller.session, self.toast), word("Share"))

    def judged(self, verdict: object) -> None:
        """Shows the record as it is now, or why it was not changed."""
        self.refresh()
        if isinstance(verdict, Ignored):
            self.refused(verdict.why)
        elif isinstance(verdict, Accepted) and self.controller.session is not None:
            self.toast(translate(came_of_change(self.controller.session)), role="good")

    @property
    def _newest(self) -> Line | None:
        """The newest line that counts."""
        return next((line for line in self.lines if not line.undone), None)

    def refused(self, why: Text) -> None:
        """Says why something does not fit."""
        self.toast(translate(why), role="danger")

    def _go_back(self, *, inclusive: bool) -> None:
        """Takes out everything after the chosen line, and where it is `inclusive` that line as well.

        It is undone where nothing else happened since; a change that was made since is kept.
        """
        session, entry = self.controller.session, self._entry()
        if session is None or entry is None:
            return
        later, plain = gone_with(session, entry, inclusive=inclusive)
        if not later:
            return
        verdict = self.controller.undo(len(later)) if plain else self.controller.amend(dict.fromkeys(later))
        if isinstance(verdict, Accepted):
            self.app.go("table")
        elif isinstance(verdict, Ignored):
            self.refused(verdict.why)

    # --- where it is drawn

    def lay(self, body: canvas.Box) -> None:
        """The lines in view, the details."""
        left, right = parts_in(body, (0, 500), (0, 560), gap=24)
        seats, room, turn = rows_in(left, 60, 0, 62, gap=10)
        put(self.filter, seats)
        more = self._lay_lines(room)
        size = min((row.largest for row in self.rows), default=LABEL)
        for row in self.rows:
            row.write(size)
        put_grid(self._below, turn, len(self._below))
        self.newer.say(self.newer.words, why="" if self.first else word("These are the newest."))
        self.older.say(self.older.words, why="" if more else word("These are the oldest."))
        self._words, picture, go = rows_in(right, 110, 0, 144, gap=12)
        put(self.picture, picture)
        change, back = rows_in(go, 0, 0, gap=10)
        put(self.change, change)
        put_grid([self.go_here, self.go_before], back, 2)
        rolled = any(line.faces for line in self.lines)
        self.sheet.say(self.sheet.words, why="" if rolled else word("Nothing was rolled yet."))
        session = self.controller.session
        over = session is not None and session.outcome() is not None
        put(self.share, (self.right - dp(214), self.top - dp(TITLE) + dp(10), dp(190), dp(56)))
        self.share.say(self.share.words, why="" if over else word("The game is not over yet."))
        chosen = self.chosen
        newest = chosen == self._newest
        if chosen is None:
            why = word("No entry is chosen.")
        elif chosen.session:
            why = word("This was before the table changed.")
        else:
            why = word("This is undone already.") if chosen.undone else ""
        self.change.say(self.change.words, why=why)
        self.go_here.say(self.go_here.words, why=why or (word("This is the newest.") if newest else ""))
        self.go_before.say(word("Undo this") if newest else word("Undo this too"), why=why)
        self.again()

    def _lay_lines(self, room: canvas.Box) -> bool:
        """Rows from the first line in view on, a heading above each part of the game. Gives whether there are more."""
        shown = self._shown
        for widget in (*self.rows, *self._headings):
            self.remove_widget(widget)
        self.rows, self._headings = [], []
        self.first = max(0, min(self.first, last_page(shown, room[3])))
        y = room[1] + room[3]
        for line, heading, high in rows_with_headings(shown[self.first :]):
            if y - high < room[1]:
                return True
            if heading is not None:
                words = Words(translate(heading), 20, "quiet", align="left")
                self._place(words, (room[0], y - dp(HEADING), room[2], dp(HEADING)), self._headings)
            row = LineRow(line, line == self.chosen, partial(self._choose, line), self._picture_of(line))
            self._place(row, (room[0], y - high, room[2], dp(ROW)), self.rows)
            y -= high + dp(ROW_GAP)
        return False

    def _place(self, widget: Any, box: canvas.Box, among: list[Any]) -> None:
        put(widget, box)
        among.append(widget)
        self.add_widget(widget, index=len(self.children))

    def paint(self) -> None:
        """The ground, and the chosen line in full."""
        super().paint()
        box = getattr(self, "_words", None)
        if box is None:
            return
        if self.chosen is None:
            canvas.text(self.trouble or self._nothing, box, 26, "quiet", align="left")
            return
        paint_words(self.chosen, box)
