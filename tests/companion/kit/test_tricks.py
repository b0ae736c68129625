"""Who takes a trick."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.tricks import Play, taker

tricks = st.lists(st.tuples(st.sampled_from("RBYG"), st.integers(1, 9)), min_size=1, max_size=5, unique=True).map(
    lambda cards: [Play(seat, suit, number) for seat, (suit, number) in enumerate(cards)]
)


def test_the_highest_of_the_suit_led_wins():
    assert taker([Play(2, "A", 3), Play(0, "A", 5), Play(1, "A", 4)]) == 0


def test_other_suits_never_win():
    assert taker([Play(2, "A", 1), Play(0, "B", 5), Play(1, "C", 4)]) == 2


def test_any_trump_beats_all_others():
    assert taker([Play(0, "Y", 5), Play(1, "Y", 8), Play(2, "R", 2), Play(3, "B", 8)], trump="R") == 2
    assert taker([Play(0, "B", 4), Play(1, "R", 1), Play(2, "R", 3), Play(3, "B", 8)], trump="R") == 2
    assert taker([Play(0, "R", 2), Play(1, "G", 5), Play(2, "R", 1)], trump="R") == 0


def test_of_equal_cards_the_earlier_wins():
    assert taker([Play(1, "A", 4), Play(0, "A", 4)]) == 1


def test_nobody_takes_nothing():
    with pytest.raises(ValueError, match="empty trick"):
        taker([])


@given(tricks, st.sampled_from([None, "R", "G"]))
def test_the_taker_has_the_best_card_by_definition(plays, trump):
    suits = [play.suit for play in plays]
    ruling = trump if trump in suits else plays[0].suit
    best = max((play for play in plays if play.suit == ruling), key=lambda play: play.number)
    assert taker(plays, trump) == best.seat
