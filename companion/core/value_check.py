"""Whether a value is what its field's marks allow, and the sentence if it is not: the one check at the border."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from typing import Any

from companion.core.schema import (
    AnyOf,
    AnySeat,
    Anything,
    Bounds,
    Listing,
    ListOf,
    MapOf,
    OneOf,
    Record,
    Shape,
    Together,
    parts_of,
)
from companion.core.text import Commas, Text, quoted, say


def refused(shape: Shape, value: Any, seats: int | None = None) -> Text | None:
    """Return why a value cannot stand here, plain as JSON has it or typed, or None if it can.

    Seats are looked at only if the number of `seats` of the table is known.
    """
    if isinstance(shape, AnyOf):
        reasons = [refused(each, value, seats) for each in shape.shapes]
        return None if None in reasons else reasons[0]
    mistyped = _mistyped(shape, value)
    if mistyped is not None:
        return mistyped
    match shape:
        case Bounds(low, high) if low is not None and value < low:
            return say("{value} is too small: at least {low}", value=value, low=low)
        case Bounds(low, high) if high is not None and value > high:
            return say("{value} is too large: at most {high}", value=value, high=high)
        case AnySeat(others) if seats is not None and value not in range(seats) and value not in (others or ()):
            return say("there is no seat {seat}: the seats are 0 to {last}", seat=value, last=seats - 1)
        case ListOf(listing=Listing.BY_SEAT) if seats is not None and len(value) != seats:
            return say("there must be {wanted} entries, not {given}", wanted=seats, given=len(value))
        case ListOf(listing=Listing.DIFFERENT) if any(value.count(part) > 1 for part in value):
            twice = next(part for part in value if value.count(part) > 1)
            return say("{value} is there twice", value=quoted(twice))
    for of, part in parts_of(shape, value):
        why = refused(of, part, seats)
        if why is not None:
            return why
    return None


def _mistyped(shape: Shape, value: Any) -> Text | None:
    """Return why a value has the wrong type itself, whatever its parts are."""
    match shape:
        case AnySeat(others) if others and _among(others, value):
            return None
        case Bounds() | AnySeat() if not isinstance(value, int) or isinstance(value, bool):
            return say("{value} is not a whole number", value=quoted(value))
        case Anything(text=True) | OneOf(Callable()) if not isinstance(value, str):
            return say("{value} is not a text", value=quoted(value))
        case OneOf(values) if not callable(values) and not _among(values, value):
            return say("{value} is not one of {allowed}", value=quoted(value), allowed=Commas(map(quoted, values)))
        case ListOf() | Together() if not isinstance(value, list | tuple):
            return say("{value} is not a list", value=quoted(value))
        case Together(shapes) if len(value) != len(shapes):
            return say("there must be {wanted} entries, not {given}", wanted=len(shapes), given=len(value))
        case MapOf() | Record() if not isinstance(value, Mapping) and not is_dataclass(value):
            return say("{value} is not an object", value=quoted(value))
        case Record(known) if isinstance(value, Mapping):
            missing = [name for name, each in known.items() if each.needed and name not in value]
            stray = [name for name in value if name not in known]
            if missing or stray:
                return say("“{name}” is missing", name=missing[0]) if missing else no_field(stray[0])
    return None


def no_field(name: object) -> Text:
    """Return the sentence that refuses a field of this name."""
    return say("there is no field {name}", name=quoted(name))


def _among(values: Iterable[Any], value: Any) -> bool:
    return any(known == value and isinstance(known, bool) == isinstance(value, bool) for known in values)
