"""The fields of a form as rows of editors, made from what the form says may stand in each (`core.asks.Form`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from kivy.metrics import dp

from companion.core.events import field_words
from companion.core.text import say
from companion.i18n import translate, word
from companion.ui.widgets.buttons import Button, Segments, Stepper, Toggle, put_grid
from companion.ui.widgets.painted import Drawn, Words, columns_in, put, rows_in
from companion.ui.widgets.tap_list import Listing

SEAT_FIELDS = ("seat", "target", "victim", "partner", "owner", "giver", "taker", "player", "roller")
_ROW, TWO_ROWS = 62.0, 130.0
_STEPPER = 340.0  # dp: its number stands near its buttons
MOST_BUTTONS = 24

Spec = Mapping[str, object]


class Entry(NamedTuple):
    """A record to be added to a list: its fields, and who gets their values."""

    fields: Mapping[str, Spec]
    done: Callable[[dict[str, object]], object]


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


class Fields(Drawn):
    """A row for each field. `opened` is asked for a page where a record of a list is to be filled in."""

    def __init__(
        self, fields: Mapping[str, Spec], names: Sequence[str], given: Mapping[str, object],
        opened: Callable[[Entry], object], **kwargs: Any,
    ) -> None:  # fmt: skip
        self.names, self._opened = names, opened
        self.rows: list[tuple[Words, Any, float]] = []
        self._values: dict[str, object] = {}
        self._left_out: set[str] = set()
        self._counts: dict[str, int] = {}
        super().__init__(**kwargs)
        for name, spec in fields.items():
            self._add(name, spec, given)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    @property
    def values(self) -> dict[str, object]:
        """What was filled in; what may be left out is there only when it was touched."""
        return {name: value for name, value in self._values.items() if name not in self._left_out}

    @property
    def missing(self) -> str:
        """Why this cannot be a thing yet (a list of a fixed length that is too short), "" if it can."""
        for name, count in self._counts.items():
            value = self.values.get(name, ())
            if name not in self._left_out and isinstance(value, tuple) and len(value) != count:
                return word("{field}: {n} of {count} so far", field=called(name), n=len(value), count=count)
        return ""

    def _add(self, name: str, spec: Spec, given: Mapping[str, object]) -> None:
        if "is" in spec:
            self._values[name] = frozen(spec["is"])
            return
        editor, height, start = self._editor(name, spec, given.get(name))
        if spec.get("optional"):
            self._left_out.add(name)
        self._values[name] = start
        if editor is None:
            if start is None:
                self._left_out.add(name)
            return
        words = called(name)
        if spec.get("optional") and not spec.get("bool"):
            words = word("{field} (if any)", field=words)
        label = Words(words, 22, "quiet")
        self.add_widget(label)
        self.add_widget(editor)
        self.rows.append((label, editor, height))

    def _editor(self, name: str, spec: Spec, given: object) -> tuple[Any, float, object]:
        def changed(value: object) -> None:
            self._values[name] = frozen(value)
            self._left_out.discard(name)

        if "one_of" in spec:
            values = listed(spec["one_of"])
            start = given if given in values else values[0] if values else None
            shown = [(value, self.word(name, value)) for value in values]
            chosen = None if spec.get("optional") and given not in values else start
            return Segments(shown, chosen, changed), _ROW if len(values) < 7 else TWO_ROWS, start
        if "some_of" in spec:
            values = listed(spec["some_of"])
            shown = [(value, self.word(name, value)) for value in values]
            return Several(shown, changed), _ROW if len(values) < 9 else TWO_ROWS, ()
        if "list_of" in spec:
            return self._listing(name, spec, given, changed)
        if "from" in spec or "to" in spec:
            low, high = _whole(spec.get("from")), _whole(spec.get("to"))
            nearest = max(low if low is not None else 0, min(0, high if high is not None else 0))
            first = given if isinstance(given, int) else nearest
            return Stepper(first, low, high, changed), _ROW, first
        if spec.get("bool") or given is True or given is False:
            return Toggle(bool(given), changed), 60.0, bool(given)
        return None, 0.0, given

    def _listing(
        self, name: str, spec: Spec, given: object, changed: Callable[[object], None]
    ) -> tuple[Any, float, object]:
        """A list whose entries may repeat: values to tap one after the other, or records from a page of their own."""
        start = tuple(listed(given))
        count = _whole(spec.get("count"))
        if count is not None:
            self._counts[name] = count
        of = spec["list_of"]
        values = values_of(of)
        if values and len(values) <= MOST_BUTTONS:
            shown = [(value, self.word(name, value)) for value in values]
            listing = Listing(shown, changed, count, start)
            return listing, 130.0 if len(values) < 10 else 196.0, start
        if not isinstance(of, Mapping):
            return None, 0.0, start
        single = not all(isinstance(part, Mapping) for part in of.values())
        record = {name: of} if single else {str(key): part for key, part in of.items()}

        def add() -> None:
            done: Callable[[dict[str, object]], object] = listing.add
            self._opened(Entry(record, (lambda filled: listing.add(filled.get(name))) if single else done))

        words = (lambda value: self.word(name, value)) if single else self._record
        listing = Listing([], changed, count, start, add, words)
        return listing, _ROW, start

    def _record(self, record: object) -> str:
        """A record in a few words."""
        return (
            " ".join(self.word(key, value) for key, value in record.items())
            if isinstance(record, Mapping)
            else str(record)
        )

    def word(self, name: str, value: object) -> str:
        """A value of this field as it is shown: a seat by its player's name."""
        holds_seat = name.removesuffix("s") in SEAT_FIELDS or name.endswith("_seat")
        if holds_seat and isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(self.names):
            return self.names[value]
        if value is None or isinstance(value, bool):
            return translate({None: say("none"), True: say("yes"), False: say("no")}[value])
        return translate(str(value))

    def _lay(self, *_: object) -> None:
        """One column of rows, two where one is not enough."""
        if self.width < dp(100) or not self.rows:
            return
        needed = sum(dp(height + 12) for _, _, height in self.rows) - dp(12)
        columns = 1 if needed <= self.height or len(self.rows) < 2 else 2
        each = -(-len(self.rows) // columns)
        for number, column in enumerate(columns_in(self.box, *([0] * columns), gap=24)):
            rows = self.rows[number * each : (number + 1) * each]
            boxes = rows_in(column, *(height for _, _, height in rows), 0, gap=12)
            for (label, editor, _height), box in zip(rows, boxes, strict=False):
                left, right = columns_in(box, 240 if columns == 1 else 200, 0)
                put(label, left)
                wide = min(right[2], dp(_STEPPER)) if isinstance(editor, Stepper) else right[2]
                put(editor, (*right[:2], wide, right[3]))

    def paint(self) -> None:
        """Its pieces draw themselves."""


def values_of(spec: object) -> list[object]:
    """The values a list's entries may have, where they can be counted: given as such, as `one_of`, or `from`/`to`."""
    if isinstance(spec, Mapping):
        if isinstance(spec.get("one_of"), (list, tuple)):
            return listed(spec["one_of"])
        low, high = spec.get("from"), spec.get("to")
        return list(range(low, high + 1)) if isinstance(low, int) and isinstance(high, int) else []
    return listed(spec)


def listed(values: object) -> list[object]:
    """A sequence as a list of values that do not change; anything else as none."""
    return [frozen(value) for value in values] if isinstance(values, (list, tuple)) else []


def frozen(value: object) -> object:
    """Lists as tuples, all the way down: what stands in an event does not change."""
    return tuple(frozen(part) for part in value) if isinstance(value, (list, tuple)) else value


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def called(name: str) -> str:
    """A field of an event in words."""
    return translate(field_words(name))
