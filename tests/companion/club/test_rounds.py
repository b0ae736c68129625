"""Who plays whom: nobody meets again or pauses twice while that can be avoided, and everybody plays."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.tournament.points import points_of, standings, times_met
from companion.club.tournament.rounds import round_robin, sizes, swiss


def played(players, count, choose, most=2, least=2):
    """Play so many rounds; `choose(table)` returns its players from the best to the worst."""
    rounds, results = [], []
    for _ in range(count):
        pauses = [who for each in rounds for who in each.pausing]
        made = swiss(standings(players, results, pauses), rounds, most, least)
        seated = [who for table in made.tables for who in table]
        assert sorted([*seated, *made.pausing]) == sorted(players)
        rounds.append(made)
        results += [tuple((who,) for who in choose(table)) for table in made.tables]
    return rounds, results


@given(st.integers(2, 17), st.randoms(use_true_random=False))
def test_nobody_meets_again_or_pauses_twice_while_that_can_be_avoided(count, chance):
    """Up to half of the possible rounds, a round without meeting again always exists (Dirac: such a graph of those who
    have not met has a perfect matching).
    """
    wanted = max(1, (count + count % 2) // 2 - 1)
    rounds, _ = played(range(count), wanted, lambda table: chance.sample(table, len(table)))
    assert max(times_met(rounds).values(), default=0) <= 1
    assert max(Counter(who for each in rounds for who in each.pausing).values(), default=0) <= 1
    assert all(len(each.pausing) == count % 2 for each in rounds)


def test_when_all_have_met_all_they_meet_again_as_rarely_as_possible():
    rounds, _ = played(range(4), 6, sorted)
    assert set(times_met(rounds).values()) == {2}


def test_the_upper_half_meets_the_lower_and_winners_meet_winners():
    rounds, results = played(range(8), 2, sorted)
    assert {frozenset(table) for table in rounds[0].tables} == {frozenset({at, at + 4}) for at in range(4)}
    first = {who: share for places in results[:4] for who, share in points_of(places).items()}
    assert all(first[one] == first[other] for one, other in rounds[1].tables)


def test_the_last_who_has_not_paused_pauses():
    rounds, _ = played(range(5), 3, sorted)
    assert rounds[0].pausing == (4,)
    assert len({each.pausing for each in rounds}) == 3


@given(st.integers(2, 40), st.integers(2, 6), st.integers(2, 4))
def test_tables_are_of_nearly_equal_size_and_few_pause(players, most, least):
    found = sizes(players, max(most, least), least)
    assert all(least <= size <= max(most, least) for size in found)
    assert not found or max(found) - min(found) <= 1
    possible = {0}
    for _ in range(players):
        possible |= {have + size for have in possible for size in range(least, max(most, least) + 1)}
    assert sum(found) == max(have for have in possible if have <= players)


@given(st.integers(6, 24), st.integers(3, 6), st.randoms(use_true_random=False))
def test_larger_tables_seat_everybody_and_pause_fairly(count, most, chance):
    rounds, _ = played(range(count), 3, lambda table: chance.sample(table, len(table)), most, 3)
    pauses = Counter(who for each in rounds for who in each.pausing)
    assert max(pauses.values(), default=0) <= -(-3 * len(rounds[0].pausing) // count)
    assert all(len(table) in range(3, most + 1) for each in rounds for table in each.tables)


@pytest.mark.parametrize(("count", "most"), [(16, 4), (12, 3), (20, 4), (36, 6), (100, 4)])
def test_at_larger_tables_nobody_meets_again_in_the_second_round(count, most):
    rounds, _ = played(range(count), 2, sorted, most, most)
    assert max(times_met(rounds).values()) == 1


@given(st.integers(2, 15))
def test_in_a_round_robin_everybody_meets_everybody_once(count):
    rounds = [round_robin(range(count), number) for number in range(count - 1 + count % 2)]
    met = times_met(rounds)
    assert dict(met) == {frozenset(pair): 1 for pair in combinations(range(count), 2)}
    first = Counter(table[0] for each in rounds for table in each.tables)
    assert max(first.values()) - min(first[who] for who in range(count)) <= 2
    assert all(len(each.pausing) == count % 2 for each in rounds)


def test_points_are_the_share_of_the_others_that_somebody_beat():
    assert points_of(((1,), (2,))) == {1: 1, 2: 0}
    assert points_of(((1, 2),)) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert points_of(((7,), (8, 9), (4,))) == {7: 1, 8: Fraction(1, 2), 9: Fraction(1, 2), 4: 0}


@given(st.permutations(range(6)), st.lists(st.integers(1, 5), max_size=3))
def test_a_table_gives_half_as_many_points_as_it_has_players(order, cuts):
    edges = [0, *sorted({*cuts}), 6]
    places = tuple(tuple(order[one:other]) for one, other in pairwise(edges))
    assert sum(points_of(places).values()) == 3


def test_equal_points_are_parted_by_the_points_of_those_they_met():
    results = [((0,), (3,)), ((1,), (2,)), ((2,), (3,))]
    assert [each.player for each in standings(range(4), results)] == [1, 2, 0, 3]
    assert next(each.player for each in standings(range(3), [], pauses=[2])) == 2
