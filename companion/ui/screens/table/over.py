"""The card at the end of a game: who won and why, how it went, what can be saved, and another game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.app.folders import documents_folder
from companion.core.game import BadOption
from companion.core.table import Table
from companion.core.text import NOTHING
from companion.drawing.png import png
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import LABEL, SEAT_COLOURS, SMALL
from companion.i18n import translate, word
from companion.record import codec
from companion.record.export import result_name, save_result
from companion.record.journal import JournalError
from companion.record.result_picture import WIDE, paint_result, result_height
from companion.record.result_sheet import result_sheet, story_of
from companion.record.summary import Result, Summary, said_of, summary_of
from companion.ui.drawing import canvas, scale
from companion.ui.local_time import wall
from companion.ui.presenter import OverRow, TableView
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn, rows_in

if TYPE_CHECKING:
    from companion.ui.screens.table.screen import TableScreen

_ROW, _LEAST_ROW = 84, 58  # dp
_STORY, _BUTTONS = 62, 142  # dp
_LEAST_COURSE, _MOST_COURSE = 72, 260  # dp
_FEWEST = 2  # positions that make no curve yet
_POINTS = 240
"""A line needs no more points than this on any screen."""

Action = tuple[str, Callable[[], object], str]
"""The words of a button, what it does, its kind."""


def over_card(view: TableView, table: TableScreen, close: Callable[[], object]) -> OverCard:
    """The card for the game that is over at this table; `close` takes it away for a look at the table."""
    session = table.controller.session
    assert session is not None, "a game that is over is open"
    try:
        summary = summary_of(session)
    except JournalError:  # its beginning cannot be read just now: the result stands without it
        summary = None
    actions: list[Action] = [
        (word("Rematch"), lambda: _rematch(table, 0), "asked"),
        (word("Rematch, seats moved on"), lambda: _rematch(table, 1), "plain"),
        (word("New game"), lambda: table.app.go("setup"), "plain"),
        (word("Save the result"), lambda: _save(table), "plain"),
        (word("History"), lambda: table.app.go("history"), "plain"),
        (word("Undo"), table.undo, "plain"),
        (word("See the table"), close, "plain"),
    ]
    return OverCard(view.over or (), summary, actions)


def _rematch(table: TableScreen, turned: int) -> None:
    """The same people, bots, dice and rules once more; with `turned` 1 everybody moves on by one seat."""
    session = table.controller.session
    if session is None:
        return
    players, colours = session.table.players, session.table.colours
    bots = [(seat - turned) % len(players) for seat in table.app.bots.of(session.id)]
    again = Table(players[turned:] + players[:turned], colours[turned:] + colours[:turned])
    try:
        table.controller.begin(session.game.id, again, codec.options_to_plain(session.options))
    except (BadOption, JournalError) as wrong:
        table.toast(translate(getattr(wrong, "text", str(wrong))), role="danger")
        return
    if table.controller.session is not None:
        table.app.bots.choose(table.controller.session.id, bots)
    table.app.go("table")


def _save(table: TableScreen) -> None:
    """The result as a picture and in every form of export, among the people's documents."""
    session, folder = table.controller.session, documents_folder()
    if session is None:
        return
    try:
        save_result(session, folder)
        picture = folder / f"{result_name(session)}.png"
        if not picture.exists():
            sheet = result_sheet(session, summary_of(session))
            drawn = SvgCanvas(WIDE, result_height(sheet), scale.look())
            paint_result(drawn, sheet, session.game, wall(sheet.began, "%Y-%m-%d"))
            picture.write_bytes(png(drawn))
    except (OSError, JournalError) as wrong:
        table.toast(word("The result could not be saved: {why}", why=getattr(wrong, "text", wrong)), role="danger")
        return
    table.toast(
        word(
            "Saved among your documents, in “{folder}”: a picture, a table, the game for BG Stats and to play again.",
            folder=folder.name,
        ),
        role="good",
    )


class OverCard(Drawn):
    """The end: places, names, results and what they are made of; how the game went; where to go from here."""

    def __init__(
        self, rows: Sequence[OverRow], summary: Summary | None, actions: Sequence[Action], **kwargs: Any
    ) -> None:
        self.rows, self.summary = tuple(rows), summary
        super().__init__(**kwargs)
        self._buttons = [Button(words, act, kind, 22) for words, act, kind in actions]
        for button in self._buttons:
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)

    def _boxes(self) -> list[canvas.Box]:
        """The rows, the story, the buttons."""
        return rows_in(self.box, 0, _STORY if self.summary is not None else 1, _BUTTONS, gap=10)

    def _lay(self, *_: object) -> None:
        upper, lower = rows_in(self._boxes()[2], 0, 0, gap=10)
        put_grid(self._buttons[:3], upper, 3)
        put_grid(self._buttons[3:], lower, len(self._buttons) - 3)

    def paint(self) -> None:
        """A line a player, the winners marked; below them how the game went."""
        sheet, story, _ = self._boxes()
        x, y, width, height = sheet
        each = self._row_height(height)
        for number, row in enumerate(self.rows):
            low = y + height - (number + 1) * each
            self._row(row, (x + dp(4), low + dp(3), width - dp(8), each - dp(6)))
        if self.summary is not None:
            self._story(self.summary, story)
            free = height - each * len(self.rows) - dp(14)
            if free >= dp(_LEAST_COURSE) and self._has_course:
                high = min(free, dp(_MOST_COURSE))
                self._course(self.summary, (x + dp(4), y, width - dp(8), high))

    def _row_height(self, height: float) -> float:
        """As high as is comfortable; lower if the curve needs the room, as long as a line keeps its two rows."""
        players = max(1, len(self.rows))
        with_course = (height - dp(_LEAST_COURSE + 14)) / players if self._has_course else 0.0
        return min(dp(_ROW), height / players, max(with_course, dp(_LEAST_ROW + 6)))

    @property
    def _has_course(self) -> bool:
        return self.summary is not None and len(self.summary.course) > _FEWEST

    def _row(self, row: OverRow, box: canvas.Box) -> None:
        x, y, width, height = box
        won = row.place == 1
        canvas.panel(box, "raised" if won else "panel", 10)
        if won:
            canvas.frame(box, "good", 10, 2)
        sign = "★" if won else f"{row.place}." if row.place else ""
        canvas.text(sign, (x + dp(10), y, dp(50), height), 32, "good" if won else "quiet")
        canvas.seat_mark(row.seats[0], (x + dp(88), y + height / 2), dp(15))
        result = self._result(row)
        score = row.scores if result is None or result.score is None else translate(result.score)
        canvas.text(score, (x + width - dp(196), y, dp(180), height), 34 if won else 28, bold=True, align="right")
        words = (x + dp(120), y, width - dp(320), height)
        said = translate(said_of(result) if result is not None else NOTHING)
        if not said:
            canvas.text(row.names, words, 32 if won else 28, bold=won, align="left")
        elif height >= dp(_LEAST_ROW):
            roomy = height > dp(72)
            name, below = rows_in((words[0], y + dp(5), words[2], height - dp(8)), 0, 32 if roomy else 26, gap=0)
            canvas.text(row.names, name, 30 if won else 26, bold=won, align="left")
            canvas.text(said, below, LABEL if roomy else SMALL, "quiet", align="left")
        else:
            canvas.text(row.names, (words[0], y, words[2] * 0.3, height), 24, bold=won, align="left")
            canvas.text(said, (words[0] + words[2] * 0.32, y, words[2] * 0.68, height), SMALL, "quiet", align="left")

    def _course(self, summary: Summary, box: canvas.Box) -> None:
        """What each player had over the game, a line each; a stroke where the winner took the lead for good."""
        x, y, width, height = box
        canvas.panel(box, "ground", 10)
        most = max(1, *(count for counts in summary.course for count in counts))
        last = len(summary.course) - 1
        steps = sorted({round(number * last / min(last, _POINTS)) for number in range(min(last, _POINTS) + 1)})

        def place(step: int, count: int) -> tuple[float, float]:
            across = dp(14) + (width - dp(48)) * step / last
            return x + across, y + dp(14) + (height - dp(28)) * max(0, count) / most

        if summary.turning_at:
            across, low = place(summary.turning_at, 0)
            canvas.line((across, low - dp(6), across, y + height - dp(8)), "good", 1.5)
        for seat in range(len(summary.results)):
            points = [part for step in steps for part in place(step, summary.course[step][seat])]
            canvas.line(points, SEAT_COLOURS[seat % len(SEAT_COLOURS)], 2)
            end, up = place(last, summary.course[last][seat])
            canvas.seat_mark(seat, (end + dp(14), up), dp(8))

    def _result(self, row: OverRow) -> Result | None:
        return None if self.summary is None else self.summary.results[row.seats[0]]

    def _story(self, summary: Summary, box: canvas.Box) -> None:
        """How long it took, and when it was decided."""
        *first, last = (translate(words) for words in story_of(summary))
        lines = ("  ".join(first), last) if summary.turning is not None else ("  ".join((*first, last)), "")
        for words, line in zip(lines, rows_in(box, 0, 0, gap=2), strict=True):
            canvas.text(words, line, 20, "ink", align="left")
