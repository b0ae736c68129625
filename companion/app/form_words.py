"""What stands in a field of a form, in a few words. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeGuard

from companion.app.forms import NONE, ChoiceField, FieldForm, Label, Letters, ListField, Number, Part, Parts, Several
from companion.i18n import Translate, translate

_MOST_BRIEF = 6
"""Limit of the parts in a summary: as many as there are players at most."""
_FEW = 2
"""Limit of the numbers that stand together in a summary."""


def words_of(form: FieldForm, value: Any, said: Translate = translate) -> str:
    """Return what stands in a field, in a few words. `said` translates them."""
    if value is None and not isinstance(form, ChoiceField):
        return NONE
    match form:
        case ChoiceField(values):
            return next((said(word) for known, word in values if _same(known, value)), NONE)
        case Number():
            return said(dict(form.words).get(value, str(value)))
        case Letters():
            return str(value) or NONE
        case Several(values):
            return _between(values, " ", said).join(said(word) for known, word in values if known in value) or NONE
        case Parts():
            parts = _said(form, value)
            words = _each(parts, value, partial(words_of, said=said))
            if set(words) <= {NONE}:
                return NONE
            if all(isinstance(part.form, ChoiceField | Number) for part in parts) and not form.is_object:
                return " · ".join(words)
            labelled = zip(parts, words, strict=True)
            return ", ".join(f"{said(part.label)} {each}" for part, each in labelled if each != NONE)
        case ListField():
            entries = [list(pair) for pair in value.items()] if form.pairs else value
            between = _between(form.of.values, "  ", said) if isinstance(form.of, ChoiceField) else "; "
            return between.join(words_of(form.of, entry, said) for entry in entries) or NONE


def brief_of(form: FieldForm, value: Any) -> str:
    """Return a summary of a field too long to show: how much it is, by parts."""
    if value is None or isinstance(form, ChoiceField | Number | Letters):
        return words_of(form, value)
    if isinstance(form, Parts):
        parts = _said(form, value)
        piles = [[value[part.key][each.key] for each in part.form.parts] for part in parts if _is_pile(part.form)]
        if piles and len(piles) == len(parts):
            return " · ".join("/".join(map(str, pile)) for pile in piles)
        if any(isinstance(part.form, Parts) for part in parts):
            return str(sum(_entered(part.form, value[part.key]) for part in parts))
        return " · ".join(_each(parts[:_MOST_BRIEF], value, brief_of)) + (" …" if len(parts) > _MOST_BRIEF else "")
    return str(len(value))


def by_place(form: FieldForm, value: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return what stands in each part of a list whose parts have these names, in a word or number; else nothing."""
    if value is None or not isinstance(form, Parts) or [str(part.label) for part in form.parts] != [*names]:
        return ()
    return tuple(_each(form.parts, value, brief_of))


def _each(parts: Iterable[Part], value: Any, words: Callable[[FieldForm, Any], str]) -> list[str]:
    """Return the words of each part, NONE where nothing was entered."""
    return [NONE if value[part.key] is None else words(part.form, value[part.key]) for part in parts]


def _between(values: Iterable[tuple[Any, Label]], space: str, said: Translate) -> str:
    """Return the separator for these values: a comma if they are names, which may contain spaces, else `space`."""
    return ", " if any(len(each) > 1 and each[:2].isalpha() for each in (said(word) for _, word in values)) else space


def _is_pile(form: FieldForm) -> TypeGuard[Parts]:
    """Return whether this is a few numbers that belong together, such as those of a deck."""
    few = form.parts if isinstance(form, Parts) and form.is_object and len(form.parts) <= _FEW else ()
    return bool(few) and all(isinstance(part.form, Number) for part in few)


def _said(form: Parts, value: Any) -> list[Part]:
    """Return the parts that are needed or have a value."""
    return [part for part in form.parts if part.needed or not _is_empty(value[part.key])]


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})


def _entered(form: FieldForm, value: Any) -> int:
    """Return how many values other than nothing a field has."""
    if isinstance(form, Parts):
        return sum(_entered(part.form, value[part.key]) for part in form.parts)
    return int(bool(value) or (value == 0 and isinstance(form, ChoiceField)))


def _same(known: Any, value: Any) -> bool:
    return bool(known == value) and isinstance(known, bool) == isinstance(value, bool)
