"""Values of a frozen state with one of them changed."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the same values with another one in one place, which is mostly that of a seat."""
    others = list(values)
    others[at] = value
    return tuple(others)
