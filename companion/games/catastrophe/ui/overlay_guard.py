"""What a card over the panel was opened for: it stays as long as all of that is still offered. Pure."""

from __future__ import annotations

from companion.games.catastrophe.asks import asks
from companion.games.catastrophe.groups import YARN
from companion.games.catastrophe.state import Phase, State, seats_in
from companion.games.catastrophe.strip_view import SPECIAL, form_buttons, grouped


def standing(state: State, seat: int, what: str) -> list[object]:
    """What a seat's card for a group or a form offers now: events, and the cards in play that they answer."""
    if what == SPECIAL:
        return _special(state, seat)
    found: list[object] = []
    for ask in asks(state):
        if ask.seat == seat:
            found += [(choice.event, _subject(state, what, choice.event)) for choice in grouped(state, ask, what)]
            found += [(what, state.stack) for button in form_buttons(ask) if button.opens == what]
    return found


def _subject(state: State, what: str, event: object) -> object:
    """What a choice is about: the roll that yarn repeats, else the cards in play."""
    if what != YARN:
        return state.stack
    return [roll for roll in state.rolls if roll.seat == getattr(event, "roller", None)]


def _special(state: State, seat: int) -> list[object]:
    """A card composed part by part says itself what it is, so others may go on meanwhile. An answer to a card that
    has gone is dropped.
    """
    if state.phase not in (Phase.CLAW, Phase.PAW, Phase.CATASTROPHE, Phase.REACT) or not state.life[seat]:
        return []
    own = state.phase is Phase.CLAW and seat == state.turn
    return [("own", own), *seats_in(state), *(("answers", card) for card in state.stack[:1])]
