"""What a Catchy! table is asked for, and its complete public position."""

from __future__ import annotations

from typing import Any

from companion.core.asks import Ask, Choice, Form, Key
from companion.core.text import say
from companion.games.catchy.round_steps import handed_to, voids
from companion.games.catchy.state import (
    CARDS,
    CardPlayed,
    CourseExchanged,
    HandShown,
    StartingCardShown,
    State,
    called,
    cards_left,
)


def asks(state: State) -> tuple[Ask, ...]:
    """What the table is asked for; empty exactly when the game is over."""
    match state.phase:
        case "deal":
            return _deal_asks(state)
        case "exchange" if state.holder is not None:
            first, second = state.table.players
            places = (say("{name}'s end", name=first), say("the middle"), say("{name}'s end", name=second))
            choices = tuple(Choice(CourseExchanged(state.holder, at), label) for at, label in enumerate(places))
            return (Ask(state.holder, say("Swap the Starting card: which place?"), choices),)
        case "lead" if state.leader is not None:
            return (_card_ask(state, state.leader, "Lead a card"),)
        case "follow":
            return (_card_ask(state, 1 - state.trick[0].seat, "Answer the {led}"),)
    return ()


def _card_ask(state: State, seat: int, text: str) -> Ask:
    options = state.options
    choices = tuple(
        Choice(CardPlayed(seat, card), say("{card}", card=called(card, options)))
        for card in CARDS
        if card not in state.played
    )
    led = called(state.trick[0].card, options) if state.trick else ""
    return Ask(seat, say(text, led=led), choices)


def _deal_asks(state: State) -> tuple[Ask, ...]:
    due = handed_to(state)
    asked = tuple(
        Ask(seat, say("Show the Starting card if you have it"), (_starting_choice(seat),))
        for seat in (0, 1)
        if due in (None, seat)
    )
    if not state.history:
        return asked
    hidden = [card for card in CARDS if card not in state.played]
    return asked + tuple(
        Ask(
            seat,
            say("You may show your last cards"),
            forms=(Form(HandShown, {"seat": {"is": seat}, "cards": {"some_of": _unseen(state, hidden, seat)}}),),
            optional=True,
        )
        for seat in (0, 1)
        if state.shown[seat] is None and cards_left(state, seat)
    )


def _unseen(state: State, hidden: list[str], seat: int) -> list[str]:
    return [card for card in hidden if card not in (state.shown[1 - seat] or ())]


def _starting_choice(seat: int) -> Choice:
    return Choice(StartingCardShown(seat), say("I have it"), Key.YES)


def waiting(state: State) -> list[int]:
    """The seats that may act now."""
    match state.phase:
        case "deal":
            return [0, 1]
        case "over":
            return []
        case "follow":
            return [1 - state.trick[0].seat]
    return [state.leader if state.leader is not None else 0]


def facts(state: State) -> dict[str, Any]:
    """The complete public position, JSON-able; RULES.md, R7, says what each key means."""
    return {
        "phase": state.phase,
        "waiting": waiting(state),
        "round": state.round,
        "scores": list(state.scores),
        "cat": {"position": state.position, "side": "blue" if state.blue else "red"},
        "holder": state.holder,
        "leader": state.leader,
        "trick": [laid._asdict() for laid in state.trick],
        "history": [[laid._asdict() for laid in trick] for trick in state.history],
        "tricks": len(state.history),
        "voids": [voids(state, 0), voids(state, 1)],
        "shown": [None if hand is None else list(hand) for hand in state.shown],
        "flags": [{"kind": "revoke", **flag._asdict()} for flag in state.flags],
    }
