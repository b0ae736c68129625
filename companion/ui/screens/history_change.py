"""Changing an earlier entry: what happened instead, and what becomes of later entries that no longer fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.asks import Form
from companion.core.events import Event, IllegalEvent, Rolled
from companion.core.text import Text
from companion.i18n import translate, word
from companion.record import codec
from companion.record.session import Entry, NoSuchEntry, Session
from companion.referee.messages import impossible_then, no_such_entry
from companion.ui.game_panel import panel_of
from companion.ui.screens.history_choices import DrawnChoice, DrawnChoices
from companion.ui.widgets.buttons import Button, ChoicePages, put_grid
from companion.ui.widgets.form import FormFiller, event_words
from companion.ui.widgets.painted import Drawn, Words, put, rows_in
from companion.ui.widgets.review import ReviewCard, what_it_shows
from companion.views.amending import LISTED, Instead, instead_of, misfits
from companion.views.dice_views import DieView

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.record.session import OnConflict
    from companion.ui.screens.history import HistoryScreen

Action = tuple[str, Callable[[], object], bool]
"""A button of `ChoicePages`."""
_EDITOR = 230
"""Height in dp of what an event is entered with: two rows of cards, as in a player's strip."""


class EntryChange:
    """The cards for one entry of the record, by its number."""

    def __init__(self, host: HistoryScreen, session: Session, entry: Entry, picture: bytes | None) -> None:
        self._host, self._session, self._entry, self._picture = host, session, entry, picture

    def open(self) -> None:
        """Asks what happened instead."""
        instead = instead_of(self._session, self._entry)
        title = translate(instead.title)
        if isinstance(self._entry.event, Rolled):
            self._host.card.open(self._dice(self._entry.event), title)
        elif (editor := self._editor(instead.before)) is not None:
            self._host.card.open(editor, title)
        else:
            drawn, rest = self._drawn(instead), list(self._actions(instead))
            rest = [action for action in rest if action[0] not in {choice.words for choice in drawn}]
            self._host.card.open(DrawnChoices(drawn, rest) if drawn else ChoicePages(rest, 26, 120), title)

    def _dice(self, roll: Rolled) -> ReviewCard:
        colours = tuple(dict.fromkeys(face.colour for face in roll.faces))
        return ReviewCard(
            what_it_shows(len(roll.faces)),
            [DieView(face.value, face.colour) for face in roll.faces],
            lambda faces: self._change(Rolled(roll.seat, faces)),
            self._take_out,
            colours if len(colours) > 1 else (),
            picture=self._picture,
            colour=self._session.table.colour(roll.seat),
        )

    def _editor(self, before: Any) -> Widget | None:
        """What the event is entered with on the table, above the button that takes it out."""
        event, panel = self._entry.event, panel_of(self._session.game.panel)
        editor = panel.event_editor(before, event, self._change) if isinstance(event, Event) else None
        return None if editor is None else EditorCard(editor, self._take_out)

    def _drawn(self, instead: Instead) -> list[DrawnChoice]:
        """The choices that have a look."""
        draw = panel_of(self._session.game.panel).choice_drawn
        looks = [(choice, draw(instead.before, choice.event)) for choice in instead.choices]
        return [
            DrawnChoice(translate(choice.label), look, partial(self._change, choice.event))
            for choice, look in looks
            if look is not None
        ]

    def _actions(self, instead: Instead) -> Iterable[Action]:
        """Everything of this kind that could have happened there, and nothing."""
        for choice in instead.choices:
            yield translate(choice.label), partial(self._change, choice.event), False
        for ask in instead.asks:
            for form in ask.forms:
                yield event_words(form.event), partial(self._fill, form), False
        yield word("Take this out: it did not happen"), self._take_out, False

    def _fill(self, form: Form) -> None:
        given = codec.plain(self._entry.event) if isinstance(self._entry.event, form.event) else {}
        filler = FormFiller(form, self._session.table.players, self._change, given)
        self._host.card.open(filler, event_words(form.event))

    def _take_out(self) -> None:
        self._change(None)

    def _change(self, event: Event | None) -> None:
        """Makes the change where everything later still fits; else asks what becomes of the rest."""
        changes = {self._entry.seq: event}
        try:
            found = misfits(self._session, changes)
        except IllegalEvent as why:
            self._host.refused(impossible_then(why.text))
            return
        except NoSuchEntry:
            self._host.refused(no_such_entry())
            return
        if found is None:
            self._amend(changes, "refuse")
            return
        ways = [(words, partial(self._amend, changes, way)) for way, words in found.ways]
        card = MisfitsCard(found.texts, ways, self._host.card.close)
        self._host.card.open(card, translate(found.title))

    def _amend(self, changes: dict[int, Event | None], on_conflict: OnConflict) -> None:
        self._host.card.close()
        self._host.judged(self._host.controller.amend(changes, on_conflict))


class EditorCard(Drawn):
    """What an event is entered with, and below it a button that takes the event out."""

    def __init__(self, editor: Widget, take_out: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._pieces = (editor, Button(word("Take this out: it did not happen"), take_out, "plain", 26))
        for piece in self._pieces:
            self.add_widget(piece)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        (x, y, width, height), below = rows_in(self.box, 0, 84, gap=14)
        high = min(height, dp(_EDITOR))
        put(self._pieces[0], (x, y + (height - high) / 2, width, high))
        put(self._pieces[1], below)

    def paint(self) -> None:
        """Its pieces draw themselves."""


class MisfitsCard(Drawn):
    """Which later entries no longer fit and why; a button for each way to go on, and one to leave all as it is."""

    def __init__(
        self,
        texts: Sequence[tuple[Text, Text]],
        ways: Sequence[tuple[Text, Callable[[], object]]],
        cancel: Callable[[], object],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._lines = [
            (Words(translate(event), 26, align="left"), Words(translate(why), 22, "warn", align="left"))
            for event, why in texts
        ]
        self._buttons = [Button(translate(text), act, "plain", 24) for text, act in ways]
        self._buttons.append(Button(word("Cancel: change nothing"), cancel, "asked", 24))
        for widget in (*chain.from_iterable(self._lines), *self._buttons):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        upper, lower = rows_in(self.box, 0, 88, gap=14)
        each = max(LISTED + 1, len(self._lines))
        for (event, why), box in zip(self._lines, rows_in(upper, *[0] * each, gap=8), strict=False):
            above, below = rows_in(box, 0, 0, gap=2)
            put(event, above)
            put(why, below)
        put_grid(self._buttons, lower, len(self._buttons))
