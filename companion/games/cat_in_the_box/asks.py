"""What a Cat in the Box table is asked for."""

from __future__ import annotations

from catseye.colours import suit
from companion.core.asks import Ask, Choice, Form, Key
from companion.core.schema import Bounds, ListOf
from companion.core.text import say
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.games.cat_in_the_box.options import TRUMP
from companion.games.cat_in_the_box.setup import card_name
from companion.games.cat_in_the_box.state import Phase, State, cards_left, needs_claim, openings, red_is_open


def asks(state: State) -> tuple[Ask, ...]:
    """Return what the table is asked for; empty exactly when the game is over."""
    turn = state.turn
    match state.phase:
        case Phase.REVEAL if turn is not None:
            numbers = ListOf(Bounds(1, state.setup.numbers), count=3)
            form = Form(NeutralRevealed, {"seat": turn}, {"numbers": numbers})
            return (Ask(turn, say("Turn up three of the undealt cards"), forms=(form,)),)
        case Phase.SET_ASIDE:
            return tuple(
                Ask(seat, say("Set a card aside"), (Choice(CardSetAside(seat), say("Done"), Key.YES),))
                for seat in state.setup.table.seats
                if not state.away >> seat & 1
            )
        case Phase.PREDICT if turn is not None:
            choices = tuple(Choice(Predicted(turn, n), say("{n}", n=n)) for n in sorted(state.setup.allowed))
            return (Ask(turn, say("How many tricks?"), choices),)
        case Phase.PLAY if turn is not None:
            return (_card_ask(state, turn),)
    return ()


def _card_ask(state: State, seat: int) -> Ask:
    setup, claim = state.setup, needs_claim(state)
    choices = []
    for colour, number in setup.listed(openings(state, seat)):
        label, only_red = card_name(colour, number), claim and colour == TRUMP
        if only_red:
            label = say("{card}, nothing else", card=label)
        choices.append(Choice(CardPlayed(seat, number, colour, only_red), label))
    forms: tuple[Form, ...] = ()
    if not red_is_open(state):  # no hand is a paradox then
        numbers = ListOf(Bounds(1, setup.numbers), count=cards_left(state, seat))
        forms = (Form(ParadoxShown, {"seat": seat}, {"hand": numbers}),)
    text = say("Lead a card")
    if state.trick:
        text = say("Lay a card: {colour} led", colour=suit(state.trick[0].suit))
    return Ask(seat, text, tuple(choices), forms)
