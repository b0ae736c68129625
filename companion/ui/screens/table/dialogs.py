"""The cards the table screen lays over the panel: a reading to review, the tray's picture, a pause."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from companion.i18n import word
from companion.ui.dice_views import ReviewView, best_dice, dice_of, die_view
from companion.ui.presenter import roll_to_correct
from companion.ui.widgets.buttons import Button
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
