"""What stands in a field of the form for a running table, in a few words. Pure."""

from __future__ import annotations

from typing import Any

from companion.ui.screens.setup.fact_fields import NONE, Choice, Entries, Form, Number, Parts, Several, is_object


def words_of(form: Form, value: Any) -> str:
    """What stands in a field, in a few words."""
    if value is None:
        return (
            next((words for known, words in form.values if known is None), NONE) if isinstance(form, Choice) else NONE
        )
    match form:
        case Choice(values):
            return next((words for known, words in values if known == value and type(known) is type(value)), str(value))
        case Number():
            return str(value)
        case Several(values):
            return " ".join(words for known, words in values if known in value) or NONE
        case Parts():
            parts = [words_of(part, value[key]) for key, part in zip(form.keys, form.parts, strict=True)]
            if set(parts) == {NONE}:
                return NONE
            if all(isinstance(part, Choice | Number) for part in form.parts) and not is_object(form.keys):
                return " · ".join(parts)
            return ", ".join(f"{words} {part}" for words, part in zip(form.words, parts, strict=True) if part != NONE)
        case Entries():
            entries = [list(pair) for pair in value.items()] if form.pairs else value
            return "; ".join(words_of(form.of, entry) for entry in entries) or NONE


def brief_of(form: Form, value: Any) -> str:
    """What stands in a field where there is no room for it: how much it is, by parts."""
    if value is None or isinstance(form, Choice | Number):
        return words_of(form, value)
    if isinstance(form, Parts):
        parts = [(part, value[key]) for key, part in zip(form.keys, form.parts, strict=True)]
        if any(isinstance(part, Parts) for part, _ in parts):
            return str(sum(_entered(part, inner) for part, inner in parts))
        return " · ".join(brief_of(part, inner) for part, inner in parts)
    return str(len(value))


def _entered(form: Form, value: Any) -> int:
    """How many values that are something stand in a field."""
    if isinstance(form, Parts):
        return sum(_entered(part, value[key]) for key, part in zip(form.keys, form.parts, strict=True))
    return int(bool(value) or (value == 0 and isinstance(form, Choice)))
