"""Which sets of cards catch up: the arithmetic of a hand against a difference.

A hand or set of cards is an int in which bit r stands for the card of rank r (bit 0 is never set).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from companion.games.catch_up.options import CatchUpOptions

LISTED = 25
"""How many ways to pay are listed at most: as many as the whole suit has exact sets for the largest difference, 15."""

HIGHEST_RANK = 13
NAMES = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Due(NamedTuple):
    """The cards that one player may give up: `sets` are worth a button each; `more` says that other sets are legal too.

    `exact` and `everything` say which rule decides (R4.2 or R4.4; neither: R4.3), `single` is the card of R7.2 as a
    set, 0 if that rule gives nothing more.
    """

    sets: tuple[int, ...]
    more: bool
    exact: bool
    everything: bool
    single: int


def cards_of(ranks: Iterable[int]) -> int:
    """The set of these ranks (each 1 to 13)."""
    cards = 0
    for rank in ranks:
        cards |= 1 << rank
    return cards


@cache
def ranks_of(cards: int) -> tuple[int, ...]:
    """The ranks in a set, lowest first."""
    return tuple(rank for rank in range(1, cards.bit_length()) if cards >> rank & 1)


@cache
def total(cards: int) -> int:
    """Return what the cards of a set add up to."""
    return sum(ranks_of(cards))


@cache
def payable(hand: int) -> int:
    """An int in which bit s is set exactly if some cards of the hand (or none) add up to s."""
    sums = 1
    for rank in ranks_of(hand):
        sums |= sums << rank
    return sums


def named(cards: int) -> str:
    """The set in words for a button: "A+2+4"."""
    return "+".join(NAMES[rank] for rank in ranks_of(cards))


def superfluous(cards: int, difference: int) -> tuple[int, ...]:
    """The ranks in a set of which any one could have been kept, the rest still reaching the difference."""
    spare = total(cards) - difference
    return tuple(rank for rank in ranks_of(cards) if rank <= spare)


def due(hand: int, difference: int, high: int, options: CatchUpOptions) -> Due:
    """Return what a player with this hand may give up for this difference to the high roll."""
    exact = bool(payable(hand) >> difference & 1)
    single = 0 if exact or not options.highest_below else _highest_below(hand, difference, high, options)
    if total(single) >= difference:
        single = 0  # it may be given up anyway (R4.3)
    if total(hand) < difference:
        return Due(
            (hand,) if single in (0, hand) else (single, hand), more=False, exact=False, everything=True, single=single
        )
    if exact and options.exact_if_possible:
        sets = tuple(cards for cards in exact_sets(difference) if cards & hand == cards)
        return Due(sets, more=False, exact=True, everything=False, single=0)
    sets = tuple(cards for cards in lean_sets(difference) if cards & hand == cards)
    more = hand not in sets
    if single and single not in sets:
        sets = (single, *sets)
    return Due(sets[:LISTED], more=more, exact=False, everything=False, single=single)


def pays(cards: int, hand: int, difference: int, high: int, options: CatchUpOptions) -> bool:
    """Return whether a player with this hand may give up this (non-empty) part of it."""
    exact = bool(payable(hand) >> difference & 1)
    if exact and options.exact_if_possible:
        return total(cards) == difference
    if total(cards) >= difference or cards == hand:
        return total(cards) >= difference or total(hand) < difference
    return options.highest_below and not exact and cards == _highest_below(hand, difference, high, options)


def _highest_below(hand: int, difference: int, high: int, options: CatchUpOptions) -> int:
    bound = high if options.below == "high-roll" else difference
    below = hand & ((1 << bound) - 1)
    return 1 << (below.bit_length() - 1) if below else 0


@cache
def lean_sets(difference: int) -> tuple[int, ...]:
    """All sets of the whole suit that reach the difference with no card to spare; closest first, then fewest cards."""
    found = _reaching(difference, HIGHEST_RANK)
    return tuple(sorted(found, key=lambda cards: (total(cards), cards.bit_count(), ranks_of(cards))))


@cache
def exact_sets(difference: int) -> tuple[int, ...]:
    """All sets of the whole suit that add up to the difference, in the same order."""
    return tuple(cards for cards in lean_sets(difference) if total(cards) == difference)


def _reaching(difference: int, highest: int) -> Iterator[int]:
    """Sets of cards up to `highest` that reach the difference only with their lowest card."""
    for rank in range(highest, 0, -1):
        if rank >= difference:
            yield 1 << rank
        else:
            for rest in _reaching(difference - rank, rank - 1):
                yield 1 << rank | rest
