"""Fills in an event where the legal ones are too many to list: made from `Form.fields`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.metrics import dp

from companion.core.asks import Form
from companion.core.events import Event
from companion.ui.widgets.buttons import Button, Segments, Stepper, Toggle, put_grid
from companion.ui.widgets.drawn import Drawn, Words, columns_in, put, rows_in

SEAT_FIELDS = ("seat", "target", "victim", "partner", "owner", "giver", "taker", "player")


class Several(Drawn):
    """Some of a few values: each a button that stays down."""

    def __init__(
        self, values: Sequence[tuple[object, str]], changed: Callable[[tuple[object, ...]], object], **kwargs: Any
    ) -> None:
        self._values, self._changed = values, changed
        self._picked: list[object] = []
        super().__init__(**kwargs)
        self._buttons = [Button(words, lambda v=value: self._flip(v), size=22) for value, words in values]  # type: ignore[misc]
        for button in self._buttons:
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def _flip(self, value: object) -> None:
        if value in self._picked:
            self._picked.remove(value)
        else:
            self._picked.append(value)
        for (known, words), button in zip(self._values, self._buttons, strict=True):
            button.marked = known in self._picked
            button.say(("✓" if button.marked else "") + words)
            button.again()
        self._changed(tuple(known for known, _ in self._values if known in self._picked))

    def _lay(self, *_: object) -> None:
        columns = max(1, min(len(self._buttons), int(self.width // dp(70))))
        put_grid(self._buttons, self.box, columns, 6)

    def paint(self) -> None:
        """The buttons draw themselves."""


class FormFiller(Drawn):
    """One row a field, and a button that says it happened. `names` are the players, for fields that hold a seat.

    `done` gets the event. Fields of a kind nobody knows are left to the event's own defaults.
    """

    def __init__(
        self, form: Form, names: Sequence[str], done: Callable[[Event], object],
        given: Mapping[str, object] | None = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self.form, self._names, self._done = form, names, done
        self.values: dict[str, object] = {}
        self._left_out: set[str] = set()
        super().__init__(**kwargs)
        self._rows: list[tuple[Words | None, Any, float]] = []
        for name, spec in form.fields.items():
            self._add(name, spec, given or {})
        self._do = Button(f"{event_words(form.event)}: done", self._submit, "asked", 26)
        self.add_widget(self._do)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def _add(self, name: str, spec: Mapping[str, object], given: Mapping[str, object]) -> None:
        if "is" in spec:
            self.values[name] = _frozen(spec["is"])
            return
        editor, height, start = self._editor(name, spec, given.get(name))
        if spec.get("optional"):
            self._left_out.add(name)
        self.values[name] = start
        if editor is None:
            return
        label = Words(name.replace("_", " ") + (" (if any)" if spec.get("optional") else ""), 22, "quiet")
        self.add_widget(label)
        self.add_widget(editor)
        self._rows.append((label, editor, height))

    def _editor(self, name: str, spec: Mapping[str, object], given: object) -> tuple[Any, float, object]:
        def changed(value: object) -> None:
            self.values[name] = _frozen(value)
            self._left_out.discard(name)

        if "one_of" in spec:
            values = _listed(spec["one_of"])
            start = given if given in values else values[0] if values else None
            shown = [(value, self._word(name, value)) for value in values]
            return (
                Segments(shown, None if spec.get("optional") else start, changed),
                62.0 if len(values) < 7 else 130.0,
                start,
            )
        if "some_of" in spec:
            values = _listed(spec["some_of"])
            return (
                Several([(value, self._word(name, value)) for value in values], changed),
                62.0 if len(values) < 9 else 130.0,
                (),
            )
        if "from" in spec or "to" in spec:
            low, high = _whole(spec.get("from")), _whole(spec.get("to"))
            first = given if isinstance(given, int) else low if low is not None else 0
            return Stepper(first, low, high, changed), 62.0, first
        if spec.get("bool") or given is True or given is False:
            return Toggle(bool(given), changed), 60.0, bool(given)
        return None, 0.0, given

    def _word(self, name: str, value: object) -> str:
        holds_seat = name in SEAT_FIELDS or name.endswith("_seat")
        if holds_seat and isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(self._names):
            return self._names[value]
        if value is None or isinstance(value, bool):
            return {None: "none", True: "yes", False: "no"}[value]
        return str(value)

    def _submit(self) -> None:
        values = {name: value for name, value in self.values.items() if name not in self._left_out}
        self._done(self.form.event(**values))  # type: ignore[arg-type]  # its fields are the form's

    def _lay(self, *_: object) -> None:
        """One column of rows, two where one is not enough; the button below."""
        if self.width < dp(100):
            return
        room, do = rows_in(self.box, 0, 72, gap=12)
        put(self._do, do)
        needed = sum(dp(height + 12) for _, _, height in self._rows) - dp(12)
        columns = 1 if needed <= room[3] or len(self._rows) < 2 else 2
        each = -(-len(self._rows) // columns)
        for number, column in enumerate(columns_in(room, *([0] * columns), gap=24)):
            rows = self._rows[number * each : (number + 1) * each]
            boxes = rows_in(column, *(height for _, _, height in rows), 0, gap=12)
            for (label, editor, _height), box in zip(rows, boxes, strict=False):
                left, right = columns_in(box, 150 if columns == 1 else 120, 0)
                put(label, left)
                put(editor, right)

    def paint(self) -> None:
        """Its pieces draw themselves."""


def event_words(event: type[Event]) -> str:
    """`CardsTaken` as "cards taken"."""
    name = event.__name__
    return "".join(f" {letter.lower()}" if letter.isupper() and at else letter for at, letter in enumerate(name))


def _listed(values: object) -> list[object]:
    return [_frozen(value) for value in values] if isinstance(values, (list, tuple)) else []


def _frozen(value: object) -> object:
    return tuple(_frozen(part) for part in value) if isinstance(value, (list, tuple)) else value


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None
