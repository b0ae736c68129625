"""Facts that somebody gave: read strictly, piece by piece, so that a position is either understood or refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from companion.core.game import BadPosition
from companion.core.text import say

_T = TypeVar("_T")


def known(facts: Mapping[str, Any], keys: Collection[str], at: str = "") -> None:
    """Refuses a fact that the game does not have. Raises BadPosition."""
    for key in facts:
        if key not in keys:
            raise BadPosition(at or str(key)[:40], f"there is no such fact here: {quoted(key)}")


def whole(key: str, value: Any, low: int | None = None, high: int | None = None) -> int:
    """A whole number within bounds; true and false are none. Raises BadPosition."""
    if type(value) is not int:
        raise BadPosition(key, f"{quoted(value)} is not a whole number")
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = f"from {low} to {high}" if high is not None else f"at least {low}"
        raise BadPosition(key, f"{quoted(value)} is not {bounds}")
    return value


def word(key: str, value: Any, one_of: Collection[str]) -> str:
    """One of the words allowed. Raises BadPosition."""
    if type(value) is not str or value not in one_of:
        raise BadPosition(key, f"{quoted(value)} is not one of {', '.join(one_of)}")
    return value


def items(key: str, value: Any, length: int | None = None) -> list[Any]:
    """A list (or tuple), of this length where one is named. Raises BadPosition."""
    if type(value) not in (list, tuple):
        raise BadPosition(key, f"{quoted(value)} is not a list")
    if length is not None and len(value) != length:
        raise BadPosition(key, f"there must be {length} entries, not {len(value)}")
    return list(value)


def seats(key: str, value: Any, count: int) -> tuple[int, ...]:
    """Different seats of a table with this many players, in the order given. Raises BadPosition."""
    named = tuple(whole(key, seat, 0, count - 1) for seat in items(key, value))
    if len(set(named)) < len(named):
        raise BadPosition(key, "a seat is named twice")
    return named


def record(key: str, value: Any, keys: Collection[str], *, whole_record: bool = True) -> dict[str, Any]:
    """An object with exactly these keys (or, where not `whole_record`, some of them). Raises BadPosition."""
    if not isinstance(value, Mapping):
        raise BadPosition(key, f"{quoted(value)} is not an object")
    known(value, keys, key)
    if whole_record:
        for name in keys:
            if name not in value:
                raise BadPosition(key, f"{name!r} is missing")
    return dict(value)


def agrees(given: Any, found: Any) -> bool:
    """Whether a given fact says exactly what was worked out; true is not 1."""
    if isinstance(given, Mapping):
        return (
            isinstance(found, Mapping)
            and given.keys() == found.keys()
            and all(agrees(value, found[key]) for key, value in given.items())
        )
    if isinstance(given, (list, tuple)):
        return (
            isinstance(found, (list, tuple))
            and len(given) == len(found)
            and all(agrees(one, other) for one, other in zip(given, found, strict=True))
        )
    return type(given) is type(found) and bool(given == found)


def all_agree(given: Mapping[str, Any], found: Mapping[str, Any], but: Collection[str] = ()) -> None:
    """Refuses facts that contradict what follows from the others. Raises BadPosition."""
    for key, value in given.items():
        if key not in but and not agrees(value, found[key]):
            raise BadPosition(key, f"it says {quoted(value)}, but from the rest follows {quoted(found[key])}")


def quoted(value: Any) -> str:
    """What was given, or its beginning where it is long."""
    try:
        text = repr(value)
    except ValueError:  # a whole number of thousands of digits somewhere inside
        return "something huge"
    return text if len(text) <= 120 else text[:117] + "..."


def within(key: str, value: int, low: int, high: int) -> int:
    """A whole number from `low` to `high`. Raises BadPosition."""
    if not low <= value <= high:
        raise BadPosition(key, say("{value} is not from {low} to {high}", value=value, low=low, high=high))
    return value


def one_each(key: str, values: tuple[_T, ...], count: int) -> tuple[_T, ...]:
    """A list with this many entries, such as one for each seat. Raises BadPosition."""
    if len(values) != count:
        raise BadPosition(key, say("there must be {wanted} entries, not {given}", wanted=count, given=len(values)))
    return values
