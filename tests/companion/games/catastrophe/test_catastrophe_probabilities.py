"""The odds of a defence, against counting all dice."""

from fractions import Fraction
from itertools import product

import pytest

from companion.games.catastrophe.events import AttackPlayed, PassPlayed, ReactionsClosed, YarnSpent
from companion.games.catastrophe.probabilities import Odds, defence, of_stack, percent
from tests.companion.games.catastrophe.played_games import after, begin, roll


def survives(dice, need, rolls, yarn):
    """Plays one sequence of throws: a throw that fails costs a ball of yarn."""
    for value in dice:
        if rolls == 0:
            return True
        if value >= need:
            rolls -= 1
        elif yarn:
            yarn -= 1
        else:
            return False
    return rolls == 0


@pytest.mark.parametrize(("need", "rolls", "yarn"), [(2, 1, 0), (4, 1, 1), (5, 1, 3), (3, 2, 1), (6, 2, 2), (4, 3, 1)])
def test_R9_9_a_defence_is_what_counting_says(need, rolls, yarn):
    throws = rolls + yarn
    won = sum(survives(dice, need, rolls, yarn) for dice in product(range(1, 7), repeat=throws))
    assert defence(need, rolls, yarn) == Fraction(won, 6**throws)


def test_R9_9_odds_before_and_after_the_die_lies_there():
    state = after(begin(), AttackPlayed(0, 1, 5))
    assert of_stack(state) == Odds(1, Fraction(1, 3), Fraction(5, 9))
    assert of_stack(after(state, PassPlayed(1, 2))) is None
    state = after(state, ReactionsClosed(0))
    assert of_stack(state) == Odds(1, Fraction(1, 3), Fraction(5, 9))
    assert of_stack(after(state, roll(1, 4))) == Odds(1, Fraction(0), Fraction(1, 3))
    assert of_stack(after(state, roll(1, 5))) == Odds(1, Fraction(1), Fraction(1))
    assert of_stack(after(state, roll(1, 4), YarnSpent(1, 1))) == Odds(1, Fraction(1, 3), Fraction(5, 9))
    assert of_stack(begin()) is None


def test_R9_9_an_attack_of_several_rolls():
    state = after(begin(), AttackPlayed(0, 1, 4, rolls=2), ReactionsClosed(0))
    assert of_stack(state) == Odds(1, Fraction(1, 4), Fraction(1, 2))
    assert of_stack(after(state, roll(1, 6))) == Odds(1, Fraction(1, 2), Fraction(3, 4))
    assert of_stack(after(state, roll(1, 1))) == Odds(1, Fraction(0), Fraction(1, 4))


def test_only_what_is_certain_is_0_or_100_percent():
    assert [percent(Fraction(n, 1000)) for n in (0, 1, 500, 999, 1000)] == [0, 1, 50, 99, 100]
