"""The arithmetic of catching up, against a slow and plain reading of the specification."""

import itertools
from random import Random

import pytest

from companion.games.catch_up.options import CatchUpOptions
from companion.games.catch_up.payments import LISTED, cards_of, due, named, payable, pays, ranks_of, superfluous, total

FULL = cards_of(range(1, 14))


def subsets(hand):
    ranks = ranks_of(hand)
    for size in range(1, len(ranks) + 1):
        yield from itertools.combinations(ranks, size)


def legal_by_the_book(hand, difference, high, options):
    """Section 3.4 of the specification, sentence by sentence."""
    ranks = ranks_of(hand)
    sets = list(subsets(hand))
    exact = any(sum(one) == difference for one in sets)
    if sum(ranks) < difference:
        legal = {ranks}
    elif exact and options.exact_if_possible:
        legal = {one for one in sets if sum(one) == difference}
    else:
        legal = {one for one in sets if sum(one) >= difference}
    if options.highest_below and not exact:
        below = [rank for rank in ranks if rank < (difference if options.below == "difference" else high)]
        if below:
            legal.add((max(below),))
    return legal


HOUSES = [
    CatchUpOptions(exact_if_possible=strict, highest_below=single, below=below)
    for strict in (True, False)
    for single, below in ((False, "difference"), (True, "difference"), (True, "high-roll"))
]


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_every_set_of_a_hand_is_judged_by_the_book(options):
    random = Random(7)
    for _ in range(120):
        hand = cards_of(random.sample(range(1, 14), random.randint(1, 8)))
        high = random.randint(4, 18)
        difference = random.randint(1, high - 3)
        legal = legal_by_the_book(hand, difference, high, options)
        judged = {one for one in subsets(hand) if pays(cards_of(one), hand, difference, high, options)}
        assert judged == legal, (ranks_of(hand), difference, high)
        ways = due(hand, difference, high, options)
        listed = [ranks_of(cards) for cards in ways.sets]
        assert len(listed) == len(set(listed)) <= LISTED
        assert set(listed) <= legal
        assert ways.more == (set(listed) != legal)
        assert listed, "there is always a way to pay"


def test_exact_sets_of_the_whole_suit():
    seven = due(FULL, 7, 16, CatchUpOptions())
    assert [ranks_of(cards) for cards in seven.sets] == [(7,), (1, 6), (2, 5), (3, 4), (1, 2, 4)]
    fifteen = due(FULL, 15, 18, CatchUpOptions())
    assert len(fifteen.sets) == 25
    assert not fifteen.more
    assert all(total(cards) == 15 for cards in fifteen.sets)


def test_no_listing_is_longer_than_the_buttons():
    for difference in range(1, 16):
        for options in HOUSES:
            assert len(due(FULL, difference, 18, options).sets) <= LISTED


def test_lean_sets_come_closest_first_and_hold_nothing_to_spare():
    ways = due(cards_of([3, 8, 10]), 7, 12, CatchUpOptions())
    assert [ranks_of(cards) for cards in ways.sets] == [(8,), (10,)]
    assert ways.more
    ways = due(cards_of([1, 3, 9]), 12, 16, CatchUpOptions())
    assert [ranks_of(cards) for cards in ways.sets] == [(3, 9)]
    assert not due(cards_of([8]), 7, 12, CatchUpOptions()).more


def test_the_single_card_of_R7_2_is_always_offered():
    options = CatchUpOptions(highest_below=True, exact_if_possible=False)
    ways = due(cards_of([2, *range(9, 14)]), 8, 18, options)
    assert ways.sets[0] == ways.single == cards_of([2])


def test_superfluous_cards():
    assert superfluous(cards_of([3, 8]), 7) == (3,)
    assert superfluous(cards_of([8, 10]), 7) == (8, 10)
    assert superfluous(cards_of([1, 3, 9]), 11) == (1,)
    assert superfluous(cards_of([3, 9]), 11) == ()
    assert superfluous(cards_of([4]), 7) == ()


def test_cards_and_sums():
    assert ranks_of(cards_of([13, 1, 5])) == (1, 5, 13)
    assert payable(cards_of([1, 3])) == 0b11011
    assert named(cards_of([1, 10, 11, 12, 13])) == "A+10+J+Q+K"
