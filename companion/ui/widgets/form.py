"""Fills in an event if the legal ones are too many to list: made from the fields of its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.metrics import dp

from companion.app.form_makers import event_form
from companion.app.forms import ChoiceField, FieldForm, Part, fresh_value, missing
from companion.core.asks import Form
from companion.core.events import Event, kind_words
from companion.core.text import capital
from companion.drawing.theme import TOUCH
from companion.i18n import translate, word
from companion.record.codec import Malformed, event_of
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.form_editor import FormEditor
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in
from companion.ui.widgets.tap_target import refuse
from companion.ui.widgets.value_inputs import Segments

_WIDE = 700  # dp: room for kinds and a button side by side


class FormFiller(Drawn):
    """The form's fields, and a button that says it happened. `names` are the players; `done` gets the event.

    `given` are values to begin with, plain. `others` are forms that can be filled in instead, each with a button above.
    Fields that nobody can fill in have the event's own defaults.
    """

    def __init__(
        self, form: Form, names: Sequence[str], done: Callable[[Event], object],
        given: Mapping[str, object] | None = None, others: Sequence[Form] = (),
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self._names, self._done, self._forms = names, done, [form, *others]
        super().__init__(**kwargs)
        kinds = [(at, event_words(each.event)) for at, each in enumerate(self._forms)]
        self._kinds = Segments(kinds, 0, lambda at: self._turn(self._forms[at], self.value)) if others else None
        self._do = Button("", self._submit, "asked", 26)
        self._turn(form, given or {})
        self.bind(pos=self._lay, size=self._lay)

    def _turn(self, form: Form, given: Mapping[str, Any]) -> None:
        """Fill in this form; what was entered before and stands in it, too, is kept."""
        self.form = form
        self.fields = event_form(form.fields.values(), self._names)
        parts = self.fields.parts
        self.value: dict[str, Any] = fresh_value(self.fields) if parts else {}
        self.value |= {part.key: None for part in parts if part.needed and _is_open(part.form)}
        self.value |= {part.key: given[part.key] for part in parts if part.key in given}
        self._only = parts[0] if len(parts) == 1 else None
        self.editor = FormEditor(self._enter, titled=self._only is not None)
        self._do.say(word("{event}: done", event=event_words(form.event)))
        self.clear_widgets()
        for widget in (self._kinds, self.editor, self._do):
            if widget is not None:
                self.add_widget(widget)
        self.editor.show(*self._page())
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
        refuse(self, capital(why))

    def _lay(self, *_: object) -> None:
        """The kinds above, beside them the button if there is room; else it stands below."""
        room, do = rows_in(self.box, 0, 64)
        if self._kinds is not None:
            wide = self.width >= dp(_WIDE)
            above, room = rows_in(self.box if wide else room, TOUCH, 0)
            if wide:
                above, do = columns_in(above, 0, 300, gap=16)
            put(self._kinds, above)
        put(self.editor, room)
        put(self._do, do)


def _is_open(form: FieldForm) -> bool:
    """Whether one of several values must be chosen."""
    return isinstance(form, ChoiceField) and len(form.values) > 1


def event_words(event: type[Event]) -> str:
    """`CardsTaken` as "Cards taken", in the language of the app."""
    return translate(kind_words(event))
