"""What players of Catch Up count: the cards they hold."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Commas, Text, counted, say
from companion.games.catch_up.payments import NAMES, ranks_of
from companion.games.catch_up.state import Phase, State, high_roll, winners


def _counts(state: State) -> tuple[int, ...]:
    return tuple(hand.bit_count() for hand in state.hands)


def _unit(n: int) -> Text:
    return counted("{n} card", "{n} cards", n)


def _why(state: State, seat: int) -> Text:
    """Return the cards that are left; without any, what decided."""
    if state.hands[seat]:
        return say("still holds {cards}", cards=Commas(NAMES[rank] for rank in ranks_of(state.hands[seat])))
    roll = state.rolls[seat]
    if state.phase is Phase.OVER:
        return _without_cards(state, seat, roll)
    return say("has given up every card") if roll is None else say("no card left; last roll {roll}", roll=roll)


def _without_cards(state: State, seat: int, roll: int | None) -> Text:
    """Return how the last round or the roll-off ended for somebody who is out of cards (R6.3, R6.4)."""
    if seat not in state.holders:
        return say("out before the last round")
    if roll is None:
        return say("out in the last round")
    won, rolled_off = seat in winners(state), high_roll(state) is None
    if won and rolled_off:
        return say("wins the roll-off with {roll}", roll=roll)
    if won:
        return say("best last roll of those who still held cards: {roll}", roll=roll)
    if rolled_off:
        return say("rolls {roll} in the roll-off", roll=roll)
    return say("no card left; last roll {roll}", roll=roll)


TALLY = Tally(_counts, _unit, _why)
