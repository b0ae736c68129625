"""Decks and hands that cannot exist."""

from __future__ import annotations

from companion.kit.cards import deck, too_many


def test_a_deck_is_named_suit_by_suit():
    assert deck("AB", range(1, 4)) == ("A1", "A2", "A3", "B1", "B2", "B3")
    assert deck((), (1, 2)) == ()
    assert deck("AB", iter((1, 2))) == ("A1", "A2", "B1", "B2")


def test_a_hand_fits_while_copies_last():
    assert too_many([2, 2, 2, 2], [2, 4], copies=5) is None
    assert too_many([2, 2, 2, 2], [2, 2], copies=5) == 2
    assert too_many([], [3] * 6, copies=5) == 3
    assert too_many([], [], copies=5) is None


def test_only_numbers_of_the_hand_are_its_fault_and_the_lowest_is_named():
    assert too_many([1] * 9, [2], copies=5) is None
    assert too_many([5] * 5 + [4] * 5, [5, 4], copies=5) == 4
