"""The cards the table screen lays over the panel: a reading to review, the tray's picture, a pause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.events import Rolled
from companion.i18n import word
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, Words, put, rows_in
from companion.ui.widgets.picture import Picture
from companion.ui.widgets.review import ReviewCard, what_it_shows
from companion.views.dice_views import ReviewView, dice_of, die_view
from companion.views.tray_views import without_addresses

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.core.events import Face
    from companion.record.session import Entry
    from companion.referee.signals import DiceSeen, Share
    from companion.referee.verdicts import NeedsReview


def review_card(
    pending: NeedsReview,
    view: ReviewView,
    settle: Callable[..., object],
    dismiss: Callable[[], object],
    leans: Callable[[Sequence[Share]], object],
    no_die: Callable[[Share], object],
    names: Sequence[str],
) -> ReviewCard:
    """The review card for a reading: `settle` gets the faces, and the seats where it is asked whose they are, `dismiss`
    is for a reading that was no roll, `leans` gets the places of dice that lean, `no_die` the place of what is no die.
    """
    return ReviewCard(
        view.why,
        view.slots,
        settle,
        dismiss,
        view.colours if len(view.colours) > 1 else (),
        pending.seen.picture,
        view.boxes,
        view.to_check,
        view.thing,
        no_die,
        owners=[(seat, names[seat]) for seat in view.owners],
        leans=leans,
    )


class RollFixes(Protocol):
    """What can be done about the last `throw`, the entries of its rolls."""

    def correct(self, throw: Sequence[Entry], faces: tuple[Face, ...], seen: DiceSeen) -> None:
        """These faces count in its place."""

    def no_roll(self, throw: Sequence[Entry], leaning: Sequence[Share] = ()) -> None:
        """It was no throw: take out its rolls; the dice at these places are thrown again."""


def last_throw_card(controller: TableController, fixes: RollFixes) -> ReviewCard | None:
    """The last throw that was read, of one seat or of several, to be corrected; None where there is none."""
    throw, read = controller.last_throw(), controller.last_roll_seen()
    rolls = [entry.event for entry in throw if isinstance(entry.event, Rolled)]
    if read is None or not rolls:
        return None
    faces = tuple(face for roll in rolls for face in roll.faces)
    dice = dice_of(faces, read)
    if not dice:
        return None
    values = [replace(die_view(die), value=face.value) for die, face in zip(dice, faces, strict=True)]
    colours = tuple(dict.fromkeys(face.colour for face in faces))
    return ReviewCard(
        what_it_shows(len(values)),
        values,
        lambda faces: fixes.correct(throw, faces, read),
        partial(fixes.no_roll, throw),
        colours if len(colours) > 1 else (),
        picture=read.picture,
        boxes=[die.box for die in dice],
        read=[die_view(die) for die in dice],
        leans=partial(fixes.no_roll, throw),
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
        self._why = Words(word("{why} Nothing is lost.", why=without_addresses(why)), 28, "danger", align="center")
        self._again = Button(word("Try again"), retry, "asked", 26)
        self.add_widget(self._why)
        self.add_widget(self._again)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        words, button = rows_in(self.box, 0, 80)
        put(self._why, words)
        put(self._again, button)
