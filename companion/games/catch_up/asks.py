"""What a Catch Up table is asked for."""

from __future__ import annotations

from functools import cache

from companion.core.asks import Ask, Choice, Form, RollCall, some_of
from companion.core.text import say
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.payments import due, named, ranks_of
from companion.games.catch_up.state import Phase, State, high_roll, next_to_roll


def asks(state: State) -> tuple[Ask, ...]:
    """One roll from the next seat, or a payment from everybody who owes, clockwise from the player who began."""
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.DISCARDING:
        return tuple(_payment(state, seat) for seat in state.table.clockwise(state.starter or 0) if state.owes[seat])
    seat = next_to_roll(state)
    assert seat is not None
    dice = state.options.dice
    if state.phase is Phase.ROLLING:
        text = say("Roll {dice} dice", dice=dice)
    elif state.phase is Phase.START_ROLL:
        text = say("Roll {dice} dice to see who begins", dice=dice)
    else:
        text = say("Roll {dice} dice for the win", dice=dice)
    return (Ask(seat, text, roll=RollCall(dice)),)


def _payment(state: State, seat: int) -> Ask:
    hand, difference = state.hands[seat], state.owes[seat]
    ways = due(hand, difference, high_roll(state) or 0, state.options)
    card = named(ways.single)
    if ways.exact:
        text = say("Give up exactly {n}", n=difference)
    elif ways.everything and card:
        text = say("You cannot reach {n}: give up your cards or just the {card}", n=difference, card=card)
    elif ways.everything:
        text = say("You cannot reach {n}: give up your cards", n=difference)
    elif card:
        text = say("Give up {n} or more, or just the {card}", n=difference, card=card)
    else:
        text = say("Give up {n} or more", n=difference)
    forms: tuple[Form, ...] = ()
    if ways.more:
        forms = (Form(Discarded, {"seat": seat}, {"cards": some_of(ranks_of(hand))}),)
    return Ask(seat, text, tuple(_choice(seat, cards) for cards in ways.sets), forms)


@cache
def _choice(seat: int, cards: int) -> Choice:
    """Made once for each seat and set: the sets that are ever listed are a few hundred."""
    return Choice(Discarded(seat, ranks_of(cards)), say("{cards}", cards=named(cards)))
