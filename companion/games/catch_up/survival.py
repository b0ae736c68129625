"""How many rounds a hand lasts: what a bot weighs its payments by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product

from companion.games.catch_up.payments import exact_sets, lean_sets, payable, total

Lasting = Callable[[int], float]
"""How many rounds a hand lasts on average."""


@cache
def odds(players: int, dice: int) -> tuple[float, ...]:
    """The probability of each difference between a player's roll and the high roll of the round."""
    rolls = Counter(map(sum, product(range(1, 7), repeat=dice)))
    count = 6**dice

    def others_below(high: int) -> float:
        return float((sum(ways for roll, ways in rolls.items() if roll <= high) / count) ** (players - 1))

    found = [0.0] * (5 * dice + 1)
    for roll, ways in rolls.items():
        found[0] += ways / count * others_below(roll)
        for high in range(roll + 1, 6 * dice + 1):
            found[high - roll] += ways / count * (others_below(high) - others_below(high - 1))
    return tuple(found)


@cache
def lasting(players: int, dice: int) -> Lasting:
    """Return how long hands last at a table of this size, by the rules without options, with the best payments.

    A round with the difference 0 costs nothing: with the probability p of the others, and the best rest after each,
    rounds(hand) = (1 + sum of p * rounds(rest)) / (1 - p(0)).
    """
    chance = odds(players, dice)

    @cache
    def rounds(hand: int) -> float:
        if not hand:
            return 0.0
        after = sum(likely * max(map(rounds, _rests(hand, lack))) for lack, likely in enumerate(chance) if lack)
        return (1 + after) / (1 - chance[0])

    return rounds


def _rests(hand: int, difference: int) -> list[int]:
    """Return what may be left of a hand after this difference was paid without a superfluous card."""
    if total(hand) < difference:
        return [0]
    exact = payable(hand) >> difference & 1
    sets = exact_sets(difference) if exact else lean_sets(difference)
    return [hand ^ cards for cards in sets if cards & hand == cards]
