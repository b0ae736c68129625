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
    name, dice = state.table.name(seat), state.options.dice
    if state.phase is Phase.ROLLING:
        text = say("{name}: roll {dice} dice", name=name, dice=dice)
    elif state.phase is Phase.START_ROLL:
        text = say("{name}: roll {dice} dice to see who begins", name=name, dice=dice)
    else:
        text = say("{name}: roll {dice} dice for the win", name=name, dice=dice)
    return (Ask(seat, text, roll=RollCall(dice)),)


def _payment(state: State, seat: int) -> Ask:
    hand, difference = state.hands[seat], state.owes[seat]
    ways = due(hand, difference, high_roll(state) or 0, state.options)
    values = {"name": state.table.name(seat), "n": difference}
    card = named(ways.single)
    if ways.exact:
        text = say("{name}: give up exactly {n}", **values)
    elif ways.everything and card:
        text = say("{name}: you cannot reach {n}, give up your cards or just the {card}", **values, card=card)
    elif ways.everything:
        text = say("{name}: you cannot reach {n}, give up your cards", **values)
    elif card:
        text = say("{name}: give up {n} or more, or just the {card}", **values, card=card)
    else:
        text = say("{name}: give up {n} or more", **values)
    forms: tuple[Form, ...] = ()
    if ways.more:
        forms = (Form(Discarded, {"seat": seat}, {"cards": some_of(ranks_of(hand))}),)
    return Ask(seat, text, tuple(_choice(seat, cards) for cards in ways.sets), forms)


@cache
def _choice(seat: int, cards: int) -> Choice:
    """Made once for each seat and set: the sets that are ever listed are a few hundred."""
    return Choice(Discarded(seat, ranks_of(cards)), say("{cards}", cards=named(cards)))
