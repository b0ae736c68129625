"""The card at the end of a game: who won and why, how it went, what can be saved, and another game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.game import BadOption
from companion.core.text import NOTHING, say
from companion.drawing.cats import confetti
from companion.drawing.theme import LABEL, PROMPT
from companion.i18n import translate, word
from companion.record import codec
from companion.record.journal import JournalError
from companion.record.result_picture import cats_box, paint_end
from companion.record.result_sheet import ResultSheet, SheetRow, result_sheet
from companion.record.summary import summary_of
from companion.ui.drawing import canvas, scale
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.share_card import ShareCard
from companion.ui.widgets.buttons import Button, write_alike
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in
from companion.views.presenter import OverRow, TableView
from companion.views.standings import rematch

if TYPE_CHECKING:
    from companion.ui.screens.table.screen import TableScreen

_AGAIN, _REST = 84, 58
"""Heights (dp) of the row of another game and of everything else."""
FALL_S = 3.5
"""How long confetti falls."""

Action = tuple[str, Callable[[], object], str]
"""The words of a button, what it does, its kind."""


def over_card(view: TableView, table: TableScreen, close: Callable[[], object]) -> OverCard:
    """The card for the game that is over at this table; `close` takes it away for a look at the table."""
    session = table.controller.session
    assert session is not None, "a game that is over is open"
    try:
        sheet = result_sheet(session, summary_of(session))
    except JournalError:  # its beginning cannot be read just now: the result stands without it
        sheet = ResultSheet(session.game.title, "", tuple(map(_row, view.over or ())), ())
    again: list[Action] = [
        (word("Rematch"), lambda: _rematch(table, 0), "asked"),
        (word("Rematch, seats moved on"), lambda: _rematch(table, 1), "plain"),
        (word("New game"), lambda: table.app.go("setup"), "plain"),
        (word("Share"), lambda: table.open(ShareCard(session, table.toast), None, word("Share")), "quiet"),
    ]
    if table.controller.practice is not None:
        again = [
            (word("Play a real game"), lambda: table.app.go("setup"), "asked"),
            (word("Try it again"), partial(table.app.try_out, session.game), "plain"),
            (word("Home"), table.leave, "plain"),
        ]
    actions: list[Action] = [
        *again,
        (word("History"), lambda: table.app.go("history"), "quiet"),
        (word("Undo"), table.undoing.undo, "quiet"),
        (word("See the table"), close, "quiet"),
    ]
    return OverCard(sheet, actions)


def _row(row: OverRow) -> SheetRow:
    (seat,) = row.seats
    return SheetRow(row.place, seat, row.names, say("{n}", n=row.scores), NOTHING, scale.look().mark(seat))


def _rematch(table: TableScreen, turned: int) -> None:
    """The same people, bots, dice and rules once more; with `turned` 1 everybody moves on by one seat."""
    session = table.controller.session
    if session is None:
        return
    again, bots = rematch(session, table.app.bots.of(session.id), turned)
    try:
        table.controller.begin(session.game.id, again, codec.options_to_plain(session.options))
    except (BadOption, JournalError) as wrong:
        table.toast(translate(getattr(wrong, "text", str(wrong))), role="danger")
        return
    if table.controller.session is not None:
        table.app.bots.choose(table.controller.session.id, bots)
    table.app.go("table")


class OverCard(Drawn):
    """The end: the winner and their cat, how everybody did and how it went; where to go from here."""

    def __init__(self, sheet: ResultSheet, actions: Sequence[Action], **kwargs: Any) -> None:
        self.sheet = sheet
        super().__init__(**kwargs)
        self._buttons = [Button(words, act, kind, PROMPT if kind == "asked" else LABEL) for words, act, kind in actions]
        self._confetti = Confetti()
        for widget in (*self._buttons, *([self._confetti] if sheet.rows and sheet.rows[0].place == 1 else [])):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _boxes(self) -> list[canvas.Box]:
        """The result, the row of another game, the row of everything else."""
        return rows_in(self.box, 0, _AGAIN, _REST, gap=10)

    def _lay(self, *_: object) -> None:
        _, again, rest = self._boxes()
        boxes = [*columns_in(again, self.width * 0.4 / dp(1), 0, 0), *columns_in(rest, *[0] * (len(self._buttons) - 3))]
        for button, box in zip(self._buttons, boxes, strict=True):
            put(button, box)
        write_alike(self._buttons[:3])
        write_alike(self._buttons[3:])
        x, y, width, height = cats_box(canvas.in_units(self._boxes()[0]))
        put(self._confetti, (dp(x), dp(y), dp(width), dp(height)))

    def paint(self) -> None:
        """Paint the result as the picture of it shows it."""
        paint_end(KivyCanvas(), canvas.in_units(self._boxes()[0]), self.sheet)


class Confetti(Drawn):
    """Confetti that falls over the winners' cats once."""

    def __init__(self, **kwargs: Any) -> None:
        self._age = 0.0
        super().__init__(**kwargs)
        self._falling = None if scale.is_calm() else Clock.schedule_interval(self._fall, 1 / 30)

    def _fall(self, dt: float) -> bool:
        self._age += dt
        self.again()
        return self._age < FALL_S and self.get_parent_window() is not None

    def on_touch_down(self, touch: Any) -> bool:
        """Leave all touches to what lies beneath."""
        del touch
        return False

    def paint(self) -> None:
        """Paint what is still in the air."""
        if 0 < self._age < FALL_S:
            confetti(KivyCanvas(), canvas.in_units(self.box), seconds=self._age)
