"""Null in a request means "left out"."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from types import NoneType
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict


def without_nulls(value: Any, hint: Any) -> Any:
    """Return a JSON value for a type without the null fields that may be left out, unless null is a value of theirs."""
    while get_origin(hint) in (Annotated, NotRequired):
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple and isinstance(value, list):
        return [without_nulls(part, get_args(hint)[0]) for part in value]
    if not isinstance(value, dict) or not (is_dataclass(hint) or is_typeddict(hint)):
        return value
    hints = get_type_hints(hint, include_extras=True)
    may_be_left_out = getattr(hint, "__optional_keys__", ())
    if is_dataclass(hint):
        may_be_left_out = {f.name for f in fields(hint) if f.default is not MISSING or f.default_factory is not MISSING}
    return {
        name: without_nulls(part, hints.get(name))
        for name, part in value.items()
        if part is not None or name not in may_be_left_out or NoneType in get_args(hints[name])
    }
