"""What a Catchy! table is asked for."""

from __future__ import annotations

from companion.core.asks import Ask, Choice, Form, Key, some_of
from companion.core.text import Text, say
from companion.games.catchy.cards import CARDS, card_name
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.rounds import handed_to
from companion.games.catchy.state import Phase, State, cards_left


def asks(state: State) -> tuple[Ask, ...]:
    """Return what the table is asked for; empty exactly when the game is over."""
    match state.phase:
        case Phase.DEAL:
            return _deal_asks(state)
        case Phase.EXCHANGE if state.holder is not None:
            first, second = state.table.players
            places = (say("{name}'s end", name=first), say("the middle"), say("{name}'s end", name=second))
            choices = tuple(Choice(CourseExchanged(state.holder, at), label) for at, label in enumerate(places))
            return (Ask(state.holder, say("Swap the Starting card: which place?"), choices),)
        case Phase.LEAD if state.leader is not None:
            return (_card_ask(state, state.leader, say("Lead a card")),)
        case Phase.FOLLOW:
            lead = state.trick[0]
            return (
                _card_ask(state, 1 - lead.seat, say("Answer the {card}", card=card_name(lead.card, state.options))),
            )
    return ()


def _card_ask(state: State, seat: int, text: Text) -> Ask:
    unplayed = (card for card in CARDS if card not in state.played)
    return Ask(seat, text, tuple(Choice(CardPlayed(seat, card), card_name(card, state.options)) for card in unplayed))


def _deal_asks(state: State) -> tuple[Ask, ...]:
    due = handed_to(state)
    asked = tuple(
        Ask(
            seat,
            say("Show the Starting card if you have it"),
            (Choice(StartingCardShown(seat), say("I have it"), Key.YES),),
        )
        for seat in (0, 1)
        if due in (None, seat)
    )
    if not state.history:
        return asked
    return asked + tuple(
        Ask(
            seat,
            say("You may show your last cards"),
            forms=(Form(HandShown, {"seat": seat}, {"cards": some_of(_unseen(state, seat))}),),
            optional=True,
        )
        for seat in (0, 1)
        if state.shown[seat] is None and cards_left(state, seat)
    )


def _unseen(state: State, seat: int) -> dict[str, Text]:
    gone = state.played.union(state.shown[1 - seat] or ())
    return {card: card_name(card, state.options) for card in CARDS if card not in gone}
