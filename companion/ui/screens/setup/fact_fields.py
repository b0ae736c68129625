"""The fields of the form for a running table, made from the types of a game's `Facts`. Pure.

Values are plain JSON, as in the line protocol: lists, objects, numbers, texts, null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.core.facts_form import Mark, Within, bare
from companion.core.table import Table
from companion.core.text import Text, say
from companion.i18n import translate, word
from companion.record.codec import plain

NONE = "\N{EN DASH}"
"""Stands for a value that is not there."""
_NO_META: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Choice:
    """One of some values, each with its word. None is among them where there may be nothing."""

    values: tuple[tuple[Any, str], ...]


@dataclass(frozen=True)
class Number:
    """A whole number. `optional`: there may be none."""

    low: int = 0
    high: int | None = None
    optional: bool = False


@dataclass(frozen=True)
class Several:
    """Different ones of some values, in this order; `optional`: there may be no list at all."""

    values: tuple[tuple[Any, str], ...]
    optional: bool = False


@dataclass(frozen=True)
class Parts:
    """A fixed number of parts, each with its word: a list by seat, or, where `keys` are texts, an object."""

    keys: tuple[Any, ...]
    words: tuple[str, ...]
    parts: tuple[Form, ...]
    fresh: tuple[Any, ...]
    """What each part is where it was not entered."""


@dataclass(frozen=True)
class Entries:
    """A list that grows. `pairs`: it is an object, each entry its key and its value."""

    of: Form
    pairs: bool = False
    optional: bool = False


Form = Choice | Number | Several | Parts | Entries


@dataclass(frozen=True)
class FactField:
    """A fact of the form: its key, its word, what can stand there."""

    key: str
    label: str
    form: Form


@dataclass(frozen=True)
class _Maker:
    """Makes forms for one table that begins; `table` gives the names of seats."""

    table: Table
    state: Any

    def form(self, hint: Any, meta: Mapping[str, Any], sample: Any) -> Form | None:
        """What can stand where this type stands; None where people cannot enter it. `sample` is what stands there at
        the beginning.
        """
        hint, marks, optional = bare(hint)
        origin, args = get_origin(hint), get_args(hint)
        if origin is tuple:
            return self._tuple(args, marks, meta, sample, optional)
        if origin is dict:
            return self._dict(args, meta, sample)
        if is_dataclass(hint):
            return self._record(hint, sample)
        return self._single(hint, marks, meta, optional)

    def _single(self, hint: Any, marks: Sequence[Any], meta: Mapping[str, Any], optional: bool) -> Form | None:
        words = meta.get("one_of") or {}
        values: list[Any] = []
        if Mark.SEAT in marks:
            values = [*words, *self.table.seats]
            words = {**words, **{seat: self.table.name(seat) for seat in self.table.seats}}
        elif get_origin(hint) is Literal:
            values = list(get_args(hint))
        elif isinstance(hint, type) and issubclass(hint, Enum):
            values = [each.value for each in hint]
        elif hint is bool:
            values, words = [False, True], {False: say("no"), True: say("yes")}
        elif hint is str and meta.get("values"):
            values = list(meta["values"](self.state))
        elif hint is int:
            bounds = next((mark for mark in marks if isinstance(mark, Within)), Within(0, 0))
            return Number(bounds.low, bounds.high if bounds.high > bounds.low else None, optional)
        if not values:
            return None
        nothing = ((None, NONE),) if optional else ()
        return Choice((*nothing, *((value, called(value, words)) for value in values)))

    def _tuple(
        self, args: tuple[Any, ...], marks: Sequence[Any], meta: Mapping[str, Any], sample: Any, optional: bool
    ) -> Form | None:
        fixed = len(args) if args[-1] is not Ellipsis else 0
        by_seat = Mark.BY_SEAT in marks
        if by_seat or fixed or Mark.ROW in marks:
            count = len(self.table.seats) if by_seat else fixed or len(sample or ())
            names = self.table.players if by_seat else tuple(str(number + 1) for number in range(count))
            samples = sample if isinstance(sample, list) and len(sample) == count else [None] * count
            hints = args if fixed else args[:1] * count
            return _parts(
                range(count), names, [self.form(hint, meta, samples[at]) for at, hint in enumerate(hints)], samples
            )
        of = self.form(args[0], meta, None)
        if Mark.SOME in marks and isinstance(of, Number) and of.high is not None:
            words = meta.get("one_of") or {}
            of = Choice(tuple((number, called(number, words)) for number in range(of.low, of.high + 1)))
        if Mark.SOME in marks and isinstance(of, Choice):
            return Several(of.values, optional)
        return None if of is None else Entries(of, optional=optional)

    def _dict(self, args: tuple[Any, ...], meta: Mapping[str, Any], sample: Any) -> Form | None:
        keys = tuple(sample or ())
        if keys and not meta.get("values"):
            parts = [self.form(args[1], meta, sample[key]) for key in keys]
            return _parts(keys, [called(key, {}) for key in keys], parts, [sample[key] for key in keys])
        pair = [self.form(args[0], meta, None), self.form(args[1], {}, None)]
        of = _parts((0, 1), (word("where"), word("whose")), pair, (None, None))
        return None if of is None else Entries(of, pairs=True)

    def _record(self, kind: Any, sample: Any) -> Form | None:
        hints = get_type_hints(kind, include_extras=True)
        known = sample if isinstance(sample, dict) else {}
        forms = {each.name: self.form(hints[each.name], each.metadata, known.get(each.name)) for each in fields(kind)}
        shown = [each for each in fields(kind) if forms[each.name] is not None and each.metadata.get("entered", True)]
        return _parts(
            [each.name for each in shown],
            [label_of(each) for each in shown],
            [forms[each.name] for each in shown],
            [known.get(each.name, _default(each)) for each in shown],
        )


def fields_of(kind: Any, table: Table, state: Any, facts: Mapping[str, Any]) -> tuple[FactField, ...]:
    """The fields of a game's `Facts`, for a table that begins with this state and these facts."""
    maker, hints = _Maker(table, state), get_type_hints(kind, include_extras=True)
    forms = [(each, maker.form(hints[each.name], each.metadata, facts.get(each.name))) for each in fields(kind)]
    return tuple(FactField(each.name, label_of(each), form) for each, form in forms if form is not None)


def label_of(known: Field[Any]) -> str:
    """The word of a fact or of a field of a record: the game's own, else its key in words."""
    label = known.metadata.get("label")
    return translate(label) if label is not None else called(known.name, {})


def called(value: Any, words: Mapping[Any, Text | str]) -> str:
    """A value in words: those that are given, else its own ("start-roll" as "start roll")."""
    if value in words:
        return translate(words[value])
    return translate(value.replace("-", " ").replace("_", " ")) if isinstance(value, str) else str(value)


def fresh_value(form: Form) -> Any:
    """What stands in a field before anything is entered."""
    match form:
        case Choice(values):
            return values[0][0]
        case Number(low, high, optional):
            return None if optional else max(low, min(0, low if high is None else high))
        case Parts(keys, _, parts, fresh):
            made = [
                fresh_value(part) if known is None and not _may_be_none(part) else known
                for part, known in zip(parts, fresh, strict=True)
            ]
            return dict(zip(keys, made, strict=True)) if is_object(keys) else made
        case Entries(_, True):
            return {}
        case Several() | Entries():
            return None if form.optional else []


def part_of(form: Form, value: Any, key: Any) -> tuple[Form, Any]:
    """A part of a field and what stands there."""
    if isinstance(form, Parts):
        return form.parts[form.keys.index(key)], value[key]
    assert isinstance(form, Entries), "only parts and entries have something within"
    return form.of, list(map(list, value.items()))[key] if form.pairs else value[key]


def replaced(form: Form, value: Any, path: Sequence[Any], new: Any) -> Any:
    """The value of a field with something new at a path of keys."""
    if not path:
        return new
    inner, known = part_of(form, value, path[0])
    changed = replaced(inner, known, path[1:], new)
    if isinstance(form, Entries) and form.pairs:
        pairs = [list(pair) for pair in value.items()]
        pairs[path[0]] = changed
        return {key: part for key, part in pairs}  # noqa: C416  pairs are lists here
    if isinstance(value, dict):
        return {**value, path[0]: changed}
    return [changed if at == path[0] else part for at, part in enumerate(value)]


def _parts(
    keys: Sequence[Any], words: Sequence[str], parts: Sequence[Form | None], fresh: Sequence[Any]
) -> Parts | None:
    found = tuple(part for part in parts if part is not None)
    if not found or len(found) < len(parts):
        return None
    return Parts(tuple(keys), tuple(words), found, tuple(fresh))


def is_object(keys: Sequence[Any]) -> bool:
    """Whether parts with these keys make an object, not a list."""
    return bool(keys) and isinstance(keys[0], str)


def _may_be_none(form: Form) -> bool:
    if isinstance(form, Choice):
        return form.values[0][0] is None
    return not isinstance(form, Parts) and form.optional


def _default(known: Field[Any]) -> Any:
    return None if known.default is MISSING else plain(known.default)
