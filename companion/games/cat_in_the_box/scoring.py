"""What a round of Cat in the Box is worth (R5)."""

from __future__ import annotations

from companion.games.cat_in_the_box.setup import Setup
from companion.games.cat_in_the_box.state import Scored, State

MODEST = 4
"""With two players the bonus is for at most this many tricks."""


def groups(tokens: int, setup: Setup) -> list[int]:
    """The connected groups among these cells, each as bits: neighbours in a row, or in the rows above and below."""
    found = []
    inner, outer = ~setup.left, ~setup.right
    while tokens:
        group, grown = 0, tokens & -tokens
        while grown != group:
            group = grown
            near = (group & outer) << 1 | (group & inner) >> 1 | group << setup.numbers | group >> setup.numbers
            grown = (group | near) & tokens
        found.append(group)
        tokens &= ~group
    return found


def largest(tokens: int, setup: Setup) -> int:
    """The size of the largest group; 0 without a token."""
    return max((group.bit_count() for group in groups(tokens, setup)), default=0)


def earns_bonus(state: State, seat: int) -> bool:
    """Return whether a player would earn the bonus (R5.2) if the round ended now."""
    won = state.won[seat]
    if state.setup.players == 2:
        return won <= MODEST and (won > 0 or state.setup.options.zero_tricks_bonus)
    return won == state.predictions[seat]


def scored(state: State, paradox: int | None) -> Scored:
    """The round on the table as it counts if it ends now, by a paradox of that seat or without one."""
    bonus = tuple(
        largest(state.tokens[seat], state.setup) if seat != paradox and earns_bonus(state, seat) else 0
        for seat in range(state.setup.players)
    )
    scores = tuple(
        -won if seat == paradox else won + more for seat, (won, more) in enumerate(zip(state.won, bonus, strict=True))
    )
    return Scored(scores, state.won, bonus, paradox)
