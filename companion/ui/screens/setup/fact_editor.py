"""One fact of a running table as a page of editors; what has parts of its own opens a page below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.theme import TOUCH
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.screens.setup.fact_fields import (
    Choice,
    Entries,
    FactField,
    Form,
    Number,
    Parts,
    Several,
    fresh_value,
    part_of,
    replaced,
)
from companion.ui.screens.setup.fact_widgets import Cells, Count, Palette
from companion.ui.screens.setup.fact_words import brief_of, words_of
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, Words, columns_in, put, rows_in

_ROW, _GAP = 64, 8
_COUNT = 360  # dp: a number and its buttons
_MANY = 16
"""More texts than these are tapped in a picture of the game's, where it has one."""
_BESIDE = 4
"""A choice of at most this many stands beside its word; one of more opens a page."""


class FactEditor(Drawn):
    """Shows one field at a time; `changed` gets its key and its new value after every tap. `picker` makes the picture
    of the game's own in which a text is tapped, where it has one.
    """

    def __init__(
        self, changed: Callable[[str, Any], object], picker: Callable[[Callable[[str], object]], Widget | None],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self._changed, self._picker = changed, picker
        self._field: FactField | None = None
        self._value: Any = None
        self._path: list[Any] = []
        self._first, self._brush = 0, None
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, field: FactField, value: Any) -> None:
        """This fact as it stands; its own page, or the page below that is open already."""
        if self._field is None or field.key != self._field.key:
            self._path, self._first = [], 0
            self._brush = _first_value(field.form)
        self._field, self._value = field, value
        self._lay()

    def _here(self) -> tuple[Form, Any, list[str]]:
        """What the open page shows, what stands there, and the words of the way to it."""
        assert self._field is not None
        form, value, words = self._field.form, self._value, [self._field.label]
        for key in self._path:
            words.append(form.words[form.keys.index(key)] if isinstance(form, Parts) else f"{key + 1}.")
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
        head, room = rows_in(self.box, TOUCH, 0, gap=12)
        if self._path:
            back, head = columns_in(head, 130, 0, gap=14)
            self._add(Button("↑ " + word("Up"), self._up, "plain", 22), back)
        self._add(Words(" / ".join(words), 26, bold=True), head)
        self._page(form, value, room)
        self.again()

    def _page(self, form: Form, value: Any, room: canvas.Box) -> None:
        match form:
            case Choice(values):
                self._choice(values, value, room)
            case Number():
                self._add(self._count(form, value), columns_in(rows_in(room, 72, 0)[0], _COUNT, 0)[0])
            case Several(values):
                self._several(form, values, value, room)
            case Parts():
                self._parts(form, value, room)
            case Entries(Choice(values), False):
                self._sequence(values, value or [], room)
            case Entries():
                self._entries(form, value, room)

    def _choice(self, values: tuple[tuple[Any, str], ...], value: Any, room: canvas.Box) -> None:
        """The game's own picture, where many texts could be meant; else a button each. One tap chooses and goes up."""

        def choose(new: Any) -> None:
            self._put(new)
            if self._path:
                self._up()

        picture = self._picker(choose) if len(values) > _MANY and isinstance(values[-1][0], str) else None
        if picture is None:
            self._add(Palette(values, (value,), choose), room)
            return
        if values[0][0] is None:
            room, low = rows_in(room, 0, TOUCH, gap=10)
            self._add(Button(values[0][1], lambda: choose(None), "plain", 22), columns_in(low, 160, 0)[0])
        self._add(picture, room)

    def _count(self, form: Number, value: Any, *below: Any) -> Count:
        return Count(value, form.low, form.high, form.optional, lambda new: self._put(new, *below))

    def _several(self, form: Several, values: tuple[tuple[Any, str], ...], value: Any, room: canvas.Box) -> None:
        chosen = value or []

        def flip(tapped: Any) -> None:
            kept = [known for known, _ in values if (known in chosen) != (known == tapped)]
            self._put(kept if kept or not form.optional else None)

        tools, below = rows_in(room, TOUCH, 0, gap=12)
        every, none = columns_in(tools, 0, 0, gap=12)
        self._add(Button(word("all of them"), lambda: self._put([known for known, _ in values]), "quiet", 20), every)
        self._add(Button(word("none of them"), lambda: self._put(None if form.optional else []), "quiet", 20), none)
        self._add(Palette(values, chosen, flip), below)

    def _parts(self, form: Parts, value: Any, room: canvas.Box) -> None:
        cells = _cells_of(form)
        if cells is not None:
            rows = [(words, value[key]) for key, words in zip(form.keys, form.words, strict=True)]

            def paint(row: int, column: int, new: Any) -> None:
                self._brush = new
                self._put(new, form.keys[row], column)

            self._add(Cells(rows, cells, paint, self._brush), room)
            return
        entries = list(zip(form.keys, form.words, form.parts, strict=True))
        for (key, words, part), box in self._rows(entries, room):
            label, editor = columns_in(box, 190, 0, gap=12)
            self._add(Words(words, 22, "quiet"), label)
            self._beside(part, value[key], key, editor)

    def _beside(self, part: Form, value: Any, key: Any, box: canvas.Box) -> None:
        """An editor in the row itself, or a button that opens a page below."""
        if isinstance(part, Number):
            self._add(self._count(part, value, key), columns_in(box, _COUNT, 0)[0])
        elif isinstance(part, Choice) and len(part.values) <= _BESIDE:
            self._add(Palette(part.values, (value,), lambda new: self._put(new, key), 20), box)
        else:
            self._add(Button(_fitting(part, value, box), lambda: self._open(key), "plain", 20), box)

    def _entries(self, form: Entries, value: Any, room: canvas.Box) -> None:
        entries = [list(pair) for pair in (value or {}).items()] if form.pairs else list(value or [])
        tools, below = rows_in(room, TOUCH + 6, 0, gap=12)

        def add() -> None:
            fresh = self._fresh_entry(form, entries)
            self._keep(form, [*entries, fresh])
            self._open(len(entries))

        self._add(Button("+ " + word("Add"), add, "plain", 22), columns_in(tools, 220, 0)[0])
        for (at, entry), box in self._rows(list(enumerate(entries)), below):
            words, gone = columns_in(box, 0, TOUCH + 8, gap=10)
            if isinstance(form.of, Number):
                self._add(self._count(form.of, entry, at), columns_in(words, _COUNT, 0)[0])
            else:
                self._add(Button(_fitting(form.of, entry, words), self._opening(at), "plain", 20), words)
            rest = entries[:at] + entries[at + 1 :]
            self._add(Button("✕", self._keeping(form, rest), "danger", 24), gone)

    def _fresh_entry(self, form: Entries, entries: list[Any]) -> Any:
        """A new entry; a new pair has a key that is not there yet."""
        fresh = fresh_value(form.of)
        if form.pairs and isinstance(form.of, Parts) and isinstance(form.of.parts[0], Choice):
            used = {pair[0] for pair in entries}
            fresh[0] = next((key for key, _ in form.of.parts[0].values if key not in used), fresh[0])
        return fresh

    def _keep(self, form: Entries, entries: list[Any]) -> None:
        self._put({pair[0]: pair[1] for pair in entries} if form.pairs else entries)

    def _keeping(self, form: Entries, entries: list[Any]) -> Callable[[], object]:
        return lambda: self._keep(form, entries)

    def _opening(self, key: Any) -> Callable[[], object]:
        return lambda: self._open(key)

    def _sequence(self, values: tuple[tuple[Any, str], ...], value: list[Any], room: canvas.Box) -> None:
        """A list of simple values: each tap adds one at the end."""
        head, below = rows_in(room, TOUCH + 6, 0, gap=12)
        said, back = columns_in(head, 0, TOUCH + 20, gap=10)
        words = dict(values)
        self._add(Words("  ".join(words[each] for each in value) or word("nothing yet"), 26), said)
        self._add(Button("⌫", lambda: self._put(value[:-1]), "plain", 26), back)
        self._add(Palette(values, (), lambda new: self._put([*value, new]), 24), below)

    def _rows(self, entries: list[Any], room: canvas.Box) -> list[tuple[Any, canvas.Box]]:
        """The entries that fit, each with its place; a button turns to the others."""
        fit = max(1, int((room[3] + dp(_GAP)) // dp(_ROW + _GAP)))
        if len(entries) > fit:
            fit = max(1, fit - 1)
            first = self._first if self._first < len(entries) else 0
            shown = entries[first : first + fit]
            low = (room[0], room[1], dp(260), dp(TOUCH))
            following = first + fit if first + fit < len(entries) else 0
            far = f"{first + 1}\N{EN DASH}{first + len(shown)} / {len(entries)}"
            self._add(Button("▶ " + far, lambda: self._more(following), "quiet", 20), low)
        else:
            shown = entries
        return list(zip(shown, rows_in(room, *([_ROW] * len(shown)), 0, gap=_GAP), strict=False))

    def _add(self, widget: Widget, box: canvas.Box) -> None:
        put(widget, box)
        self.add_widget(widget)

    def paint(self) -> None:
        """Its pieces draw themselves."""


def _fitting(form: Form, value: Any, box: canvas.Box) -> str:
    """What stands in a field, in words that a button in this box has room for."""
    words = words_of(form, value)
    return words if canvas.fits(words, box[2] - dp(16), box[3] - dp(4), bold=True) else brief_of(form, value)


def _cells_of(form: Parts) -> tuple[tuple[Any, str], ...] | None:
    """The values of a board of cells: rows of equally many, each cell one of the same values, or none."""
    rows = [part for part in form.parts if isinstance(part, Parts)]
    cells = [cell for row in rows for cell in row.parts]
    if len(rows) < len(form.parts) or len({len(row.parts) for row in rows}) != 1:
        return None
    if not all(isinstance(cell, Choice) and cell.values[0][0] is None for cell in cells):
        return None
    first = cells[0]
    return first.values if isinstance(first, Choice) else None


def _first_value(form: Form) -> Any:
    """What the first tap puts into a cell."""
    cells = _cells_of(form) if isinstance(form, Parts) else None
    return None if cells is None else next((value for value, _ in cells if isinstance(value, int) and value >= 0), None)
