"""What players of Catch Up count: the cards they hold."""

from __future__ import annotations

from companion.core.game import Tally
from companion.core.text import Commas, Text, counted, say
from companion.games.catch_up.payments import NAMES, ranks_of
from companion.games.catch_up.state import State


def _counts(state: State) -> tuple[int, ...]:
    return tuple(hand.bit_count() for hand in state.hands)


def _unit(n: int) -> Text:
    return counted("{n} card", "{n} cards", n)


def _why(state: State, seat: int) -> Text:
    """The cards that are left; without any, the last roll."""
    if state.hands[seat]:
        return say("still holds {cards}", cards=Commas(NAMES[rank] for rank in ranks_of(state.hands[seat])))
    roll = state.rolls[seat]
    return say("has given up every card") if roll is None else say("no card left; last roll {roll}", roll=roll)


TALLY = Tally(_counts, _unit, _why)
