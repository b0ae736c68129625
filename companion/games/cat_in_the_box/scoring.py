"""What a round of Cat in the Box is worth, and the order of the players at the end (R5, R6)."""

from __future__ import annotations

from companion.core.game import Outcome
from companion.games.cat_in_the_box.options import House
from companion.games.cat_in_the_box.state import Scored, State

MODEST = 4
"""With two players the bonus is for at most this many tricks."""


def groups(tokens: int, house: House) -> list[int]:
    """The connected groups among these cells, each as bits: neighbours in a row, or in the rows above and below."""
    found = []
    inner, outer = ~house.left, ~house.right
    while tokens:
        group, grown = 0, tokens & -tokens
        while grown != group:
            group = grown
            near = (group & outer) << 1 | (group & inner) >> 1 | group << house.numbers | group >> house.numbers
            grown = (group | near) & tokens
        found.append(group)
        tokens &= ~group
    return found


def largest(tokens: int, house: House) -> int:
    """The size of the largest group; 0 without a token."""
    return max((group.bit_count() for group in groups(tokens, house)), default=0)


def earns_bonus(state: State, seat: int) -> bool:
    """Whether a player's tricks are what the bonus asks for (R5.2), were the round to end now."""
    won = state.won[seat]
    if state.house.players == 2:
        return won <= MODEST and (won > 0 or state.house.options.zero_tricks_bonus)
    return won == state.predictions[seat]


def scored(state: State, paradox: int | None) -> Scored:
    """The round on the table as it counts if it ends now, by a paradox of that seat or without one."""
    bonus = tuple(
        largest(state.tokens[seat], state.house) if seat != paradox and earns_bonus(state, seat) else 0
        for seat in range(state.house.players)
    )
    scores = tuple(
        -won if seat == paradox else won + more for seat, (won, more) in enumerate(zip(state.won, bonus, strict=True))
    )
    return Scored(scores, state.won, bonus, paradox)


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it runs."""
    if state.phase != "over":
        return None
    totals, last = state.past.totals, state.past.rounds[-1].scores
    shared = state.house.options.tie_break == "shared"
    rank = {seat: (total, 0 if shared else last[seat]) for seat, total in enumerate(totals)}
    places = tuple(
        tuple(seat for seat in rank if rank[seat] == worth) for worth in sorted(set(rank.values()), reverse=True)
    )
    return Outcome(places, dict(enumerate(totals)))
