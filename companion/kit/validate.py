"""What many positions need checked that the marks of their facts cannot say: what depends on the options."""

from __future__ import annotations

from typing import TypeVar

from companion.core.game import BadPosition
from companion.core.text import say

_T = TypeVar("_T")


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
