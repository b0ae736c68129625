"""Fills in an event where the legal ones are too many to list: made from `Form.fields`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.asks import Form
from companion.core.events import Event, kind_words
from companion.i18n import translate, word
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.fields import Entry, Fields
from companion.ui.widgets.painted import Drawn, put, rows_in
from companion.ui.widgets.tap_target import refuse


class FormFiller(Drawn):
    """One row a field, and a button that says it happened. `names` are the players, for fields that hold a seat.

    `done` gets the event. Fields of a kind nobody knows are left to the event's own defaults. A list of records is
    filled in record by record, each on a page of its own.
    """

    def __init__(
        self, form: Form, names: Sequence[str], done: Callable[[Event], object],
        given: Mapping[str, object] | None = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self.form, self._done = form, done
        self._entry: tuple[Fields, Entry] | None = None
        super().__init__(**kwargs)
        self.fields = Fields(form.fields, names, given or {}, self._open)
        self._do = Button(word("{event}: done", event=event_words(form.event)), self._submit, "asked", 26)
        self._add = Button(word("Add"), self._added, "asked", 26)
        self._back = Button(word("Cancel"), self._close, "quiet", 24)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def _open(self, entry: Entry) -> None:
        """A record of a list, on a page of its own."""
        self._entry = (Fields(entry.fields, self.fields.names, {}, self._open), entry)
        self._lay()

    def _close(self) -> None:
        self._entry = None
        self._lay()

    def _added(self) -> None:
        if self._entry is not None:
            filled, entry = self._entry
            if filled.missing:
                self._refuse(filled.missing)
                return
            entry.done(filled.values)
            self._close()

    def _submit(self) -> None:
        if self.fields.missing:
            self._refuse(self.fields.missing)
            return
        try:
            event = self.form.event(**self.fields.values)  # type: ignore[arg-type]  # its fields are the form's
        except (TypeError, ValueError) as wrong:  # a field nobody here can fill in, or values that do not go together
            self._refuse(str(wrong))
            return
        self._done(event)

    def _refuse(self, why: str) -> None:
        refuse(self, why[:1].upper() + why[1:])

    def _lay(self, *_: object) -> None:
        """The fields (of the form, or of the record that is being added) and the buttons."""
        shown = self.fields if self._entry is None else self._entry[0]
        buttons = [self._do] if self._entry is None else [self._back, self._add]
        wanted = [shown, *buttons]
        if self.children[::-1] != wanted:
            self.clear_widgets()
            for widget in wanted:
                self.add_widget(widget)
        room, do = rows_in(self.box, 0, 72, gap=6)
        put(shown, room)
        put_grid(buttons, do, len(buttons))

    def paint(self) -> None:
        """Its pieces draw themselves."""


def event_words(event: type[Event]) -> str:
    """`CardsTaken` as "Cards taken", in the language of the app."""
    return translate(kind_words(event))
