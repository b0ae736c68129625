"""Ratings by game and their uncertainty."""

from companion.people.matches import Match
from companion.people.ratings import ratings


def match(*places, people=None):
    everybody = tuple(who for group in places for who in group)
    return Match("s", "g", "2026", people or everybody, places, {}, {}, {}, {})


def test_who_wins_rises_and_uncertainty_falls():
    found = ratings([match(("ann",), ("bo",), ("cy",))] * 10)
    ann, bo, cy = (found[who] for who in ("ann", "bo", "cy"))
    assert ann[-1].mean > bo[-1].mean > cy[-1].mean
    assert [each.mean for each in ann] == sorted(each.mean for each in ann)
    assert ann[-1].plus_minus < ann[0].plus_minus < 1.96 * 25 / 3


def test_equal_places_leave_equals_equal():
    found = ratings([match(("ann", "bo"))])
    assert found["ann"][0].mean == found["bo"][0].mean


def test_a_game_without_places_for_everybody_rates_nobody():
    assert ratings([match(), match(("ann",), people=("ann", "bo"))]) == {}


def test_ratings_name_their_games():
    found = ratings([match(("ann",), ("bo",)), match(("bo",), ("cy",)), match(("ann",), ("cy",))])
    assert [each.game for each in found["ann"]] == [0, 2]
