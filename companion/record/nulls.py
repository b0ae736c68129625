"""Null in a request: what may be left out may be null instead."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from types import NoneType
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict


def without_nulls(value: Any, hint: Any) -> Any:
    """A JSON value for a type, without the fields that are null where that means "left out".

    A field that may be left out may be null instead, unless null is one of its own values.
    """
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
