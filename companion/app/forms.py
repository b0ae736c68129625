"""What is entered on a form, whatever screen draws it, and its values. Pure; `form_makers` makes forms.

Values are plain JSON, as in the line protocol: lists, objects, numbers, texts, null. Labels and words are translated
when they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.text import Text, say

Label = Text | str
NONE = "\N{EN DASH}"
"""Stands for a value that is not there."""


@dataclass(frozen=True)
class ChoiceField:
    """One of some values, each with its word. None is among them if there may be nothing. `seats`: the numbers among
    them are seats, their words the players.
    """

    values: tuple[tuple[Any, Label], ...]
    seats: bool = False


@dataclass(frozen=True)
class Number:
    """A whole number. `optional`: there may be none. `words` has the word for some of the numbers."""

    low: int = 0
    high: int | None = None
    optional: bool = False
    words: tuple[tuple[int | None, Label], ...] = ()


@dataclass(frozen=True)
class Several:
    """Different ones of some values, in this order; `optional`: there may be no list at all."""

    values: tuple[tuple[Any, Label], ...]
    optional: bool = False


@dataclass(frozen=True)
class Letters:
    """A short text."""

    longest: int = 60
    optional: bool = False


@dataclass(frozen=True)
class Part:
    """A field of a form, or one of a fixed number of parts: its key, its label, and what can stand there.

    `fresh` is what stands there before anything is entered; `needed`: it cannot be left out.
    """

    key: Any
    label: Label
    form: FieldForm
    fresh: Any = None
    needed: bool = True


@dataclass(frozen=True)
class Parts:
    """A fixed number of parts: a list, such as one by seat, or, if their keys are texts, an object."""

    parts: tuple[Part, ...]

    @property
    def is_object(self) -> bool:
        """Whether these are the fields of an object, not the entries of a list."""
        return bool(self.parts) and isinstance(self.parts[0].key, str)

    def part(self, key: Any) -> Part:
        """A part by its key."""
        return next(part for part in self.parts if part.key == key)


@dataclass(frozen=True)
class ListField:
    """A list that grows, to `count` entries if that is known. `pairs`: it is an object, made of keys and values."""

    of: FieldForm
    pairs: bool = False
    optional: bool = False
    count: int | None = None


FieldForm = ChoiceField | Number | Several | Letters | Parts | ListField


def is_yes_or_no(form: FieldForm) -> bool:
    """Return whether this is entered as yes or no."""
    return isinstance(form, ChoiceField) and all(isinstance(value, bool) for value, _ in form.values)


def cells_of(form: Parts) -> tuple[tuple[Any, Label], ...] | None:
    """Return the values of a board of cells (equal rows, each cell one of the same values or none), or None."""
    rows = [part.form for part in form.parts if isinstance(part.form, Parts)]
    cells = [cell.form for row in rows for cell in row.parts]
    if len(rows) < len(form.parts) or len({len(row.parts) for row in rows}) != 1:
        return None
    if not all(isinstance(cell, ChoiceField) and cell.values[0][0] is None for cell in cells):
        return None
    first = cells[0]
    return first.values if isinstance(first, ChoiceField) else None


def fresh_value(form: FieldForm) -> Any:
    """Return what stands in a field before anything is entered."""
    match form:
        case ChoiceField(values):
            return values[0][0]
        case Letters():
            return ""
        case Number(low, high, optional):
            return None if optional else max(low, min(0, low if high is None else high))
        case Parts(parts):
            made = [_fresh(part) for part in parts]
            return dict(zip((part.key for part in parts), made, strict=True)) if form.is_object else made
        case ListField(_, True):
            return {}
        case Several() | ListField():
            return None if form.optional else []


def completed(form: FieldForm, value: Any) -> Any:
    """Return a value with every part of its objects: those left out are as at first."""
    if value is None:
        return None
    if isinstance(form, Parts):
        if form.is_object:
            return {part.key: completed(part.form, value.get(part.key, _fresh(part))) for part in form.parts}
        return [completed(part.form, value[part.key]) for part in form.parts]
    if isinstance(form, ListField) and not form.pairs:
        return [completed(form.of, each) for each in value]
    return value


def part_of(form: FieldForm, value: Any, key: Any) -> tuple[FieldForm, Any]:
    """A part of a field and what stands there."""
    if isinstance(form, Parts):
        return form.part(key).form, value[key]
    assert isinstance(form, ListField), "only parts and entries have something within"
    return form.of, list(map(list, value.items()))[key] if form.pairs else value[key]


def still_there(form: FieldForm, value: Any, path: Sequence[Any]) -> list[Any]:
    """Return a path of keys as far as there is something."""
    for depth, key in enumerate(path):
        if value is None or (isinstance(form, ListField) and key >= len(value)):
            return [*path[:depth]]
        form, value = part_of(form, value, key)
    return [*path]


def replaced(form: FieldForm, value: Any, path: Sequence[Any], new: Any) -> Any:
    """The value of a field with something new at a path of keys."""
    if not path:
        return new
    inner, known = part_of(form, value, path[0])
    changed = replaced(inner, known, path[1:], new)
    if isinstance(form, ListField) and form.pairs:
        pairs = [list(pair) for pair in value.items()]
        pairs[path[0]] = changed
        return {key: part for key, part in pairs}  # noqa: C416  pairs are lists here
    if isinstance(value, dict):
        return {**value, path[0]: changed}
    return [changed if at == path[0] else part for at, part in enumerate(value)]


def missing(form: Parts, value: Mapping[str, Any]) -> Text | None:
    """Return what is still to be chosen, or which list of a fixed length is too short; None if nothing is."""
    for part in form.parts:
        if value[part.key] is None and not may_be_none(part.form):
            return say("{field}: choose one", field=part.label)
        if isinstance(part.form, ListField) and part.form.count not in (None, len(value[part.key])):
            there, count = len(value[part.key]), part.form.count
            return say("{field}: {n} of {count} so far", field=part.label, n=there, count=count)
    return None


def may_be_none(form: FieldForm) -> bool:
    """Return whether there may be nothing in a field."""
    if isinstance(form, ChoiceField):
        return form.values[0][0] is None
    return not isinstance(form, Parts) and form.optional


def _fresh(part: Part) -> Any:
    return fresh_value(part.form) if part.fresh is None and not may_be_none(part.form) else part.fresh
