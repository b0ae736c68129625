"""The cards the table screen lays over the panel: a reading to review, the tray's picture, a pause, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from kivy.metrics import dp

from companion.i18n import word
from companion.ui.dice_views import ReviewView, best_dice, dice_of, die_view
from companion.ui.drawing import canvas
from companion.ui.presenter import TableView, roll_to_correct
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn, Words, put, rows_in
from companion.ui.widgets.picture import Picture
from companion.ui.widgets.review import ReviewCard

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.core.events import Face, Rolled
    from companion.referee.signals import DiceSeen
    from companion.referee.verdicts import NeedsReview


def review_card(
    pending: NeedsReview,
    view: ReviewView,
    settle: Callable[[tuple[Face, ...]], object],
    dismiss: Callable[[], object],
) -> ReviewCard:
    """The review card for a reading: `settle` gets the faces, `dismiss` is for a reading that was no roll."""
    return ReviewCard(
        view.why,
        view.slots,
        settle,
        dismiss,
        view.colours if len(view.colours) > 1 else (),
        pending.seen.picture,
        [die.box for die in best_dice(pending.seen, len(view.slots))],
        view.doubted,
    )


class RollFixes(Protocol):
    """What can be done about the last roll: `seq` is the row of the event that it was."""

    def correct(self, roll: Rolled, seq: int, faces: tuple[Face, ...], seen: DiceSeen) -> None:
        """These faces count in its place."""

    def no_roll(self, seq: int) -> None:
        """It was no roll: undo it."""


def last_roll_card(controller: TableController, fixes: RollFixes) -> ReviewCard | None:
    """The last roll, to be corrected while nothing else has happened; None where there is none."""
    roll, read = roll_to_correct(controller.session), controller.last_roll_seen()
    dice = dice_of(roll, read) if roll is not None and read is not None else ()
    if controller.session is None or roll is None or read is None or not dice:
        return None
    seq = controller.session.seq
    return ReviewCard(
        word("Tap a die, then what it really shows."),
        [die_view(die) for die in dice],
        lambda faces: fixes.correct(roll, seq, faces, read),
        lambda: fixes.no_roll(seq),
        picture=read.picture,
        boxes=[die.box for die in dice],
    )


class ReadPicture(Picture):
    """The picture of a reading, every die outlined with its value."""

    def __init__(self, seen: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.show_jpeg(seen.picture)
        self.marks = [(die.box, die_view(die)) for die in seen.dice if die.box[2] > die.box[0]]


class PausedCard(Drawn):
    """Nothing can be written down, so nothing counts: why, and a button to try again."""

    def __init__(self, why: str, retry: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._why = Words(word("{why} Nothing is lost.", why=why), 28, "danger", align="center")
        self._again = Button(word("Try again"), retry, "asked", 26)
        self.add_widget(self._why)
        self.add_widget(self._again)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        words, button = rows_in(self.box, 0, 80)
        put(self._why, words)
        put(self._again, button)

    def paint(self) -> None:
        """Its pieces draw themselves."""


class OverCard(Drawn):
    """The end: places, names, scores, and where to go from here."""

    def __init__(
        self,
        view: TableView,
        go: Callable[[str], object],
        undo: Callable[[], object],
        close: Callable[[], object],
        **kwargs: Any,
    ) -> None:
        self.rows = view.over or ()
        super().__init__(**kwargs)
        self._buttons = [
            Button(word("New game"), lambda: go("setup"), "asked", 24),
            Button(word("History"), lambda: go("history"), "plain", 24),
            Button(word("Undo"), undo, "plain", 24),
            Button(word("See the table"), close, "plain", 24),
        ]
        for button in self._buttons:
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        sheet, low = rows_in(self.box, 0, 78)
        del sheet
        put_grid(self._buttons, low, 4 if self.width > dp(600) else 2)

    def paint(self) -> None:
        """A line a player: place, shape, name, score; the winners larger."""
        sheet, _ = rows_in(self.box, 0, 78)
        x, y, width, height = sheet
        each = min(dp(74), height / max(1, len(self.rows)))
        for number, row in enumerate(self.rows):
            low = y + height - (number + 1) * each
            won = row.place == 1
            line = (x + dp(4), low + dp(3), width - dp(8), each - dp(6))
            canvas.panel(line, "raised" if won else "panel", 10)
            canvas.text(
                "★" if won else f"{row.place}." if row.place else "",
                (x + dp(14), low, dp(50), each),
                32,
                "good" if won else "quiet",
            )
            canvas.seat_mark(row.seats[0], (x + dp(92), low + each / 2), dp(15))
            canvas.text(row.names, (x + dp(124), low, width * 0.55, each), 34 if won else 28, bold=won, align="left")
            canvas.text(
                row.scores, (x + width - dp(180), low, dp(160), each), 40 if won else 32, bold=True, align="right"
            )
