"""One field of a form as a page of inputs; what has parts of its own opens a page below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.form_words import brief_of, words_of
from companion.app.forms import (
    ChoiceField,
    FieldForm,
    Label,
    Letters,
    ListField,
    Number,
    Part,
    Parts,
    Several,
    cells_of,
    fresh_value,
    is_yes_or_no,
    part_of,
    replaced,
    still_there,
)
from companion.drawing.theme import TOUCH
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.form_inputs import MOST_BESIDE, Cells, Palette, Values, input_beside, several
from companion.ui.widgets.form_layout import laid
from companion.ui.widgets.name_keyboard import name_pad
from companion.ui.widgets.painted import Drawn, Words, columns_in, put, rows_in
from companion.ui.widgets.value_inputs import Stepper

_STEPPER = 360  # dp: a number and its buttons
_LABEL, _INPUT, _SLIM = 190, 200, 600
"""dp: the label of a row, the least that its input needs, and a room in which labels are as short as they can be."""
_FLAGS = 2
"""As many fields of yes or no, or more, share a row."""
_MANY = 16
"""More texts than these are tapped in a picture of the game's, if it has one."""

Picker = Callable[[Callable[[str], object]], Widget | None]


class FormEditor(Drawn):
    """Shows one field at a time; `changed` gets its key and its new value after every tap.

    `picker` makes the game's own picture in which a text is tapped, if it has one. `titled`: the field's label stands
    above it.
    """

    def __init__(
        self, changed: Callable[[Any, Any], object], picker: Picker = lambda _tapped: None, *, titled: bool = True,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self._changed, self._picker, self._titled = changed, picker, titled
        self._field: Part | None = None
        self._value: Any = None
        self._path: list[Any] = []
        self._first, self._brush = 0, None
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, field: Part, value: Any) -> None:
        """This field as it stands; its own page, or the page below that is open already and still there."""
        if self._field is None or field.key != self._field.key:
            self._path, self._first = [], 0
            self._brush = _first_value(field.form)
        self._field, self._value = field, value
        self._path = still_there(field.form, value, self._path)
        self._lay()

    def _here(self) -> tuple[FieldForm, Any, list[str]]:
        """What the open page shows, what stands there, and the words of the way to it."""
        assert self._field is not None
        form, value, words = self._field.form, self._value, [translate(self._field.label)] if self._titled else []
        for key in self._path:
            words.append(translate(form.part(key).label) if isinstance(form, Parts) else f"{key + 1}.")
            form, value = part_of(form, value, key)
        return form, value, words

    def _put(self, new: Any, *below: Any) -> None:
        assert self._field is not None
        self._value = replaced(self._field.form, self._value, [*self._path, *below], new)
        self._changed(self._field.key, self._value)

    def _open(self, key: Any) -> None:
        self._path.append(key)
        self._first = 0
        self._lay()

    def _up(self) -> None:
        self._path.pop()
        self._first = 0
        self._lay()

    def _more(self, first: int) -> None:
        self._first = first
        self._lay()

    # --- pages

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self._field is None or self.width < dp(200):
            return
        form, value, words = self._here()
        room = self.box
        if words:
            head, room = rows_in(self.box, TOUCH, 0, gap=12)
            if self._path:
                back, head = columns_in(head, 130, 0, gap=14)
                self._add(Button("↑ " + word("Up"), self._up, "plain", 22), back)
            self._add(Words(" / ".join(words), 26, bold=True), head)
        self._page(form, value, room)
        self.again()

    def _page(self, form: FieldForm, value: Any, room: canvas.Box) -> None:
        match form:
            case ChoiceField(values):
                self._choice(values, value, room)
            case Number(low, high, optional):
                stepper = Stepper(value, low, high, self._put, optional=optional)
                self._add(stepper, columns_in(rows_in(room, 72, 0)[0], _STEPPER, 0)[0])
            case Several():
                self._several(form, value, room)
            case Letters(longest):
                self._add(name_pad(value, (), self._choose, longest), room)
            case Parts():
                self._parts(form, value, room)
            case ListField(ChoiceField(values), False):
                self._sequence(form, values, value or [], room)
            case ListField():
                self._entries(form, value, room)

    def _choose(self, new: Any) -> None:
        self._put(new)
        if self._path:
            self._up()

    def _choice(self, values: Values, value: Any, room: canvas.Box) -> None:
        """The game's own picture, if many texts could be meant; else a button each. One tap chooses and goes up."""
        picture = self._picker(self._choose) if len(values) > _MANY and isinstance(values[-1][0], str) else None
        if picture is None:
            self._add(Palette(values, (value,), self._choose), room)
            return
        if values[0][0] is None:
            room, low = rows_in(room, 0, TOUCH, gap=10)
            nothing = Button(translate(values[0][1]), lambda: self._choose(None), "plain", 22)
            self._add(nothing, columns_in(low, 160, 0)[0])
        self._add(picture, room)

    def _several(self, form: Several, value: Any, room: canvas.Box) -> None:
        tools, below = rows_in(room, TOUCH, 0, gap=12)
        every, none = columns_in(tools, 0, 0, gap=12)
        all_of_them = [known for known, _ in form.values]
        self._add(Button(word("all of them"), lambda: self._put(all_of_them), "quiet", 20), every)
        self._add(Button(word("none of them"), lambda: self._put(None if form.optional else []), "quiet", 20), none)
        self._add(several(form, value, self._put), below)

    def _parts(self, form: Parts, value: Any, room: canvas.Box) -> None:
        cells = cells_of(form)
        if cells is not None:
            rows = [(translate(part.label), value[part.key]) for part in form.parts]

            def paint(row: int, column: int, new: Any) -> None:
                self._brush = new
                self._put(new, form.parts[row].key, column)

            self._add(Cells(rows, cells, paint, self._brush), room)
            return
        flags = [part for part in form.parts if is_yes_or_no(part.form)]
        shown: list[Part | list[Part]] = [*form.parts]
        if len(flags) >= _FLAGS:
            shown = [*(part for part in form.parts if part not in flags), flags]
        label_width = min(_LABEL, max((_label_width(part) for part in shown), default=0.0))
        for part, box in self._rows(shown, room, [_wanted(part) for part in shown]):
            if isinstance(part, list):
                self._flags(part, value, box)
                continue
            wide = _label_width(part) if box[2] < room[2] else label_width if room[2] < dp(_SLIM) else _LABEL
            label, place = columns_in(box, wide, 0, gap=12)
            self._add(Words(translate(part.label), 22, "quiet"), label)
            self._beside(part.form, value[part.key], part.key, place)

    def _flags(self, flags: list[Part], value: Any, box: canvas.Box) -> None:
        """Several of yes or no: a button each, which stays down for yes."""
        chosen = [part.key for part in flags if value[part.key]]
        buttons = [(part.key, part.label) for part in flags]
        self._add(Palette(buttons, chosen, lambda key: self._put(not value[key], key), 20), box)

    def _beside(self, form: FieldForm, value: Any, key: Any, box: canvas.Box) -> None:
        """An input in the row itself, or a button that opens a page below."""
        widget = input_beside(form, value, lambda new: self._put(new, key))
        if widget is None:
            self._add(Button(_fitting(form, value, box), partial(self._open, key), "plain", 20), box)
        else:  # a number stands near its buttons
            narrow = isinstance(widget, Stepper) and box[2] > dp(_STEPPER)
            self._add(widget, columns_in(box, _STEPPER, 0)[0] if narrow else box)

    def _entries(self, form: ListField, value: Any, room: canvas.Box) -> None:
        entries = [list(pair) for pair in (value or {}).items()] if form.pairs else list(value or [])
        tools, below = rows_in(room, TOUCH + 6, 0, gap=12)

        def add() -> None:
            self._keep(form, [*entries, self._fresh_entry(form, entries)])
            self._open(len(entries))

        self._add(Button("+ " + word("Add"), add, "plain", 22), columns_in(tools, 220, 0)[0])
        for (at, entry), box in self._rows(list(enumerate(entries)), below, [_STEPPER] * len(entries)):
            words, gone = columns_in(box, 0, TOUCH + 8, gap=10)
            if isinstance(form.of, Number):
                self._beside(form.of, entry, at, words)
            else:
                self._add(Button(_fitting(form.of, entry, words), partial(self._open, at), "plain", 20), words)
            rest = entries[:at] + entries[at + 1 :]
            self._add(Button("✕", partial(self._keep, form, rest), "danger", 24), gone)

    def _fresh_entry(self, form: ListField, entries: list[Any]) -> Any:
        """A new entry; a new pair has a key that is not there yet."""
        fresh = fresh_value(form.of)
        if form.pairs and isinstance(form.of, Parts) and isinstance(form.of.parts[0].form, ChoiceField):
            used = {pair[0] for pair in entries}
            fresh[0] = next((key for key, _ in form.of.parts[0].form.values if key not in used), fresh[0])
        return fresh

    def _keep(self, form: ListField, entries: list[Any]) -> None:
        self._put({pair[0]: pair[1] for pair in entries} if form.pairs else entries)

    def _sequence(self, form: ListField, values: Values, value: list[Any], room: canvas.Box) -> None:
        """A list of simple values: each tap adds one at the end."""
        head, below = rows_in(room, TOUCH + 6, 0, gap=12)
        said, back = columns_in(head, 0, TOUCH + 20, gap=10)
        words = words_of(form, value) if value else word("nothing yet")
        far = "" if form.count is None else f"   ({len(value)} / {form.count})"
        full = word("That is all.") if form.count is not None and len(value) >= form.count else ""
        self._add(Words(words + far, 26), said)
        last = Button("⌫", lambda: self._put(value[:-1]), "plain", 26)
        last.say(last.words, why="" if value else word("nothing yet"))
        self._add(last, back)
        self._add(Palette(values, (), lambda new: self._put([*value, new]), 24, full), below)

    def _rows(self, entries: list[Any], room: canvas.Box, wanted: list[float]) -> list[tuple[Any, canvas.Box]]:
        """The entries of this page, each with its box; a button turns to the others. `wanted` are widths (dp)."""
        found = laid(wanted, canvas.in_units(room), self._first)
        if found.paged:
            last = found.following or len(entries)
            far = f"{found.first + 1}\N{EN DASH}{last} / {len(entries)}"
            more = Button("▶ " + far, partial(self._more, found.following), "quiet", 20)
            self._add(more, (room[0], room[1], dp(260), dp(TOUCH)))
        return [(entries[at], (dp(x), dp(y), dp(wide), dp(high))) for at, (x, y, wide, high) in found.boxes.items()]

    def _add(self, widget: Widget, box: canvas.Box) -> None:
        put(widget, box)
        self.add_widget(widget)


def _label_width(part: Part | list[Part]) -> float:
    """The width of a part's label (dp)."""
    return 0.0 if isinstance(part, list) else canvas.text_width(translate(part.label), 22) / dp(1) + 8


def _wanted(part: Part | list[Part]) -> float:
    """The least width of a row (dp)."""
    if isinstance(part, list):
        return sum(_button_width(each.label) for each in part)
    form, label = part.form, min(_LABEL, _label_width(part)) + 12
    if isinstance(form, ChoiceField | Several) and len(form.values) <= MOST_BESIDE:
        return label + sum(_button_width(words) for _, words in form.values)
    return label + (3 * (TOUCH + 8) if isinstance(form, Number) else _INPUT)


def _button_width(words: Label) -> float:
    """The width of a button that can be chosen, with the gap beside it (dp)."""
    return max(TOUCH, canvas.text_width(f"✓ {translate(words)}", 20, bold=True) / dp(1) + 20) + 8


def _fitting(form: FieldForm, value: Any, box: canvas.Box) -> str:
    """What stands in a field, in words that a button in this box has room for."""
    words = words_of(form, value)
    return words if canvas.fits(words, box[2] - dp(16), box[3] - dp(4), bold=True) else brief_of(form, value)


def _first_value(form: FieldForm) -> Any:
    """What the first tap puts into a cell."""
    cells = cells_of(form) if isinstance(form, Parts) else None
    return None if cells is None else next((value for value, _ in cells if isinstance(value, int) and value >= 0), None)
