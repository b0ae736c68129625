"""Fills in an event if the legal ones are too many to list: made from the fields of its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.app.forms import Part, event_form, fresh_value, missing
from companion.core.asks import Form
from companion.core.events import Event, kind_words
from companion.i18n import translate, word
from companion.record.codec import Malformed, event_of
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.form_editor import FormEditor
from companion.ui.widgets.painted import Drawn, put, rows_in
from companion.ui.widgets.tap_target import refuse


class FormFiller(Drawn):
    """The form's fields, and a button that says it happened. `names` are the players; `done` gets the event.

    `given` are values to begin with, plain. Fields that nobody can fill in have the event's own defaults.
    """

    def __init__(
        self, form: Form, names: Sequence[str], done: Callable[[Event], object],
        given: Mapping[str, object] | None = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self.form, self._done = form, done
        self.fields = event_form(form.fields.values(), names)
        keys = {part.key for part in self.fields.parts}
        self.value: dict[str, Any] = fresh_value(self.fields) if keys else {}
        self.value |= {key: value for key, value in (given or {}).items() if key in keys}
        super().__init__(**kwargs)
        self._only = self.fields.parts[0] if len(keys) == 1 else None
        self.editor = FormEditor(self._enter, titled=self._only is not None)
        self._do = Button(word("{event}: done", event=event_words(form.event)), self._submit, "asked", 26)
        for widget in (self.editor, self._do):
            self.add_widget(widget)
        self.editor.show(*self._page())
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def _page(self) -> tuple[Part, Any]:
        """All fields as one, or the only one there is."""
        if self._only is not None:
            return self._only, self.value[self._only.key]
        return Part("", event_words(self.form.event), self.fields), self.value

    def _enter(self, key: str, value: Any) -> None:
        self.value = {key: value} if self._only is not None else value
        self.editor.show(*self._page())

    def _submit(self) -> None:
        lacking = missing(self.fields, self.value)
        if lacking is not None:
            self._refuse(translate(lacking))
            return
        try:
            event = event_of(self.form.event, {**self.form.given, **self.value})
        except Malformed as wrong:  # a field nobody here can fill in, or values that do not go together
            self._refuse(str(wrong))
            return
        self._done(event)

    def _refuse(self, why: str) -> None:
        refuse(self, why[:1].upper() + why[1:])

    def _lay(self, *_: object) -> None:
        room, do = rows_in(self.box, 0, 72, gap=6)
        put(self.editor, room)
        put(self._do, do)

    def paint(self) -> None:
        """Its pieces draw themselves."""


def event_words(event: type[Event]) -> str:
    """`CardsTaken` as "Cards taken", in the language of the app."""
    return translate(kind_words(event))
