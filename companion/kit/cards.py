"""Counting cards: decks of suits and numbers, and hands that cannot exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def deck(suits: Iterable[str], numbers: Iterable[int]) -> tuple[str, ...]:
    """The names of all cards, suit by suit: `deck("AB", (1, 2))` is `("A1", "A2", "B1", "B2")`."""
    kept = tuple(numbers)
    return tuple(f"{suit}{number}" for suit in suits for number in kept)


def too_many(seen: Iterable[int], hand: Iterable[int], copies: int) -> int | None:
    """The lowest number of `hand` of which, with those `seen` elsewhere, more than `copies` cards would exist.

    None where the hand fits: then every number in it can still be a real card.
    """
    held = Counter(hand)
    count = Counter(seen) + held
    return min((number for number in held if count[number] > copies), default=None)
